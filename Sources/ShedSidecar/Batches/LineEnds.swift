/// Line ends that something on the way has changed, as git does with `core.autocrlf`.
enum LineEnds {
    /// What a file held before each LF was made CR LF; `nil` where that was not done, by its first line.
    ///
    /// A batch that shed wrote holds no CR: JSON has it as `\r`. Whether what is given here is one its checksum says, so nothing is
    /// believed that was not sealed. One pass.
    static func restored(_ bytes: [UInt8]) -> [UInt8]? {
        guard isChanged(bytes) else { return nil }
        var restored: [UInt8] = []
        restored.reserveCapacity(bytes.count)
        for (position, byte) in bytes.enumerated() {
            if byte == 0x0d, position + 1 < bytes.count, bytes[position + 1] == 0x0a { continue }
            restored.append(byte)
        }
        return restored
    }

    /// Whether the first line of a text, or of the beginning of one, ends with CR LF.
    static func isChanged(_ bytes: [UInt8]) -> Bool {
        guard let end = bytes.firstIndex(of: 0x0a), end > 0 else { return false }
        return bytes[end - 1] == 0x0d
    }
}
