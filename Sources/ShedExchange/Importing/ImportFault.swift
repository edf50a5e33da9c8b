import ShedMessages
import ShedModel

/// Why something is not imported: nothing was changed.
public struct ImportFault: Error, Hashable, Sendable {
    /// A sentence without its full stop, as errors have it.
    public var words: Message
    /// What helps.
    public var remedy: Message?
    /// Where it is at fault, in the source.
    public var path: RelativePath?
    /// Whether nothing is wrong but that it is more than the bounds allow.
    public var isBeyondBounds = false
    /// Whether the words call by its name what a person named to be imported. Who shows them does so else.
    public var namesSource = false

    public init(_ words: Message, at path: RelativePath? = nil, remedy: Message? = nil, isBeyondBounds: Bool = false) {
        self.words = words
        self.path = path
        self.remedy = remedy
        self.isBeyondBounds = isBeyondBounds
    }

    /// It is more than the bounds allow, which an option raises.
    public init(_ words: Message, at path: RelativePath? = nil, raisedBy option: String) {
        self.init(words, at: path, remedy: .importRaise(option: option), isBeyondBounds: true)
    }
}

/// How much of a source is read at most, whatever it claims to hold. Each can be raised by an option of `import`.
public struct ImportLimits: Hashable, Sendable {
    /// Of all files together, unpacked, in bytes.
    public var size: Int64 = 8 << 30
    /// Unpacked bytes for one packed byte, of an archive that has more than ``smallest``.
    public var ratio: Int64 = 200
    /// Files and folders.
    public var entries = 1_000_000
    /// Of a file that describes others (a manifest, a binder), in bytes: 512 for each file and folder that may be, of which a manifest says what
    /// takes some 300.
    public var description: Int {
        let (bytes, isTooMuch) = entries.multipliedReportingOverflow(by: 512)
        return isTooMuch ? .max : max(bytes, 256 << 20)
    }
    /// Of one text that is made into another, in bytes.
    public var text = 64 << 20
    /// Folders in each other.
    public var depth = RelativePath.deepest

    /// Whether the files are unpacked. Where only a list and a description are read, it does not matter how large all are together.
    public var unpacks = true

    public init() {}

    /// So many unpacked bytes may have any ratio.
    public static let smallest: Int64 = 1 << 30
    /// The same of a file that describes others: all of it is in memory at once, and more than its bytes.
    static let smallestDescription: Int64 = 16 << 20

    /// Whether a path is not longer than one that a scan looks into, with what an export puts in front of it (`files/Rejected`).
    public func allows(_ names: [Name]) -> Bool {
        names.count <= depth + ImportLimits.around.names && names.reduce(-1) { $0 + 1 + $1.bytes.count } <= RelativePath.longest + ImportLimits.around.bytes
    }

    private static let around = (names: 2, bytes: 64)

    /// How many values of JSON a file that describes others may hold: 16 for each entry, and fewer where they are shorter than any that shed writes.
    /// - Parameter size: of the file, in bytes.
    func values(in size: Int) -> Int {
        let (ofEntries, isTooMany) = max(entries, 1_000_000).multipliedReportingOverflow(by: 16)
        return min(size / 4 + 1_000, isTooMany ? .max : ofEntries)
    }
}
