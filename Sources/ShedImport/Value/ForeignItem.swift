import ShedModel

/// A file or folder that a project of another program becomes here.
public struct ForeignItem: Hashable, Sendable {
    /// What it holds.
    public enum Content: Hashable, Sendable {
        case folder([ForeignItem])
        /// Bytes that were made here, as Markdown of what was no Markdown.
        case made([UInt8])
        /// A file of the source, byte for byte.
        case file(RelativePath, size: Int64)
    }

    /// Can stand in a directory, and differs from its siblings' by more than case and normalisation.
    public var name: Name
    public var content: Content
    /// Of a folder that comes as it is: where it stands in the source.
    public var origin: RelativePath?
    public var tags: [ForeignTag]
    /// What it held earlier, the oldest first.
    public var versions: [ForeignVersion]
    /// When it was made and written, in milliseconds since 1970; `nil` where that is not known.
    public var created: Int64?
    public var modified: Int64?

    public init(_ name: Name, _ content: Content, tags: [ForeignTag] = [], versions: [ForeignVersion] = []) {
        (self.name, self.content, self.tags, self.versions) = (name, content, tags, versions)
    }

    /// What stands in it; none in a file.
    public var children: [ForeignItem] { if case .folder(let items) = content { items } else { [] } }

    /// How many files and folders it and all below it are.
    public var count: Int { children.reduce(1) { $0 + $1.count } }
}

/// A word that something has, of a group or of none.
public struct ForeignTag: Hashable, Sendable {
    public var group: String?
    public var name: String
    /// As the source has it, where no tag here can be called so.
    public var former: String?

    /// - Returns: `nil` where nothing is left of the name. What a tag here cannot hold (`/`, control characters, white space at the
    ///   ends, more than 255 bytes) is put right.
    public init?(_ name: String, group: String? = nil) {
        guard let possible = ForeignTag.possible(name) else { return nil }
        self.name = possible
        self.group = group.flatMap(ForeignTag.possible)
        let isSame = possible == ForeignText.trimmed(name) && self.group == group.map { ForeignText.trimmed($0) }
        if !isSame { former = ForeignText.trimmed(name) }
    }

    /// A tag within tags, with `/` between: one in a group, where it is in one alone.
    init?(nested text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: true)
        guard let first = parts.first else { return nil }
        self.init(parts.count == 1 ? String(first) : parts.dropFirst().joined(separator: "/"), group: parts.count == 1 ? nil : String(first))
        if former != nil || parts.joined(separator: "/") != text { former = ForeignText.trimmed(text) }
    }

    /// With its group before it, as people write it.
    var title: String { group.map { "\($0)/\(name)" } ?? name }

    private static func possible(_ text: String) -> String? {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            case _ where scalar == "/": scalars.append("-")
            default: scalars.append(scalar)
            }
        }
        let whole = ForeignText.trimmed(String(scalars))
        let cut = ForeignText.trimmed(String(decoding: UTF8Cut.prefix(Array(whole.utf8)[...], atMost: LabelName.longest), as: UTF8.self))
        return LabelName.isPossible(cut) && !cut.isEmpty ? cut : nil
    }
}

/// What a text held earlier.
public struct ForeignVersion: Hashable, Sendable {
    /// As the source has it; may be empty.
    public var title: String
    /// In milliseconds since 1970.
    public var time: Int64
    public var bytes: [UInt8]

    public init(title: String, time: Int64, bytes: [UInt8]) { (self.title, self.time, self.bytes) = (title, time, bytes) }
}
