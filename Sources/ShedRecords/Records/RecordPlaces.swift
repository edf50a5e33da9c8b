/// Where the values of a record's file stand, for complaints.
public struct RecordPlaces: Sendable {
    /// A place in a file.
    public struct Place: Hashable, Sendable {
        /// From 1.
        public var line: Int
        /// In bytes from the line's start, from 1.
        public var column: Int
    }

    private var values: [KeyBytes: Place] = [:]

    /// - Parameter bytes: a record's file. Of one that is no record, the places before what is wrong with it.
    public init(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { bytes in
            var reader = RecordReader(bytes)
            var (line, lineStart, seen) = (1, 0, 0)
            do throws(RecordsError) {
                try reader.open()
                while let token = try reader.nextPair() {
                    let key = try reader.text(token.key, of: nil)
                    // Each byte is looked at once, however many pairs there are.
                    for position in seen..<token.value.start where bytes[position] == 0x0a { (line, lineStart) = (line + 1, position + 1) }
                    seen = token.value.start
                    values[KeyBytes(key)] = Place(line: line, column: token.value.start - lineStart + 1)
                }
            } catch {}
        }
    }

    /// Where the value of a key begins, with its quotation mark; `nil` if there is none.
    public func value(of key: String) -> Place? { values[KeyBytes(key)] }
}
