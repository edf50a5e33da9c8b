import Glibc
import ShedTestSupport
import Testing

/// A project on several devices: homes and state directories of this machine, with a Syncthing each that shares the whole
/// project, `.shed` included, with the others. They know each other by addresses of this machine alone: no discovery, no relays,
/// no reports. What they have done they are asked over sockets in the file system.
final class Replicas {
    /// One of them.
    final class Device {
        let shelf: Shelf
        /// Where Syncthing listens.
        let address: String
        var name = ""
        var syncthing: Run?
        var watch: Watch?

        /// What Syncthing said before it was ended.
        private(set) var said = ""
        /// The last thing that it told of.
        private var lastEvent = 0
        private let interface: SyncthingInterface

        var isConnected: Bool { syncthing != nil }

        /// - Parameter number: which of the devices it is.
        init(_ shelf: Shelf, number: Int) {
            self.shelf = shelf
            interface = SyncthingInterface(path: "\(shelf.path)/syncthing.socket")
            // An address of this machine that no other process takes: no port has to be free then.
            let process = Int(getpid())
            address = "127.\(1 + (process >> 14) % 254).\((process >> 6) & 255).\((process & 63) << 2 | number & 3):22000"
        }

        deinit { end(SIGKILL) }

        /// What Syncthing is told before it begins.
        func configure(_ devices: [Device]) {
            let all = devices.map { "<device id=\"\($0.name)\"><address>tcp://\($0.address)</address></device>" }
            shelf.makeFile("syncthing/config.xml", """
                <configuration version="36">
                  <folder id="work" path="\(shelf.project)" type="sendreceive" rescanIntervalS="5" fsWatcherEnabled="true" fsWatcherDelayS="1">
                    \(devices.map { "<device id=\"\($0.name)\"></device>" }.joined())<maxConflicts>10</maxConflicts>
                    <pullerPauseS>1</pullerPauseS></folder>
                  \(all.joined())
                  <gui enabled="true" tls="false"><address>\(interface.path)</address><apikey>\(SyncthingInterface.key)</apikey></gui>
                  <options><listenAddress>tcp://\(address)</listenAddress><globalAnnounceEnabled>false</globalAnnounceEnabled>
                    <localAnnounceEnabled>false</localAnnounceEnabled><relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled>
                    <urAccepted>-1</urAccepted><autoUpgradeIntervalH>0</autoUpgradeIntervalH><crashReportingEnabled>false</crashReportingEnabled>
                    <startBrowser>false</startBrowser><reconnectionIntervalS>1</reconnectionIntervalS>
                    <setLowPriority>false</setLowPriority></options>
                </configuration>
                """)
        }

        /// Starts Syncthing. timeout(1) leads a process group of its own: whatever is left ends with it, at the latest after half an hour, also
        /// where nobody is left to end it. To lower its priority Syncthing would leave that group; so it does not.
        func begin() throws {
            guard syncthing == nil else { return }
            unlink(interface.path)
            lastEvent = 0
            let words = ["-k", "30", "1800", "syncthing", "serve", "--home", "\(shelf.path)/syncthing", "--no-browser", "--no-restart"]
            syncthing = try shelf.start("timeout", words, in: shelf.path)
            // Two that begin at the same moment call each other at the same moments, again and again, and each drops the other's call.
            try scan()
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

        /// Does something while Syncthing stands still, in the midst of whatever it does, with the process that it has started to do the work.
        func still<Value>(_ body: () throws -> Value) rethrows -> Value {
            let processes = syncthing.map { ProcessCosts.descendants(of: $0.process) } ?? []
            for process in processes { kill(process, SIGSTOP) }
            defer { for process in processes { kill(process, SIGCONT) } }
            // A thread stops when the kernel has done what that asked for, one after the other.
            let limit = Torture.now() + 60 * 1_000_000_000
            while Torture.now() < limit, !processes.allSatisfy(ProcessCosts.hasStopped) { sched_yield() }
            #expect(Torture.now() < limit, "Syncthing does not stand still")
            return try body()
        }

        /// Has Syncthing look at all that is there, once what it was just doing is done. What was there before is told to the others then,
        /// unless something came in its place.
        func scan() throws {
            guard isConnected else { return }
            try shelf.await("Syncthing has looked", limit: 240) { interface.ask("/rest/db/scan?folder=work", by: "POST") != nil }
        }

        /// Whether another device has all that is here, as far as Syncthing knows.
        func isAll(at other: Device) -> Bool { interface.number("completion", of: "/rest/db/completion?folder=work&device=\(other.name)") == 100 }

        /// Waits until Syncthing has anything to tell, for a second at most.
        func awaitNews() {
            let what = "/rest/events?events=RemoteIndexUpdated,LocalIndexUpdated,ItemFinished,StateChanged,DeviceConnected"
            guard let news = interface.ask("\(what)&since=\(lastEvent)&timeout=1") else { return }
            lastEvent = news.matches(of: /"id": ([0-9]+)/).compactMap { Int($0.1) }.max() ?? lastEvent
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
        .enabled(if: Torture.isFull && isInstalled, Comment(rawValue: isInstalled ? "runs with SHED_TORTURE=1 (make torture)" : notInstalled))
    }

    /// For suites of every run.
    static var whereInstalled: ConditionTrait { .enabled(if: isInstalled, Comment(rawValue: notInstalled)) }

    private static let notInstalled = "syncthing not installed: make test-packages"

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
        devices = try (0..<count).map { Device(try Shelf($0 == 0 ? kind : nil), number: $0) }
        for device in devices { device.name = try identify(device) }
        for device in devices { device.configure(devices) }
        try one.shelf.sh(make)
        try one.shelf.must("sync", "--quiet")
        for device in devices { try device.begin() }
        try carry("the other devices have the project") { try access("\(two.shelf.project)/.shed/ops", F_OK) == 0 && isSame() }
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
        try carry("all is carried") {
            try devices.allSatisfy { device in names.allSatisfy { TestFile.read("\(device.shelf.path)/\($0)") == Array("\(marks)\n".utf8) } } && isSame()
        }
    }

    /// Has all be carried until something is so. No time decides: each round has all Syncthings look at what is there, and who then knows that
    /// others lack something waits until these have news.
    private func carry(_ what: String, until condition: () throws -> Bool) throws {
        let limit = Torture.now() + seconds * 1_000_000_000
        for round in 1... {
            for device in devices { try device.scan() }
            if try condition() { return }
            try #require(Torture.now() < limit, "gave up waiting: \(what)")
            // After a few calls that came to nothing Syncthing does not call again for minutes, but at once where it begins anew.
            if round % 30 == 0, let last = devices.last, last.isConnected {
                last.end()
                try last.begin()
            }
            for (number, device) in devices.enumerated() {
                let others = devices.enumerated().filter { $0.offset != number }.map(\.element)
                if others.contains(where: { !$0.isAll(at: device) }) { device.awaitNews() }
            }
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
            for device in devices { try device.scan() }
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
