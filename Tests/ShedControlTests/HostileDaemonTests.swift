import CLinux
import Glibc
import ShedModel
import ShedTestSchedule
import Testing

@testable import ShedControl

@Suite(.waitsForPrograms) struct HostileDaemonTests {
    private static let request = ConversationTests.request
    private static let greeting = "{\"shed\":\"0.1.0\",\"protocol\":1,\"pid\":123}\n"
    private static let answer = "{\"question\":\"?\"}\n"

    @Test func `a good daemon is answered by, so the others are refused for their faults`() throws {
        let desk = try Desk()
        let fake = try FakeDaemon(desk) { client in
            FakeDaemon.say(Self.greeting, to: client)
            FakeDaemon.readLine(from: client)
            FakeDaemon.say(Self.answer, to: client)
        }
        let answer = try ControlClient.ask(Self.request, at: desk.pathBytes)
        #expect(answer == ControlAnswer(reply: .question("?"), greeting: ControlGreeting(version: "0.1.0", protocolNumber: 1, pid: 123)))
        withExtendedLifetime(fake) {}
    }

    @Test(arguments: [
        "{\"shed\":\"0.1.0\",\"protocol\":2,\"pid\":123}\n", "{\"shed\":\"0.1.0\",\"protocol\":0,\"pid\":123}\n",
        "{\"shed\":\"0.1.0\",\"pid\":123}\n", "{\"protocol\":1,\"pid\":123}\n", "{\"shed\":\"0.1.0\",\"protocol\":1}\n",
        "{\"shed\":\"0.1.0\",\"protocol\":1,\"pid\":99999999999}\n", "{\"error\":\"busy\"}\n", "\n", "HTTP/1.1 400\n", "",
        String(repeating: " ", count: 5_000) + "{\"shed\":\"0.1.0\",\"protocol\":1,\"pid\":123}\n",
    ])
    func `a daemon that does not greet as it should is done without`(greeting: String) throws {
        let desk = try Desk()
        let fake = try FakeDaemon(desk, clients: 2) { client in
            FakeDaemon.say(greeting, to: client)
            // Would be taken for the answer if the client went on.
            FakeDaemon.say(Self.answer, to: client)
        }
        #expect(try ControlClient.ask(Self.request, at: desk.pathBytes) == nil)
        #expect(ControlClient.greeting(at: desk.pathBytes) == nil)
        withExtendedLifetime(fake) {}
    }

    @Test func `a daemon that does not greet in time is done without`() throws {
        let desk = try Desk()
        let fake = try FakeDaemon(desk) { client in
            FakeDaemon.say("{\"shed\":", to: client)
            // Ends when the client gives up.
            FakeDaemon.readLine(from: client)
        }
        var patience = ControlPatience()
        patience.greeting = 1_000_000
        #expect(try ControlClient.ask(Self.request, at: desk.pathBytes, patience: patience) == nil)
        withExtendedLifetime(fake) {}
    }

    @Test(arguments: ["nothing", "folder", "file", "stale", "relative"])
    func `where nobody listens there is no answer`(what: String) throws {
        let desk = try Desk()
        var path = desk.pathBytes
        mkdir(desk.directory, 0o700)
        switch what {
        case "folder": mkdir(desk.path, 0o700)
        case "file": close(open(desk.path, O_CREAT | O_WRONLY, 0o600))
        case "stale":
            let socket = try #require(Descriptor(shed_socket(0)))
            try #require(shed_bind(socket.number, desk.path) == 0)
        case "relative": path = Array("control.socket".utf8)
        default: break
        }
        #expect(try ControlClient.ask(Self.request, at: path) == nil)
        #expect(ControlClient.greeting(at: path) == nil)
    }

    @Test(arguments: ["", "{\"question\":", "{\"question\":\"?\"}"])
    func `an end before the answer is told apart`(part: String) throws {
        let desk = try Desk()
        let fake = try FakeDaemon(desk) { client in
            FakeDaemon.say(Self.greeting, to: client)
            FakeDaemon.readLine(from: client)
            FakeDaemon.say(part, to: client)
        }
        #expect(throws: ControlClientError.connectionLost(pid: 123)) { try ControlClient.ask(Self.request, at: desk.pathBytes) }
        withExtendedLifetime(fake) {}
    }

    @Test(arguments: [
        "x", "{}", "[]", "{\"output\":\"\",\"errors\":\"\"}", "{\"output\":1,\"errors\":\"\",\"exitCode\":0}",
        "{\"output\":\"\",\"errors\":\"\",\"exitCode\":4294967296}", "{\"output\":{\"b64\":\"?\"},\"errors\":\"\",\"exitCode\":0}",
        "{\"question\":\"" + String(repeating: "x", count: 1_000) + "\"}",
    ])
    func `an answer that is none is told apart`(answer: String) throws {
        let desk = try Desk()
        let fake = try FakeDaemon(desk) { client in
            FakeDaemon.say(Self.greeting, to: client)
            FakeDaemon.readLine(from: client)
            FakeDaemon.say(answer + "\n", to: client)
        }
        var patience = ControlPatience()
        patience.replyBytes = 1_000
        let error = #expect(throws: ControlClientError.self) {
            try ControlClient.ask(Self.request, at: desk.pathBytes, patience: patience)
        }
        guard case .garbled(123, _)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        withExtendedLifetime(fake) {}
    }

    @Test func `a server that is stopped amid a request ends the wait`() throws {
        let desk = try Desk()
        let held = Held()
        let daemon = try TestDaemon(desk, handler: held.keep)
        let path = desk.pathBytes
        let client = Background { () -> ControlClientError? in
            do throws(ControlClientError) { _ = try ControlClient.ask(Self.request, at: path) } catch { return error }
            return nil
        }
        try until { held.count == 1 }
        daemon.server.stop()
        #expect(try client.value() == .connectionLost(pid: getpid()))
        let call = try #require(held.take().first)
        #expect(call.isAbandoned)
        call.reply(.question("too late"))
        #expect(try ControlClient.ask(Self.request, at: path) == nil)
    }

    @Test func `an answer that was given before the stop still arrives`() throws {
        let desk = try Desk()
        for _ in 0..<50 {
            let held = Held()
            let daemon = try TestDaemon(desk, handler: held.keep)
            let client = try RawClient(desk)
            client.send(Self.request.line)
            try until { held.count == 1 }
            held.take().first?.reply(.question("last"))
            daemon.server.stop()
            #expect(try client.line() == "{\"question\":\"last\"}")
            #expect(client.drain() == 0)
        }
    }

    @Test(.enabled(if: OtherUser.hasPerl, "needs /usr/bin/perl")) func `a daemon that is killed amid a request is told apart`() throws {
        let desk = try Desk()
        let daemon = try OtherUser.listen(desk, asNobody: false, thenDies: true)
        defer { pclose(daemon) }
        let error = #expect(throws: ControlClientError.self) { try ControlClient.ask(Self.request, at: desk.pathBytes) }
        #expect(error == .connectionLost(pid: 123))
    }
}
