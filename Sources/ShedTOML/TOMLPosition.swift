/// A place in a TOML text.
public struct TOMLPosition: Hashable, Comparable, Sendable {
    /// From 1.
    public let line: Int
    /// Unicode scalars from the line's beginning, from 1.
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of a byte. Takes the time to read what stands before it.
    init(offset: Int, in text: [UInt8]) {
        let first = text.starts(with: TOMLTokens.byteOrderMark) ? TOMLTokens.byteOrderMark.count : 0
        let start = text[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? min(first, offset)
        // Each scalar of UTF-8 has one byte that is not 10xxxxxx.
        self.init(
            line: 1 + text[..<offset].count { $0 == UInt8(ascii: "\n") }, column: 1 + text[start..<offset].count { $0 & 0xc0 != 0x80 })
    }

    public static func < (left: TOMLPosition, right: TOMLPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
