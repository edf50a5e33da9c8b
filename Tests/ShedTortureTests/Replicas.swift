import Glibc
import ShedTestSupport
import Testing

/// A project on several devices: homes and state directories of this machine, with a Syncthing each that shares the whole
/// project, `.shed` included, with the others. They know each other by addresses of this machine alone: no discovery, no relays,
/// no reports, no page to look at.
final class Replicas {
    /// One of them.
    final class Device {
        let shelf: Shelf
        let port: UInt16
        var name = ""
        var syncthing: Run?
        var watch: Watch?

        /// What Syncthing said before it was ended.
        private(set) var said = ""

        var isConnected: Bool { syncthing != nil }

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

        /// Starts Syncthing. timeout(1) leads a process group of its own: whatever is left ends with it, at the latest after half an hour.
        func begin() throws {
            guard syncthing == nil else { return }
            let words = ["-k", "5", "1800", "syncthing", "serve", "--home", "\(shelf.path)/syncthing", "--no-browser", "--no-restart"]
            syncthing = try shelf.start("timeout", words, in: shelf.path)
        }

        /// Ends Syncthing, and waits until it has ended.
        func end(_ signal: Int32 = SIGTERM) {
            guard let run = syncthing else { return }
            syncthing = nil
            said += run.said
            kill(signal == SIGKILL ? -run.process : run.process, signal)
            _ = run.wait()
            kill(-run.process, SIGKILL)
        }

        /// Path and ID of every node.
        func ids() throws -> [String: String] { try shelf.nodes(in: shelf.project, shelf.state) }

        /// Whether the daemon has taken in what is there, or says why not yet.
        func isTakenIn() throws -> Bool {
            let text = try shelf.shed("status", "--json").text
            return text.contains("\"clean\": true") || !text.contains("\"reports\": []")
        }

        /// All that is known of every node, but for times.
        /// - Parameters:
        ///   - directory, state: of a copy, or else the device's own.
        func details(in directory: String? = nil, _ state: String? = nil) throws -> String {
            let script = "'\(ShedProgram.path)' tree --json | grep -vE '^ *\"(created|modified)\": '"
            return try shelf.run("/bin/sh", ["-euc", script], in: directory ?? shelf.project, state: state).text
        }

        func isClean() throws -> Bool { try shelf.shed("status", "--json").text.contains("\"clean\": true") }
    }

    private static let isInstalled = access("/usr/bin/syncthing", X_OK) == 0

    /// For suites of the slow runs, where Syncthing is installed.
    static var inSlowRuns: ConditionTrait {
        .enabled(
            if: Torture.isFull && isInstalled,
            Comment(rawValue: isInstalled ? "runs with SHED_TORTURE=1 (make torture)" : "syncthing not installed: make torture-packages"))
    }

    let devices: [Device]
    /// How long anything is waited for.
    private let seconds: UInt64
    private var marks = 0
    var one: Device { devices[0] }
    var two: Device { devices[1] }

    /// A project that all have, with a daemon each, which know of each other.
    /// - Parameters:
    ///   - count: how many devices there are.
    ///   - seconds: how long anything is waited for; then the test fails.
    ///   - make: shell, run in the project before the other devices get it.
    init(_ kind: String = "poetry", count: Int = 2, waiting seconds: UInt64 = 600, _ make: String = ":") throws {
        self.seconds = seconds
        devices = try (0..<count).map { try Device(Shelf($0 == 0 ? kind : nil)) }
        for device in devices { device.name = try identify(device) }
        for device in devices { configure(device) }
        try one.shelf.sh(make)
        try one.shelf.must("sync", "--quiet")
        for device in devices { try device.begin() }
        try wait("the other devices have the project") { try access("\(two.shelf.project)/.shed/ops", F_OK) == 0 && isSame() }
        // A daemon watches the projects that somebody trusts on this machine.
        for device in devices.dropFirst() { try device.shelf.must("trust", ".") }
        for device in devices { device.watch = try Watch(device.shelf) }
        try agree()
    }

    private func identify(_ device: Device) throws -> String {
        try device.shelf.sh("syncthing generate --no-default-folder --home ../syncthing > /dev/null 2>&1; mkdir .stfolder")
        let name = try device.shelf.sh("syncthing --home ../syncthing --device-id")
        return String(name.prefix { !$0.isWhitespace })
    }

