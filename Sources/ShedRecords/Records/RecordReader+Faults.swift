import ShedModel

extension RecordReader {
    /// A complaint about what stands at an offset. Where nothing but NUL stands from there on, a program has reserved space for the
    /// rest, and the text ends too early.
    func fault(_ offset: Int, _ message: String, _ remedy: String) -> RecordsError {
        var column = 1
        while offset - column >= 0, bytes[offset - column] != 0x0a { column += 1 }
        var error = RecordsError(message, line: line(at: offset), column: column, remedy: remedy)
        error.isEarlyEnd = offset < bytes.count && bytes[offset...].allSatisfy { $0 == 0 }
        return error
    }

    /// The line of an offset, from 1.
    func line(at offset: Int) -> Int { bytes[..<min(offset, bytes.count)].reduce(1) { $0 + ($1 == 0x0a ? 1 : 0) } }

    /// A key in quotation marks, safe to show and not too long.
    static func shown(_ key: String) -> String {
        let text = EscapedText.escape(Array(key.utf8))
        return text.count <= 60 ? "“\(text)”" : "“\(text.prefix(60))…”"
    }

    /// A key of the file, which may be no text at all.
    func shown(_ key: RecordToken.Text) -> String {
        if let text = try? text(key, of: nil) { return RecordReader.shown(text) }
        return "“\(EscapedText.escape(bytes[key.start + 1..<min(key.end - 1, key.start + 61)]))”"
    }

    /// Which string a complaint is about.
    func place(_ key: RecordToken.Text?) -> String { key.map { " in the value of \(shown($0))" } ?? " in a key" }

    /// The complaint that the text ends, with the key whose pair was begun.
    func early(_ key: RecordToken.Text?) -> RecordsError {
        var fault = fault(bytes.count, "the text ends too early" + (key.map { ", in the pair of \(shown($0))" } ?? ""), "Close it with }.")
        fault.isEarlyEnd = true
        return fault
    }

    /// The complaint that there is nothing.
    var empty: RecordsError {
        var fault = fault(0, "the file is empty", "Write {} for a record without pairs.")
        fault.isEarlyEnd = true
        return fault
    }

    /// The complaint about a control character at the position.
    func control(_ byte: UInt8, _ key: RecordToken.Text?) -> RecordsError {
        switch byte {
        case 0: fault(position, "a NUL byte stands\(place(key))", "Remove it, or write it as \\u0000.")
        case 0x0a, 0x0d: fault(position, "a line break stands\(place(key))", "Write it as \\n, or close the quotation marks.")
        case 0x09: fault(position, "a tab stands\(place(key))", "Write it as \\t.")
        default:
            fault(
                position, "a control character, \(EscapedText.escape([byte])), stands\(place(key))",
                "Remove it, or write it as \\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16)).")
        }
    }

    /// The complaint that a value is no text.
    func noText(_ byte: UInt8, _ key: RecordToken.Text) -> RecordsError {
        guard let sort = RecordReader.sort(of: byte) else {
            let hint = RecordReader.hint(byte, "Write the value in double quotes.")
            return fault(position, "the value of \(shown(key)) is missing or not in double quotes", hint)
        }
        let remedy =
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): "Records are flat: write one text, in double quotes."
            default: "Put it in quotes: \"\(RecordReader.word(bytes[position...]))\"."
            }
        return fault(position, "the value of \(shown(key)) is \(sort), not a text", remedy)
    }

    /// What begins with a byte; `nil` if no JSON does.
    static func sort(of byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "{"): "an object"
        case UInt8(ascii: "["): "an array"
        case UInt8(ascii: "\""): "a text"
        case UInt8(ascii: "t"), UInt8(ascii: "f"): "a boolean"
        case UInt8(ascii: "n"): "null"
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): "a number"
        default: nil
        }
    }

    private static func word(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        EscapedText.escape(
            bytes.prefix(40).prefix { $0 > 0x20 && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: "\"") })
    }

    /// What to do about a byte that begins no string.
    static func hint(_ byte: UInt8, _ remedy: String) -> String {
        switch byte {
        case UInt8(ascii: "'"): "Use double quotes: ' is no quotation mark in JSON."
        case UInt8(ascii: "/"), UInt8(ascii: "#"): "Remove the comment: JSON has none."
        case UInt8(ascii: ","): "Remove the comma."
        default: remedy
        }
    }

    /// The complaint about bytes that are no UTF-8, at the first of them.
    func notUTF8(_ inside: UnsafeBufferPointer<UInt8>, _ start: Int, _ key: RecordToken.Text?) -> RecordsError {
        let offset = UTF8Fault.first(in: inside) ?? 0
        let byte = inside.isEmpty ? "" : " (0x\(Hexadecimal.string(of: [inside[offset]])))"
        // No look at the key's text: it may be the one that is broken.
        return fault(start + offset, "a byte that is not UTF-8\(byte) stands\(place(key))", "Save the file as UTF-8.")
    }
}
