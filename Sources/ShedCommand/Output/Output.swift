import Glibc
import ShedMessages
import ShedProject
import ShedModel

/// What a verb prints: results are gathered and written at once (but a ``JSONStream``), warnings go to stderr as they come.
package final class Output {
    private var buffer: [UInt8] = []
    /// Whether shed's own colors may be printed. All that goes to people goes through ``PrintedText``.
    private let isColoured: Bool
    /// Whether it is a terminal that reads it.
    private let isTerminal: Bool
    /// What a verb that the daemon carries out would have written, to be sent to whoever asked.
    private var sent: (output: [UInt8], errors: [UInt8])?

    /// - Parameters:
    ///   - isColoured: whether text is colored.
    ///   - isTerminal: whether it is a terminal that reads it.
    ///   - isSent: whether everything is kept instead of written.
    package init(isColoured: Bool = false, isTerminal: Bool = false, isSent: Bool = false) {
        self.isColoured = isColoured
        self.isTerminal = isTerminal
        if isSent { sent = ([], []) }
    }

    /// What was kept.
    package var kept: (output: [UInt8], errors: [UInt8]) { sent ?? ([], []) }

    /// A line of text for people, or several.
    package func line(_ text: String = "") {
        PrintedText.append(text, to: &buffer, keepsColours: isColoured)
        buffer.append(UInt8(ascii: "\n"))
    }

    /// JSON, in the form for people.
    package func json(_ value: JSONValue) { PrintedText.append(json: value.pretty, to: &buffer) }

    /// A piece of a JSON text, cut between two values. It is written at once, unless it is to be sent, which is done in one.
    func pass(json bytes: [UInt8]) throws(ShedError) {
        PrintedText.append(json: bytes, to: &buffer)
        if sent == nil { try flush() }
    }

    /// JSON on one line: one event of a stream.
    package func jsonLine(_ value: JSONValue) {
        PrintedText.append(json: value.compact, to: &buffer)
        buffer.append(UInt8(ascii: "\n"))
    }

    /// A path as it is, ended by NUL.
    package func path(_ bytes: [UInt8]) {
        buffer += bytes
        buffer.append(0)
    }

    /// A text of the project, byte for byte for programs; a terminal gets what it can show of it.
    package func document(_ bytes: [UInt8]) {
        guard isTerminal else { return self.bytes(bytes) }
        PrintedText.append(String(decoding: bytes, as: UTF8.self), to: &buffer, keepsColours: false)
    }

    /// Bytes as they are: a document, an export, what went through ``PrintedText`` already.
    package func bytes(_ bytes: [UInt8]) { buffer += bytes }

    /// Writes what was gathered.
    package func flush() throws(ShedError) {
        let pending = buffer
        buffer = []
        if sent != nil {
            // A long one, which comes in one, is not copied.
            if sent?.output.isEmpty == true { sent?.output = pending } else { sent?.output += pending }
            return
        }
        guard Output.write(pending, to: STDOUT_FILENO) else {
            throw ShedError(.environment, .cannotWriteOutput(reason: .system(errno)), remedy: .checkWhereOutputGoes)
        }
    }

    /// A line on stderr.
    package func note(_ text: String) {
        if sent == nil { return Output.note(text, isColoured: isColoured) }
        sent?.errors += Output.line(text, isColoured: isColoured)
    }

    /// Bytes on stdout and stderr at once: what the daemon sent, which it printed as this process would have.
    package static func pass(_ output: [UInt8], errors: [UInt8]) throws(ShedError) {
        var text: [UInt8] = []
        PrintedText.append(String(decoding: errors, as: UTF8.self), to: &text, keepsColours: true)
        _ = write(text, to: STDERR_FILENO)
        guard write(output, to: STDOUT_FILENO) else {
            throw ShedError(.environment, .cannotWriteOutput(reason: .system(errno)), remedy: .checkWhereOutputGoes)
        }
    }

    /// A line on stderr, at once.
    package static func note(_ text: String) { note(text, isColoured: false) }

    private static func note(_ text: String, isColoured: Bool) { _ = write(line(text, isColoured: isColoured), to: STDERR_FILENO) }

    /// A question on stderr, whose answer is typed behind it.
    package static func prompt(_ text: String) { _ = write(Array(line(text, isColoured: false).dropLast()), to: STDERR_FILENO) }

    private static func line(_ text: String, isColoured: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        PrintedText.append(text, to: &bytes, keepsColours: isColoured)
        return bytes + [UInt8(ascii: "\n")]
    }

    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
