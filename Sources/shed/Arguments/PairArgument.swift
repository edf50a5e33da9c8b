import ArgumentParser
import ShedEngine
import ShedModel
import ShedRecords

/// `key=value` words of the command line.
enum PairArgument {
    /// The pairs that words give. The first “=” ends the key; a value may be empty.
    static func pairs(_ words: [String], _ session: Session) throws(ShedError) -> [Pair] {
        var pairs: [Pair] = []
        for word in words {
            let text = try session.text(word, of: "KEY=VALUE")
            guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")), sign > text.startIndex else {
                throw ShedError(.usage, "“\(EscapedText.escape(Array(text.utf8)))” is no KEY=VALUE", remedy: "Write for example Year=1944; quote what has spaces: 'Title=A Book'.")
            }
            pairs.append(Pair(String(text[..<sign]), String(text[text.utf8.index(after: sign)...])))
        }
        return pairs
    }
}

/// Records given as JSON: an object of texts, or an array of such. One with `id` and `keyValuePairs` brings its ID.
enum RecordJSON {
    /// In bytes: what a person or a script hands over at once; more is for `import`.
    static let largest = 64 << 20

    static func records(_ bytes: [UInt8]) throws(ShedError) -> [IdentifiedRecord] {
        let value: JSONValue
        do throws(JSONParser.Failure) { value = try JSONParser.parse(bytes) } catch {
            throw ShedError(.usage, "the JSON cannot be read: \(error)", remedy: "Give an object of texts, {\"Title\": \"…\"}, or an array of such.")
        }
        var records: [IdentifiedRecord] = []
        for item in value.array ?? [value] { records.append(try record(item)) }
        return records
    }

    private static func record(_ value: JSONValue) throws(ShedError) -> IdentifiedRecord {
        guard let object = value.object else { throw wrong("is no object") }
        if let inner = object["keyValuePairs"]?.object {
            let id = object["id"]?.string.flatMap { NodeID($0) }
            if object["id"]?.string != nil, id == nil { throw wrong("has an ID that is no UUID") }
            return IdentifiedRecord(id: id, record: try pairs(inner))
        }
        return IdentifiedRecord(id: nil, record: try pairs(object))
    }

    private static func pairs(_ object: JSONObject) throws(ShedError) -> Record {
        var pairs: [Pair] = []
        for member in object.members {
            guard let text = member.value.string else {
                throw wrong("has a value of “\(EscapedText.escape(Array(member.name.utf8)))” that is no text")
            }
            pairs.append(Pair(member.name, text))
        }
        return Record(pairs)
    }

    private static func wrong(_ what: String) -> ShedError {
        ShedError(.usage, "a record of the JSON \(what)", remedy: "A record is an object of texts: quote every value.")
    }
}
