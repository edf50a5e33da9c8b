/// What two names have in common that a person would call the same: case and Unicode normalisation taken away.
///
/// Two names whose keys are equal cannot stand in one folder. The key of a name that is not UTF-8 is its bytes
/// with ASCII letters in lower case. Text is folded by lower-, upper- and again lower-casing each scalar by Unicode's full
/// mappings and compared by canonical equivalence (close to Unicode Standard, 3.13, D145; stricter in that the Turkish
/// dotless `ı` counts as `i`).
public enum FoldKey: Hashable, Sendable {
    case text(String)
    case bytes([UInt8])

    public init(_ name: Name) { self.init(name.bytes) }

    public init(_ bytes: some Collection<UInt8>) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            self = .text(String(decoding: bytes.map(FoldKey.lower), as: UTF8.self))
        } else if let text = String(validating: bytes, as: UTF8.self) {
            self = .text(FoldKey.fold(text))
        } else {
            self = .bytes(bytes.map(FoldKey.lower))
        }
    }

    private static func fold(_ text: String) -> String {
        let hasSubscript = text.unicodeScalars.contains { $0.value == 0x345 || (0x1f80...0x1fff).contains($0.value) }
        // In lower case first, since the capital sharp s has no upper case that is “SS”.
        return (hasSubscript ? subscriptsLast(text) : text).lowercased().uppercased().lowercased()
    }

    /// The text with each Greek iota subscript written out, behind the accents that go with it.
    ///
    /// It is the one mark that becomes a letter in upper case. Text where it stands before an accent is canonically
    /// equivalent to text where it stands behind, and must not become another word.
    private static func subscriptsLast(_ text: String) -> String {
        let iota: Unicode.Scalar = "\u{399}"
        var result = String.UnicodeScalarView()
        var waiting = 0
        for scalar in text.unicodeScalars {
            if scalar.properties.canonicalCombiningClass == .notReordered {
                result.add(repeatElement(iota, count: waiting))
                waiting = 0
            }
            let upper = scalar.properties.uppercaseMapping.unicodeScalars
            let isComposed = (0x1f80...0x1fff).contains(scalar.value) && upper.count > 1 && upper.last == iota
            if scalar.value == 0x345 || isComposed {
                result.add(upper.dropLast())
                waiting += 1
            } else {
                result.append(scalar)
            }
        }
        result.add(repeatElement(iota, count: waiting))
        return String(result)
    }

    @inlinable
    static func lower(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    /// A hash that is the same for ASCII names with the same key; `nil` if a byte is not ASCII.
    ///
    /// For a first, quick look over a folder; a name that is not ASCII can have the key of one that is (the Kelvin
    /// sign and `k`), so one `nil` means that keys must be compared.
    @inlinable
    public static func asciiHash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
        var hash = FNV()
        for byte in bytes {
            if byte >= 0x80 { return nil }
            let upper = byte &- UInt8(ascii: "A") < 26
            hash.add(upper ? byte | 0x20 : byte)
        }
        return hash.value
    }
}
