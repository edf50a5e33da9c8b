import ShedModel

extension XMLTag {
    func allow(_ names: [String]) throws(RecordsError) {
        guard let other = attributes.first(where: { !names.contains($0.name) }) else { return }
        throw RecordsError("the unknown attribute “\(other.name.shown)” of <\(name)>", line: line, remedy: "It may have: \(names.joined(separator: ", ")).")
    }

    /// An attribute's text, of which another attribute may say that it is base64.
    func text(_ name: String, encoding: String) throws(RecordsError) -> String? {
        guard let text = self[name] else { return nil }
        return try decoded(text, encoding: encoding)
    }

    func decoded(_ text: String, encoding: String) throws(RecordsError) -> String {
        switch self[encoding] {
        case nil: return text
        case "base64"?:
            guard let bytes = Base64.decode(text), let decoded = String(validating: bytes, as: UTF8.self) else {
                throw RecordsError("text that is not the base64 of UTF-8", line: line)
            }
            return decoded
        case let other?: throw RecordsError("the unknown encoding “\(other.shown)”", line: line, remedy: "The one that there is is base64.")
        }
    }
}
