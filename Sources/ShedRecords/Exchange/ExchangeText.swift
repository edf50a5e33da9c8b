import ShedModel

/// What all readers ask of a text.
enum ExchangeText {
    /// The bytes as text.
    static func text(_ bytes: [UInt8], line: Int) throws(RecordsError) -> String {
        // As a span: the generic initialiser takes several times as long.
        guard let span = try? UTF8Span(validating: bytes.span) else {
            throw RecordsError("text that is not UTF-8", line: line, remedy: "Say what it is: --encoding windows-1252 for older files of Windows, --encoding utf-16.")
        }
        return String(copying: span)
    }

    /// The ID that a text stands for.
    static func id(_ text: String, line: Int, remedy: String = "Remove it: the record is then a new one.") throws(RecordsError) -> NodeID {
        guard let id = NodeID(text) else {
            throw RecordsError("the ID “\(text.shown)” is no UUID", line: line, remedy: remedy)
        }
        return id
    }
}
