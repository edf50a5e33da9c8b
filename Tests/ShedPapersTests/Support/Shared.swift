import ShedThreads

/// What several threads put together.
final class Shared<Value: Sendable>: Sendable {
    private let mutex: Lock<Value>

    init(_ value: Value) { mutex = Lock(value) }

    var value: Value { mutex.withLock { $0 } }

    func change(_ body: (inout Value) -> Void) { mutex.withLock { body(&$0) } }
}
