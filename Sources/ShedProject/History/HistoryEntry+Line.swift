import ShedMessages
import ShedModel

extension HistoryEntry {
    /// The longest line that is written or read, in bytes.
    static let longestLine = 1 << 16

    /// The longest message, in characters: a path in it may be as long as it likes.
    private static let longestMessage = 2_000

    /// The entry as one line of JSON with a newline at its end; absent values are left out.
    ///
    /// A path that is not UTF-8 is shown escaped, and stands beside it in hexadecimal (`pathHex`, `fromHex`).
    var line: [UInt8] {
        var members = [JSONObject.Member("time", .integer(time)), JSONObject.Member("event", .string(event.rawValue))]
        func add(_ name: String, _ text: String?) {
            if let text { members.append(JSONObject.Member(name, .string(text))) }
        }
        func add(_ name: String, _ path: RelativePath?) {
            guard let path else { return }
            add(name, String(validating: path.bytes, as: UTF8.self) ?? EscapedText.escape(path.bytes))
            if !path.isText { add(name + "Hex", Hexadecimal.string(of: path.bytes)) }
        }
        add("id", id?.description)
        add("kind", kind?.rawValue)
        add("path", path)
        add("from", from)
        add("rule", rule)
        add("message", message.map { String($0.prefix(HistoryEntry.longestMessage)) })
        if let words, message?.count ?? 0 <= HistoryEntry.longestMessage { members.append(JSONObject.Member("words", words.json)) }
        add("by", actor)
        if !counts.isEmpty {
            let sorted = counts.sorted { $0.key < $1.key }
            members.append(JSONObject.Member("counts", .object(JSONObject(sorted.map { .init($0.key, .integer(Int64($0.value))) }))))
        }
        var bytes = JSONValue.object(JSONObject(members)).compact
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Reads a line without its newline. `nil` for anything that is no entry.
    init?(line: [UInt8]) {
        guard line.count < HistoryEntry.longestLine, let json = try? JSONParser.parse(line), let time = json["time"]?.time,
            let event = json["event"]?.string.flatMap(Event.init), let actor = json["by"]?.string
        else { return nil }
        var paths: [String: RelativePath] = [:]
        for name in ["path", "from"] {
            guard let text = json[name]?.string else { continue }
            let hex = json[name + "Hex"]?.string
            guard let bytes = hex.map(Hexadecimal.bytes(of:)) ?? Array(text.utf8), let path = RelativePath(bytes: bytes) else { return nil }
            paths[name] = path
        }
        var counts: [String: Int] = [:]
        for member in json["counts"]?.object?.members ?? [] { counts[member.name] = member.value.integer.flatMap(Int.init(exactly:)) }
        let message = json["message"]?.string
        // An earlier shed wrote so what was given up.
        let isForgotten = event == .deleted && message == Message.missingGivenUp.english
        self.init(
            isForgotten ? .forgotten : event, at: time, by: actor, id: json["id"]?.string.flatMap { NodeID($0) }, kind: json["kind"]?.string.flatMap(NodeType.init),
            path: paths["path"], from: paths["from"], rule: json["rule"]?.string, message: message,
            words: json["words"].flatMap(Message.init), counts: counts)
    }
}
