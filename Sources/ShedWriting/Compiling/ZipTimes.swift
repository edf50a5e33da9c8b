/// The times in a ZIP file (APPNOTE 6.3.3): docx, odt and epub are such files, and say when they were made.
package enum ZipTimes {
    /// The same file with the first time that ZIP can say, 1980-01-01, for all that is in it, so that it is the same whenever it was made.
    /// - Returns: `nil` for what is no plain ZIP file.
    package static func fixed(_ bytes: [UInt8]) -> [UInt8]? {
        guard let end = directoryEnd(bytes) else { return nil }
        var result = bytes
        var position = number(bytes, end + 16, 4)
        for _ in 0..<number(bytes, end + 10, 2) {
            guard position >= 0, position + 46 <= end, starts(bytes, position, [0x50, 0x4b, 1, 2]) else { return nil }
            let local = number(bytes, position + 42, 4)
            guard local + 30 <= position, starts(bytes, local, [0x50, 0x4b, 3, 4]) else { return nil }
            set(&result, position + 12)
            set(&result, local + 10)
            position += 46 + number(bytes, position + 28, 2) + number(bytes, position + 30, 2) + number(bytes, position + 32, 2)
        }
        return result
    }

    /// Where the record stands with which a ZIP file ends.
    static func directoryEnd(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 22 else { return nil }
        let first = max(0, bytes.count - 22 - 65_535)
        return (first...(bytes.count - 22)).reversed().first { starts(bytes, $0, [0x50, 0x4b, 5, 6]) }
    }

    static func starts(_ bytes: [UInt8], _ position: Int, _ sign: [UInt8]) -> Bool {
        position >= 0 && position + sign.count <= bytes.count && bytes[position..<position + sign.count].elementsEqual(sign)
    }

    /// A number of two or four bytes, the lowest first.
    static func number(_ bytes: [UInt8], _ position: Int, _ length: Int) -> Int {
        (0..<length).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
    }

    /// Midnight, and the first of January 1980.
    private static func set(_ bytes: inout [UInt8], _ position: Int) { bytes.replaceSubrange(position..<position + 4, with: [0, 0, 0x21, 0]) }
}
