/// A ``Lock`` that lets threads in in the order in which they came.
///
/// For who does long work in portions and lets others have their turn in between: who gives up a ``Lock`` and asks for it at once mostly
/// gets it before another that waited has woken. What asks for it inside of its own body waits for ever.
public final class FairLock<Value: Sendable>: Sendable {
    private struct Turns: Sendable {
        /// The number of who comes next, and of who is in or goes in now.
        var next: UInt64 = 0
        var now: UInt64 = 0
    }

    private let turns = Monitor(Turns())
    private let value: Lock<Value>

    public init(_ value: Value) { self.value = Lock(value) }

    /// Looks at the value or changes it.
    public func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        let mine = turns.withLock { turns in
            defer { turns.next += 1 }
            return turns.next
        }
        turns.wait { $0.now == mine ? () : nil }
        defer {
            turns.withLock { $0.now += 1 }
            turns.wakeAll()
        }
        return try value.withLock(body)
    }

    /// For tests: how many are in or wait.
    var count: UInt64 { turns.withLock { $0.next - $0.now } }
}
