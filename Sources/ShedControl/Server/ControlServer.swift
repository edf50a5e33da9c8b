import CLinux
import Glibc
import ShedModel
import ShedThreads
import Synchronization

/// Listens at a control socket and carries requests and replies. What a request means is decided by whoever takes it.
///
/// One thread serves all clients and waits in poll(2); with no client it sleeps until one comes. Only processes of the
/// same user are served. Bounds: ``ControlLimits``.
public final class ControlServer: Sendable {
    private let exchange: ControlExchange
    private let thread: Lock<Thread?>

    /// Makes the socket and starts the thread.
    /// - Parameters:
    ///   - path: The socket's absolute path, of any length. Its directory is made (mode 0700) if the parent is there;
    ///     one that others own or may change is refused. A socket that is there already is replaced, so the caller
    ///     holds a lock that says that it is stale.
    ///   - version: What the greeting says of this program.
    ///   - pid: The process by which the daemon is known.
    ///   - now: Nanoseconds of a clock that never goes back; `nil` for the machine's own.
    ///   - onRequest: Called on the server's thread when requests wait for ``take()``. While it runs nobody is served.
    public init(
        path: [UInt8], version: String, pid: Int32 = getpid(), limits: ControlLimits = ControlLimits(), now: (@Sendable () -> UInt64)? = nil,
        onRequest: @escaping @Sendable () -> Void
    ) throws(ControlServerError) {
        let listener = try ListeningSocket(path: path)
        let event = shed_event()
        guard let event = Descriptor(event) else {
            listener.remove()
            throw .system(action: "make an event for", path: path, errno: -event)
        }
        let exchange = ControlExchange(event: event, replyBytes: limits.replyBytes)
        // Handed over to the thread, which alone uses it: nothing here does after this.
        nonisolated(unsafe) let service = ControlService(
            listener: listener, exchange: exchange, greeting: ControlGreeting(version: version, pid: pid).line, limits: limits,
            now: now ?? MonotonicTime.now, onRequest: onRequest)
        self.exchange = exchange
        do throws(ThreadError) { thread = Lock(try Thread(blocksSignals: true) { service.run() }) } catch {
            listener.remove()
            throw .system(action: "start a thread for", path: path, errno: error.code)
        }
    }

    deinit { stop() }

    /// The requests that came since the last call, each once, in the order in which they came.
    public func take() -> [ControlCall] { exchange.take() }

    /// Ends the thread, removes the socket's file and closes every connection; replies that were handed over go out as
    /// far as the clients' buffers have room. Calls that wait are abandoned. Safe to call more than once.
    public func stop() {
        let started = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let started else { return }
        exchange.stop()
        // The last reference may go on the server's own thread, within `onRequest`; it cannot wait for itself.
        if started.isCurrent { started.detach() } else { started.join() }
    }

    /// Makes the thread look at its clock.
    func wake() { exchange.wake() }

    /// How often the thread returned from poll(2).
    var wakes: Int { exchange.wakes.load(ordering: .sequentiallyConsistent) }

    /// How many milliseconds the thread waits at most; -1 without end.
    var wait: Int32 { exchange.wait.load(ordering: .sequentiallyConsistent) }

    /// How many clients the thread waits for.
    var clients: Int { exchange.clients.load(ordering: .sequentiallyConsistent) }
}
