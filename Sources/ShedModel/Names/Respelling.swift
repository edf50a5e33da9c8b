/// How two names differ that look the same on every screen: in how accents are written (Unicode Standard Annex 15).
public enum Respelling: String, Sendable {
    /// The latter has letters with their accents in one character (NFC).
    case composed
    /// The latter has accents as characters of their own (NFD).
    case decomposed
    /// Otherwise, as by the order of accents.
    case other

    /// `nil` for paths that do not look the same, or are the same.
    public init?(from former: RelativePath, to latter: RelativePath) {
        // What is not UTF-8 is shown by its bytes.
        guard former != latter, let before = String(validating: former.bytes, as: UTF8.self), let after = String(validating: latter.bytes, as: UTF8.self),
            before == after
        else { return nil }
        let (many, few) = (before.unicodeScalars.count, after.unicodeScalars.count)
        self = many > few ? .composed : many < few ? .decomposed : .other
    }
}
