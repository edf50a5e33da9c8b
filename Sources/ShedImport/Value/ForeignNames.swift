import ShedModel

/// Names for siblings, made of titles that may hold anything: none is empty, hidden, too long, or another's but for case.
struct ForeignNames {
    /// What is called nothing.
    static let untitled = "Untitled"

    private var free = FreeNames()

    /// A name from a title.
    /// - Parameters:
    ///   - title: of the source. `/`, NUL and other control characters become blanks.
    ///   - suffix: with its full stop; empty for a folder.
    /// - Returns: the name, and whether it says something else than the title.
    mutating func take(_ title: String, suffix: String = "") -> (name: Name, isChanged: Bool) {
        let plain = ForeignNames.plain(title)
        let room = Name.longest - suffix.utf8.count
        let stem = UTF8Cut.prefix(Array(plain.utf8)[...], atMost: room)
        let wanted = Name(bytes: ForeignNames.trimmedBytes(stem) + Array(suffix.utf8))
        let name = free.take(wanted, keepsSuffix: !suffix.isEmpty)
        return (name, name.bytes != Array((title + suffix).utf8))
    }

    /// A name that is one already, of a file of the source; `nil` where it is none that can stand here.
    mutating func take(file name: Name) -> Name? {
        guard name.isPossible else { return nil }
        return free.take(name, keepsSuffix: true)
    }

    /// Whether a sibling has it.
    func isTaken(_ name: Name) -> Bool { free.isTaken(name) }

    private static func plain(_ title: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in title.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate, .privateUse, .unassigned: scalars.append(" ")
            case _ where scalar == "/" || scalar == "\\": scalars.append("-")
            default: scalars.append(scalar)
            }
        }
        let text = ForeignText.trimmed(ForeignText.singleSpaced(String(scalars)))
        // One that begins with a full stop would hide it.
        let shown = text.unicodeScalars.drop { $0 == "." || $0.properties.isWhitespace }
        return shown.isEmpty ? untitled : String(shown)
    }

    private static func trimmedBytes(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var bytes = bytes
        while bytes.last == 0x20 { bytes.removeLast() }
        return Array(bytes)
    }
}

/// Small helps with texts of others.
enum ForeignText {
    /// Without white space at its ends.
    static func trimmed(_ text: String) -> String { String(trimmed(text[...])) }

    static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.unicodeScalars.first, first.properties.isWhitespace { text = Substring(text.unicodeScalars.dropFirst()) }
        while let last = text.unicodeScalars.last, last.properties.isWhitespace { text = Substring(text.unicodeScalars.dropLast()) }
        return text
    }

    /// Without blanks and tabs at its beginning and its end.
    static func trimmedBlanks(_ text: Substring) -> String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
        let rest = text.unicodeScalars.drop(while: isBlank)
        guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(rest[...last])
    }

    /// With one blank wherever there is more white space.
    static func singleSpaced(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                if scalars.last != " " { scalars.append(" ") }
            } else {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// The lines of a text, whatever ends them.
    static func lines(_ text: String) -> [Substring] { text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }

    /// What a comment in Markdown cannot hold is put right.
    static func comment(_ text: String) -> String {
        var inner = trimmed(text).replacing("-->", with: "-- >")
        while inner.hasSuffix("-") { inner += " " }
        return inner.isEmpty ? "" : "<!-- \(inner) -->"
    }
}
