import ShedMessages
import ShedModel

/// A name must have something to read in it: white space alone is no name.
///
/// Such a name cannot be told from others in a listing, and many programs trim it away.
/// Source: seed 000_2c496ac0bfb2bd17.txt, “Must not be whitespace-only”.
///
/// To cure it: `mv 'Draft/   ' Draft/Rain.txt`
public enum BlankName: PlacementRule {
    public static let info = RuleInfo(
        "blank-name", "NAM001", .error,
        summary: "A name must not be empty or white space alone.",
        cure: "Give it a name with a letter, a digit or a sign in it.")

    public static func complaint(about candidate: Candidate, in folder: FolderFacts) -> Message? {
        isBlank(candidate.name) ? .blankName : nil
    }

    /// Whether a name is empty or consists of characters that Unicode calls white space.
    public static func isBlank(_ name: Name) -> Bool {
        name.bytes.withUnsafeBufferPointer(isBlank)
    }

    /// The same for bytes that are not copied. Looks no further than the first byte that can be read.
    public static func isBlank(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if let first = bytes.first, first > 0x20, first < 0x7f { return false }
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        return text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}
