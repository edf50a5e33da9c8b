/// The names of tags, tag groups and variables, and the options of variables.
public enum LabelName {
    /// In bytes of UTF-8.
    public static let longest = 255

    /// Whether a text that was read can be a name: not empty, not white space alone, at most 255 bytes.
    public static func isPossible(_ text: String) -> Bool {
        text.utf8.count <= longest && text.unicodeScalars.contains { !$0.properties.isWhitespace }
    }

    /// What is wrong with a name.
    public enum Complaint: Hashable, Sendable {
        case empty
        /// More than ``LabelName/longest``.
        case tooLong
        /// White space alone.
        case blank
        case controlled
        /// White space at an end.
        case blankEnds
        /// A `/` in a group or a tag.
        case slash
        /// A sign of comparison in a variable.
        case comparison
    }

    /// What is wrong with a name that a person gives; `nil` if nothing is.
    ///
    /// Stricter than ``isPossible(_:)``: the name must be one that can be written on a command line again. A `/` stands
    /// between group and tag; `=`, `<`, `>` and `!` stand between variable and value.
    public static func complaint(about text: String, kind: LabelKind) -> Complaint? {
        if let complaint = complaint(aboutOption: text) { return complaint }
        switch kind {
        case .group, .tag:
            return text.contains("/") ? .slash : nil
        case .variable:
            return text.contains { "=<>!".contains($0) } ? .comparison : nil
        }
    }

    /// The same of an option of a variable.
    public static func complaint(aboutOption text: String) -> Complaint? {
        if text.isEmpty { return .empty }
        guard isPossible(text) else { return text.utf8.count > longest ? .tooLong : .blank }
        let scalars = text.unicodeScalars
        if scalars.contains(where: EscapedText.isUnsafe) { return .controlled }
        if scalars.first?.properties.isWhitespace == true || scalars.last?.properties.isWhitespace == true {
            return .blankEnds
        }
        return nil
    }

    /// What two names have in common that a person would call the same.
    static func key(_ text: String) -> FoldKey { FoldKey(text.utf8) }
}
