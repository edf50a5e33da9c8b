import ShedDisk
import ShedModel

/// Why a sidecar cannot be used.
public enum SidecarError: Error, Sendable, CustomStringConvertible {
    /// There is no `.shed/` directory, or no `project.json` in it.
    case notAProject
    /// `project.json` or `template.json` is of a later version.
    case unsupportedFormat(file: String, Int64)
    /// A file cannot be understood.
    case damaged(file: String, reason: String)
    /// A batch without operations says nothing.
    case emptyBatch
    /// What is to be said of one field of a node or label is more than a line of a batch can hold (``Batch/longestLine``).
    case fieldTooLong(NodeID, field: String)
    case disk(DiskError)

    public var description: String {
        switch self {
        case .notAProject: "this is no shed project: it has no .shed/project.json. “shed adopt” makes it one"
        case .unsupportedFormat(let file, let format):
            ".shed/\(file) has format \(format): it was made by a newer shed; update shed"
        case .damaged(let file, let reason):
            ".shed/\(file) is damaged: \(reason). Bring it back from a backup or another device; the documents are not affected"
        case .emptyBatch: "a batch without operations is not written"
        case .fieldTooLong(let id, let field):
            "“\(EscapedText.beginning(field))” of \(id) is longer than a line of the sidecar can be (1 MiB); nothing was written"
        case .disk(let error): "\(error)"
        }
    }
}
