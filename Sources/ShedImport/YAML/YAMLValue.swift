import ShedModel

/// A value of YAML. Every scalar is a text: what it means its reader knows.
public enum YAMLValue: Hashable, Sendable {
    case null
    case text(String)
    case list([YAMLValue])
    /// In the order of the file; each key once.
    case map([YAMLPair])

    public subscript(key: String) -> YAMLValue? {
        guard case .map(let pairs) = self else { return nil }
        return pairs.first { $0.key == key }?.value
    }

    public var text: String? { if case .text(let text) = self { text } else { nil } }
    public var list: [YAMLValue]? { if case .list(let values) = self { values } else { nil } }

    /// The texts of a list, or of one text.
    public var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let values): values.compactMap(\.text)
        case .null, .map: []
        }
    }
}

public struct YAMLPair: Hashable, Sendable {
    public var key: String
    public var value: YAMLValue
}
