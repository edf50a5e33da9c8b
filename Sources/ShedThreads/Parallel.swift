import Synchronization

/// Work for several threads at once.
public enum Parallel {
    /// Calls the body with each number below `count`, on so many threads, this one among them, and waits for all. What
    /// cannot get a thread is done by the others.
    /// - Parameter meanwhile: what this thread does first.
    public static func run(_ count: Int, threads: Int, meanwhile: () -> Void = {}, _ body: @escaping @Sendable (Int) -> Void) {
        let work = Work(count, body)
        // Fewer threads are slower, but no error.
        let others = (1..<max(1, min(threads, count))).compactMap { _ in try? Thread { work.go() } }
        meanwhile()
        work.go()
        for thread in others { thread.join() }
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
