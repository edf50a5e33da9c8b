import ShedDisk
import ShedModel

/// A file that shed has written, as it stands in its place.
///
/// When its inode last changed is known only there, since moving it into its place changes that (inode(7)). So it is written down
/// afterwards, in a line of its own, which an earlier shed passes over. It may be lost: then the content tells.
struct PlacedFile: Hashable {
    var identity: FileIdentity
    /// In nanoseconds since 1970.
    var changed: Int64

    /// One line of the journal.
    static func json(_ files: [PlacedFile]) -> JSONValue {
        ["do": "placed", "files": .array(files.map { [$0.identity.json, .integer($0.changed)] })]
    }

    /// What a line tells; what no shed has written of it is passed over.
    static func all(_ json: JSONValue) -> [(FileIdentity, Int64)] {
        (json["files"]?.array ?? []).compactMap { file in
            guard let parts = file.array, parts.count == 2, let identity = FileIdentity(parts[0]), let changed = parts[1].integer else { return nil }
            return (identity, changed)
        }
    }
}

extension UndoStep {
    /// The same with when the file last changed that it wrote, where that is told.
    func placed(_ files: [FileIdentity: Int64]) -> UndoStep {
        switch self {
        case .replaced(var file):
            guard let changed = files[file.new] else { return self }
            file.changed = changed
            return .replaced(file)
        case .made(var made):
            guard let changed = made.identity.flatMap({ files[$0] }) else { return self }
            made.changed = changed
            return .made(made)
        case .moved, .renamed, .removed, .set, .sidecar, .final, .kept: return self
        }
    }
}

/// A file as shed has written it, and what tells whether it still is.
struct WrittenFile {
    var identity: FileIdentity
    /// `nil` where an earlier shed wrote it down.
    var written: WriteStamp?
    /// In nanoseconds since 1970; `nil` where that is not known.
    var changed: Int64?
    /// `nil` where it was not read.
    var hash: ContentHash?

    enum Likeness {
        /// Nothing of it has changed.
        case same
        /// Size and time are as they were, and more is not known: of an earlier shed's file.
        case seemsSame
        /// Size and time are as they were and something has changed: it was renamed, or got other permissions, or other content
        /// and its time back (utimensat(2)).
        case mayDiffer
        case differs
    }

    /// How a file is like it. Reads it only where size and time do not tell.
    func likeness(_ there: Evidence, named name: Name, in directory: DirectoryHandle) -> Likeness {
        guard there.identity == identity, written.map({ $0 == WriteStamp(there) }) ?? true else { return .differs }
        if written != nil, let changed, changed == there.changed { return .same }
        if let hash { return (try? directory.hash(name, expecting: there)) == hash ? .same : .differs }
        return changed == nil ? .seemsSame : .mayDiffer
    }
}
