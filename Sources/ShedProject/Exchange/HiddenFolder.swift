import Glibc
import ShedDisk
import ShedModel

/// A folder that is made under a hidden name, and gets its own once it is whole. As long as it is made it is locked (flock(2)), and this machine
/// notes it, so that what a killed process left is told from a folder of somebody that has such a name.
///
/// It is noted before it is there: first in which folder it is to be, then which one it is.
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
        try notes.write(name, HiddenFolder.note(ofParent: try parent.ownEvidence()), replacing: true)
        Interruption.point("hidden-noted")
        do throws(DiskError) { try parent.makeDirectory(name, mode: mode) } catch {
            try? notes.removeFile(name)
            throw error.naming(label, for: parent.label(of: name))
        }
        Interruption.point("hidden-made")
        do throws(DiskError) {
            directory = try parent.openDirectory(name, called: label)
            _ = flock(directory.descriptor, LOCK_EX | LOCK_NB)
            try notes.write(name, Array("\(try directory.ownEvidence().inode)".utf8), replacing: true)
        } catch {
            try? parent.removeTree(name)
            try? notes.removeFile(name)
            throw error
        }
    }

    private static func note(ofParent parent: Evidence) -> [UInt8] { Array("in \(parent.inode) \(parent.birth)".utf8) }

    /// It has its name, or is gone.
    func forget() { try? notes.removeFile(name) }

    /// Removes those whose process is gone: that this machine noted, and that are what it noted.
    /// - Parameter also: takes away what is kept of one elsewhere.
    static func removeAbandoned(in parent: DirectoryHandle, notes: DirectoryHandle, prefix: String, also: (Evidence) -> Void = { _ in }) {
        guard let entries = try? notes.list(atMost: 100_000), let own = try? parent.ownEvidence() else { return }
        let names = entries.filter { $0.kind == .file && $0.name.bytes.starts(with: prefix.utf8) }.map(\.name)
        removeUnwritten(names, in: parent, notes, note(ofParent: own))
        for name in names {
            guard let note = try? notes.read(name, atMost: 64), let folder = try? parent.openDirectory(name), let evidence = try? folder.ownEvidence(),
                note.elementsEqual("\(evidence.inode)".utf8), flock(folder.descriptor, LOCK_EX | LOCK_NB) == 0
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
        for name in names where (try? notes.read(name, atMost: 64)) == unwritten {
            if (try? parent.kind(of: name)) != .some(nil) { guard (try? parent.removeDirectory(name)) != nil else { continue } }
            try? notes.removeFile(name)
        }
    }
}
