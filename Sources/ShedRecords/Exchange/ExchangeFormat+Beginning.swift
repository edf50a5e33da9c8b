extension ExchangeFormat {
    /// So much of an input is looked at, in bytes.
    static let longestBeginning = 1 << 16

    /// The format that the beginning of an input shows, where nothing else says it; `nil` for CSV, which looks like any text.
    /// - Parameter bytes: UTF-8.
    public init?(beginning bytes: [UInt8]) {
        let mark = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let text = bytes[mark...].drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
        switch text.first {
        case UInt8(ascii: "["): self = .json
        case UInt8(ascii: "<"): self = .xml
        case UInt8(ascii: "%") where text.starts(with: "%rec".utf8): self = .recfile
        case UInt8(ascii: "{"):
            guard let isCollection = ExchangeFormat.isCollection(Array(text)) else { return nil }
            self = isCollection ? .json : .jsonLines
        default: return nil
        }
    }

    /// Whether an object has a list “records”, and so is a whole collection and no single record.
    /// - Returns: `nil` where its beginning does not tell.
    private static func isCollection(_ bytes: [UInt8]) -> Bool? {
        var depth = 0
        var position = 0
        var string: [UInt8]?
        var name: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if string != nil {
                switch byte {
                case UInt8(ascii: "\\"): position += 1
                case UInt8(ascii: "\""): (name, string) = (string ?? [], nil)
                default: string?.append(byte)
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): string = []
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                if depth == 1, name.elementsEqual("keyValuePairs".utf8) { return false }
                if depth == 1, byte == UInt8(ascii: "["), name.elementsEqual("records".utf8) { return true }
                depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return false }
            default: break
            }
        }
        return nil
    }
}
