/// Finds where a text that a person wrote is none.
public enum UTF8Lines {
    /// The first line, from 1, that is not UTF-8 or holds a NUL; `nil` if there is none.
    public static func firstBroken(in bytes: [UInt8]) -> Int? {
        var line = 1
        // No character of UTF-8 but the line feed has its byte in it.
        for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if part.contains(0) || String(validating: part, as: UTF8.self) == nil { return line }
            line += 1
        }
        return nil
    }
}
