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

    /// The extension of a file in that format, without the dot.
    public var fileExtension: String {
        switch self {
        case .json: "json"
        case .jsonLines: "jsonl"
        case .csv: "csv"
        case .xml: "xml"
        case .recfile: "rec"
        case .markdown: "md"
        }
    }

    /// Every extension that tells a format, without the dot.
    public static var extensions: [String] {
        allCases.flatMap { format in
            switch format {
            case .jsonLines: [format.fileExtension, "ndjson"]
            case .csv: [format.fileExtension, "tsv"]
            default: [format.fileExtension]
            }
        }
    }

    /// The format that a file's name tells, whatever the case of its extension; `nil` where it tells none.
    public init?(fileName name: Name) {
        let suffix = String(decoding: name.parts.suffix.dropFirst(), as: UTF8.self).lowercased()
        switch suffix {
        case "ndjson": self = .jsonLines
        case "tsv": self = .csv
        default:
            guard let format = ExchangeFormat.allCases.first(where: { $0.fileExtension == suffix }) else { return nil }
            self = format
        }
    }
}
