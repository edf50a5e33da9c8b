import ShedModel

extension CustomRule {
    /// Where it stands, which folders it is for, and what it asks: a sentence each, for `shed rule`.
    public var explanation: [String] {
        var sentences = [origin.isEmpty ? "A rule of your own." : "A rule of your own, from \(origin)."]
        sentences.append("It is for \(folders.words).")
        sentences += names.words + counts.map { "There must be \($0.words) in it." }
        return sentences
    }
}

extension FolderChoice {
    fileprivate var words: String {
        var parts: [String] = []
        if let roles { parts.append("with the role \(roles.map { CustomRule.quoted($0.rawValue) }.joined(separator: " or "))") }
        if let paths { parts.append("whose path matches \(paths.map { CustomRule.quoted($0.text) }.joined(separator: " or "))") }
        guard !parts.isEmpty else { return "every folder" }
        return "folders \(parts.joined(separator: " and "))" + (includesBelow ? ", and all folders below" : "")
    }
}

extension NameConditions {
    fileprivate var words: [String] {
        func list(_ patterns: [NamePattern]) -> String { patterns.map { CustomRule.quoted($0.text) }.joined(separator: " or ") }
        let what = type == .both ? "name" : "name of \(type.rawValue)"
        var sentences: [String] = []
        if let allowed {
            let texts = allowed.map { CustomRule.quoted($0.pattern.text + ($0.isFolder ? "/" : "")) }
            sentences.append(texts.isEmpty ? "Nothing may stand in it." : "Nothing may stand in it but \(texts.joined(separator: ", ")).")
        }
        if let extensions {
            sentences.append("Extensions that files may have: \(extensions.map { $0.isEmpty ? "none" : CustomRule.quoted("." + $0) }.joined(separator: ", ")).")
        }
        if !names.isEmpty { sentences.append("A \(what) must match \(list(names)).") }
        if !forbidden.isEmpty { sentences.append("A \(what) must not match \(list(forbidden)).") }
        if !styles.isEmpty { sentences.append("A \(what) must be written in \(styles.map(\.rawValue).joined(separator: " or ")).") }
        return sentences
    }
}

extension CountCondition {
    fileprivate var words: String {
        let amount =
            switch (least, most) {
            case (let least, nil): "\(type.counted(least)) or more"
            case (0, 0?): "no \(type == .both ? "entries" : type.rawValue)"
            case (0, let most?): "at most \(type.counted(most))"
            case (let least, let most?): least == most ? "exactly \(type.counted(most))" : "\(least) to \(type.counted(most))"
            }
        return amount + (name.map { " named \(CustomRule.quoted($0.text))" } ?? "")
    }
}

extension CustomRule {
    fileprivate static func quoted(_ text: String) -> String { "“\(EscapedText.escape(Array(text.utf8)))”" }
}
