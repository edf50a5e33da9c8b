import ShedProject
import ShedModel

/// Where a report goes, in pieces: a long one is never in memory as a whole, unless it goes into a file.
package final class ReportSink {
    private static let piece = 64 << 10
    private var buffer: [UInt8] = []
    private let pass: ([UInt8]) throws(ShedError) -> Void

    /// - Parameter pass: takes the pieces in order.
    package init(_ pass: @escaping ([UInt8]) throws(ShedError) -> Void) { self.pass = pass }

    package func line(_ text: String) throws(ShedError) {
        buffer += text.utf8
        buffer.append(UInt8(ascii: "\n"))
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
            let lines = value.pretty.dropLast().split(separator: UInt8(ascii: "\n"))
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
