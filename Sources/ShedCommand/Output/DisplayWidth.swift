/// How many columns of a terminal a text takes, as wcwidth(3) has it, whatever the locale.
package enum DisplayWidth {
    package static func of(_ text: String) -> Int {
        // Of most texts each byte is a column.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + columns($1) }
    }

    /// A text with so many spaces behind it that it takes a number of columns, or more where it is wider.
    package static func padded(_ text: String, to width: Int) -> String { text + String(repeating: " ", count: max(0, width - of(text))) }

    /// As much of a text from its beginning as takes a number of columns at most.
    package static func prefix(_ text: String, columns most: Int) -> String {
        var width = 0
        var result = ""
        for character in text {
            width += of(String(character))
            guard width <= most else { break }
            result.append(character)
        }
        return result
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return 1 }
        // What goes into the syllable before it.
        if (0x1160...0x11ff).contains(value) { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide(value) ? 2 : 1
        }
    }

    /// The blocks of wide and fullwidth characters (Unicode's East Asian Width W and F), with the pictures among them.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x231a...0x231b, 0x2329...0x232a, 0x23e9...0x23ec, 0x23f0...0x23f0, 0x23f3...0x23f3, 0x25fd...0x25fe, 0x2614...0x2615,
        0x2648...0x2653, 0x267f...0x267f, 0x2693...0x2693, 0x26a1...0x26a1, 0x26aa...0x26ab, 0x26bd...0x26be, 0x26c4...0x26c5, 0x26ce...0x26ce,
        0x26d4...0x26d4, 0x26ea...0x26ea, 0x26f2...0x26f3, 0x26f5...0x26f5, 0x26fa...0x26fa, 0x26fd...0x26fd, 0x2705...0x2705, 0x270a...0x270b,
        0x2728...0x2728, 0x274c...0x274c, 0x274e...0x274e, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797, 0x27b0...0x27b0, 0x27bf...0x27bf,
        0x2b1b...0x2b1c, 0x2b50...0x2b50, 0x2b55...0x2b55, 0x2e80...0x303e, 0x3041...0x3247, 0x3250...0x4dbf, 0x4e00...0xa4cf, 0xa960...0xa97c,
        0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19, 0xfe30...0xfe6b, 0xff01...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18cff, 0x1aff0...0x1b2fb,
        0x1f004...0x1f004, 0x1f0cf...0x1f0cf, 0x1f18e...0x1f18e, 0x1f191...0x1f19a, 0x1f200...0x1f265, 0x1f300...0x1f320, 0x1f32d...0x1f335,
        0x1f337...0x1f37c, 0x1f37e...0x1f393, 0x1f3a0...0x1f3ca, 0x1f3cf...0x1f3d3, 0x1f3e0...0x1f3f0, 0x1f3f4...0x1f3f4, 0x1f3f8...0x1f43e,
        0x1f440...0x1f440, 0x1f442...0x1f4fc, 0x1f4ff...0x1f53d, 0x1f54b...0x1f54e, 0x1f550...0x1f567, 0x1f57a...0x1f57a, 0x1f595...0x1f596,
        0x1f5a4...0x1f5a4, 0x1f5fb...0x1f64f, 0x1f680...0x1f6c5, 0x1f6cc...0x1f6cc, 0x1f6d0...0x1f6d2, 0x1f6d5...0x1f6d7, 0x1f6dc...0x1f6df,
        0x1f6eb...0x1f6ec, 0x1f6f4...0x1f6fc, 0x1f7e0...0x1f7eb, 0x1f90c...0x1f93a, 0x1f93c...0x1f945, 0x1f947...0x1f9ff, 0x1fa70...0x1faff,
        0x20000...0x3fffd,
    ]

    private static func isWide(_ value: UInt32) -> Bool {
        var range = wide.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if wide[middle].contains(value) { return true }
            range = value < wide[middle].lowerBound ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return false
    }
}
