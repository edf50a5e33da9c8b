import Glibc
import ShedModel

extension DirectoryHandle {
    /// Where the file system knows no locks, a directory that nothing was made in for so long was left behind, in nanoseconds: work in one
    /// takes some minutes at most.
    private static let longestWork: Int64 = 3_600_000_000_000
    /// More are not looked at.
    private static let mostAbandoned = 100_000

    /// Removes the directories in this one that were left behind by a process that was killed: whoever works in one holds its lock
    /// (flock(2)). What cannot be removed stays.
    /// - Parameters:
    ///   - now: in nanoseconds since 1970.
    ///   - patience: how long nothing must have been made in one, in nanoseconds: between its making and its locking there is a moment in
    ///     which nothing tells it from one that was left.
    ///   - isMeant: whether a directory of this name is one to work in.
    public func removeAbandoned(now: Int64, patience: Int64 = 0, where isMeant: (Name) -> Bool = { _ in true }) {
        guard let entries = try? list(atMost: DirectoryHandle.mostAbandoned) else { return }
        for entry in entries where entry.kind == .directory && isMeant(entry.name) {
            guard let directory = try? openDirectory(entry.name), let changed = try? directory.ownEvidence().changed else { continue }
            let (age, isNone) = now.subtractingReportingOverflow(changed)
            // A clock may have been set back: without patience nothing is asked of it.
            guard patience == 0 || !isNone && age >= patience else { continue }
            if flock(directory.descriptor, LOCK_EX | LOCK_NB) != 0 {
                guard errno != EWOULDBLOCK, !isNone, age > DirectoryHandle.longestWork else { continue }
            }
            withExtendedLifetime(directory) { try? removeTree(entry.name) }
        }
    }
}
