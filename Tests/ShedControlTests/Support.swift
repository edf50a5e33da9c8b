import CLinux
import Glibc
import ShedTestSupport
import ShedThreads
import Synchronization
import Testing

@testable import ShedControl

/// A clock that only the test turns.
final class ManualClock: Sendable {
    private let time = Atomic<UInt64>(1_000_000_000_000)

    func now() -> UInt64 { time.load(ordering: .sequentiallyConsistent) }

    func advance(seconds: UInt64) { time.add(seconds * 1_000_000_000, ordering: .sequentiallyConsistent) }
}

/// A thread of its own, so that a test which waits blocks none of those that all tests share.
final class Background<Value: Sendable>: Sendable {
    private let slot = Lock<Value?>(nil)
    private let thread: Thread?

    init(_ body: @escaping @Sendable () -> Value) {
        thread = try? Thread { [slot] in
            let value = body()
            slot.withLock { $0 = value }
        }
    }

    /// Waits for the end. To be called once.
    func value() throws -> Value {
        thread?.join()
        return try #require(slot.withLock { $0 })
    }
}

/// Waits for a condition; the limit is only for a test that fails.
func until(_ condition: () throws -> Bool) throws {
    if try !waits(until: condition) { Issue.record("what was waited for did not come") }
}

/// A temporary directory with a place for a socket in it.
final class Desk: Sendable {
    let top: String
    let directory: String
    var path: String { directory + "/control.socket" }
    var pathBytes: [UInt8] { Array(path.utf8) }

