import CLinux
import Glibc
import ShedModel
import ShedTestSchedule
import Synchronization
import ShedTestSupport
import Testing

@testable import ShedControl

@Suite(.waitsForPrograms) struct HostileClientTests {
    private static let request = ConversationTests.request

    /// A whole exchange; what came before it in the server's thread is done after it.
    private func barrier(_ desk: Desk) throws {
        #expect(try ControlClient.ask(Self.request, at: desk.pathBytes)?.reply == TestDaemon.echo(Self.request))
    }

    @Test func `one client more than there may be is told so`() throws {
        let desk = try Desk()
        let daemon = try TestDaemon(desk)
        var clients = try (0..<64).map { _ in try RawClient(desk) }
        for _ in 0..<3 {
            let late = try RawClient(desk, greeted: false)
            #expect(try late.line().contains("\"error\":\"busy: 64 clients"))
            #expect(late.drain() == 0)
        }
        #expect(try ControlClient.ask(Self.request, at: desk.pathBytes) == nil)
        // The others are not disturbed, and whoever goes makes room.
        clients[63].send(Self.request.line)
        #expect(try clients[63].line().contains("\"output\""))
        clients.removeFirst()
        try until { try ControlClient.ask(Self.request, at: desk.pathBytes) != nil }
        withExtendedLifetime(daemon) {}
    }

    @Test(arguments: [true, false])
    func `a request that is too long is refused`(hasEnd: Bool) throws {
        let desk = try Desk()
        let daemon = try TestDaemon(desk)
        let client = try RawClient(desk)
        client.send(Array(repeating: UInt8(ascii: " "), count: 1 << 20 + 1) + (hasEnd ? [0x0a] : []))
        #expect(try client.line() == "{\"error\":\"the request is longer than 1048576 bytes\"}")
        #expect(client.drain() == 0)
        try barrier(desk)
        withExtendedLifetime(daemon) {}
    }

    @Test func `a request of just the length that is allowed is taken`() throws {
        let desk = try Desk()
        let daemon = try TestDaemon(desk)
        let client = try RawClient(desk)
        let line = Self.request.line.dropLast()
        let padding = Array(repeating: UInt8(ascii: " "), count: 1 << 20 - line.count)
        client.send(padding + line + [0x0a])
        #expect(try client.line().contains("\"output\":\"status\""))
        withExtendedLifetime(daemon) {}
    }

    @Test func `a request that no daemon takes is not sent`() throws {
        let desk = try Desk()
        let daemon = try TestDaemon(desk)
        let request = ControlRequest(arguments: [Array(repeating: 0x61, count: 1 << 20)], directory: [0x2f])
        #expect(try ControlClient.ask(request, at: desk.pathBytes) == nil)
        withExtendedLifetime(daemon) {}
    }

    @Test(arguments: [
        "", "x", "null", "[]", "{}", "{\"protocol\":1}", "{\"protocol\":2,\"arguments\":[],\"directory\":\"/\"}",
        "{\"protocol\":\"1\",\"arguments\":[],\"directory\":\"/\"}", "{\"protocol\":1.0,\"arguments\":[],\"directory\":\"/\"}",
        "{\"protocol\":1,\"arguments\":{},\"directory\":\"/\"}", "{\"protocol\":1,\"arguments\":[1],\"directory\":\"/\"}",
        "{\"protocol\":1,\"arguments\":[{\"b64\":\"/\"}],\"directory\":\"/\"}", "{\"protocol\":1,\"arguments\":[\"\\u0000\"],\"directory\":\"/\"}",
        "{\"protocol\":1,\"arguments\":[{\"b64\":\"YQBi\"}],\"directory\":\"/\"}", "{\"protocol\":1,\"arguments\":[],\"directory\":\"x\"}",
        "{\"protocol\":1,\"arguments\":[],\"directory\":\"\"}", "{\"protocol\":1,\"arguments\":[],\"directory\":\"/\\u0000\"}",
        "{\"protocol\":1,\"arguments\":[],\"directory\":\"/\",\"environment\":[]}",
        "{\"protocol\":1,\"arguments\":[],\"directory\":\"/\",\"environment\":{\"A\":1}}",
        "{\"protocol\":1,\"arguments\":[],\"directory\":\"/\",\"environment\":{\"A=B\":\"\"}}",
        "{\"protocol\":1,\"arguments\":[],\"directory\":\"/\",\"environment\":{\"\":\"\"}}",
        "{\"protocol\":1,\"arguments\":[],\"directory\":\"/\",\"environment\":{\"A\":\"\",\"A\":\"\"}}",
        "{\"protocol\":1,\"arguments\":[],\"directory\":\"/\",\"terminal\":1}", "{\"protocol\":1,\"arguments\":[],\"directory\":\"/\"} {}",
        "{\"protocol\":1,\"arguments\":[],\"directory\":\"/\",\"x\":1e999}",
    ])
    func `what is no request gets one error line and an end`(line: String) throws { try expectRefusal(of: line) }

