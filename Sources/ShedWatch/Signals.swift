import Glibc
import ShedThreads

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
    /// - Parameters:
    ///   - stop: gets the number of the signal.
    ///   - period: how long from one beat to the next, in milliseconds; `nil`: no beats.
    package static func wait(
        stop: @escaping @Sendable (_ signal: Int32) -> Void, goOn: @escaping @Sendable () -> Void, beat: @escaping @Sendable () -> Void = {},
        every period: Int64? = nil
    ) {
        let thread = try? Thread {
            while true {
                let signal = next(within: period)
                switch signal {
                case SIGCONT: goOn()
                case SIGINT, SIGTERM: return stop(signal)
                default: beat()
                }
            }
        }
        thread?.detach()
    }

    /// The next signal; -1 where a beat is due first.
    private static func next(within period: Int64?) -> Int32 {
        var set = signals
        guard let period else { return sigwaitinfo(&set, nil) }
        var limit = timespec(tv_sec: Int(period / 1_000), tv_nsec: Int(period % 1_000) * 1_000_000)
        return sigtimedwait(&set, nil, &limit)
    }

    private static var signals: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGINT, SIGTERM, SIGCONT] { sigaddset(&set, number) }
        return set
    }
}
