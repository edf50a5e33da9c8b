import Glibc
import ShedTestSupport
import Testing

/// A project on two devices: two homes and state directories of this machine, with a Syncthing each that shares the whole
/// project, `.shed` included, with the other. They know each other by addresses of this machine alone: no discovery, no relays,
/// no reports, no page to look at.
final class Replicas {
    /// One of the two.
    final class Device {
        let shelf: Shelf
        let port: UInt16
        var name = ""
        var syncthing: Run?
        var watch: Watch?

        init(_ shelf: Shelf) throws {
            self.shelf = shelf
            port = try Device.freePort()
        }

        deinit { end(SIGKILL) }

        /// A port of this machine that nobody listens on.
        private static func freePort() throws -> UInt16 {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            defer { close(listener) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0 }
            }
            try #require(listener >= 0 && isBound, "no port is free")
            return UInt16(bigEndian: address.sin_port)
        }

        /// Starts Syncthing. timeout(1) leads a process group of its own: whatever is left ends with it, at the latest after ten minutes.
        func begin() throws {
            guard syncthing == nil else { return }
            let words = ["-k", "5", "600", "syncthing", "serve", "--home", "\(shelf.path)/syncthing", "--no-browser", "--no-restart"]
            syncthing = try shelf.start("timeout", words, in: shelf.path)
        }

        /// Ends Syncthing, and waits until it has ended.
        func end(_ signal: Int32 = SIGTERM) {
            guard let run = syncthing else { return }
            syncthing = nil
            kill(signal == SIGKILL ? -run.process : run.process, signal)
            _ = run.wait()
            kill(-run.process, SIGKILL)
        }

        /// Path and ID of every node.
        func ids() throws -> [String: String] { try shelf.nodes(in: shelf.project, shelf.state) }

        func isClean() throws -> Bool { try shelf.shed("status", "--json").text.contains("\"clean\": true") }
    }

    let one: Device
    let two: Device
    private var both: [Device] { [one, two] }

    /// A project that both have, with a daemon each, which know of each other.
    /// - Parameter make: shell, run in the project before the other device gets it.
    init(_ kind: String = "poetry", watched: Bool = true, _ make: String = ":") throws {
        one = try Device(Shelf(kind))
        two = try Device(Shelf(nil))
        for device in both { device.name = try identify(device) }
        for device in both { configure(device) }
        try one.shelf.sh(make)
        try one.shelf.must("sync", "--quiet")
        for device in both { try device.begin() }
        try wait("the other device has the project") { try isSame() && !run("ls .shed/ops").isEmpty }
        // A daemon watches the projects that this machine knows of.
        try two.shelf.must("sync", "--quiet")
        if watched { for device in both { device.watch = try Watch(device.shelf) } }
        try agree()
    }

    private func run(_ script: String) throws -> String { try two.shelf.sh(script + " 2> /dev/null || true") }

    private func identify(_ device: Device) throws -> String {
        try device.shelf.sh("syncthing generate --no-default-folder --home ../syncthing > /dev/null 2>&1; mkdir .stfolder")
        let name = try device.shelf.sh("syncthing --home ../syncthing --device-id")
        return String(name.prefix { !$0.isWhitespace })
    }

    private func configure(_ device: Device) {
        let devices = both.map { "<device id=\"\($0.name)\"><address>tcp://127.0.0.1:\($0.port)</address></device>" }
        device.shelf.makeFile("syncthing/config.xml", """
            <configuration version="36">
              <folder id="work" path="\(device.shelf.project)" type="sendreceive" rescanIntervalS="3600" fsWatcherEnabled="true" fsWatcherDelayS="1">
                \(both.map { "<device id=\"\($0.name)\"></device>" }.joined())<maxConflicts>10</maxConflicts></folder>
              \(devices.joined())
              <gui enabled="false"></gui>
              <options><listenAddress>tcp://127.0.0.1:\(device.port)</listenAddress><globalAnnounceEnabled>false</globalAnnounceEnabled>
                <localAnnounceEnabled>false</localAnnounceEnabled><relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled>
                <urAccepted>-1</urAccepted><autoUpgradeIntervalH>0</autoUpgradeIntervalH><crashReportingEnabled>false</crashReportingEnabled>
                <startBrowser>false</startBrowser><reconnectionIntervalS>1</reconnectionIntervalS></options>
            </configuration>
            """)
    }

    // MARK: What comes when

    /// Nothing is carried while the body runs.
    func apart(_ body: () throws -> Void) throws {
        for device in both { device.end() }
        try body()
        for device in both { try wait("\(device.shelf.project) is taken in") { try device.isClean() } }
        for device in both { try device.begin() }
    }

    /// No batches are carried while the body runs, but everything else: files come before what explains them.
    func withoutBatches(_ body: () throws -> Void) throws {
        two.end()
        two.shelf.makeFile("Work/.stignore", "/.shed/ops\n")
        try two.begin()
        try body()
        two.end()
        unlink("\(two.shelf.project)/.stignore")
        try two.begin()
    }

    // MARK: What must be so

    /// Whether both hold the same, `.shed` included.
    func isSame() throws -> Bool {
        try one.shelf.run("diff", ["-rq", "-x", ".syncthing.*.tmp", "-x", ".stignore", one.shelf.project, two.shelf.project], in: "/").code == 0
    }

    /// Waits, for two minutes at most.
    func wait(_ what: @autoclosure () throws -> String, _ condition: () throws -> Bool) throws {
        if try waits(until: condition) { return }
        let words = try what()
        try #require(Bool(false), "gave up waiting: \(words)")
    }

    /// Waits until both hold the same with the same ID for each file and folder, and have nothing left to do.
    func agree() throws {
        try wait("they agree: \(try one.shelf.difference(one.ids(), two.ids()))") {
            guard try isSame(), try both.allSatisfy({ try $0.isClean() }) else { return false }
            let ids = try one.ids()
            return try ids == two.ids() && !ids.values.contains("null") && isSame()
        }
    }

    /// What both must be in the end: they agree, also once everything was judged that waited; then neither writes any more, each
    /// text is there, and the daemons end in peace.
    /// - Parameter texts: by their paths.
    func finish(_ texts: [String: String] = [:], location: SourceLocation = #_sourceLocation) throws {
        try agree()
        var batches: [String] = []
        for _ in 0..<3 {
            for device in both { _ = try device.shelf.shed("sync", "--now") }
            try agree()
            batches.append(try one.shelf.sh("find .shed/ops -type f | sort"))
        }
        #expect(batches[1] == batches[2], "they go on writing", sourceLocation: location)
        for device in both {
            for (path, text) in texts {
                let found = String(decoding: TestFile.read("\(device.shelf.project)/\(path)"), as: UTF8.self)
                #expect(found == text, "\(path)", sourceLocation: location)
            }
            guard let watch = device.watch else { continue }
            let result = try watch.stop()
            #expect(result.code == 0 && result.err == "", sourceLocation: location)
        }
        for device in both { device.end() }
    }
}
