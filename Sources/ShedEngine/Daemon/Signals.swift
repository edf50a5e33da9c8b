import Glibc

/// Takes the signals of a daemon without doing anything inside a signal handler: they are blocked, and a thread waits
/// for them (sigwait(3)). SIGINT and SIGTERM end it; SIGCONT says that it stood still.
enum Signals {
    /// Blocks the signals in this thread and in those that it makes from now on.
    static func block() {
        var set = signals
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Calls `stop` at the first signal that ends, and `goOn` at each SIGCONT, from a thread of its own. Call ``block()``
    /// before any thread is made.
    static func wait(stop: @escaping @Sendable () -> Void, goOn: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(stop: stop, goOn: goOn))
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, { argument in
            guard let argument else { return nil }
            let box = Unmanaged<Box>.fromOpaque(argument).takeRetainedValue()
            var set = Signals.signals
            while true {
                var number: Int32 = 0
                guard sigwait(&set, &number) == 0 else { continue }
                if number == SIGCONT {
                    box.goOn()
                } else {
                    box.stop()
                    return nil
                }
            }
        }, box.toOpaque())
        if result == 0 { pthread_detach(thread) } else { box.release() }
    }

    private final class Box: Sendable {
        let stop: @Sendable () -> Void
        let goOn: @Sendable () -> Void

        init(stop: @escaping @Sendable () -> Void, goOn: @escaping @Sendable () -> Void) {
            self.stop = stop
            self.goOn = goOn
        }
    }

    private static var signals: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGINT, SIGTERM, SIGCONT] { sigaddset(&set, number) }
        return set
    }
}
