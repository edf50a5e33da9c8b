import ShedDisk
import ShedMessages
import ShedModel

/// What setting a project up for a carrier came to, or would come to.
public struct CarrierSetup: Sendable {
    /// One file.
    public struct Item: Sendable {
        /// What becomes of it.
        public enum Action: String, Sendable {
            /// It is written: made, or the block in it is set.
            case write
            /// It goes, since nothing but shed's was in it.
            case remove
            /// It is a person's, or cannot be read, and stays as it is.
            case leave
        }

        /// Absolute.
        public var path: [UInt8]
        public var action: Action
        /// Why it stays; `nil` for the others.
        public var reason: Message?
        /// Whether a step tells the person how to complete what stays.
        var isLeftToPerson = false
    }

    /// What remains for the person.
    public struct Step: Sendable {
        /// What it is.
        public var words: Message
        /// The command for it, where there is one.
        public var command: String?
    }

    /// The files, in the order in which they were written.
    public internal(set) var items: [Item] = []
    /// What is left to do, in its order.
    public internal(set) var steps: [Step] = []

    /// Whether lines are left for the person to write that belong to it.
    public internal(set) var leavesLines = false

    /// Whether a file stays without what belongs into it, and no step says how it comes there: the project is not set up.
    public var isLeftUndone: Bool { items.contains { $0.action == .leave && !$0.isLeftToPerson } }

    /// Whether nothing was to be written: all was as it is to be, but for ``leavesLines`` and ``isLeftUndone``.
    public var changesNothing: Bool { !items.contains { $0.action != .leave } }
}

/// What is to become of one file.
struct PlannedFile {
    enum Content: Equatable {
        case text([UInt8])
        case program([UInt8])
        /// It is to go.
        case nothing
    }

    /// In which directory, and where that is.
    var place: FilePlace
    /// What it held when it was read; `nil` where it was not there.
    var before: [UInt8]?
    var after: Content
}

/// A file in an open directory.
struct FilePlace {
    var directory: DirectoryHandle
    /// The directory's absolute path, to be shown.
    var path: [UInt8]
    var name: Name
    /// Whether it is to stand in a folder `hooks` of the directory, which is made with it.
    var isInNewFolder = false

    var fullPath: [UInt8] { path + [UInt8(ascii: "/")] + name.bytes }
}
