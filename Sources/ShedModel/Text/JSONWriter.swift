/// Writes a JSON text in the form for people value by value: the bytes are those of ``JSONValue/pretty``, and the text is never in
/// memory as a whole, where whoever has it written takes the bytes now and then.
public struct JSONWriter {
    /// What was written and not taken yet. Values are written whole, and so is each stretch between two of them.
    public private(set) var bytes: [UInt8] = []
    /// The arrays and objects that are not ended yet, the outermost first.
    private var open: [(end: UInt8, isEmpty: Bool)] = []
    /// Whether the name of a member was written, whose value comes next.
    private var isNamed = false

    public init() {}

    /// Takes what was written, which is then the taker's.
    public mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Begins an array, whose values follow up to its ``end()``.
    public mutating func beginArray() { begin("[", "]") }

    /// Begins an object, whose members follow up to its ``end()``.
    public mutating func beginObject() { begin("{", "}") }

    /// The name of a member, whose value, array or object comes next.
    public mutating func name(_ name: String) {
        separate()
        JSONText.append(name.utf8, to: &bytes)
        bytes += ": ".utf8
        isNamed = true
    }

    public mutating func value(_ value: JSONValue) {
        separate()
        value.append(to: &bytes, indent: open.count)
        endText()
    }

    public mutating func member(_ member: JSONObject.Member) {
        name(member.name)
        value(member.value)
    }

    /// Ends the array or object that was begun last.
    public mutating func end() {
        guard let (end, isEmpty) = open.popLast() else { return }
        if !isEmpty { JSONValue.newLine(open.count, to: &bytes) }
        bytes.append(end)
        endText()
    }

    private mutating func begin(_ start: Unicode.Scalar, _ end: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: start))
        open.append((UInt8(ascii: end), true))
    }

    /// What stands between a value and the one before it.
    private mutating func separate() {
        if isNamed {
            isNamed = false
            return
        }
        guard !open.isEmpty else { return }
        if !open[open.count - 1].isEmpty { bytes.append(UInt8(ascii: ",")) }
        open[open.count - 1].isEmpty = false
        JSONValue.newLine(open.count, to: &bytes)
    }

    private mutating func endText() { if open.isEmpty { bytes.append(UInt8(ascii: "\n")) } }
}
