import ShedModel

/// Why there is no such kind of project, or why its file cannot be used.
public enum KindError: Error, Hashable, Sendable {
    /// No shipped kind has this name or synonym.
    case unknown(name: String, known: [String], nearest: String?)
    /// A kind's file breaks a rule. `line` counts from 1; `key` is the TOML key; both are `nil` for the file as a whole.
    case invalid(path: String, line: Int?, key: String?, reason: String)
}

extension KindError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknown(let name, let known, let nearest):
            let name = EscapedText.escape(Array(name.utf8))
            let question = nearest.map { " Did you mean “\($0)”?" } ?? ""
            return "There is no kind of project called “\(name)”.\(question) There are: \(known.joined(separator: ", "))."
        case .invalid(let path, let line, let key, let reason):
            let place = EscapedText.escape(Array(path.utf8)) + (line.map { ":\($0)" } ?? "")
            let subject = key.map { "\(EscapedText.escape(Array($0.utf8))): " } ?? ""
            return "\(place): \(subject)\(reason)"
        }
    }
}

/// A `--language` that shed does not ship.
public struct LanguageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was asked for.
    public var option: String
    /// What there is.
    public var known: [Language]

    public init(option: String, known: [Language]) {
        self.option = option
        self.known = known
    }

    public var description: String {
        let option = EscapedText.escape(Array(option.utf8))
        return "shed has no folder names in the language “\(option)”. "
            + "There are: \(known.map(\.rawValue).joined(separator: ", "))."
    }
}