    @Test(arguments: ["array", "object", "digits", "number", "NUL"])
    func `long nonsense gets one error line and an end`(what: String) throws {
        let line =
            switch what {
            case "array": String(repeating: "[", count: 500_000)
            case "object": String(repeating: "{\"a\":", count: 100_000)
            case "digits": String(repeating: "9", count: 400)
            case "number": "{\"protocol\":1" + String(repeating: "0", count: 900_000) + "}"
            default: String(repeating: "\0", count: 900_000)
            }
        try expectRefusal(of: line)
    }

    private func expectRefusal(of line: String) throws {
        let desk = try Desk()
        let daemon = try TestDaemon(desk)
        let client = try RawClient(desk)
        client.send(line + "\n")
        let answer = try JSONParser.parse(Array(try client.line().utf8))
        #expect(answer["error"]?.string?.isEmpty == false)
        #expect(answer.object?.members.count == 1)
        #expect(client.drain() == 0)
        try barrier(desk)
        withExtendedLifetime(daemon) {}
    }

    @Test func `what is not known or missing in a request does no harm`() throws {
        let desk = try Desk()
        let daemon = try TestDaemon(desk)
        let client = try RawClient(desk)
        client.send("\t{ \"new\" : [1e9, {}], \"directory\":\"/\", \"arguments\":[{\"b64\":\"YQ==\"}], \"protocol\": 1 }\r\n")
        #expect(try client.line() == "{\"output\":\"a\",\"errors\":\"/\",\"exitCode\":1}")
        withExtendedLifetime(daemon) {}
    }

    @Test func `five thousand damaged lines are answered or refused, as they should be`() throws {
        let desk = try Desk()
        let daemon = try TestDaemon(desk)
        var random = SeededRandom(0x5eed)
        var client = try RawClient(desk)
        var accepted = 0
        for round in 0..<5_000 {
            let line = random.damagedLine()
            client.send(line + [0x0a])
            let answer = Array(try client.line().utf8)
            if let request = try? ControlRequest(line: line) {
                accepted += 1
                #expect(try ControlReply(line: answer) == TestDaemon.echo(request), "round \(round): \(line)")
            } else {
                #expect(try JSONParser.parse(answer)["error"] != nil, "round \(round): \(line)")
                #expect(client.drain() == 0, "round \(round)")
                client = try RawClient(desk)
            }
        }
        // Both ways have to have been gone.
        #expect(accepted > 250 && accepted < 4_750, "\(accepted)")
        withExtendedLifetime(daemon) {}
    }

    @Test func `half a line blocks nobody, and its time ends`() throws {
        let desk = try Desk()
        let clock = ManualClock()
        let daemon = try TestDaemon(desk, clock: clock)
        let client = try RawClient(desk)
        client.send("{\"protocol\":1,")
        for _ in 0..<10 { try barrier(desk) }
        clock.advance(seconds: 29)
        // A byte now and then buys no time.
        client.send(" ")
        try barrier(desk)
        try barrier(desk)
        #expect(!client.isEnded)
        clock.advance(seconds: 2)
        daemon.server.wake()
        #expect(try client.line() == "{\"error\":\"no whole request came within 30 seconds\"}")
        #expect(client.drain() == 0)
        try barrier(desk)
    }

    @Test func `a reply that is not read blocks nobody, and its time ends`() throws {
        signal(SIGPIPE, SIG_DFL)
        let desk = try Desk()
        let clock = ManualClock()
        let large = [UInt8](repeating: UInt8(ascii: "x"), count: 50_000_000)
        let daemon = try TestDaemon(desk, clock: clock) { call in
            if call.request.arguments == [[0x62]] {
                call.reply(.done(output: large, errors: [], exitCode: 0))
            } else {
                TestDaemon.echo(call)
            }
        }
        let client = try RawClient(desk)
        client.send(ControlRequest(arguments: [[0x62]], directory: [0x2f]).line)
        // The owner's thread made the large reply before it gets to these.
        for _ in 0..<10 { try barrier(desk) }
        clock.advance(seconds: 59)
        try barrier(desk)
        try barrier(desk)
        var byte: UInt8 = 0
        #expect(shed_receive(client.socket.number, &byte, 1) == 1)
        clock.advance(seconds: 2)
        daemon.server.wake()
        try barrier(desk)
        try barrier(desk)
        // What the kernel had taken is still there, then comes the end.
        let read = client.drain()
        #expect(read > 0 && read < 10_000_000)
        try barrier(desk)
    }

