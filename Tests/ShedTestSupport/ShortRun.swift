import Glibc

/// What a run takes of many cases that are alike: all with `SHED_TORTURE=1` (make torture), else a part. Where several tests have the
/// same cases, each begins with another, so that each case is taken by some of them in every run.
public enum ShortRun {
    public static let isWhole = getenv("SHED_TORTURE").map { String(cString: $0) } == "1"

    /// Every second case, or every third, and so on.
    /// - Parameters:
    ///   - first: the number of the one to begin with, from 0; counted round within the step.
    ///   - whole: whether all are taken.
    public static func part<Case>(of cases: [Case], every step: Int = 2, from first: Int = 0, whole: Bool = isWhole) -> [Case] {
        whole ? cases : cases.enumerated().filter { $0.offset % step == first % step }.map(\.element)
    }

    /// The same of all pairs, so that each case of either is in some.
    public static func pairs<First, Second>(of first: [First], and second: [Second], whole: Bool = isWhole) -> [(First, Second)] {
        first.enumerated().flatMap { number, one in part(of: second, from: number, whole: whole).map { (one, $0) } }
    }
}
