extension JSONValue {
    /// The compact form on one line: no spaces, members in their order, `/` not escaped, text as UTF-8.
    public var compact: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// The form for people: two spaces a level, for the first 32 of them, and a newline at the end.
    public var pretty: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes, indent: 0)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Appends the compact form.
    public func append(to bytes: inout [UInt8]) { append(to: &bytes, indent: nil) }

    /// - Parameter indent: the level of the line that it begins in; `nil` for the compact form.
    func append(to bytes: inout [UInt8], indent: Int?) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        case .number(let value): bytes += (value.isFinite ? "\(value)" : "null").utf8
        case .string(let value): JSONText.append(value.utf8, to: &bytes)
        case .array(let values):
            JSONValue.appendList(values, "[", "]", to: &bytes, indent: indent) { value, bytes, deeper in
                value.append(to: &bytes, indent: deeper)
            }
        case .object(let object):
            JSONValue.appendList(object.members, "{", "}", to: &bytes, indent: indent) { member, bytes, deeper in
                JSONText.append(member.name.utf8, to: &bytes)
                bytes += (deeper == nil ? ":" : ": ").utf8
                member.value.append(to: &bytes, indent: deeper)
            }
        }
    }

    private static func appendList<Item>(
        _ items: [Item], _ open: String, _ close: String, to bytes: inout [UInt8], indent: Int?,
        _ body: (Item, inout [UInt8], Int?) -> Void
    ) {
        bytes += open.utf8
        for (position, item) in items.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            if let indent { newLine(indent + 1, to: &bytes) }
            body(item, &bytes, indent.map { $0 + 1 })
        }
        if let indent, !items.isEmpty { newLine(indent, to: &bytes) }
        bytes += close.utf8
    }

    /// Deeper levels begin where this one does: else text grows with the square of how deep things nest, and folders nest by the hundred.
    private static let deepestIndent = 32

    static func newLine(_ indent: Int, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: min(indent, deepestIndent) * 2))
    }
}
