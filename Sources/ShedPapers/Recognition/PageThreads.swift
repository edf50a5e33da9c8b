import Glibc
import Synchronization

/// Work on many pages by a few threads. Not libdispatch, whose pool wakes the process every second once it exists.
public enum PageThreads {
    /// Calls the body with each number below `count`, on so many threads, this one among them, and waits for all. What
    /// cannot get a thread is done by the others.
    public static func run(_ count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let work = Work(count, body)
        var started: [pthread_t] = []
        for _ in 1..<max(1, min(threads, count)) {
            let reference = Unmanaged.passRetained(work)
            var thread = pthread_t()
            let code = pthread_create(&thread, nil, { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().go() }
                return nil
            }, reference.toOpaque())
            if code == 0 { started.append(thread) } else { reference.release() }
        }
        work.go()
        for thread in started { pthread_join(thread, nil) }
    }

    private final class Work: Sendable {
        private let next = Atomic<Int>(0)
        private let count: Int
        private let body: @Sendable (Int) -> Void

        init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
            self.count = count
            self.body = body
        }

        func go() {
            while case let number = next.add(1, ordering: .relaxed).oldValue, number < count { body(number) }
        }
    }
}
