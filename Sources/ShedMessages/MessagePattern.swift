/// The words of a message in one language, with places for values: a part of ICU's MessageFormat.
///
/// - `{name}`: the value
/// - `{name, plural, one {# file} other {# files}}`: by a number, which stands for `#`
/// - `{name, select, folder {a folder} other {a file}}`: by a text or a number
/// - `{name, clause}`: without the full stop at its end; `{name, uncapped}`: and with a small first letter; `{name, capped}`: with a capital one
/// - `<…>`: what is to catch the eye
struct MessagePattern: Hashable, Sendable {
    indirect enum Part: Hashable, Sendable {
        case text(String)
        case value(String, Form)
        case plural(String, [String: [Part]])
        case select(String, [String: [Part]])
        /// The number that a plural is about.
        case number
        case stressed([Part])
    }

    enum Form: String {
        case whole = ""
        case clause
        case uncapped
        case capped
    }

    let parts: [Part]

    /// - Returns: `nil` for a text that is none.
    init?(_ text: String) {
        var reader = Reader(rest: Array(text.utf8)[...])
        guard let parts = reader.parts(until: nil), reader.rest.isEmpty else { return nil }
        self.parts = parts
    }

    /// The names of the values in it.
    var names: Set<String> { MessagePattern.names(in: parts) }

    private static func names(in parts: [Part]) -> Set<String> {
        parts.reduce(into: []) { names, part in
            switch part {
            case .text, .number: break
            case .value(let name, _): names.insert(name)
            case .plural(let name, let branches), .select(let name, let branches):
                names.insert(name)
                for branch in branches.values { names.formUnion(MessagePattern.names(in: branch)) }
            case .stressed(let parts): names.formUnion(MessagePattern.names(in: parts))
            }
        }
    }
}

extension MessagePattern {
    /// Reads a pattern from its beginning.
    private struct Reader {
        var rest: ArraySlice<UInt8>

        /// The parts up to a character that ends them, which is taken too; `nil`: up to the end of all.
        mutating func parts(until end: Character?) -> [Part]? {
            var parts: [Part] = []
            while let byte = rest.first {
                if byte == end?.asciiValue {
                    rest.removeFirst()
                    return parts
                }
                switch byte {
                case UInt8(ascii: "{"):
                    rest.removeFirst()
                    guard let part = placeholder() else { return nil }
                    parts.append(part)
                case UInt8(ascii: "<"):
                    rest.removeFirst()
                    guard let inner = self.parts(until: ">") else { return nil }
                    parts.append(.stressed(inner))
                case UInt8(ascii: "#"):
                    rest.removeFirst()
                    parts.append(.number)
                case UInt8(ascii: "}"), UInt8(ascii: ">"): return nil
                default: parts.append(.text(take { !"{}<>#".utf8.contains($0) }))
                }
            }
            return end == nil ? parts : nil
        }

        /// Behind the opening brace, up to the closing one.
        private mutating func placeholder() -> Part? {
            let name = word()
            guard !name.isEmpty else { return nil }
            if takes("}") { return .value(name, .whole) }
            guard takes(",") else { return nil }
            let sort = word()
            if takes("}") { return Form(rawValue: sort).map { .value(name, $0) } }
            guard takes(","), let branches = branches(), branches["other"] != nil else { return nil }
            switch sort {
            case "plural": return .plural(name, branches)
            case "select": return .select(name, branches)
            default: return nil
            }
        }

        private mutating func branches() -> [String: [Part]]? {
            var branches: [String: [Part]] = [:]
            while !takes("}") {
                let key = word()
                guard !key.isEmpty, takes("{"), let parts = parts(until: "}") else { return nil }
                guard branches.updateValue(parts, forKey: key) == nil else { return nil }
            }
            return branches
        }

        private mutating func takes(_ character: Character) -> Bool {
            _ = take { $0 == UInt8(ascii: " ") }
            guard rest.first == character.asciiValue else { return false }
            rest.removeFirst()
            return true
        }

        private mutating func word() -> String {
            _ = take { $0 == UInt8(ascii: " ") }
            return take { !" ,{}".utf8.contains($0) }
        }

        private mutating func take(while isTaken: (UInt8) -> Bool) -> String {
            let text = rest.prefix(while: isTaken)
            rest = rest[text.endIndex...]
            return String(decoding: text, as: UTF8.self)
        }
    }
}
