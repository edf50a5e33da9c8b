import Glibc
import ShedThreads
import Testing

extension Trait where Self == WaitsForPrograms {
    /// For suites whose tests run programs, or a daemon, and wait for them.
    public static var waitsForPrograms: Self { WaitsForPrograms(isInTurn: false) }

    /// For those whose tests run one after the other besides (`.serialized`). They have threads of their own again, so that they begin
    /// with the others and are not what is left in the end.
    public static var waitsInTurn: Self { WaitsForPrograms(isInTurn: true) }
}

/// Runs the tests of a suite on threads of their own, of which there are more than processors.
///
/// Tests run on the threads of Swift's own pool, one a processor, and a test that waits for a program keeps one from all others
/// although nothing is computed: on two processors a third of the time of a whole run went by so.
public struct WaitsForPrograms: SuiteTrait, TestTrait, TestScoping {
    let isInTurn: Bool
    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(isInTurn ? WaitingThreads.inTurn : .shared) { try await function() }
    }
}

/// Threads that run what is enqueued, in the order in which it came, as long as the process lives.
private final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads(count: count(4))
    static let inTurn = WaitingThreads(count: count(3))

    /// In the slow runs, whose figures others should not spoil, no more than processors.
    private static func count(_ least: Int) -> Int {
        let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        return getenv("SHED_TORTURE") == nil ? max(least, processors) : processors
    }

    private let jobs = Monitor<[UnownedJob]>([])

    init(count: Int) {
        for _ in 0 ..< count {
            do {
                try Thread { [self] in
                    while true {
                        let job = jobs.wait { $0.isEmpty ? nil : $0.removeFirst() }
                        job.runSynchronously(on: asUnownedTaskExecutor())
                    }
                }.detach()
            } catch {
                fatalError("no thread for tests: \(error)")
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        jobs.wakeOne()
    }
}
