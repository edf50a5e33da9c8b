import CLinux
import Glibc

/// The work of a server's thread. Whoever starts the thread makes it; from then on the thread alone uses it.
final class ControlService {
    private let listener: ListeningSocket
    private let exchange: ControlExchange
    private let greeting: [UInt8]
    private let limits: ControlLimits
    private let now: @Sendable () -> UInt64
    private let onRequest: @Sendable () -> Void
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private var connections: [ControlConnection] = []
    private var lastID: UInt64 = 0
    private var hasNewRequests = false
    /// While no descriptor is left, a client that waits to be accepted would wake the thread again and again.
    private var listensAgain: UInt64?
    private static let pause: UInt64 = 1_000_000_000

    init(
        listener: ListeningSocket, exchange: ControlExchange, greeting: [UInt8], limits: ControlLimits,
        now: @escaping @Sendable () -> UInt64, onRequest: @escaping @Sendable () -> Void
    ) {
        self.listener = listener
        self.exchange = exchange
        self.greeting = greeting
        self.limits = limits
        self.now = now
        self.onRequest = onRequest
    }

    deinit { buffer.deallocate() }

    func run() {
        while true {
            let polled = wait()
            let (outgoing, isStopping) = exchange.collect()
            let time = now()
            for (client, line) in outgoing { answer(client, line, at: time) }
            if isStopping { break }
            for (connection, events) in zip(connections, polled.clients) where events != 0 { serve(connection, events, at: time) }
            if polled.listener != 0 { accept(at: time) }
            closeWhatIsOver(at: time)
            if hasNewRequests {
                hasNewRequests = false
                onRequest()
            }
        }
        listener.remove()
        connections.forEach { abandonCall(of: $0) }
    }

    // MARK: Waiting

    private func wait() -> (listener: Int16, clients: [Int16]) {
        let time = now()
        if let again = listensAgain, again <= time { listensAgain = nil }
        var polled = [pollfd(fd: exchange.event.number, events: Int16(POLLIN), revents: 0)]
        // poll(2) passes over negative descriptors.
        polled.append(pollfd(fd: listensAgain == nil ? listener.socket.number : -1, events: Int16(POLLIN), revents: 0))
        for connection in connections {
            polled.append(pollfd(fd: connection.socket.number, events: connection.events, revents: 0))
        }
        let deadline = (connections.compactMap(\.deadline) + [listensAgain].compactMap { $0 }).min()
        let milliseconds = MonotonicTime.milliseconds(from: time, to: deadline)
        exchange.wait.store(milliseconds, ordering: .sequentiallyConsistent)
        exchange.clients.store(connections.count, ordering: .sequentiallyConsistent)
        let result = poll(&polled, nfds_t(polled.count), milliseconds)
        exchange.wakes.add(1, ordering: .sequentiallyConsistent)
        guard result >= 0 else {
            // All signals are blocked here, so this is want of memory. It must not become a busy loop.
            if errno != EINTR { usleep(100_000) }
            return (0, [])
        }
        return (polled[1].revents, polled[2...].map(\.revents))
    }

    // MARK: Clients

    private func accept(at time: UInt64) {
        for _ in 0..<limits.clients {
            let accepted = shed_accept(listener.socket.number)
            guard let socket = Descriptor(accepted) else {
                // Other errors are those of the one connection, which is gone.
                switch -accepted {
                case EAGAIN: break
                case EMFILE, ENFILE, ENOBUFS, ENOMEM: listensAgain = time + ControlService.pause
                default: continue
                }
                return
            }
            lastID += 1
            let connection = ControlConnection(id: lastID, socket: socket)
            connections.append(connection)
            let user = shed_peer_user(socket.number)
            if user != Int64(geteuid()) {
                refuse(connection, ControlRefusal("this daemon serves its own user only"), at: time)
            } else if connections.count > limits.clients {
                refuse(connection, ControlRefusal("busy: \(limits.clients) clients are connected; try again later"), at: time)
            } else {
                connection.send(greeting)
                connection.deadline = time &+ (connection.hasOutput ? limits.replyPatience : limits.requestPatience)
            }
            if connection.isOver { connections.removeLast() }
        }
    }

    private func serve(_ connection: ControlConnection, _ events: Int16, at time: UInt64) {
        if events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return connection.markBroken() }
        if events & Int16(POLLOUT) != 0, connection.send() { noteSent(connection, at: time) }
        if events & Int16(POLLIN) != 0 { connection.receive(into: buffer) }
        takeRequest(connection, at: time)
    }

    /// Hands on the next whole request, if the client may make one now.
    private func takeRequest(_ connection: ControlConnection, at time: UInt64) {
        guard case .listening = connection.phase, !connection.hasOutput, !connection.isBroken else { return }
        switch connection.nextLine(limit: limits.requestBytes) {
        case .none: return
        case .tooLong: refuse(connection, ControlRefusal("the request is longer than \(limits.requestBytes) bytes"), at: time)
        case .line(let line):
            do throws(ControlRefusal) {
                let fate = ControlFate(client: connection.id)
                let call = ControlCall(try ControlRequest(line: line), fate: fate, exchange: exchange)
                connection.phase = .waiting(fate)
                connection.deadline = nil
                exchange.add(call)
                hasNewRequests = true
            } catch { refuse(connection, error, at: time) }
        }
    }

    private func answer(_ client: UInt64, _ line: [UInt8], at time: UInt64) {
        guard let connection = connections.first(where: { $0.id == client }), case .waiting = connection.phase else { return }
        connection.phase = .listening
        connection.send(line)
        noteSent(connection, at: time)
        // The next request may have come together with this one, and then nothing else tells of it.
        takeRequest(connection, at: time)
    }

    /// Says why, and closes the connection once that is read.
    private func refuse(_ connection: ControlConnection, _ refusal: ControlRefusal, at time: UInt64) {
        connection.phase = .closing
        connection.dropInput()
        connection.send(refusal.line)
        noteSent(connection, at: time)
    }

    /// The time runs anew when the client has read something.
    private func noteSent(_ connection: ControlConnection, at time: UInt64) {
        connection.deadline = time &+ (connection.hasOutput ? limits.replyPatience : limits.requestPatience)
    }

    // MARK: Ends

    private func closeWhatIsOver(at time: UInt64) {
        for connection in connections {
            guard let deadline = connection.deadline, deadline <= time, !connection.isOver else { continue }
            if case .listening = connection.phase, !connection.hasOutput {
                let seconds = limits.requestPatience / 1_000_000_000
                refuse(connection, ControlRefusal("no whole request came within \(seconds) seconds"), at: time)
            } else {
                connection.markBroken()
            }
        }
        connections.removeAll { connection in
            guard connection.isOver else { return false }
            abandonCall(of: connection)
            return true
        }
    }

    private func abandonCall(of connection: ControlConnection) {
        if case .waiting(let fate) = connection.phase { exchange.abandon(fate) }
    }
}
