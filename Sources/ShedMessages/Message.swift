import ShedModel

/// Something to be said to a person, without the words: they are in a ``Catalogue``, one for each language.
///
/// Messages are made by the functions in `Messages`, one for each; their name and the labels of their values are the key and the
/// placeholders of the catalogue. Nothing is decided by what a message says.
public struct Message: Hashable, Sendable, CustomStringConvertible {
    /// What is put into the words. In a message, texts steer nothing, whoever made them.
    public enum Value: Hashable, Sendable {
        case text(String)
        case number(Int)
        case message(Message)
    }

    /// The function that made it, as Swift writes it: `key(label:label:)`; empty for words that are in no catalogue.
    package let signature: String
    /// One for each label.
    package let values: [Value]

    /// - Parameter signature: of the function that calls it.
    init(_ values: any MessageValue..., signature: String = #function) {
        self.init(signature: signature, values: values.map(\.messageValue))
    }

    /// What was written down.
    package init(signature: String, values: [Value]) {
        self.signature = signature
        // One door for all texts: what those who made a message forgot to escape is escaped here.
        self.values = values.map { if case .text(let text) = $0 { .text(PrintedText.words(text)) } else { $0 } }
    }

    /// Words that are in no catalogue, which are the same in all languages.
    public static func verbatim(_ text: String) -> Message { Message(signature: "", values: [.text(text)]) }

    /// No words at all.
    public static let nothing = verbatim("")

    public var isEmpty: Bool { self == .nothing }

    /// Whether its words are in no catalogue.
    public var isVerbatim: Bool { signature.isEmpty }

    /// In English, as JSON and the history have it.
    public var english: String { Catalogue.english.text(self) }

    public var description: String { english }
}

extension Message {
    /// Its key in the catalogue.
    var key: Substring { signature.prefix { $0 != "(" } }

    /// The names of its values.
    var labels: [Substring] { signature.dropFirst(key.count + 1).split(separator: ":").filter { $0 != ")" } }

    /// The value of a placeholder.
    subscript(_ label: String) -> Value? {
        guard let position = labels.firstIndex(where: { $0 == label }), values.indices.contains(position) else { return nil }
        return values[position]
    }
}

/// What can be put into a message.
protocol MessageValue {
    var messageValue: Message.Value { get }
}

extension String: MessageValue {
    var messageValue: Message.Value { .text(self) }
}

extension ForeignText: MessageValue {
    var messageValue: Message.Value { .text(escaped) }
}

extension Int: MessageValue {
    var messageValue: Message.Value { .number(self) }
}

extension Bool: MessageValue {
    var messageValue: Message.Value { .text(self ? "true" : "false") }
}

extension Message: MessageValue {
    var messageValue: Message.Value { .message(self) }
}
