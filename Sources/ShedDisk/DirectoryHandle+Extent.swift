import CLinux
import ShedModel

extension DirectoryHandle {
    /// What each entry takes beside what it holds, in bytes: many that are empty come to something too.
    private static let block: Int64 = 4_096
    /// A directory of more entries counts as more than any limit.
    private static let mostEntries = 100_000

    /// Whether the files in it and in all directories below come to more bytes than a limit. Links are not followed, other file systems
    /// not gone into, and what cannot be looked at counts nothing. It may be written into meanwhile.
    public func holdsMore(than limit: Int64) -> Bool {
        // Never below -1.
        var left = limit
        func take(_ directory: DirectoryHandle) -> [Name] {
            let entries: [(name: Name, kind: EntryKind, inode: UInt64)]
            do throws(DiskError) { entries = try directory.list(atMost: DirectoryHandle.mostEntries) } catch {
                if error.code == .tooLarge { left = -1 }
                return []
            }
            var inner: [Name] = []
            for (name, kind, _) in entries where left >= 0 {
                if kind == .directory { inner.append(name) }
                let size = ((try? directory.evidence(of: name)) ?? nil)?.size ?? 0
                left = size > left - DirectoryHandle.block ? -1 : left - DirectoryHandle.block - size
            }
            return left < 0 ? [] : inner
        }
        guard let device = try? ownEvidence().device else { return false }
        for name in take(self) where left >= 0 {
            var descent = TreeDescent(from: self, device: device, label: label(of: name), action: "look at", passesOver: true)
            try? descent.run(name) { directory throws(DiskError) in take(directory) } leave: { _, _ throws(DiskError) in }
        }
        return left < 0
    }
}
