/// What two names have in common that a person would call the same: case and Unicode normalisation taken away.
///
/// Two names whose keys are equal cannot stand in one folder. The key of a name that is not UTF-8 is its bytes
/// with ASCII letters in lower case. Text is folded by upper- and then lower-casing each scalar by Unicode's full
/// mappings and compared by canonical equivalence (Unicode Standard, 3.13, D145).
public enum FoldKey: Hashable, Sendable {
    case text(String)
    case bytes([UInt8])

    public init(_ name: Name) { self.init(name.bytes) }

    public init(_ bytes: some Collection<UInt8>) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            self = .text(String(decoding: bytes.map(FoldKey.lower), as: UTF8.self))
        } else if let text = String(validating: bytes, as: UTF8.self) {
            self = .text(text.uppercased().lowercased())
        } else {
            self = .bytes(bytes.map(FoldKey.lower))
        }
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
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes {
            if byte >= 0x80 { return nil }
            let upper = byte &- UInt8(ascii: "A") < 26
            hash = (hash ^ UInt64(upper ? byte | 0x20 : byte)) &* 0x0000_0100_0000_01b3
        }
        return hash
    }
}
