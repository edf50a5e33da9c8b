@_spi(_Unicode) import Swift
import ShedModel

/// A name should be in Unicode's normal form C.
///
/// An accented letter can be one character (`é`) or two (`e` and an accent). Both look the same, and Linux takes them
/// for two names: what is typed does not find what was copied from a Mac, where the second form is common. Form C is
/// what keyboards make and what the web asks for.
/// Source: Unicode Standard Annex 15, “Unicode Normalization Forms”.
///
/// To cure it: `shed check --fix` does it in a whole project; without shed, `convmv -f utf8 -t utf8 --nfc -r --notest
/// Draft`.
public enum UnnormalisedName: NameMending {
    public static let info = RuleInfo(
        "unnormalised-name", "NAM007", .note,
        summary: "A name should be in Unicode's normal form C.",
        cure: "Rename it in normal form C; “shed check --fix” does.")

    /// Whether the bytes are UTF-8 in another form than C.
    public static func isBroken(by bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if bytes.allSatisfy({ $0 < 0x80 }) { return false }
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        return !text.unicodeScalars.elementsEqual(text._nfc)
    }

    /// The name in form C. `nil` where that is too long to be a name: a few characters are longer in form C.
    public static func mended(_ name: Name) -> Name? {
        guard name.bytes.withUnsafeBufferPointer(isBroken), let text = name.text else { return nil }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text._nfc)
        let mended = Name(String(scalars))
        return mended.isPossible ? mended : nil
    }
}
