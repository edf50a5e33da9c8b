/// Finds where bytes are no text.
public enum UTF8Fault {
    /// The offset of the first byte that is not UTF-8; `nil` if there is none.
    public static func first(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }

    /// The same, and quick where all is UTF-8.
    public static func first(in bytes: [UInt8]) -> Int? {
        String(validating: bytes, as: UTF8.self) == nil ? bytes.withUnsafeBufferPointer { first(in: $0) } : nil
    }

    /// The first line, from 1, that is not UTF-8 or holds a NUL; `nil` if there is none.
    public static func firstLine(in bytes: [UInt8]) -> Int? {
        let faults = [first(in: bytes), bytes.firstIndex(of: 0)].compactMap(\.self)
        return faults.min().map { line(of: $0, in: bytes) }
    }

    /// The line, from 1, of a byte.
    public static func line(of offset: Int, in bytes: [UInt8]) -> Int { 1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") } }
}
