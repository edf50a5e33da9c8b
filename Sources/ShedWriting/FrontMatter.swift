/// What marks the front matter of a text: a first line `---`, and a later one `---` or `...`, each with nothing but blanks behind it.
enum FrontMatter {
    /// Whether a line begins front matter.
    /// - Parameter line: without its line feed.
    static func begins(_ line: ArraySlice<UInt8>) -> Bool { isMark(line, UInt8(ascii: "-")) }

    /// Whether a line ends front matter.
    /// - Parameter line: without its line feed.
    static func ends(_ line: ArraySlice<UInt8>) -> Bool { isMark(line, UInt8(ascii: "-")) || isMark(line, UInt8(ascii: ".")) }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }

    private static func isMark(_ line: ArraySlice<UInt8>, _ sign: UInt8) -> Bool {
        guard line.first == sign, line.count >= 3 else { return false }
        return line.prefix(3).allSatisfy { $0 == sign } && line.dropFirst(3).allSatisfy(isBlank)
    }
}
