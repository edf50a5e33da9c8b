import ShedCommand
import ShedCheck
import ShedProject

/// Annotations of GitHub Actions: workflow commands on stdout, `::error file=…,line=…,title=…::message`.
enum GitHubReport {
    static func write(_ report: CheckReport, to sink: ReportSink) throws(ShedError) {
        for item in report.parts.lazy.flatMap(\.items) {
            let command = item.finding.severity == .note ? "notice" : item.finding.severity.rawValue
            let properties = "file=\(property(item.shown)),line=\(item.line),col=\(item.column),title=\(property(item.label))"
            try sink.command("\(command) \(properties)::\(data(item.text))")
        }
        for failure in report.failures { try sink.command("error title=\(property("\(CheckReport.Failure.rule)"))::\(data(failure.text))") }
    }

    /// Escapes the text of a command, as the runner unescapes it.
    private static func data(_ text: String) -> String {
        escape(text) { byte in byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") }
    }

    /// Escapes the value of a property: `:` and `,` too.
    private static func property(_ text: String) -> String {
        escape(text) { byte in [UInt8(ascii: "%"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: ":"), UInt8(ascii: ",")].contains(byte) }
    }

    private static func escape(_ text: String, _ isSpecial: (UInt8) -> Bool) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            if isSpecial(byte) {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
