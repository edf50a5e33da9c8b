/// Names of parts in archives of others.
///
/// One that is not marked as UTF-8 is in the code page 437 of DOS (APPNOTE.TXT 6.3.10, 4.4.4 bit 11, and D.1). Many programs write UTF-8 without the
/// mark, so what is valid UTF-8 is taken for that.
enum ArchiveName {
    /// - Parameters:
    ///   - isMarked: whether it stays as it is, whatever that is: it is said to be UTF-8, or whoever made it would say so of all that are.
    ///   - host: the sort of system that it was made on.
    static func read(_ name: [UInt8], isMarked: Bool, host: Int) -> [UInt8] {
        let isText = String(validating: name, as: UTF8.self) != nil
        let text = isMarked || isText ? name : decoded(name)
        // Paths have `/` in them everywhere (4.4.17.1), but for programs of a system where both are the same. In code pages of Asia the byte of a
        // backslash is half of a character.
        guard windows.contains(host), isText, !name.contains(UInt8(ascii: "/")) else { return text }
        return text.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
    }

    /// MS-DOS and all that calls itself so, NTFS, VFAT (4.4.2.2).
    private static let windows = [0, 10, 14]

    private static func decoded(_ name: [UInt8]) -> [UInt8] {
        var text = String.UnicodeScalarView()
        for byte in name { text.append(byte < 0x80 ? Unicode.Scalar(byte) : upper[Int(byte) - 0x80]) }
        return Array(String(text).utf8)
    }

    /// The characters from 0x80 on.
    private static let upper = Array((
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬"
            + "½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒"
            + "╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}"
    ).unicodeScalars)
}
