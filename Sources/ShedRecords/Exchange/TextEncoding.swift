/// How the characters of an import stand in its bytes.
public enum TextEncoding: String, CaseIterable, Sendable {
    case utf8 = "utf-8"
    /// By its byte order mark; without one the lesser byte first, as Windows writes it.
    case utf16 = "utf-16"
    case utf16LE = "utf-16le"
    case utf16BE = "utf-16be"
    /// What Windows wrote in western Europe before UTF-8; ISO 8859-1 and ASCII are parts of it.
    case windows1252 = "windows-1252"

    /// The encoding that a byte order mark says.
    init?(mark bytes: some Collection<UInt8>) {
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
            self = .utf8
        } else if bytes.starts(with: [0xff, 0xfe]) {
            self = .utf16LE
        } else if bytes.starts(with: [0xfe, 0xff]) {
            self = .utf16BE
        } else {
            return nil
        }
    }

    /// Whether a mark may stand before text of this encoding, as a person named it.
    func allows(mark: TextEncoding) -> Bool { self == mark || self == .utf16 && mark != .utf8 }

    /// The characters from 0x80 to 0x9f; 0 where there is none (encoding.spec.whatwg.org keeps controls there).
    static let windows: [UInt32] = [
        0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0,
        0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
    ]
}