    @Test func `a client that goes away abandons its request`() throws {
        signal(SIGPIPE, SIG_DFL)
        let desk = try Desk()
        let held = Held()
        let daemon = try TestDaemon(desk, handler: held.keep)
        var client: RawClient? = try RawClient(desk)
        client?.send(Self.request.line)
        try until { held.count == 1 }
        let call = try #require(held.take().first)
        #expect(!call.isAbandoned)
        client = nil
        try until { call.isAbandoned }
        call.reply(.question("nobody hears this"))
        let other = try RawClient(desk)
        other.send(Self.request.line)
        try until { held.count == 1 }
        held.take().first?.reply(.question("yes"))
        #expect(try other.line() == "{\"question\":\"yes\"}")
        withExtendedLifetime(daemon) {}
    }

    @Test func `a request that nobody took yet goes with its client`() throws {
        let desk = try Desk()
        let counter = Counter()
        let server = try ControlServer(path: desk.pathBytes, version: "9.8.7") { counter.add() }
        defer { server.stop() }
        for round in 1...5 {
            let client = try RawClient(desk)
            client.send(Self.request.line)
            try until { counter.count == round }
        }
        // By the time that this one is answered, by the server itself, it has seen that all five are gone.
        let nobody = try RawClient(desk)
        nobody.send(Array("nonsense\n".utf8))
        #expect(try nobody.line().hasPrefix("{\"error\""))
        let last = try RawClient(desk)
        last.send(ControlRequest(arguments: [[0x6c]], directory: [0x2f]).line)
        try until { counter.count == 6 }
        #expect(server.take().map(\.request.arguments) == [[[0x6c]]])
    }

    @Test func `a client that leaves amid a large reply harms nobody`() throws {
        signal(SIGPIPE, SIG_DFL)
        let desk = try Desk()
        let large = [UInt8](repeating: UInt8(ascii: "x"), count: 5_000_000)
        let daemon = try TestDaemon(desk) { call in
            if call.request.arguments.isEmpty { call.reply(.done(output: large, errors: [], exitCode: 0)) } else { TestDaemon.echo(call) }
        }
        for _ in 0..<5 {
            let client = try RawClient(desk)
            client.send(ControlRequest(arguments: [], directory: [0x2f]).line)
            var byte: UInt8 = 0
            try until { shed_receive(client.socket.number, &byte, 1) == 1 }
        }
        try barrier(desk)
        withExtendedLifetime(daemon) {}
    }
}

final class Counter: Sendable {
    private let value = Atomic<Int>(0)
    var count: Int { value.load(ordering: .sequentiallyConsistent) }
    func add() { value.add(1, ordering: .sequentiallyConsistent) }
}

extension SeededRandom {
    /// A request with some damage, or something else altogether; without an end of a line.
    mutating func damagedLine() -> [UInt8] {
        var line: [UInt8]
        switch Int.random(in: 0..<4, using: &self) {
        case 0: line = (0..<Int.random(in: 0..<80, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) }
        case 1: line = Array(json(depth: 0).utf8)
        default:
            let words = (0..<Int.random(in: 0..<4, using: &self)).map { _ in
                (0..<Int.random(in: 0..<6, using: &self)).map { _ in UInt8.random(in: 1...255, using: &self) }
            }
            line = ControlRequest(arguments: words, directory: [0x2f, 0xc3, 0xa9], environment: ["A": "b"]).line
            for _ in 0..<Int.random(in: 0..<3, using: &self) { damage(&line) }
        }
        return line.filter { $0 != 0x0a }
    }

    private mutating func damage(_ line: inout [UInt8]) {
        guard !line.isEmpty else { return }
        let place = Int.random(in: 0..<line.count, using: &self)
        switch Int.random(in: 0..<4, using: &self) {
        case 0: line[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
        case 1: line.removeSubrange(place...)
        case 2: line.insert(contentsOf: line[place...].prefix(9), at: place)
        default: line.remove(at: place)
        }
    }

    private mutating func json(depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 4 ? 4 : 6), using: &self) {
        case 0: "null"
        case 1: "1e\(Int.random(in: 0..<400, using: &self))"
        case 2: "\(UInt64.random(in: 0 ... .max, using: &self))"
        case 3: "\"\\ud83d\\u\(Int.random(in: 1000..<9999, using: &self))\""
        case 4: "[" + (0..<3).map { _ in json(depth: depth + 1) }.joined(separator: ",") + "]"
        default: "{" + ["protocol", "arguments", "directory"].map { "\"\($0)\":" + json(depth: depth + 1) }.joined(separator: ",") + "}"
        }
    }
}
