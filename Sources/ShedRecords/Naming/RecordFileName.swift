@_spi(_Unicode) import Swift
import ShedModel
import ShedRules

/// Names for the files of records, such that no rule of `shed check` on names complains of them.
public enum RecordFileName {
    /// What every record's name ends in.
    public static let suffix = ".json"

    /// How much of a title a name takes, in bytes.
    public static let longestStem = 120

    /// The name for a record: its title, or the last eight digits of its ID where the title is absent, has nothing to see
    /// in it, or would make a name that a rule complains of.
    public static func name(title: String?, id: NodeID) -> Name {
        if let title, let name = name(title: title) { return name }
        return Name(String(id.description.suffix(8)) + suffix)
    }

    /// The name that a title gives: in Unicode's normal form C; `/` and what Windows cannot hold as hyphens; white space and
    /// control characters as single blanks; without dots and blanks at either end; cut at a character.
    /// - Returns: `nil` where nothing is left to see.
    public static func name(title: String) -> Name? {
        var scalars = String.UnicodeScalarView()
        // A title may be long, a name takes no more than its start.
        for scalar in normalised(String(title.unicodeScalars.prefix(longestStem * 8))).unicodeScalars {
            if EscapedText.isUnsafe(scalar) || scalar.properties.isWhitespace {
                if scalars.last != " " { scalars.append(" ") }
            } else if scalar == "/" || scalar.isASCII && ReservedCharacter.isReserved(UInt8(scalar.value)) {
                scalars.append("-")
            } else {
                scalars.append(scalar)
            }
        }
        var stem = trimmed(String(scalars))
        while stem.utf8.count > longestStem { stem.removeLast() }
        stem = trimmed(stem)
        guard stem.unicodeScalars.contains(where: isVisible) else { return nil }
        if isBroken(DeviceName.isBroken, stem + suffix) { stem = "_" + stem }
        let name = Name(stem + suffix)
        // A number may complete what a rule looks for: “(conflicted copy” and a blank.
        let isFine = [name, name.numbered(2, keepsSuffix: true)].allSatisfy { NameRules.complaints(about: $0).isEmpty && !isPassing($0) }
        return isFine ? name : nil
    }

    private static func normalised(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text._nfc)
        return String(scalars)
    }

    /// Without dots and blanks at the end, and at the start also without `~`, which begins names of passing files.
    private static func trimmed(_ text: String) -> String {
        var scalars = text.unicodeScalars[...]
        while let first = scalars.first, first == " " || first == "." || first == "~" { scalars.removeFirst() }
        while let last = scalars.last, last == " " || last == "." { scalars.removeLast() }
        return String(scalars)
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator,
            .nonspacingMark, .enclosingMark:
            false
        default: true
        }
    }

    private static func isBroken(_ rule: (UnsafeBufferPointer<UInt8>) -> Bool, _ text: String) -> Bool {
        Array(text.utf8).withUnsafeBufferPointer(rule)
    }

    private static func isPassing(_ name: Name) -> Bool {
        name.bytes.withUnsafeBufferPointer { PassingFiles.contains($0, kind: .file) }
    }
}
