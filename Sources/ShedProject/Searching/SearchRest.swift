import Glibc
import ShedDisk
import ShedModel

/// How long after a change of a file it is left, because its times may not show another one.
///
/// The kernel gives a file that is written to the time of its clock for files (ctime), which nobody can set for one file and which goes on
/// with each tick. What is read of a file once that clock is past the file's own time is told from all that is written later: that gets
/// another time. So half a second is enough where it is known that the clock runs so, which is looked at each time, that the file system
/// keeps what it says (``FileSystemFacts/hasFineTimes``, and a part of a second in the file's own time), and that no single call writes for
/// so long: the time is that of its beginning. Else it is the two seconds of ``Evidence/isRacy(at:)``: FAT keeps every other second, and of
/// the clocks of other machines nothing is known.
struct SearchRest {
    /// The file system whose times are fine; `nil` if they are not.
    private let device: UInt64?

    /// In nanoseconds.
    private static let long: Int64 = 2_000_000_000
    private static let short: Int64 = 500_000_000
    /// By how much the kernel's clock for files may be behind, in nanoseconds: a virtual machine may miss ticks.
    private static let mostLag: Int64 = 250_000_000
    /// The coarsest tick, in nanoseconds: a time that is no multiple of it is of a clock that knows more than seconds.
    private static let tick: Int64 = 10_000_000
    /// A larger file may be written by one call for long, in bytes.
    private static let mostAtOnce: Int64 = 1 << 20

    /// - Parameter device: of the file system whose times are fine.
    init(fineTimesOf device: UInt64?) { self.device = device }

    /// Of the files of the file system that a directory lies on. What is mounted below it is another.
    init(_ root: DirectoryHandle) {
        let isFine = (try? root.fileSystem())?.hasFineTimes == true && SearchRest.lag() < SearchRest.mostLag
        self.init(fineTimesOf: isFine ? try? root.ownEvidence().device : nil)
    }

    /// Whether a file may have been changed again since, without its times showing it.
    /// - Parameter moment: before it was read, in nanoseconds since 1970.
    func isRacy(_ evidence: Evidence, at moment: Int64) -> Bool { max(evidence.modified, evidence.changed) > moment - window(of: evidence) }

    /// From when on it is not, in milliseconds since 1970.
    func end(of evidence: Evidence) -> Int64 { (max(evidence.modified, evidence.changed) + window(of: evidence) + 999_999) / 1_000_000 }

    private func window(of evidence: Evidence) -> Int64 {
        let isKnown = device == evidence.device && evidence.size <= SearchRest.mostAtOnce
        return isKnown && evidence.changed % SearchRest.tick != 0 ? SearchRest.short : SearchRest.long
    }

    /// How far the clock that files get their times from is behind the one that this machine goes by.
    private static func lag() -> Int64 {
        var (coarse, exact) = (timespec(), timespec())
        clock_gettime(CLOCK_REALTIME_COARSE, &coarse)
        clock_gettime(CLOCK_REALTIME, &exact)
        return (Int64(exact.tv_sec) - Int64(coarse.tv_sec)) * 1_000_000_000 + Int64(exact.tv_nsec) - Int64(coarse.tv_nsec)
    }
}
