/// The forms in which a bundle can hold the same document. Source: seed 004_874d967c4a34cac1.txt, “Core Concept”.
public enum PDFVariant: String, CaseIterable, Hashable, Sendable {
    /// What is shown; pages are counted by it.
    case display
    /// What text is taken from.
    case ocr
    /// The paper without handwriting.
    case original

    /// The file's name in the bundle.
    public var fileName: String { "\(rawValue).pdf" }
}
