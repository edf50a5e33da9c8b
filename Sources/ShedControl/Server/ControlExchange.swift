import CLinux
import Glibc
import ShedThreads
import Synchronization

/// What the server's thread and the others hand each other: requests one way, lines of replies the other.
final class ControlExchange: Sendable {
    private struct State: Sendable {
        /// Requests that nobody has taken yet; at most one for each client.
        var ready: [ControlCall] = []
        var outgoing: [(client: UInt64, line: [UInt8])] = []
        var isStopping = false
    }

    let replyBytes: Int
    /// Readable when the server's thread has something to look at.
    let event: Descriptor
    private let state = Lock(State())
    /// How often the server's thread returned from poll(2); how long it waits now in milliseconds (-1: without end), and
    /// for how many clients.
    let wakes = Atomic<Int>(0)
    let wait = Atomic<Int32>(0)
    let clients = Atomic<Int>(0)

    init(event: Descriptor, replyBytes: Int) {
        self.event = event
        self.replyBytes = replyBytes
    }

    func wake() {
        var one: UInt64 = 1
        _ = shed_write(event.number, &one, MemoryLayout<UInt64>.size)
    }

    func add(_ call: ControlCall) { state.withLock { $0.ready.append(call) } }

    func take() -> [ControlCall] {
        state.withLock { state in
            defer { state.ready = [] }
            return state.ready
        }
    }

    /// Marks a call whose client is gone, and drops it if nobody took it.
    func abandon(_ fate: ControlFate) {
        fate.abandon()
        state.withLock { $0.ready.removeAll { $0.fate === fate } }
    }

    func send(_ line: [UInt8], to client: UInt64) {
        let isOpen = state.withLock { state in
            if !state.isStopping { state.outgoing.append((client, line)) }
            return !state.isStopping
        }
        if isOpen { wake() }
    }

    func stop() {
        state.withLock { $0.isStopping = true }
        wake()
    }

    /// For the server's thread: what is to be sent, and whether to end.
    func collect() -> (outgoing: [(client: UInt64, line: [UInt8])], isStopping: Bool) {
        var counter: UInt64 = 0
        _ = shed_read(event.number, &counter, MemoryLayout<UInt64>.size)
        return state.withLock { state in
            defer { state.outgoing = [] }
            return (state.outgoing, state.isStopping)
        }
    }
}
