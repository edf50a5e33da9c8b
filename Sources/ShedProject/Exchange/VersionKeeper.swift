import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel

/// What somebody keeps of what files held, so that an export takes it along and an import brings it back.
public protocol VersionKeeper: Sendable {
    /// What is kept of nodes, the oldest first; each content that a file had, once for each time that it was kept by a name. And what cannot be read
    /// of what is kept, so that nobody knows of which files it is: clauses.
    func versions(of ids: Set<NodeID>, _ reader: some ProjectReader) throws(ShedError) -> (versions: [NodeID: [KeptVersion]], lost: [Message])

    /// A content, opened.
    func content(of version: KeptVersion, _ reader: some ProjectReader) throws(ShedError) -> ReadableFile

    /// Keeps what files held elsewhere, as it was kept there: with the time and the name. All of it is listed on return, or nothing. What is
    /// listed already, of the same files, is not listed once more: so an import that was interrupted can be begun anew.
    /// - Parameter write: writes what a version held into a file.
    /// - Returns: the numbers under which something is listed that was not.
    func keep(
        _ versions: [ImportedKeeping], _ reader: some ProjectReader, write: (ImportedVersion, NewFile) throws(ShedError) -> Void
    ) throws(ShedError) -> [Int]

    /// Lets go of what was kept for files that do not come after all. What cannot be let go of stays.
    func forget(_ numbers: [Int], _ reader: some ProjectReader)
}

/// What is kept of a file.
public struct KeptVersion: Hashable, Sendable {
    public var hash: ContentHash
    /// In bytes.
    public var size: Int64
    /// In milliseconds since 1970.
    public var time: Int64
    public var name: String?

    /// What people are told that it is called.
    package var shown: String { name ?? "\(hash)" }

    public init(hash: ContentHash, size: Int64, time: Int64, name: String?) { (self.hash, self.size, self.time, self.name) = (hash, size, time, name) }
}

/// A version that an import brings, of a file that is here now.
public struct ImportedKeeping: Sendable {
    public var id: NodeID
    public var path: RelativePath
    public var version: ImportedVersion
    public var size: Int64
    public var hash: ContentHash
}
