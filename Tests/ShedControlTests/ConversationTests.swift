import CLinux
import Glibc
import ShedModel
import ShedTestSchedule
import Testing

@testable import ShedControl

@Suite(.waitsForPrograms) struct ConversationTests {
    static let request = ControlRequest(arguments: [Array("status".utf8)], directory: Array("/home".utf8))

    @Test func `a request comes out as it went in`() throws {
        let desk = try Desk()
        let held = Held()
        let daemon = try TestDaemon(desk) { call in
            held.keep(call)
            call.reply(.declined("no"))
        }
        let request = ControlRequest(
            arguments: [[0xff, 0xfe, 0x2f], [], Array("ä\n\"\\ \u{2028}📖\u{7f}".utf8), Array("e\u{301}".utf8)],
            directory: Array("/a/\n".utf8) + [0x80], environment: ["LANG": "de_DE", "EDITOR": "é \"x\"\n", "EMPTY": ""],
            isTerminal: true)
        let answer = try #require(try ControlClient.ask(request, at: desk.pathBytes))
        #expect(answer.reply == .declined("no"))
        #expect(answer.greeting == ControlGreeting(version: "9.8.7", protocolNumber: 1, pid: getpid()))
        #expect(answer.pid == getpid())
        let taken = try #require(held.take().first?.request)
        #expect(taken == request)
        // A String's own equality knows more spellings of a text than one.
        #expect(taken.environment["EDITOR"].map { Array($0.utf8) } == Array("é \"x\"\n".utf8))
        withExtendedLifetime(daemon) {}
    }

    @Test(arguments: [
        .done(output: [], errors: [], exitCode: 0), .done(output: Array(0...255), errors: [0xe2, 0x80], exitCode: -1),
        .done(output: Array("é\"\\\n\r\t\u{0}\u{1f}\u{7f}\u{2028}\u{2029}\u{2027}€".utf8), errors: Array("€".utf8), exitCode: .max),
        .done(output: Array("\u{2028}".utf8), errors: Array("\"".utf8), exitCode: 2), .question("Delete “é”?\n"), .declined(""),
    ] as [ControlReply])
    func `a reply comes out as it went in`(reply: ControlReply) throws {
        let desk = try Desk()
        let daemon = try TestDaemon(desk) { $0.reply(reply) }
        #expect(try ControlClient.ask(Self.request, at: desk.pathBytes)?.reply == reply)
        withExtendedLifetime(daemon) {}
    }

    @Test(arguments: [true, false])
    func `twenty megabytes come through whole`(isText: Bool) throws {
        let desk = try Desk()
        let line = Array("{\"path\":\"Dräft/\(String(repeating: "Ode ", count: 500))\"}\u{2028}\n".utf8)
        var output: [UInt8] = []
        while output.count < 20_000_000 { output += line }
        if !isText { output.append(0xff) }
        let reply = ControlReply.done(output: output, errors: line, exitCode: 1)
        let daemon = try TestDaemon(desk) { $0.reply(reply) }
        let answer = try ControlClient.ask(Self.request, at: desk.pathBytes)
        // Not within #expect, which would print it all.
        let isSame = answer?.reply == reply
        #expect(isSame)
        withExtendedLifetime(daemon) {}
    }

    @Test func `requests that come together are answered one after the other`() throws {
        let desk = try Desk()
        let held = Held()
        let daemon = try TestDaemon(desk, handler: held.keep)
        let client = try RawClient(desk)
        let requests = ["a", "b", "c"].map { ControlRequest(arguments: [Array($0.utf8)], directory: [0x2f]) }
        client.send(requests.flatMap(\.line))
        client.finish()
        for request in requests {
            try until { held.count > 0 }
            let calls = held.take()
            #expect(calls.map(\.request) == [request])
            #expect(daemon.server.take().isEmpty)
            calls.first?.reply(TestDaemon.echo(request))
            #expect(try ControlReply(line: Array(try client.line().utf8)) == TestDaemon.echo(request))
        }
        #expect(client.drain() == 0)
    }

