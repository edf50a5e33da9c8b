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
///
/// What the runner does between such tests goes before all tests that compute. The pool takes jobs in the order in which they came,
/// each test that computes is one, and the order of the targets is left to chance: it has happened that these suites began when all
/// others had ended, and one whose tests run in turn stood behind all that there was again before each of them.
public struct WaitsForPrograms: SuiteTrait, TestTrait, TestScoping {
    let isInTurn: Bool
    public var isRecursive: Bool { true }

    /// For each suite, so that what is in it is begun first, and for each run of a test.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { test.isSuite || testCase != nil ? self : nil }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase == nil else {
            return try await withTaskExecutorPreference(isInTurn ? WaitingThreads.inTurn : .shared) { try await function() }
        }
        // A group's tasks have the priority of the one that makes it, and so have those of the groups in these.
        try await withoutActuallyEscaping(function) { function in try await Task(priority: .high) { try await function() }.value }
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
