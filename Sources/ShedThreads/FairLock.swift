import Glibc

/// A ``Lock`` that lets threads in in the order in which they came: a ticket lock, in which who waits sleeps.
///
/// For who does long work in portions and lets others have their turn in between: who gives up a ``Lock`` and asks for it at once mostly
/// gets it before another that waited has woken, and sched_yield(2) changes nothing of that where there are processors enough. Each turn
/// wakes all that wait, so it is for few threads.
public final class FairLock<Value: Sendable>: Sendable {
    private struct Turns: Sendable {
        /// The number of who comes next, and of who is in or goes in now.
        var next: UInt64 = 0
        var now: UInt64 = 0
        /// The thread that is in.
        var holder: pthread_t?
    }

    private let turns = Monitor(Turns())
    private let value: Lock<Value>

    public init(_ value: Value) { self.value = Lock(value) }

    /// Looks at the value or changes it. The process ends where the body asks for the same lock: it would wait for itself.
    public func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        let thread = pthread_self()
        let mine = turns.withLock { turns in
            precondition(turns.holder != thread, "a lock is asked for by who holds it")
            defer { turns.next += 1 }
            return turns.next
        }
        turns.wait { turns -> Void? in
            guard turns.now == mine else { return nil }
            turns.holder = thread
            return ()
        }
        defer {
            turns.withLock { turns in
                turns.now += 1
                turns.holder = nil
            }
            turns.wakeAll()
        }
        return try value.withLock(body)
    }

    /// For tests: how many are in or wait.
    var count: UInt64 { turns.withLock { $0.next - $0.now } }
}
