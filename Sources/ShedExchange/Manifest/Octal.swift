/// Permissions as chmod(1) has them.
enum Octal {
    /// Three digits.
    static func text(_ mode: UInt32) -> String {
        let digits = String(mode & 0o777, radix: 8)
        return String(repeating: "0", count: 3 - digits.count) + digits
    }

    /// What three digits say; `nil` for anything else.
    static func permissions(_ text: String) -> UInt32? {
        guard text.utf8.count == 3, text.utf8.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
        return UInt32(text, radix: 8)
    }
}
