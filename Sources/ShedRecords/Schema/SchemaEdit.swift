/// One change of a schema's file.
public enum SchemaEdit: Hashable, Sendable {
    /// What a line of the file says.
    public enum Value: Hashable, Sendable {
        case text(String)
        case flag(Bool)
        case integer(Int)
        case texts([String])
    }

    /// The table that a line is in.
    public enum Place: Hashable, Sendable {
        /// Before all tables: `title`, `follow-title`, `other-keys`, `sort-keys`.
        case collection
        case key(String)
        case template(String)
    }

    /// Writes a line, or removes it where the value is `nil`.
    case set(Place, String, Value?)
    /// Removes a key or a template; without effect on what is not there.
    case remove(Place)

    /// A text as TOML writes it.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// A key as TOML writes it: bare where it can be.
    static func quoted(key: String) -> String {
        let isBare = !key.isEmpty && key.utf8.allSatisfy {
            ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
        }
        return isBare ? key : quoted(key)
    }

    static func written(_ value: Value) -> String {
        switch value {
        case .text(let text): quoted(text)
        case .flag(let flag): flag ? "true" : "false"
        case .integer(let number): "\(number)"
        case .texts(let texts): "[" + texts.map { quoted($0) }.joined(separator: ", ") + "]"
        }
    }

    static func path(_ place: Place) -> [String] {
        switch place {
        case .collection: []
        case .key(let name): ["key", name]
        case .template(let name): ["template", name]
        }
    }
}
