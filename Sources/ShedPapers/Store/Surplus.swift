import ShedDisk
import ShedModel

/// Something that shed keeps by the content of a PDF, and that nobody asks for any more.
public struct Surplus: Hashable, Sendable {
    public enum Sort: String, Hashable, Sendable {
        /// A protected copy.
        case copy
        /// What stood in the place of a protected copy and had other content.
        case altered
        /// What a killed run left of a protected copy.
        case leftover
        /// The text of a PDF, or of some of its pages.
        case text
    }

    public var sort: Sort
    /// In its directory.
    public var name: Name
    /// In bytes, with all that is in it.
    public var size: Int64
    /// When it came here, or was last changed: nanoseconds since 1970.
    public var since: Int64
    /// What was meant: another file of that name is left alone.
    let identity: FileIdentity

    init(_ sort: Sort, _ name: Name, _ evidence: Evidence, size: Int64? = nil) {
        self.sort = sort
        self.name = name
        self.size = size ?? evidence.size
        since = max(evidence.birth, evidence.changed, evidence.modified)
        identity = evidence.identity
    }

    /// Removes it, if it is still what it was.
    func remove(from directory: DirectoryHandle) throws(PapersError) {
        try PapersError.onDisk { () throws(DiskError) in
            guard try directory.evidence(of: name)?.identity == identity else { throw DiskError(.changed, action: "remove", path: directory.label + "/\(name)") }
            // RACE: another file that takes the name between the look and the removal goes in its place. Names are made of
            // contents, and only shed makes them, one process at a time.
            try directory.removeTree(name)
        }
    }
}
