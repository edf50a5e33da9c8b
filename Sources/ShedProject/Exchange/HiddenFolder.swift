import Glibc
import ShedDisk
import ShedModel

/// A folder that is made under a hidden name, and gets its own once it is whole. As long as it is made it is locked (flock(2)), and this machine
/// notes it, so that what a killed process left is told from a folder of somebody that has such a name.
///
/// It is noted before it is there: first in which folder it is to be, then which one it is; and in a second line, which an earlier shed takes
/// for nobody's note, at which path that folder is.
struct HiddenFolder {
    let name: Name
    let directory: DirectoryHandle
    private let notes: DirectoryHandle

    /// - Parameters:
    ///   - known: the name that it is to have, by which messages call it.
    ///   - notes: a folder of the state directory.
    ///   - mode: its permissions, less the umask.
    init(_ name: Name, for known: Name, in parent: DirectoryHandle, notes: DirectoryHandle, mode: UInt32 = 0o755) throws(DiskError) {
        (self.name, self.notes) = (name, notes)
        let label = parent.label(of: known)
        // Who removes what is not whole waits for the note to be.
        flock(notes.descriptor, LOCK_SH)
        defer { flock(notes.descriptor, LOCK_UN) }
        let place = HiddenFolder.path(of: parent).map { [HiddenFolder.newline] + $0 } ?? []
        try notes.write(name, HiddenFolder.note(ofParent: try parent.ownEvidence()) + place, replacing: true)
        Interruption.point("hidden-noted")
        do throws(DiskError) { try parent.makeDirectory(name, mode: mode) } catch {
            try? notes.removeFile(name)
            throw error.naming(label, for: parent.label(of: name))
        }
        Interruption.point("hidden-made")
        do throws(DiskError) {
            directory = try parent.openDirectory(name, called: label)
            _ = flock(directory.descriptor, LOCK_EX | LOCK_NB)
            try notes.write(name, Array("\(try directory.ownEvidence().inode)".utf8) + place, replacing: true)
        } catch {
            try? parent.removeTree(name)
            try? notes.removeFile(name)
            throw error
        }
    }

    private static func note(ofParent parent: Evidence) -> [UInt8] { Array("in \(parent.inode) \(parent.birth)".utf8) }

    private static let newline = UInt8(ascii: "\n")
    /// A note takes no more bytes.
    private static let longest = 64 + Int(PATH_MAX)
    /// So long a note stays whose folder is not to be found, in milliseconds: 30 days.
    private static let patience: Int64 = 30 * 86_400_000

    /// Where a folder is now, as far as that can be told.
    private static func path(of folder: DirectoryHandle) -> [UInt8]? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(folder.descriptor)", &target, target.count)
        return count > 0 && count < target.count ? target[..<count].map(UInt8.init(bitPattern:)) : nil
    }

    /// Which folder a note is of, or is to be in; `nil` where there is none.
    private static func which(_ name: Name, _ notes: DirectoryHandle) -> [UInt8]? {
        (try? notes.read(name, atMost: longest)).map { Array($0.prefix { $0 != newline }) }
    }

    /// Removes a note where the folder is gone that its own was in: nobody will ever look there again. As long as what that stood in is not there
    /// either, it may be on a disk that comes back.
    private static func removeForlorn(_ name: Name, _ notes: DirectoryHandle, now: Int64) {
        guard let note = try? notes.read(name, atMost: longest), let end = note.firstIndex(of: newline),
            let written = try? notes.evidence(of: name)?.modified, now - written / 1_000_000 > patience
        else { return }
        let path = Array(note[(end + 1)...])
        guard let above = AbsolutePath.parent(of: path), !isThere(path), isThere(above) else { return }
        try? notes.removeFile(name)
    }

    private static func isThere(_ path: [UInt8]) -> Bool {
        var status = stat()
        return lstat(path.cString, &status) == 0 || errno != ENOENT
    }

    /// It has its name, or is gone.
    func forget() { try? notes.removeFile(name) }

    /// Removes those whose process is gone: that this machine noted, and that are what it noted.
    /// - Parameters:
    ///   - now: in milliseconds since 1970.
    ///   - also: takes away what is kept of one elsewhere.
    static func removeAbandoned(in parent: DirectoryHandle, notes: DirectoryHandle, prefix: String, now: Int64, also: (Evidence) -> Void = { _ in }) {
        guard let entries = try? notes.list(atMost: 100_000), let own = try? parent.ownEvidence() else { return }
        let names = entries.filter { $0.kind == .file && $0.name.bytes.starts(with: prefix.utf8) }.map(\.name)
        removeUnwritten(names, in: parent, notes, note(ofParent: own))
        for name in names {
            guard let folder = try? parent.openDirectory(name) else {
                removeForlorn(name, notes, now: now)
                continue
            }
            guard let evidence = try? folder.ownEvidence(), which(name, notes)?.elementsEqual("\(evidence.inode)".utf8) == true,
                flock(folder.descriptor, LOCK_EX | LOCK_NB) == 0
            else { continue }
            also(evidence)
            try? parent.removeTree(name)
            try? notes.removeFile(name)
        }
    }

    /// Those that were noted and perhaps made, and into which nothing came. What holds anything stays. Nobody is making one then: who begins to
    /// waits as long as this takes, and not for what is large.
    private static func removeUnwritten(_ names: [Name], in parent: DirectoryHandle, _ notes: DirectoryHandle, _ unwritten: [UInt8]) {
        guard flock(notes.descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
        defer { flock(notes.descriptor, LOCK_UN) }
        for name in names where which(name, notes) == unwritten {
            if (try? parent.kind(of: name)) != .some(nil) { guard (try? parent.removeDirectory(name)) != nil else { continue } }
            try? notes.removeFile(name)
        }
    }
}
