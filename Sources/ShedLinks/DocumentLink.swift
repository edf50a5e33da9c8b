import ShedModel

/// A link that stands in a document and leads to a path beside it, or to a node by its ID.
public struct DocumentLink: Hashable, Sendable {
    /// How the destination is written.
    public enum Form: Hashable, Sendable {
        /// `[text](a/b.md)`, `[label]: a/b.md`
        case bare
        /// The same in `<` and `>`.
        case angle
        /// In HTML, in `"`.
        case doubleQuoted
        /// In HTML, in `'`.
        case singleQuoted
        /// In HTML, without quotation marks.
        case unquoted
        /// `[[file:a/b.org]]`
        case orgFile
        /// `[[./a/b.org]]`
        case orgPath
        /// `[[Name]]`
        case wiki

        var isOrg: Bool { self == .orgFile || self == .orgPath }
        var isHTML: Bool { self == .doubleQuoted || self == .singleQuoted || self == .unquoted }
    }

    public enum Target: Hashable, Sendable {
        case path(LinkPath)
        /// `shed:ID`
        case node(NodeID)
        /// Of a wiki link without folders: the name, with or without its extension.
        case name(Name)
    }

    /// The bytes of the document that say where it leads: the path alone, without what follows `#`, `?`, `::` or `|`. Never empty. Where one of
    /// these is part of a name, the link is longer (``LinkPath/Meaning/length``).
    public var range: Range<Int>
    public var form: Form
    public var target: Target

    /// A longer destination is no link, in bytes.
    public static let longest = 3 * RelativePath.longest

    /// What a destination leads to.
    /// - Parameters:
    ///   - document: all of its bytes.
    ///   - range: those of the destination as it is written.
    /// - Returns: `nil` for what leads neither to a path beside the document nor to a node: an address, a place in the document itself, a
    ///   path from the root of the file system or of a site, and whatever cannot be read for certain.
    public init?(in document: [UInt8], at range: Range<Int>, _ form: Form) {
        guard !range.isEmpty, range.count <= DocumentLink.longest, range.upperBound <= document.count else { return nil }
        // Where it spans lines, its reader puts it together.
        guard !document[range].contains(where: { $0 < 0x20 || $0 == 0x7f }), let text = LinkText(document[range], form) else { return nil }
        if let id = LinkScheme.node(of: text.bytes) {
            self.init(range: range, form: form, target: .node(id))
            return
        }
        // Org has an end of its own, and where a wiki link's name ends its finder knows.
        let end = form.isOrg || form == .wiki ? text.bytes.count : text.endOfPath
        guard end > 0, LinkScheme.isRelative(text.bytes, form) else { return nil }
        let path = range.lowerBound..<range.lowerBound + text.sources[end]
        if form == .wiki {
            self.init(wiki: Array(text.bytes[..<end]), at: path)
            return
        }
        guard let target = LinkPath(text.ends(after: end).map { (Array(text.bytes[..<$0]), text.sources[$0]) }) else { return nil }
        self.init(range: path, form: form, target: .path(target))
    }

    private init?(wiki text: [UInt8], at range: Range<Int>) {
        if text.contains(UInt8(ascii: "/")) {
            guard let path = LinkPath([(text, range.count)], decodes: false) else { return nil }
            self.init(range: range, form: .wiki, target: .path(path))
        } else {
            let name = Name(bytes: text)
            guard name.isPossible else { return nil }
            self.init(range: range, form: .wiki, target: .name(name))
        }
    }

    private init(range: Range<Int>, form: Form, target: Target) {
        (self.range, self.form, self.target) = (range, form, target)
    }
}

/// What stands before the first colon of a destination.
public enum LinkScheme {
    /// The scheme of shed's own links.
    public static let shed = "shed"

    /// The node that `shed:ID` names; `nil` for everything else, also where anything stands behind the ID.
    public static func node(of bytes: some Collection<UInt8>) -> NodeID? {
        let prefix = Array((shed + ":").utf8)
        guard bytes.count == prefix.count + NodeID.textLength else { return nil }
        // The case of a scheme does not count (RFC 3986, 3.1).
        guard zip(bytes, prefix).allSatisfy({ ($0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0) == $1 }) else { return nil }
        return NodeID(String(decoding: bytes.dropFirst(prefix.count), as: UTF8.self))
    }

    /// The link to a node.
    public static func link(to id: NodeID) -> String { "\(shed):\(id)" }

    /// Whether a destination begins as a path beside the document does.
    static func isRelative(_ bytes: [UInt8], _ form: DocumentLink.Form) -> Bool {
        guard let first = bytes.first, ![UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "#"), UInt8(ascii: "?")].contains(first) else { return false }
        if form.isOrg, first == UInt8(ascii: "~") { return false }
        // In Org a path stands behind its own scheme; a wiki link has none.
        guard !form.isOrg, form != .wiki, let end = bytes.firstIndex(where: { !isOfScheme($0) }), bytes[end] == UInt8(ascii: ":") else { return true }
        return end == 0 || !isLetter(bytes[0])
    }

    private static func isOfScheme(_ byte: UInt8) -> Bool {
        isLetter(byte) || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
}
