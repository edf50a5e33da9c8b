import ShedModel

/// What one entry of a source is.
public struct SourceEntry: Hashable, Sendable {
    public var name: Name
    /// Links and special files are listed, and never followed or read.
    public var kind: EntryKind
    /// In bytes, as it says itself; 0 for what is no file.
    public var size: Int64
    /// Milliseconds since 1970 in UTC; `nil` where that is not known.
    public var modified: Int64?

    public init(name: Name, kind: EntryKind, size: Int64 = 0, modified: Int64? = nil) {
        self.name = name
        self.kind = kind
        self.size = size
        self.modified = modified
    }
}

/// What an import is read from: a folder, or an archive, which is read as if it were one.
///
/// No link is followed. A tree holds at most ``ImportLimits/entries`` entries, and what is read of it counts against
/// ``ImportLimits/size``; whatever passes a bound is an error that says which option raises it.
public protocol SourceTree: AnyObject {
    /// The name of the folder or file that was named.
    var name: Name { get }

    /// Where one file was named that is no archive: its name in the tree, whose root is the folder that it stands in. `nil`: the tree is what
    /// was named.
    var file: Name? { get }

    /// What is in a folder, in the order of the names' bytes.
    func entries(of folder: RelativePath) throws(ImportFault) -> [SourceEntry]

    /// What stands at a path; `nil`: nothing.
    func entry(at path: RelativePath) throws(ImportFault) -> SourceEntry?

    /// The bytes of a file, piece by piece.
    func read(_ path: RelativePath, _ take: ([UInt8]) throws(ImportFault) -> Void) throws(ImportFault)
}

extension SourceTree {
    /// Where what was named begins: in an archive that holds one folder and nothing else, in that.
    public var start: RelativePath {
        // What cannot be listed is told when it is read.
        guard name.hasSuffix(".zip"), file == nil, let entries = try? entries(of: .root) else { return .root }
        let seen = entries.filter { !$0.name.isHidden && $0.name != "__MACOSX" }
        guard seen.count == 1, let only = seen.first, only.kind == .directory else { return .root }
        return RelativePath([only.name])
    }

    /// All bytes of a file.
    /// - Throws: where there are more than `limit`.
    public func bytes(of path: RelativePath, atMost limit: Int) throws(ImportFault) -> [UInt8] {
        var bytes: [UInt8] = []
        try read(path) { piece throws(ImportFault) in
            guard piece.count <= limit - bytes.count else { throw ImportFault(.importFileTooLarge(path: "\(path)", most: limit), at: path, isBeyondBounds: true) }
            bytes += piece
        }
        return bytes
    }
}
