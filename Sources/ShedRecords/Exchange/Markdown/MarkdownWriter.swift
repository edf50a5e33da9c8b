/// Writes a table of GitHub's Markdown, to look at: a column for each key, IDs left out.
///
/// An absent value and an empty one look the same, and a line break is `<br>`. What Markdown would take for markup is
/// escaped, so the table shows what the records hold.
public struct MarkdownWriter: ExchangeWriter {
    private let columns: [String]

    public init(columns: [String]) { self.columns = columns }

    public mutating func begin(_ collection: CollectionHead, to bytes: inout [UInt8]) throws(RecordsError) {
        if let name = collection.name {
            bytes += "# ".utf8
            MarkdownWriter.append(name, to: &bytes)
            bytes += "\n\n".utf8
        }
        guard !columns.isEmpty else { return }
        bytes.append(UInt8(ascii: "|"))
        for column in columns { MarkdownWriter.appendCell(column, to: &bytes) }
        bytes += "\n|".utf8
        for _ in columns { bytes += " --- |".utf8 }
        bytes.append(UInt8(ascii: "\n"))
    }

    public mutating func append(_ record: IdentifiedRecord, to bytes: inout [UInt8]) throws(RecordsError) {
        guard !columns.isEmpty else { return }
        bytes.append(UInt8(ascii: "|"))
        for column in columns { MarkdownWriter.appendCell(record.record[column] ?? "", to: &bytes) }
        bytes.append(UInt8(ascii: "\n"))
    }

    public mutating func finish(to bytes: inout [UInt8]) throws(RecordsError) {}

    private static func appendCell(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: " "))
        append(text, to: &bytes)
        bytes += " |".utf8
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        var wasReturn = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\n"): if !wasReturn { bytes += "<br>".utf8 }
            case UInt8(ascii: "\r"): bytes += "<br>".utf8
            case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: " "))
            case 0..<0x20, 0x7f: bytes += "\u{fffd}".utf8
            case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "]"),
                UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "~"), UInt8(ascii: "|"), UInt8(ascii: "#"):
                bytes += [UInt8(ascii: "\\"), byte]
            default: bytes.append(byte)
            }
            wasReturn = byte == UInt8(ascii: "\r")
        }
    }
}
