import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// The examples of Documentation/Control.md, sent to a daemon as they stand there.
@Suite(.serialized, .waitsInTurn) struct `The manual of the control socket` {
    /// A daemon with a home and a runtime directory of its own, as the examples suppose it.
    private final class Desk {
        let shelf: Shelf
        private var daemon: Run?

        var runtime: String { "\(shelf.path)/run" }
        var socket: String { "\(runtime)/shed/control.socket" }
        private var environment: [String] { ["HOME=\(shelf.path)/home", "XDG_RUNTIME_DIR=\(runtime)", "PATH=/usr/bin:/bin"] }

        init() throws {
            shelf = try Shelf()
            mkdir(runtime, 0o700)
            try #require(try run(ShedProgram.path, ["new", "poetry", "Poems", "--language", "en"]).code == 0)
            shelf.makeFile("Poems/Draft/Ode.txt")
            let daemon = try Run(
                ShedProgram.path, ["watch", "--json"].map { Array($0.utf8) }, environment: environment, in: shelf.work,
                output: "\(shelf.path)/log", errors: "\(shelf.path)/errors")
            self.daemon = daemon
            try #require(waits { daemon.said.contains("\"event\":\"ready\"") }, "\(daemon.said)")
        }

        deinit {
            guard let daemon else { return }
            kill(daemon.process, SIGTERM)
            _ = daemon.wait()
        }

        func run(_ program: String, _ words: [String], in directory: String = "") throws -> RunResult {
            try Run(
                program, words.map { Array($0.utf8) }, environment: environment, in: "\(shelf.work)/\(directory)", output: "\(shelf.path)/out",
                errors: "\(shelf.path)/err"
            ).wait()
        }

        /// What the daemon answers to a line, after its greeting.
        func answer(to request: String) throws -> [JSONValue] {
            let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let place = Array(socket.utf8)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: place) }
            let connected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
            }
            try #require(connected == 0)
            let line = Array("\(request)\n".utf8)
            try #require(send(descriptor, line, line.count, 0) == line.count)
            // As printf does in the manual: nothing more is asked.
            shutdown(descriptor, Int32(SHUT_WR))
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
            return try bytes.split(separator: UInt8(ascii: "\n")).map { try JSONParser.parse(Array($0)) }
        }
    }

    private static let manual: [Substring] = {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
        return String(decoding: TestFile.read("\(root)/Documentation/Control.md"), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }()

    /// The requests in it, on whatever line.
    private static let requests: [String] = manual.compactMap { line in
        guard let start = line.firstRange(of: "{\"protocol\":1,\"arguments\"")?.lowerBound, let end = line.lastIndex(of: "}") else { return nil }
        return String(line[start...end])
    }

    @Test func `has examples that a daemon answers`() throws {
        #expect(Self.requests.count == 2)
        let desk = try Desk()
        for request in Self.requests {
            let here = request.replacing("/home/ada/Poems", with: "\(desk.shelf.work)/Poems").replacing("/home/ada", with: "\(desk.shelf.path)/home")
            let lines = try desk.answer(to: here)
            try #require(lines.count == 2, "\(request)")
            #expect(lines[0]["protocol"]?.integer == 1)
            #expect(lines[1]["exitCode"]?.integer == 0, "\(String(decoding: lines[1].compact, as: UTF8.self))")
        }
    }

    @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "needs python3")) func `has a program that works`() throws {
        let start = try #require(Self.manual.firstIndex(of: "```python")) + 1
        let end = try #require(Self.manual[start...].firstIndex(of: "```"))
        let desk = try Desk()
        let result = try desk.run("/usr/bin/python3", ["-c", Self.manual[start..<end].joined(separator: "\n")], in: "Poems")
        #expect(result.code == 0, "\(result.err)")
        #expect(try result.json()["clean"]?.bool != nil)
    }

    @Test func `says why a verb is declined whose asker keeps another state`() throws {
        let desk = try Desk()
        let request = #"{"protocol":1,"arguments":["status"],"directory":"\#(desk.shelf.work)/Poems","environment":{"HOME":"/elsewhere"}}"#
        #expect(try desk.answer(to: request).last?["declined"]?.string == "the state directories differ")
    }
}
