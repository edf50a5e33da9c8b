import ShedModel

extension ExchangeInput: XMLSource {
    func fault(_ message: String, line: Int?, remedy: String) -> RecordsError {
        line.map { RecordsError(message, line: $0, remedy: remedy) } ?? fault(message, remedy: remedy)
    }

    func fault(_ problem: XMLTextProblem, line: Int) -> RecordsError {
        switch problem {
        case .tooLong: RecordBuilder.tooLarge(line: line)
        case .unholdable:
            RecordsError("a character that XML cannot hold", line: line, remedy: "Write the text in base64, with encoding=\"base64\".")
        }
    }

    func text(_ bytes: [UInt8], line: Int) throws(RecordsError) -> String { try ExchangeText.text(bytes, line: line) }
}

extension XMLLimits {
    /// An attribute has room for a key in base64.
    static let exchange = XMLLimits(attribute: ExchangeLimits.longestKey * 2, section: ExchangeLimits.largestRecord)
}
