import ShedModel

/// The formats in which a collection leaves and comes back. Documentation/Exchange.md has each exactly.
public enum ExchangeFormat: String, CaseIterable, Sendable {
    /// Folk's DB's own shape; an import also takes a bare array of objects.
    case json
    /// One JSON object a line.
    case jsonLines = "json-lines"
    case csv
    case xml
    /// GNU recutils.
    case recfile
    /// A table to look at. Cannot be imported.
    case markdown

    /// Whether an import can read it.
    public var isReadable: Bool { self != .markdown }

    /// The extensions of files in that format, without the dot; the first is the one that a new file gets.
    public var fileExtensions: [String] {
        switch self {
        case .json: ["json"]
        case .jsonLines: ["jsonl", "ndjson"]
        case .csv: ["csv", "tsv"]
        case .xml: ["xml"]
        case .recfile: ["rec"]
        case .markdown: ["md"]
        }
    }

    /// The format that a file's name tells, whatever the case of its extension; `nil` where it tells none.
    public init?(fileName name: Name) {
        let suffix = String(decoding: name.parts.suffix.dropFirst(), as: UTF8.self).lowercased()
        guard let format = ExchangeFormat.allCases.first(where: { $0.fileExtensions.contains(suffix) }) else { return nil }
        self = format
    }
}