    @Test func `many clients at once each get their own answer`() throws {
        let desk = try Desk()
        let daemon = try TestDaemon(desk)
        let path = desk.pathBytes
        let clients = (0..<20).map { number in
            Background { () -> Int in
                (0..<20).count { round in
                    let request = ControlRequest(arguments: [Array("\(number)/\(round)".utf8)], directory: path)
                    return (try? ControlClient.ask(request, at: path))?.reply == TestDaemon.echo(request)
                }
            }
        }
        for client in clients { #expect(try client.value() == 20) }
        withExtendedLifetime(daemon) {}
    }

    @Test func `who waits long is told so once`() throws {
        let desk = try Desk()
        let held = Held()
        let daemon = try TestDaemon(desk, handler: held.keep)
        var patience = ControlPatience()
        patience.slow = 1_000_000
        var told: [ControlGreeting] = []
        // The answer comes only after that was said.
        let answer = try ControlClient.ask(Self.request, at: desk.pathBytes, patience: patience) { greeting in
            told.append(greeting)
            try? until { held.count == 1 }
            for call in held.take() { call.reply(.question("?")) }
        }
        #expect(answer?.reply == .question("?"))
        #expect(told.map(\.pid) == [getpid()])
        withExtendedLifetime(daemon) {}
    }

    @Test func `only the first answer counts`() throws {
        let desk = try Desk()
        let daemon = try TestDaemon(desk) { call in
            call.reply(.question("first"))
            call.reply(.question("second"))
        }
        let client = try RawClient(desk)
        for _ in 0..<2 {
            client.send(Self.request.line)
            #expect(try client.line() == "{\"question\":\"first\"}")
        }
        withExtendedLifetime(daemon) {}
    }

    @Test func `a call that is dropped unanswered ends the wait`() throws {
        let desk = try Desk()
        let daemon = try TestDaemon(desk) { _ in }
        let error = #expect(throws: ControlClientError.self) { try ControlClient.ask(Self.request, at: desk.pathBytes) }
        guard case .refused(getpid(), let reason)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(reason.contains("without an answer"))
        withExtendedLifetime(daemon) {}
    }

    @Test(arguments: [(41, true), (40, false)])
    func `a reply that is too long is an error, not cut off`(limit: Int, fits: Bool) throws {
        let desk = try Desk()
        var limits = ControlLimits()
        limits.replyBytes = limit
        let reply = ControlReply.done(output: Array("abc".utf8), errors: [], exitCode: 0)
        #expect(reply.line(limit: .max).count - 1 == 41)
        let daemon = try TestDaemon(desk, limits: limits) { $0.reply(reply) }
        if fits {
            #expect(try ControlClient.ask(Self.request, at: desk.pathBytes)?.reply == reply)
        } else {
            #expect(throws: ControlClientError.self) { try ControlClient.ask(Self.request, at: desk.pathBytes) }
        }
        withExtendedLifetime(daemon) {}
    }
}

@Suite(.waitsForPrograms) struct IdleTests {
    @Test func `an idle server sleeps, with a client and without`() throws {
        let desk = try Desk()
        let requests = Counter()
        let server = try ControlServer(path: desk.pathBytes, version: "9.8.7") { requests.add() }
        defer { server.stop() }
        // From accept to the end of a connection, so that whatever could be left over is.
        do {
            let client = try RawClient(desk)
            client.send(ConversationTests.request.line)
            try until { requests.count == 1 }
            for call in server.take() { call.reply(.question("?")) }
            #expect(try client.line() == "{\"question\":\"?\"}")
        }
        try until { server.clients == 0 }
        #expect(server.wait == -1)

        let client = try RawClient(desk)
        try until { server.clients == 1 }
        #expect(server.wait > 1_000)

        // A descriptor that was left over would wake it without end, whatever it waits for.
        let before = server.wakes
        for round in 2...101 {
            client.send(ConversationTests.request.line)
            try until { requests.count == round }
            for call in server.take() { call.reply(.question("?")) }
            #expect(try client.line() == "{\"question\":\"?\"}")
        }
        #expect(server.wakes - before < 1_000)
    }
}