    private func configure(_ device: Device) {
        let all = devices.map { "<device id=\"\($0.name)\"><address>tcp://127.0.0.1:\($0.port)</address></device>" }
        device.shelf.makeFile("syncthing/config.xml", """
            <configuration version="36">
              <folder id="work" path="\(device.shelf.project)" type="sendreceive" rescanIntervalS="5" fsWatcherEnabled="true" fsWatcherDelayS="1">
                \(devices.map { "<device id=\"\($0.name)\"></device>" }.joined())<maxConflicts>10</maxConflicts>
                <pullerPauseS>1</pullerPauseS></folder>
              \(all.joined())
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
        for device in devices { device.end() }
        try body()
        for device in devices { try wait("\(device.shelf.project) is taken in") { try device.isClean() } }
        for device in devices { try device.begin() }
    }

    /// No batches are carried to the second device while the body runs, but everything else: files come before what explains them.
    func withoutBatches(_ body: () throws -> Void) throws {
        two.end()
        two.shelf.makeFile("Work/.stignore", "/.shed/ops\n")
        try two.begin()
        try body()
        two.end()
        unlink("\(two.shelf.project)/.stignore")
        try two.begin()
    }

    /// Waits until all that was done on any device, while all are connected, has come to all: what each of them writes last, too.
    func settle() throws {
        marks += 1
        let names = devices.indices.map { "Work/.mark-\($0)" }
        for (device, name) in zip(devices, names) { device.shelf.makeFile(name, "\(marks)\n") }
        try wait("all is carried") {
            try devices.allSatisfy { device in names.allSatisfy { TestFile.read("\(device.shelf.path)/\($0)") == Array("\(marks)\n".utf8) } } && isSame()
        }
    }

    // MARK: What must be so

    /// Whether all hold the same, `.shed` included.
    func isSame() throws -> Bool {
        try devices.dropFirst().allSatisfy { other in
            let words = ["-rq", "--no-dereference", "-x", ".syncthing.*.tmp", "-x", ".stignore", one.shelf.project, other.shelf.project]
            return try one.shelf.run("diff", words, in: "/").code == 0
        }
    }

    /// Waits, for ``seconds`` at most, and asks ten times a second: whoever asks takes from those that are waited for what they need.
    func wait(_ what: @autoclosure () throws -> String, _ condition: () throws -> Bool) throws {
        try one.shelf.await((try? what()) ?? "?", pause: 100, limit: seconds, condition)
    }

    /// Waits until all hold the same with the same ID for each file and folder, and have nothing left to do.
    func agree() throws {
        try wait("they agree: \(try devices.map { try one.shelf.difference(one.ids(), $0.ids()) })") {
            guard try isSame(), try devices.allSatisfy({ try $0.isClean() }) else { return false }
            let ids = try one.ids()
            return try !ids.values.contains("null") && devices.dropFirst().allSatisfy { try $0.ids() == ids } && isSame()
        }
    }

    /// Has every device judge what waits, once all hold the same files and batches, so that nothing is on its way: that is what people say
    /// with `sync --now`. What it writes is carried, and judged in the next round, until two rounds have written no batch. Then all must
    /// be clean and agree, there and then.
    ///
    /// No time decides here: each round begins when what was written before is everywhere, and `sync --now` ends when all is taken in.
    /// - Parameter rounds: so many at most; who then still writes has no end.
    func judgeAll(rounds: Int = 10, location: SourceLocation = #_sourceLocation) throws {
        var batches: [String] = []
        repeat {
            try settle()
            for device in devices {
                let result = try device.shelf.shed("sync", "--now")
                try #require(result.code <= 1, "\(result.text)\(result.err)", sourceLocation: location)
            }
            try settle()
            batches.append(try one.shelf.sh("find .shed/ops -type f | sort"))
        } while batches.count < rounds && Set(batches.suffix(3)).count + max(0, 3 - batches.count) > 1
        try #require(Set(batches.suffix(3)).count == 1, "they go on writing, round by round: \(batches.map { $0.utf8.count })", sourceLocation: location)
        try agree()
    }

    /// What all must be in the end: they agree, also once everything was judged that waited; then none writes any more, each
    /// text is there, and the daemons end in peace.
    /// - Parameter texts: by their paths.
    func finish(_ texts: [String: String] = [:], location: SourceLocation = #_sourceLocation) throws {
        try agree()
        try expectSilence(location: location)
        for device in devices {
            for (path, text) in texts {
                let found = String(decoding: TestFile.read("\(device.shelf.project)/\(path)"), as: UTF8.self)
                #expect(found == text, "\(path)", sourceLocation: location)
            }
        }
        try end(location: location)
    }

    /// Everything is judged that waited, on all; then the batches stay what they are, however often that is asked for.
    func expectSilence(location: SourceLocation = #_sourceLocation) throws {
        var batches: [String] = []
        for _ in 0..<3 {
            for device in devices { _ = try device.shelf.shed("sync", "--now") }
            try agree()
            batches.append(try one.shelf.sh("find .shed/ops -type f | sort"))
        }
        #expect(batches[1] == batches[2], "they go on writing", sourceLocation: location)
    }

    /// Ends the daemons, in peace, and Syncthing.
    func end(location: SourceLocation = #_sourceLocation) throws {
        for device in devices {
            guard let watch = device.watch else { continue }
            let result = try watch.stop()
            #expect(result.code == 0 && result.err == "", "\(result.err)", sourceLocation: location)
        }
        for device in devices { device.end() }
    }
}
