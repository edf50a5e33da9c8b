import ShedModel

/// Where an importer reads: a folder of unknown origin, or a ZIP file that holds one. Whoever makes one follows no links, and gives no
/// more bytes than it is asked for.
protocol ForeignFolder {
    /// The name of the source itself, without what it stands in.
    var name: Name { get }
    /// What stands in a folder, sorted by the bytes of the names.
    func entries(of folder: RelativePath) throws(ForeignError) -> [ForeignEntry]
    /// The same by how the names read.
    func spellings(of folder: RelativePath) throws(ForeignError) -> Spellings<Name>
    /// The whole of a file.
    /// - Throws: where it has more than `limit` bytes, is none, or is not there.
    func bytes(_ file: RelativePath, limit: Int) throws(ForeignError) -> [UInt8]
}

/// Something in a folder of the source.
struct ForeignEntry: Hashable, Sendable {
    public enum Sort: Hashable, Sendable {
        case folder
        case file(size: Int64)
        /// A link, a pipe, a device, or what cannot be looked at.
        case other
    }

    public var name: Name
    public var sort: Sort

    public init(_ name: Name, _ sort: Sort) { (self.name, self.sort) = (name, sort) }

    public var isFolder: Bool { sort == .folder }
    /// Of a file, in bytes.
    public var size: Int64? { if case .file(let size) = sort { size } else { nil } }
}

/// Why a source is not read. Nothing was changed.
public struct ForeignError: Error, Hashable, Sendable {
    public enum Cause: Hashable, Sendable {
        case missing
        /// The system or the archive said so.
        case unreadable(String)
        case tooLarge(most: Int)
        case tooMany(most: Int)
        case tooDeep(most: Int)
        /// It is not well-formed as what it should be.
        case malformed(line: Int?)
        /// A document type or an entity.
        case entities
        /// YAML beyond what is read here.
        case beyondSubset(line: Int)
        case notUTF8
        /// Something stands below itself.
        case circle(String)
        case doubled(String)
        /// A version of the format that is not read.
        case version(String)
        /// It holds nothing of what such a source has.
        case empty
        /// Nothing in it says what belongs to it in which order.
        case noIndex
        /// It is known as a project of that program, and what says how its files belong together is not there, or is no file.
        case lacksIndex(String, ForeignFormat)
        /// Nothing is in it but a project of that program.
        case holdsProject(of: String)
    }

    public var cause: Cause
    /// In the source; the root where it is the source itself.
    public var path: RelativePath

    public init(_ cause: Cause, _ path: RelativePath = .root) { (self.cause, self.path) = (cause, path) }
}

/// How much of a source is read at most, whatever it claims to hold.
public enum ForeignLimits {
    /// Files and folders.
    public static let items = 200_000
    /// Folders within each other.
    public static let depth = 100
    /// A file that says how the others belong together, in bytes.
    public static let index = 64 << 20
    /// A text that is turned into Markdown, in bytes.
    public static let text = 64 << 20
    /// A text of a few lines, such as a synopsis.
    public static let short = 4 << 20
    /// Tags that all files and folders together bear.
    public static let labels = 1_000_000
    /// Elements of an XML file, values of a YAML file.
    public static let values = 2_000_000
    /// What all texts that are made hold, in bytes.
    public static let made = 1 << 30
}
