import ShedModel

/// What was recognised in the picture of a page.
public struct RecognisedText: Hashable, Sendable {
    public var text: String
    /// How sure of its words Tesseract is, on average, in percent; `nil` where there are none, or it did not say.
    public var confidence: Int?

    public init(_ text: String, confidence: Int? = nil) {
        self.text = text
        self.confidence = confidence
    }

    /// What can be a confidence.
    static let range = 0...100

    /// The confidence of a page, by Tesseract's table of its words: a line for each, with tabs between the columns, of which
    /// the eleventh is the confidence and the twelfth the word.
    static func confidence(table: [UInt8]) -> Int? {
        var (sum, count) = (0.0, 0)
        for line in table.split(separator: UInt8(ascii: "\n")) {
            let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            guard columns.count == 12, columns[0].elementsEqual([UInt8(ascii: "5")]), columns[11].contains(where: { $0 > 0x20 }),
                let value = Double(String(decoding: columns[10], as: UTF8.self)), value >= 0, value <= 100
            else { continue }
            sum += value
            count += 1
        }
        return count > 0 ? Int(bounded: (sum / Double(count)).rounded()) : nil
    }
}
