import Glibc
import Testing

/// How the work of an operation grows with what it works on.
///
/// Counted is the processor time of the thread that does it, so that other tests and a busy machine hardly count. What is
/// left of them only makes times longer: the shortest of several runs comes near to the work itself.
enum Growth {
    /// Where work grows as its object does, four times of it take four times as long; where it grows as its square, sixteen.
    private static let limit = 6.0
    /// So often both sizes are measured at most; once is enough where the limit is kept at once. Where other tests take the processor away,
    /// what lasts longer than its share of time loses its caches, and what is done before that does not.
    private static let mostRounds = 60

    /// Expects that at four times the size an operation takes under six times the processor time.
    /// - Parameter prepare: makes what the operation works on, of a size, and gives the operation. Only the operation is measured.
    static func expect<Work>(
        _ size: Int, sourceLocation: SourceLocation = #_sourceLocation, _ prepare: (Int) throws -> () throws -> Work
    ) throws {
        // What is done but once in a process is done before.
        _ = try time(of: prepare(max(1, size / 8)))
        var (small, large) = (UInt64.max, UInt64.max)
        for _ in 1...mostRounds {
            small = min(small, try time(of: prepare(size)))
            large = min(large, try time(of: prepare(4 * size)))
            if Double(large) < limit * Double(small) { return }
        }
        Issue.record("\(size): \(small / 1_000) µs, \(4 * size): \(large / 1_000) µs", sourceLocation: sourceLocation)
    }

    /// Nanoseconds of this thread's processor time.
    private static func time<Work>(of work: () throws -> Work) rethrows -> UInt64 {
        let start = now()
        let result = try work()
        let end = now()
        withExtendedLifetime(result) {}
        return end - start
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
