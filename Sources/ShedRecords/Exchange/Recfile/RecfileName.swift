import ShedModel

/// How keys stand as field names in a recfile, which are ASCII letters, digits and underscores after a letter.
///
/// Another character is `_x`, its code point in lower-case hexadecimal, `_`: `Year of print` is `Year_x20_of_x20_print`. So
/// is an underscore that would begin such an escape. A name that cannot begin as the key does begins with `U` and the escape
/// of the key's first character: `2nd` is `U_x32_nd`. The empty key is `U_x_`. An escape of nothing at the end of a name,
/// `_x_`, says that the value is escaped too: see ``RecfileValue``.
enum RecfileName {
    private static let letter = UInt8(ascii: "U")

    /// - Parameter reserved: a name that no key may have: the ID's field.
    static func name(of key: String, isValueEscaped: Bool = false, reserved: String?) -> String {
        if !isValueEscaped, key != reserved, isOrdinary(key) { return key }
        let bytes = Array(key.utf8)
        var name: [UInt8] = []
        for (position, scalar) in zip(offsets(of: key), key.unicodeScalars) {
            if isPlain(scalar), !(scalar == "_" && couldBeginEscape(bytes[position...], isValueEscaped: isValueEscaped)) {
                name.append(UInt8(scalar.value))
            } else {
                append(scalar, to: &name)
            }
        }
        if isValueEscaped { name += "_x_".utf8 }
        guard let first = key.unicodeScalars.first else { return "U_x_" + (isValueEscaped ? "_x_" : "") }
        let isBegun = isLetter(first) && !(name.starts(with: "U_x".utf8)) && !(reserved.map { name.elementsEqual($0.utf8) } ?? false)
        guard !isBegun else { return String(decoding: name, as: UTF8.self) }
        var begun: [UInt8] = [letter]
        append(first, to: &begun)
        // What stands for the first character in the name: itself, or its escape.
        let length = name.starts(with: "_x".utf8) ? escapeLength(name[...]) ?? 1 : 1
        return String(decoding: begun + name.dropFirst(length), as: UTF8.self)
    }

    /// The key that a name stands for, and whether the value is escaped. A name that no key would be written as is a key as
    /// it is.
    static func key(of name: String, reserved: String?) -> (key: String, isValueEscaped: Bool) {
        if isOrdinary(name) { return (name, false) }
        var bytes = Array(name.utf8)[...]
        if bytes.starts(with: "U_x".utf8) { bytes = bytes.dropFirst() }
        var key = String.UnicodeScalarView()
        var isValueEscaped = false
        var isFirst = true
        while let byte = bytes.first {
            guard byte == UInt8(ascii: "_"), let length = escapeLength(bytes) else {
                key.append(Unicode.Scalar(byte))
                bytes = bytes.dropFirst()
                isFirst = false
                continue
            }
            let digits = bytes.dropFirst(2).prefix(length - 3)
            if digits.isEmpty {
                // At the very start it is the empty key.
                if !isFirst || bytes.count > length {
                    isValueEscaped = bytes.count == length
                }
            } else if let value = Hexadecimal.read(digits), let scalar = Unicode.Scalar(UInt32(value)) {
                key.append(scalar)
            }
            bytes = bytes.dropFirst(length)
            isFirst = false
        }
        let text = String(key)
        let again = RecfileName.name(of: text, isValueEscaped: isValueEscaped, reserved: reserved)
        return again.hasSameBytes(as: name) ? (text, isValueEscaped) : (name, false)
    }

    /// Whether a name has nothing in it that is, or needs, an escape: quick for most.
    private static func isOrdinary(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, isLetter(first) else { return false }
        var previous: UInt8 = 0
        return name.utf8.allSatisfy { byte in
            defer { previous = byte }
            return isPlain(Unicode.Scalar(byte)) && !(previous == UInt8(ascii: "_") && byte == UInt8(ascii: "x"))
        }
    }

    private static func offsets(of key: String) -> [Int] {
        var offset = 0
        return key.unicodeScalars.map { scalar in
            defer { offset += UTF8.width(scalar) }
            return offset
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to name: inout [UInt8]) {
        name += "_x\(String(scalar.value, radix: 16))_".utf8
    }

    static func isLetter(_ scalar: Unicode.Scalar) -> Bool { ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool { isLetter(scalar) || ("0"..."9").contains(scalar) || scalar == "_" }

    /// Whether an underscore of a key would read as the start of an escape, with what is written behind it.
    private static func couldBeginEscape(_ bytes: ArraySlice<UInt8>, isValueEscaped: Bool) -> Bool {
        guard bytes.starts(with: "_x".utf8) else { return false }
        guard let next = bytes.dropFirst(2).first(where: { Hexadecimal.value(of: $0) == nil }) else { return isValueEscaped }
        return next == UInt8(ascii: "_") || !isPlain(Unicode.Scalar(next))
    }

    /// How many bytes an escape at the start has: `_x`, six digits at most, `_`.
    private static func escapeLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.starts(with: "_x".utf8) else { return nil }
        let digits = bytes.dropFirst(2).prefix { Hexadecimal.value(of: $0) != nil }
        guard digits.count <= 6, bytes.dropFirst(2 + digits.count).first == UInt8(ascii: "_") else { return nil }
        return digits.count + 3
    }
}