    /// - Parameter folder: The path from the temporary directory to the socket's, which the server is to make.
    init(folder: String = "run") throws {
        var template = Array("/tmp/shed-control.XXXXXX".utf8CString)
        top = String(cString: try #require(mkdtemp(&template)))
        directory = top + "/" + folder
    }

    deinit { system("rm -rf '\(top)'") }

    func mode(of path: String) throws -> mode_t {
        var facts = stat()
        try #require(lstat(path, &facts) == 0, "\(path)")
        return facts.st_mode
    }

    func output(of command: String) throws -> String {
        let pipe = try #require(popen(command, "r"))
        defer { pclose(pipe) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(pipe), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A server, and a thread that carries out what it takes.
final class TestDaemon: Sendable {
    let server: ControlServer
    private let bell: Descriptor
    private let isStopping: Descriptor
    private let worker: Background<Void>

    init(
        _ desk: Desk, limits: ControlLimits = ControlLimits(), clock: ManualClock? = nil,
        handler: @escaping @Sendable (ControlCall) -> Void = TestDaemon.echo
    ) throws {
        let bell = try #require(Descriptor(shed_event()))
        let isStopping = try #require(Descriptor(shed_event()))
        var now: (@Sendable () -> UInt64)?
        if let clock { now = { clock.now() } }
        let server = try ControlServer(path: desk.pathBytes, version: "9.8.7", limits: limits, now: now) { TestDaemon.ring(bell) }
        self.server = server
        self.bell = bell
        self.isStopping = isStopping
        worker = Background {
            while true {
                var polled = [bell, isStopping].map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
                guard poll(&polled, 2, -1) > 0, polled[1].revents == 0 else { break }
                var count: UInt64 = 0
                _ = shed_read(bell.number, &count, 8)
                server.take().forEach(handler)
            }
        }
    }

    deinit {
        TestDaemon.ring(isStopping)
        _ = try? worker.value()
        server.stop()
    }

    private static func ring(_ bell: Descriptor) {
        var one: UInt64 = 1
        _ = shed_write(bell.number, &one, 8)
    }

    /// Answers with the words joined by NUL, the directory, and how many words there were.
    static func echo(_ call: ControlCall) { call.reply(echo(call.request)) }

    static func echo(_ request: ControlRequest) -> ControlReply {
        .done(
            output: Array(request.arguments.joined(separator: [0])), errors: request.directory,
            exitCode: Int32(request.arguments.count))
    }
}

/// Calls that a test answers when it wants to.
final class Held: Sendable {
    private let calls = Lock<[ControlCall]>([])

    func keep(_ call: ControlCall) { calls.withLock { $0.append(call) } }

    var count: Int { calls.withLock { $0.count } }

    func take() -> [ControlCall] {
        calls.withLock { calls in
            defer { calls = [] }
            return calls
        }
    }
}

/// A client that can say anything.
final class RawClient {
    let socket: Descriptor
    private var buffer: [UInt8] = []

    /// Connects, and by default reads the greeting.
    init(_ desk: Desk, greeted: Bool = true) throws {
        socket = try #require(Descriptor(shed_socket(0)))
        try #require(shed_connect(socket.number, desk.path) == 0)
        if greeted {
            let greeting = try #require(ControlGreeting(line: Array(try line().utf8)))
            #expect(greeting.version == "9.8.7")
        }
    }

    /// Sends all of it, as long as there is somebody to read it.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { shed_send(socket.number, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if count != Int(-EAGAIN) { return false } else { wait(Int16(POLLOUT)) }
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(text.utf8) }

    /// The next line without its end; what there is, if the connection ends before.
    func line() throws -> String {
        while !buffer.contains(UInt8(ascii: "\n")) {
            guard receive() > 0 else { break }
        }
        let line = buffer.prefix { $0 != UInt8(ascii: "\n") }
        buffer.removeFirst(min(buffer.count, line.count + 1))
        return String(decoding: line, as: UTF8.self)
    }

    /// Reads to the end; how many bytes that were.
    func drain() -> Int {
        var total = buffer.count
        buffer = []
        while case let count = receive(), count > 0 {
            total += count
            buffer = []
        }
        return total
    }

    /// Whether the connection ended, as far as one can tell without waiting.
    var isEnded: Bool {
        var byte: UInt8 = 0
        return ![Int(-EAGAIN), 1].contains(shed_receive(socket.number, &byte, 1))
    }

    /// Sends no more.
    func finish() { shutdown(socket.number, Int32(SHUT_WR)) }

    private func receive() -> Int {
        while true {
            var piece = [UInt8](repeating: 0, count: 65536)
            let count = shed_receive(socket.number, &piece, piece.count)
            if count != Int(-EAGAIN) {
                if count > 0 { buffer += piece[..<count] }
                return count
            }
            guard wait(Int16(POLLIN)) else { return 0 }
        }
    }

    @discardableResult
    private func wait(_ events: Int16) -> Bool {
        var polled = pollfd(fd: socket.number, events: events, revents: 0)
        let isThere = poll(&polled, 1, 20_000) > 0
        if !isThere { Issue.record("nothing came within 20 seconds") }
        return isThere
    }
}

/// A listener that says what a test wants to the first clients that come, one after the other.
final class FakeDaemon: Sendable {
    private let listener: Descriptor
    private let worker: Background<Void>

    init(_ desk: Desk, clients: Int = 1, _ body: @escaping @Sendable (Descriptor) -> Void) throws {
        mkdir(desk.directory, 0o700)
        let listener = try #require(Descriptor(shed_socket(0)))
        try #require(shed_bind(listener.number, desk.path) == 0)
        try #require(shed_listen(listener.number, 8) == 0)
        self.listener = listener
        worker = Background {
            for _ in 0..<clients { if let client = Descriptor(shed_accept(listener.number)) { body(client) } }
        }
    }

    deinit { _ = try? worker.value() }

    static func say(_ text: String, to client: Descriptor) {
        _ = text.withCString { shed_send(client.number, $0, strlen($0)) }
    }

    /// Waits for the end of a line, or of the connection.
    static func readLine(from client: Descriptor) {
        var byte: UInt8 = 0
        while byte != UInt8(ascii: "\n") {
            var polled = pollfd(fd: client.number, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, 20_000) > 0, shed_receive(client.number, &byte, 1) == 1 else { return }
        }
    }
}
