import ShedModel

/// Something that is not whole, and what `repair` does about it.
public struct Repair: Sendable {
    /// What is not whole.
    public enum Sort: String, Hashable, Sendable {
        /// A protected copy.
        case copy
        /// The display variant of a bundle that pages are made from.
        case display
        /// The OCR variant of such a bundle.
        case ocr
        /// The original variant of such a bundle.
        case original
        /// A page's file.
        case page
        /// The text of a bundle.
        case text
    }

    public var sort: Sort
    /// Where: of a copy and a text, what needs it.
    public var path: RelativePath
    public var id: NodeID?
    /// What is wrong: one sentence.
    public var fault: String
    /// What is done about it, or, where nothing can be, what a person can do: one sentence.
    public var remedy: String
    /// Whether shed can do it.
    public var isPossible: Bool
    /// Whether it was done.
    public var isDone = false
    /// Why it was not, though it could have been.
    public var failure: String?
}
