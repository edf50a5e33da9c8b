/// What sort of value a variable has. The raw value is the word of the sidecar.
public enum VariableType: String, Hashable, Sendable, CaseIterable {
    /// A whole number.
    case integer = "int"
    /// One of the variable's options.
    case list
}

/// The value that a node has of a variable.
public enum VariableValue: Hashable, Sendable, CustomStringConvertible {
    case integer(Int64)
    case option(String)

    /// `nil` for what is neither an integer nor a text that can be an option.
    public init?(_ json: JSONValue) {
        switch json {
        case .integer(let value): self = .integer(value)
        case .string(let text) where LabelName.isPossible(text): self = .option(text)
        default: return nil
        }
    }

    public var json: JSONValue {
        switch self {
        case .integer(let value): .integer(value)
        case .option(let text): .string(text)
        }
    }

    public var description: String {
        switch self {
        case .integer(let value): "\(value)"
        case .option(let text): text
        }
    }
}
