import ShedMessages
import ShedModel

/// A message as the history keeps it: the function that makes it, and its values.
extension Message {
    var json: JSONValue {
        let values = values.map { value -> JSONValue in
            switch value {
            case .text(let text): .string(text)
            case .number(let number): .integer(Int64(number))
            case .message(let message): message.json
            }
        }
        return ["says": .string(signature), "with": .array(values)]
    }

    /// - Returns: `nil` for anything that is none.
    init?(_ json: JSONValue) {
        guard let signature = json["says"]?.string, let list = json["with"]?.array else { return nil }
        let values = list.compactMap { value -> Value? in
            if let text = value.string { return .text(text) }
            if let number = value.integer { return Int(exactly: number).map(Value.number) }
            return Message(value).map(Value.message)
        }
        guard values.count == list.count else { return nil }
        self.init(signature: signature, values: values)
    }

    /// The same made safe to show: the file may have been tampered with. `nil` where there are no words for it, or for what is in it.
    var asShown: Message? {
        guard Catalogue.english.knows(self) else { return nil }
        let values = values.compactMap { value -> Value? in
            switch value {
            case .text(let text): .text(EscapedText.escape(Array(text.utf8)))
            case .number: value
            case .message(let message): message.asShown.map(Value.message)
            }
        }
        return values.count == self.values.count ? Message(signature: signature, values: values) : nil
    }
}
