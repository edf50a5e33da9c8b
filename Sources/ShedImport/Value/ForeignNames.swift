@_spi(_Unicode) import Swift
import ShedModel
import ShedRules

/// Names for siblings, made of titles that may hold anything: none is empty, hidden, too long, or another's but for case, and no rule of
/// `shed check` on names warns of one.
struct ForeignNames {
    /// What is called nothing.
    static let untitled = "Untitled"

    private var free = FreeNames()
    /// So many bytes stay free behind a name that gets a number.
    private static let roomForNumber = 10
    /// So many bytes of a suffix are kept: a full stop far from the end begins none.
    private static let longestSuffix = 64

    /// A name from a title.
    /// - Parameters:
    ///   - title: of the source. `/` and what Windows cannot hold become hyphens, control characters blanks, and dots and blanks at its
    ///     ends go; what Windows takes for a device gets a low line before it.
    ///   - suffix: with its full stop; empty for a folder.
    /// - Returns: the name, and whether it says something else than the title.
    mutating func take(_ title: String, suffix: String = "") -> (name: Name, isChanged: Bool) {
        let stem = ForeignNames.stem(title)
        let ending = ForeignNames.ending(suffix)
        var wanted = ForeignNames.name(stem, ending, atMost: LongName.longest)
        if free.isTaken(wanted) { wanted = ForeignNames.name(stem, ending, atMost: LongName.longest - ForeignNames.roomForNumber) }
        let name = free.take(wanted, keepsSuffix: !ending.isEmpty)
        // Texts are equal in whichever of Unicode's forms they are: that is nothing that anybody sees.
        return (name, name.text != title + suffix)
    }

    /// A name that is one already, of a file of the source; `nil` where it is none that can stand here.
    mutating func take(file name: Name) -> Name? {
        guard name.isPossible else { return nil }
        return free.take(name, keepsSuffix: true)
    }

    /// Whether a sibling has it.
    func isTaken(_ name: Name) -> Bool { free.isTaken(name) }

    private static func name(_ stem: String, _ ending: String, atMost count: Int) -> Name {
        let cut = UTF8Cut.prefix(Array(stem.utf8)[...], atMost: count - ending.utf8.count)
        let name = Name(bytes: trimmedEnd(cut) + Array(ending.utf8))
        return name.bytes.withUnsafeBufferPointer(DeviceName.isBroken) ? Name(bytes: [UInt8(ascii: "_")] + name.bytes) : name
    }

    private static func stem(_ title: String) -> String {
        // One that begins with a full stop would hide it.
        let shown = plain(title).unicodeScalars.drop { $0 == "." || $0 == " " }
        return shown.isEmpty ? untitled : String(shown)
    }

    private static func ending(_ suffix: String) -> String {
        let cut = trimmedEnd(UTF8Cut.prefix(Array(plain(suffix).utf8)[...], atMost: longestSuffix))
        return String(decoding: cut, as: UTF8.self)
    }

    /// In Unicode's normal form C, with single blanks, and with nothing in it that could not stand in a name everywhere.
    private static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text._nfc {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate, .privateUse, .unassigned: scalars.append(" ")
            case _ where scalar == "/" || scalar.isASCII && ReservedCharacter.isReserved(UInt8(scalar.value)): scalars.append("-")
            default: scalars.append(scalar)
            }
        }
        return ForeignText.trimmed(ForeignText.singleSpaced(String(scalars)))
    }

    /// Without dots and blanks at its end.
    private static func trimmedEnd(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var bytes = bytes
        while let last = bytes.last, last == 0x20 || last == UInt8(ascii: ".") { bytes.removeLast() }
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
