import ShedModel

extension ControlRequest {
    /// The request as a line, its end included.
    var line: [UInt8] {
        let variables = environment.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        let value: JSONValue = [
            "protocol": .integer(ControlProtocol.number),
            "arguments": .array(arguments.map(ControlBytes.json)),
            "directory": ControlBytes.json(directory),
            "environment": .object(JSONObject(variables.map { JSONObject.Member($0.key, .string($0.value)) })),
            "terminal": .bool(isTerminal),
        ]
        return value.compact + [ControlProtocol.newline]
    }

    /// Reads a line, its end taken off. Members that are not known are skipped; `environment` and `terminal` may be
    /// missing.
    init(line: [UInt8]) throws(ControlRefusal) {
        let value: JSONValue
        do throws(JSONParser.Failure) { value = try JSONParser.parse(line) } catch {
            throw ControlRefusal("the request is no JSON: \(error)")
        }
        guard let object = value.object else { throw ControlRefusal("the request is no JSON object") }
        guard object["protocol"]?.integer == ControlProtocol.number else {
            throw ControlRefusal("“protocol” must be \(ControlProtocol.number), which is what this daemon speaks")
        }
        guard let words = object["arguments"]?.array else { throw ControlRefusal("“arguments” must be an array") }
        arguments = []
        arguments.reserveCapacity(words.count)
        for word in words { arguments.append(try ControlRequest.word(word, "a word of “arguments”")) }
        directory = try ControlRequest.word(object["directory"] ?? .null, "“directory”")
        guard directory.first == UInt8(ascii: "/") else { throw ControlRefusal("“directory” must be an absolute path") }
        environment = try ControlRequest.variables(object["environment"] ?? [:])
        guard let isTerminal = (object["terminal"] ?? false).bool else {
            throw ControlRefusal("“terminal” must be true or false")
        }
        self.isTerminal = isTerminal
    }

    /// What no program could have been given as a word is refused: C's strings end at NUL.
    private static func word(_ json: JSONValue, _ what: String) throws(ControlRefusal) -> [UInt8] {
        guard let bytes = ControlBytes.bytes(json) else {
            throw ControlRefusal("\(what) must be a string or {\"b64\":\"…\"}")
        }
        guard !bytes.contains(0) else { throw ControlRefusal("\(what) holds a NUL byte") }
        return bytes
    }

    private static func variables(_ json: JSONValue) throws(ControlRefusal) -> [String: String] {
        guard let members = json.object?.members else { throw ControlRefusal("“environment” must be an object") }
        var variables: [String: String] = [:]
        for member in members {
            guard let value = member.value.string else { throw ControlRefusal("a value of “environment” is no string") }
            let isName = !member.name.isEmpty && !member.name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "=") }
            guard isName, !value.utf8.contains(0) else {
                throw ControlRefusal("a name or value of “environment” is none that a variable can have")
            }
            variables[member.name] = value
        }
        return variables
    }
}

/// Why a server does not take a request: the text of its `error` line.
struct ControlRefusal: Error, Hashable {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// The line that says so, its end included.
    var line: [UInt8] { JSONValue.object(["error": .string(reason)]).compact + [ControlProtocol.newline] }
}
