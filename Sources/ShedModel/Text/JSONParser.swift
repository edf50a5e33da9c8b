/// A strict reader of JSON (RFC 8259) for input that may be hostile: depth is bounded, a doubled member name is an
/// error, text must be UTF-8 and surrogates paired. Time and memory grow with the input's length only; a short value takes many times
/// the bytes that it was written with, so who reads much of unknown origin bounds how many there are.
public struct JSONParser {
    /// What is wrong, and at which byte.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        public var reason: String
        /// Bytes from the start of the input.
        public var offset: Int

        public var description: String { "\(reason) at byte \(offset)" }
    }

    /// How deep arrays and objects may nest.
    public static let deepest = 64

    private let input: UnsafeBufferPointer<UInt8>
    private let most: Int
    private var position = 0
    private var count = 0

    private init(_ input: UnsafeBufferPointer<UInt8>, most: Int) { (self.input, self.most) = (input, most) }

    /// Reads one value that fills the whole input, white space aside.
    /// - Parameter most: so many values it may hold, itself and those of arrays and objects.
    public static func parse(_ input: UnsafeBufferPointer<UInt8>, most: Int = .max) throws(Failure) -> JSONValue {
        var parser = JSONParser(input, most: most)
        parser.skipSpace()
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.position == input.count else { throw parser.failure("something follows the value") }
        return value
    }

    /// Reads one value that fills the whole input, white space aside.
    /// - Parameter most: so many values it may hold, itself and those of arrays and objects.
    public static func parse(_ input: [UInt8], most: Int = .max) throws(Failure) -> JSONValue {
        let result: Result<JSONValue, Failure> = input.withUnsafeBufferPointer { buffer in
            do throws(Failure) { return .success(try parse(buffer, most: most)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private func failure(_ reason: String) -> Failure { Failure(reason: reason, offset: position) }

    private var next: UInt8? { position < input.count ? input[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { position += 1 }
    }

    private mutating func value(depth: Int) throws(Failure) -> JSONValue {
        guard depth <= JSONParser.deepest else { throw failure("nested deeper than \(JSONParser.deepest) levels") }
        count += 1
        guard count <= most else { throw failure("more than \(most) values") }
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw failure("the text ends too early")
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue {
        for offset in 0..<word.utf8CodeUnitCount {
            guard next == word.utf8Start[offset] else { throw failure("expected a value") }
            position += 1
        }
        return value
    }

    private mutating func array(depth: Int) throws(Failure) -> JSONValue {
        position += 1
        var values: [JSONValue] = []
        skipSpace()
        if next == UInt8(ascii: "]") {
            position += 1
            return .array([])
        }
        while true {
            skipSpace()
            values.append(try value(depth: depth + 1))
            skipSpace()
            guard try more(until: UInt8(ascii: "]")) else { return .array(values) }
        }
    }

    private mutating func object(depth: Int) throws(Failure) -> JSONValue {
        position += 1
        var members: [JSONObject.Member] = []
        // As bytes: `String` takes two spellings of one character for the same.
        var seen: Set<[UInt8]> = []
        skipSpace()
        if next == UInt8(ascii: "}") {
            position += 1
            return .object(JSONObject())
        }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw failure("expected a member's name") }
            let name = try string()
            if members.count < 8 ? members.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) : seen.contains(Array(name.utf8)) {
                throw failure("the member “\(EscapedText.escape(Array(name.utf8)))” occurs twice")
            }
            skipSpace()
            guard next == UInt8(ascii: ":") else { throw failure("expected “:”") }
            position += 1
            skipSpace()
            members.append(JSONObject.Member(name, try value(depth: depth + 1)))
            if members.count == 8 { seen = Set(members.map { Array($0.name.utf8) }) } else if members.count > 8 { seen.insert(Array(name.utf8)) }
            skipSpace()
            guard try more(until: UInt8(ascii: "}")) else { return .object(JSONObject(members)) }
        }
    }

    private mutating func more(until end: UInt8) throws(Failure) -> Bool {
        switch next {
        case UInt8(ascii: ","):
            position += 1
            return true
        case end:
            position += 1
            return false
        default: throw failure("expected “,” or “\(Character(Unicode.Scalar(end)))”")
        }
    }

    private mutating func string() throws(Failure) -> String {
        position += 1
        let start = position
        var isASCII = true
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
            if byte >= 0x80 { isASCII = false }
            position += 1
        }
        if next == UInt8(ascii: "\"") {
            let bytes = UnsafeBufferPointer(rebasing: input[start..<position])
            // What needs no validation is much quicker without.
            let text = isASCII ? String(decoding: bytes, as: UTF8.self) : try text(of: bytes)
            position += 1
            return text
        }
        var bytes = Array(input[start..<position])
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return try bytes.withUnsafeBufferPointerTyped { (text) throws(Failure) in try self.text(of: text) }
            case UInt8(ascii: "\\"): try escape(into: &bytes)
            case 0..<0x20:
                position -= 1
                throw failure("a control character must be escaped")
            default: bytes.append(byte)
            }
        }
        throw failure("a string has no end")
    }

    private func text(of bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw failure("text that is not UTF-8") }
        return text
    }

    private mutating func escape(into bytes: inout [UInt8]) throws(Failure) {
        guard let byte = next else { throw failure("a string has no end") }
        position += 1
        if let character = JSONText.character(of: byte) { return bytes.append(character) }
        guard byte == UInt8(ascii: "u") else { throw failure("an unknown escape") }
        let unit = try codeUnit()
        var trail: UInt32?
        if JSONText.isLead(unit) {
            guard next == UInt8(ascii: "\\"), position + 1 < input.count, input[position + 1] == UInt8(ascii: "u")
            else { throw failure("a lone surrogate") }
            position += 2
            trail = try codeUnit()
        }
        guard let scalar = JSONText.scalar(unit, trail) else { throw failure("a lone surrogate") }
        bytes += Array(String(Character(scalar)).utf8)
    }

    private mutating func codeUnit() throws(Failure) -> UInt32 {
        guard position + 4 <= input.count, let value = Hexadecimal.read(input[position..<position + 4]) else {
            throw failure("“\\u” needs four hexadecimal digits")
        }
        position += 4
        return UInt32(value)
    }

    private mutating func number() throws(Failure) -> JSONValue {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        guard let first = next, first.isDigit else { throw failure("expected a value") }
        position += 1
        if first != UInt8(ascii: "0") { skipDigits() }
        var isInteger = true
        if next == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            try oneDigitOrMore()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isInteger = false
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try oneDigitOrMore()
        }
        if isInteger, position - start <= 18 {
            let isNegative = input[start] == UInt8(ascii: "-")
            let digits = input[(isNegative ? start + 1 : start)..<position]
            let value = digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
            return .integer(isNegative ? -value : value)
        }
        let text = String(decoding: input[start..<position], as: UTF8.self)
        if isInteger, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else { throw failure("a number out of range") }
        return .number(value)
    }

    private mutating func oneDigitOrMore() throws(Failure) {
        guard let byte = next, byte.isDigit else { throw failure("expected a digit") }
        skipDigits()
    }

    private mutating func skipDigits() { while let byte = next, byte.isDigit { position += 1 } }

}

extension Array where Element == UInt8 {
    /// `withUnsafeBufferPointer` that keeps the type of the error.
    fileprivate func withUnsafeBufferPointerTyped<Value>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(JSONParser.Failure) -> Value
    ) throws(JSONParser.Failure) -> Value {
        let result: Result<Value, JSONParser.Failure> = withUnsafeBufferPointer { buffer in
            do throws(JSONParser.Failure) { return .success(try body(buffer)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
