import ShedModel

/// The times in a ZIP file (APPNOTE 6.3.3): docx, odt and epub are such files, and say when they were made.
package enum ZipTimes {
    /// The same file with the first time that ZIP can say, 1980-01-01, for all that is in it, so that it is the same whenever it was made.
    /// - Returns: `nil` for what is no plain ZIP file.
    package static func fixed(_ bytes: [UInt8]) -> [UInt8]? {
        guard let entries = try? ZipDirectory.entries(of: bytes) else { return nil }
        var result = bytes
        for entry in entries {
            let own = Int(entry.offset)
            guard ZipEntry.headLength(bytes, at: own) != nil, own + ZipEntry.shortestHead <= entry.head.lowerBound else { return nil }
            set(&result, entry.head.lowerBound + 12)
            set(&result, own + 10)
        }
        return result
    }

    /// Midnight, and the first of January 1980.
    private static func set(_ bytes: inout [UInt8], _ position: Int) { bytes.replaceSubrange(position..<position + 4, with: [0, 0, 0x21, 0]) }
}
