import ShedModel

/// ``NameConditions`` made ready for many names: patterns are held against a name all at once, and lists are put into words once.
struct NameJudge {
    private let conditions: NameConditions
    private let allowed: PatternMatcher
    private let names: PatternMatcher
    /// From the last pattern to the first, since the last that a name meets is told.
    private let forbidden: PatternMatcher
    /// Each with the full stop before it, as the end of a name.
    private let extensions: PatternMatcher
    private let lengths: [Int]
    /// Whether files may have none.
    private let isBare: Bool
    // What is allowed, in words.
    private let allowedList: String
    private let namesList: String
    private let extensionsList: String
    private let stylesList: String

    init(_ conditions: NameConditions) {
        self.conditions = conditions
        let allowed = conditions.allowed ?? []
        self.allowed = NameJudge.matcher(allowed.map { $0.pattern.pattern(isForFolders: $0.isFolder) })
        names = NameJudge.matcher(conditions.names.map { $0.pattern() })
        forbidden = NameJudge.matcher(conditions.forbidden.reversed().map { $0.pattern() })
        let extensions = conditions.extensions ?? []
        let suffixes = extensions.filter { !$0.isEmpty }.map { [UInt8(ascii: ".")] + $0.utf8.map(NameJudge.lower) }
        self.extensions = NameJudge.matcher(suffixes.map { suffix in
            let glob = Glob(tokens: [.star] + suffix.map(Glob.Token.literal), isDoubleStar: false)
            return IgnorePattern(isNegated: false, isForDirectories: false, isAnchored: false, parts: [.glob(glob)])
        })
        lengths = suffixes.map(\.count)
        isBare = extensions.contains("")
        allowedList = ShortList.text(allowed.map { $0.pattern.text + ($0.isFolder ? "/" : "") }, separator: ", ")
        namesList = ShortList.text(conditions.names.map(\.text), separator: " or ")
        extensionsList = ShortList.text(extensions.map { $0.isEmpty ? nil : "." + $0 }, or: "none", separator: ", ")
        stylesList = conditions.styles.map(\.rawValue).joined(separator: " or ")
    }

    private static func matcher(_ patterns: [IgnorePattern]) -> PatternMatcher {
        // Whoever reads patterns bounds them.
        var matcher = PatternMatcher(mostStates: .max)
        for pattern in patterns { matcher.add(pattern) }
        matcher.finish()
        return matcher
    }

    /// What is wrong with a name.
    enum Breach: Equatable {
        case notAllowed
        case noExtension
        case forbidden(Int)
        case unmatched
        case style
    }

    /// What is wrong with an entry; `nil` if nothing is.
    func breach(by entry: FolderEntry) -> Breach? {
        if conditions.allowed != nil, NameJudge.last(allowed, entry) == nil { return .notAllowed }
        if conditions.extensions != nil, !entry.type.isDirectory, !hasExtension(entry.name) { return .noExtension }
        guard conditions.type.contains(entry.type) else { return nil }
        if let last = NameJudge.last(forbidden, entry) { return .forbidden(conditions.forbidden.count - 1 - last) }
        if names.count > 0, NameJudge.last(names, entry) == nil { return .unmatched }
        if !conditions.styles.isEmpty {
            let stem = entry.type.isDirectory ? entry.name.bytes[...] : entry.name.parts.stem
            guard let text = String(validating: stem, as: UTF8.self), conditions.styles.contains(where: { $0.holds(for: text) }) else { return .style }
        }
        return nil
    }

    /// The same in one sentence.
    func sentence(on breach: Breach, by name: Name) -> String {
        switch breach {
        case .notAllowed: return allowed.count == 0 ? "Nothing may stand here." : "Nothing may stand here but \(allowedList)."
        case .noExtension:
            let suffix = name.parts.suffix
            return suffix.isEmpty
                ? "The file has no extension; allowed here: \(extensionsList)."
                : "The extension “\(EscapedText.escape(suffix))” is not allowed here; allowed: \(extensionsList)."
        case .forbidden(let number): return "A name that matches \(ShortList.quoted(conditions.forbidden[number].text)) may not stand here."
        case .unmatched: return "The name must match \(namesList)."
        case .style: return "The name must be written in \(stylesList)."
        }
    }

    private static func last(_ matcher: PatternMatcher, _ entry: FolderEntry) -> Int? {
        guard matcher.count > 0 else { return nil }
        return entry.name.bytes.withUnsafeBufferPointer { matcher.last($0, isDirectory: entry.type.isDirectory, in: { matcher.root }) }
    }

    private func hasExtension(_ name: Name) -> Bool {
        if isBare, name.parts.suffix.isEmpty { return true }
        var hasOne = false
        name.bytes.map(NameJudge.lower).withUnsafeBufferPointer { bytes in
            // A name that is nothing but an extension has none.
            extensions.meet(bytes, isDirectory: false, in: { extensions.root }) { hasOne = hasOne || lengths[Int($0)] < bytes.count }
        }
        return hasOne
    }

    private static func lower(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }
}

/// What each finding of a rule repeats, as long as one can read.
enum ShortList {
    /// So many texts are named at most, and so many bytes of them together.
    private static let (mostTexts, mostBytes) = (50, 1_000)

    /// - Parameter none: what stands for a text that is `nil`.
    static func text(_ texts: [String?], or none: String = "", separator: String) -> String {
        var listed: [String] = []
        var bytes = 0
        for text in texts.prefix(mostTexts) {
            let word = text.map(quoted) ?? none
            bytes += word.utf8.count
            if bytes > mostBytes, !listed.isEmpty { break }
            listed.append(word)
        }
        return listed.joined(separator: separator) + (listed.count < texts.count ? " …" : "")
    }

    /// A text in quotes, its beginning if it is long.
    static func quoted(_ text: String) -> String {
        let bytes = Array(text.utf8.prefix(mostBytes))
        return "“\(EscapedText.escape(bytes))\(bytes.count < text.utf8.count ? "…" : "")”"
    }
}
