import ShedProject
import ShedModel

/// Where a report goes, in pieces: a long one is never in memory as a whole, unless it goes into a file.
package final class ReportSink {
    private static let piece = 64 << 10
    private var buffer: [UInt8] = []
    private let isColoured: Bool
    private let pass: ([UInt8]) throws(ShedError) -> Void

    /// - Parameters:
    ///   - isColoured: whether shed's own colors may be in it.
    ///   - pass: takes the pieces in order.
    package init(isColoured: Bool = false, _ pass: @escaping ([UInt8]) throws(ShedError) -> Void) {
        self.isColoured = isColoured
        self.pass = pass
    }

    /// A line of text, or several: see ``PrintedText``.
    package func line(_ text: String) throws(ShedError) {
        PrintedText.append(text, to: &buffer, keepsColours: isColoured)
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= ReportSink.piece { try finish() }
    }

    /// A line that begins with `::`, as a runner is to read it.
    package func command(_ text: String) throws(ShedError) {
        buffer += "::".utf8
        try line(text)
    }

    /// JSON on one line.
    package func json(_ value: JSONValue) throws(ShedError) {
        PrintedText.append(json: value.compact, to: &buffer)
        if buffer.count >= ReportSink.piece { try finish() }
    }

    package func bytes(_ bytes: [UInt8]) throws(ShedError) {
        buffer += bytes
        if buffer.count >= ReportSink.piece { try finish() }
    }

    /// The members of a JSON array, in the form for people, from its opening bracket to the closing one.
    /// - Parameter indent: in spaces, of the line that the array begins in.
    package func array(_ values: some Sequence<JSONValue>, indent: Int, end: String) throws(ShedError) {
        let space = [UInt8](repeating: UInt8(ascii: " "), count: indent + 2)
        var isEmpty = true
        for value in values {
            try bytes(Array((isEmpty ? "[\n" : ",\n").utf8))
            isEmpty = false
            // Strings hold no line feed, so a line of the text is one of the layout.
            var text: [UInt8] = []
            PrintedText.append(json: value.pretty, to: &text)
            let lines = text.dropLast().split(separator: UInt8(ascii: "\n"))
            try bytes(Array(lines.map { space + $0 }.joined(separator: [UInt8(ascii: "\n")])))
        }
        try line(isEmpty ? "[]\(end)" : "\n\(String(repeating: " ", count: indent))]\(end)")
    }

    /// Passes on what is left.
    package func finish() throws(ShedError) {
        let pending = buffer
        buffer = []
        if !pending.isEmpty { try pass(pending) }
    }
}
