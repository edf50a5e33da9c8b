import ShedModel

extension ControlReply {
    /// The reply as a line, its end included.
    /// - Parameter limit: How many bytes the line may have without its end. Beyond it an `error` line says so.
    func line(limit: Int) -> [UInt8] {
        guard var line = text(within: limit), line.count <= limit else {
            return ControlRefusal("the work is done, but its output is longer than \(limit) bytes").line
        }
        line.append(ControlProtocol.newline)
        return line
    }

    /// The line without its end; `nil` where it is sure to be too long, since no line is shorter than what it holds.
    private func text(within limit: Int) -> [UInt8]? {
        switch self {
        case .done(let output, let errors, let exitCode):
            guard output.count <= limit, errors.count <= limit else { return nil }
            var line = Array("{\"output\":".utf8)
            line.reserveCapacity(output.count + output.count / 8 + errors.count + 64)
            ControlBytes.append(output, to: &line)
            line += ",\"errors\":".utf8
            ControlBytes.append(errors, to: &line)
            line += ",\"exitCode\":\(exitCode)}".utf8
            return line
        case .question(let text): return JSONValue.object(["question": .string(text)]).compact
        case .declined(let reason): return JSONValue.object(["declined": .string(reason)]).compact
        }
    }

    /// Reads a line, its end taken off. Members that are not known are skipped.
    init(line: [UInt8]) throws(ControlReplyFailure) {
        let value: JSONValue
        do throws(JSONParser.Failure) { value = try JSONParser.parse(line) } catch { throw .garbled("\(error)") }
        if let reason = value["error"]?.string { throw .refused(EscapedText.escape(Array(reason.utf8))) }
        if let text = value["question"]?.string {
            self = .question(text)
        } else if let reason = value["declined"]?.string {
            self = .declined(reason)
        } else if let output = value["output"].flatMap(ControlBytes.bytes), let errors = value["errors"].flatMap(ControlBytes.bytes),
            let code = value["exitCode"]?.integer, let exitCode = Int32(exactly: code)
        {
            self = .done(output: output, errors: errors, exitCode: exitCode)
        } else {
            throw .garbled("it is no reply of protocol \(ControlProtocol.number)")
        }
    }
}

/// Why a line is no reply.
enum ControlReplyFailure: Error, Hashable {
    /// The server said so.
    case refused(String)
    /// Nobody can tell what the server said.
    case garbled(String)
}
