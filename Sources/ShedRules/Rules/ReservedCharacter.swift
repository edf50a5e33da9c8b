import ShedModel

/// A name should hold none of `< > : " | ? * \\`, which Windows, Android and USB sticks cannot hold.
///
/// A copy or a sync of the project to such a system leaves the file out or renames it, and git cannot check it out
/// there. macOS shows a colon as a slash.
/// Sources: Microsoft, “Naming Files, Paths, and Namespaces”; Android, `FileUtils.isValidFatFilenameChar`.
///
/// To cure it: `shed mv Draft/12:30.txt Draft/12.30.txt`. `–` can stand for a colon, `’` for quotation marks; a
/// question mark has a wide twin that every system holds: `shed mv 'Draft/Who?.txt' 'Draft/Who？.txt'`.
public enum ReservedCharacter: Rule {
    public static let info = RuleInfo(
        "reserved-character", "PRT001", .warning,
        summary: "A name should hold none of < > : \" | ? * \\, which Windows, Android and USB sticks cannot hold.",
        cure: "Rename it without the character.")

    /// Whether a byte is one of the eight.
    public static func isReserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "|"), UInt8(ascii: "?"),
            UInt8(ascii: "*"), UInt8(ascii: "\\"):
            true
        default: false
        }
    }

    /// The message for a name; `nil` where it holds none.
    public static func complaint(about name: Name) -> String? {
        var held: [UInt8] = []
        for byte in name.bytes where isReserved(byte) && !held.contains(byte) { held.append(byte) }
        guard !held.isEmpty else { return nil }
        let list = held.map { "“\(Unicode.Scalar($0))”" }.joined(separator: " ")
        let macOS = held.contains(UInt8(ascii: ":")) ? "; macOS shows a colon as a slash" : ""
        return "The name holds \(list), which Windows, Android and FAT cannot hold\(macOS)."
    }
}
