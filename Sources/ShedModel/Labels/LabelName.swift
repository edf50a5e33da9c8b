/// The names of tags, tag groups and variables, and the options of variables.
public enum LabelName {
    /// In bytes of UTF-8.
    public static let longest = 255

    /// Whether a text that was read can be a name: not empty, not white space alone, at most 255 bytes.
    public static func isPossible(_ text: String) -> Bool {
        text.utf8.count <= longest && text.unicodeScalars.contains { !$0.properties.isWhitespace }
    }

    /// What is wrong with a name that a person gives, in a clause; `nil` if nothing is.
    ///
    /// Stricter than ``isPossible(_:)``: the name must be one that can be written on a command line again. A `/` stands
    /// between group and tag; `=`, `<`, `>` and `!` stand between variable and value.
    public static func complaint(about text: String, kind: LabelKind) -> String? {
        if let complaint = complaint(aboutOption: text) { return complaint }
        switch kind {
        case .group, .tag:
            return text.contains("/") ? "it holds a “/”, which stands between a group and a tag" : nil
        case .variable:
            return text.contains { "=<>!".contains($0) } ? "it holds one of = < > !, which stand between a variable and a value" : nil
        }
    }

    /// The same of an option of a variable.
    public static func complaint(aboutOption text: String) -> String? {
        if text.isEmpty { return "it is empty" }
        guard isPossible(text) else { return text.utf8.count > longest ? "it has more than \(longest) bytes" : "it is white space alone" }
        let scalars = text.unicodeScalars
        if scalars.contains(where: EscapedText.isUnsafe) { return "it holds a control character" }
        if scalars.first?.properties.isWhitespace == true || scalars.last?.properties.isWhitespace == true {
            return "it begins or ends with white space"
        }
        return nil
    }

    /// What two names have in common that a person would call the same.
    static func key(_ text: String) -> FoldKey { FoldKey(text.utf8) }
}
