import Glibc
import ShedProject
import ShedModel

/// What a verb prints: results are gathered and written at once, warnings go to stderr as they come.
package final class Output {
    private var buffer: [UInt8] = []
    /// What a verb that the daemon carries out would have written, to be sent to whoever asked.
    private var sent: (output: [UInt8], errors: [UInt8])?

    /// - Parameter isSent: whether everything is kept instead of written.
    package init(isSent: Bool = false) { if isSent { sent = ([], []) } }

    /// What was kept.
    package var kept: (output: [UInt8], errors: [UInt8]) { sent ?? ([], []) }

    /// A line of text for people.
    package func line(_ text: String = "") {
        buffer += text.utf8
        buffer.append(UInt8(ascii: "\n"))
    }

    /// JSON, in the form for people.
    package func json(_ value: JSONValue) { buffer += value.pretty }

    /// JSON on one line: one event of a stream.
    package func jsonLine(_ value: JSONValue) {
        value.append(to: &buffer)
        buffer.append(UInt8(ascii: "\n"))
    }

    /// A path as it is, ended by NUL.
    package func path(_ bytes: [UInt8]) {
        buffer += bytes
        buffer.append(0)
    }

    /// Bytes as they are.
    package func bytes(_ bytes: [UInt8]) { buffer += bytes }

    /// Writes what was gathered.
    package func flush() throws(ShedError) {
        let pending = buffer
        buffer = []
        if sent != nil {
            sent?.output += pending
            return
        }
        guard Output.write(pending, to: STDOUT_FILENO) else {
            throw ShedError(.environment, "cannot write the output: \(String(cString: strerror(errno)))", remedy: "Check where it is sent to.")
        }
    }

    /// A line on stderr.
    package func note(_ text: String) {
        if sent != nil { sent?.errors += Array("\(text)\n".utf8) } else { Output.note(text) }
    }

    /// Bytes on stdout and stderr at once: what the daemon sent.
    package static func pass(_ output: [UInt8], errors: [UInt8]) throws(ShedError) {
        _ = write(errors, to: STDERR_FILENO)
        guard write(output, to: STDOUT_FILENO) else {
            throw ShedError(.environment, "cannot write the output: \(String(cString: strerror(errno)))", remedy: "Check where it is sent to.")
        }
    }

    /// A line on stderr, at once.
    package static func note(_ text: String) { _ = write(Array("\(text)\n".utf8), to: STDERR_FILENO) }

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
