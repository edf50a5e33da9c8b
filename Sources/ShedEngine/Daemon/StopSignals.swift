import Glibc

/// Ends a daemon on SIGINT and SIGTERM, without doing anything inside a signal handler: the signals are blocked, and a
/// thread waits for them (sigwait(3)).
enum StopSignals {
    /// Blocks the signals in this thread and in those that it makes from now on.
    static func block() {
        var set = signals
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Calls `stop` at the first of the signals, from a thread of its own. Call ``block()`` before any thread is made.
    static func wait(_ stop: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(stop))
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, { argument in
            guard let argument else { return nil }
            let box = Unmanaged<Box>.fromOpaque(argument).takeRetainedValue()
            var set = StopSignals.signals
            var number: Int32 = 0
            while sigwait(&set, &number) != 0 {}
            box.stop()
            return nil
        }, box.toOpaque())
        if result == 0 { pthread_detach(thread) } else { box.release() }
    }

    private final class Box: Sendable {
        let stop: @Sendable () -> Void

        init(_ stop: @escaping @Sendable () -> Void) { self.stop = stop }
    }

    private static var signals: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGINT, SIGTERM] { sigaddset(&set, number) }
        return set
    }
}
