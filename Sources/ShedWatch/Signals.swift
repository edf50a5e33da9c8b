import Glibc

/// Takes the signals of a daemon without doing anything inside a signal handler: they are blocked, and a thread waits
/// for them (sigtimedwait(2)). SIGINT and SIGTERM end it; SIGCONT says that it stood still.
package enum Signals {
    /// Blocks the signals in this thread and in those that it makes from now on.
    package static func block() {
        var set = signals
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Calls `stop` at the first signal that ends, `goOn` at each SIGCONT, and `beat` again and again, from a thread of its
    /// own. Call ``block()`` before any thread is made.
    /// - Parameter period: how long from one beat to the next, in milliseconds; `nil`: no beats.
    package static func wait(
        stop: @escaping @Sendable () -> Void, goOn: @escaping @Sendable () -> Void, beat: @escaping @Sendable () -> Void = {},
        every period: Int64? = nil
    ) {
        let box = Unmanaged.passRetained(Box(stop: stop, goOn: goOn, beat: beat, period: period))
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, { argument in
            guard let argument else { return nil }
            let box = Unmanaged<Box>.fromOpaque(argument).takeRetainedValue()
            var set = Signals.signals
            while true {
                switch box.next(of: &set) {
                case SIGCONT: box.goOn()
                case SIGINT, SIGTERM:
                    box.stop()
                    return nil
                default: box.beat()
                }
            }
        }, box.toOpaque())
        if result == 0 { pthread_detach(thread) } else { box.release() }
    }

    private final class Box: Sendable {
        let stop: @Sendable () -> Void
        let goOn: @Sendable () -> Void
        let beat: @Sendable () -> Void
        let period: Int64?

        init(
            stop: @escaping @Sendable () -> Void, goOn: @escaping @Sendable () -> Void,
            beat: @escaping @Sendable () -> Void, period: Int64?
        ) {
            self.stop = stop
            self.goOn = goOn
            self.beat = beat
            self.period = period
        }

        /// The next signal; -1 where a beat is due first.
        func next(of set: inout sigset_t) -> Int32 {
            guard let period else { return sigwaitinfo(&set, nil) }
            var limit = timespec(tv_sec: Int(period / 1_000), tv_nsec: Int(period % 1_000) * 1_000_000)
            return sigtimedwait(&set, nil, &limit)
        }
    }

    private static var signals: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGINT, SIGTERM, SIGCONT] { sigaddset(&set, number) }
        return set
    }
}
