import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

extension Session {
    /// The scope that an option names.
    func scope(_ text: String?) throws(ShedError) -> LabelScope? {
        guard let text else { return nil }
        return LabelScope(rawValue: try self.text(text, of: "--scope"))
    }

    /// The options that a list names.
    func options(_ list: String) throws(ShedError) -> [String] {
        try text(list, of: "the list").split(separator: ",", omittingEmptySubsequences: false).map { part in
            let start = part.drop(while: \.isWhitespace)
            return String(start.reversed().drop(while: \.isWhitespace).reversed())
        }
    }
}

extension Completions {
    /// What a tag or a variable can be for.
    static let scopes = CompletionKind.list(["folder", "file", "record", "all"])
}
