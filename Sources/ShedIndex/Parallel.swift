import Glibc
import Synchronization

/// Work for several threads at once.
///
/// Not libdispatch: once its pool exists it wakes the process every second, which a daemon that sleeps must not.
enum Parallel {
    /// Calls the body with each number below `parts`, each on a thread of its own, and waits for all. What cannot get a
    /// thread is done on this one.
    static func run(_ parts: Int, _ body: @escaping @Sendable (Int) -> Void) {
        var threads: [pthread_t] = []
        for part in 1..<max(1, parts) {
            let work = Unmanaged.passRetained(Work { body(part) })
            var thread = pthread_t()
            let code = pthread_create(&thread, nil, { argument in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
            if code == 0 { threads.append(thread) } else { work.takeRetainedValue().body() }
        }
        if parts > 0 { body(0) }
        for thread in threads { pthread_join(thread, nil) }
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

/// What several threads put together.
final class Shared<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }
}
