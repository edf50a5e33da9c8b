import ShedModel

/// What the names in a folder must be like.
public struct NameConditions: Sendable {
    /// Which entries ``names``, ``forbidden`` and ``styles`` are for.
    public var type = EntryChoice.both
    /// Extensions that files may have, without the full stop, case aside; an empty one for files without. `nil`: any.
    public var extensions: [String]?
    /// A name must match one of these; empty: any.
    public var names: [NamePattern] = []
    /// A name must match none of these.
    public var forbidden: [NamePattern] = []
    /// The name without its extension must be written in one of these; empty: in any.
    public var styles: [CaseStyle] = []
    /// Nothing else may stand here: patterns, each for files, folders or both. `nil`: anything may.
    public var allowed: [(pattern: NamePattern, type: EntryChoice)]?

    public init() {}

    /// Whether nothing is asked.
    public var isEmpty: Bool { extensions == nil && names.isEmpty && forbidden.isEmpty && styles.isEmpty && allowed == nil }

    /// What is wrong with an entry, in one sentence; `nil` if nothing is.
    func complaint(about entry: FolderEntry) -> String? {
        if let allowed, !allowed.contains(where: { $0.type.contains(entry.type) && $0.pattern.matches(entry.name) }) {
            let list = NameConditions.list(allowed.map { $0.pattern.text + ($0.type == .folders ? "/" : "") }, separator: ", ")
            return allowed.isEmpty ? "Nothing may stand here." : "Nothing may stand here but \(list)."
        }
        if let extensions, !entry.type.isDirectory, let complaint = NameConditions.complaint(about: entry.name, extensions) { return complaint }
        guard type.contains(entry.type) else { return nil }
        if let pattern = forbidden.first(where: { $0.matches(entry.name) }) {
            return "A name that matches \(NameConditions.quoted(pattern.text)) may not stand here."
        }
        if !names.isEmpty, !names.contains(where: { $0.matches(entry.name) }) {
            return "The name must match \(NameConditions.list(names.map(\.text), separator: " or "))."
        }
        if !styles.isEmpty {
            let stem = entry.type.isDirectory ? entry.name.bytes[...] : entry.name.parts.stem
            let text = String(validating: stem, as: UTF8.self)
            guard let text, styles.contains(where: { $0.holds(for: text) }) else {
                return "The name must be written in \(styles.map(\.rawValue).joined(separator: " or "))."
            }
        }
        return nil
    }

    private static func complaint(about name: Name, _ extensions: [String]) -> String? {
        let bytes = name.bytes.map(lower)
        let isAllowed = extensions.contains { text in
            text.isEmpty ? name.parts.suffix.isEmpty : bytes.count > text.utf8.count + 1 && bytes.ends(with: [UInt8(ascii: ".")] + text.utf8.map(lower))
        }
        if isAllowed { return nil }
        let list = extensions.prefix(mostListed).map { $0.isEmpty ? "none" : quoted("." + $0) }.joined(separator: ", ") + (extensions.count > mostListed ? " …" : "")
        let suffix = name.parts.suffix
        return suffix.isEmpty
            ? "The file has no extension; allowed here: \(list)."
            : "The extension “\(EscapedText.escape(suffix))” is not allowed here; allowed: \(list)."
    }

    /// So many patterns are named where a name matches none of them: each finding has them.
    private static let mostListed = 50

    private static func list(_ texts: [String], separator: String) -> String {
        texts.prefix(mostListed).map(quoted).joined(separator: separator) + (texts.count > mostListed ? " …" : "")
    }

    private static func quoted(_ text: String) -> String { "“\(EscapedText.escape(Array(text.utf8)))”" }

    private static func lower(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }
}

extension Array<UInt8> {
    fileprivate func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}
