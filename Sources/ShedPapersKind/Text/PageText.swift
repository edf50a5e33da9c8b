import ShedModel
import ShedPapers

/// The text of a page, or why there is none.
public enum PageText: Sendable {
    case text(Found)
    case lacking(TextLack)

    public struct Found: Sendable {
        public var text: String
        public var origin: KeptText.Origin
        /// The page of the OCR variant, from 1.
        public var number: Int
        /// How sure recognition was, in percent; `nil` where nothing was recognised, or that is not known.
        public var confidence: Int?
    }

    /// The text; `nil` where there is none.
    public var text: String? { if case .text(let found) = self { found.text } else { nil } }

    /// Why there is none.
    public var lack: TextLack? { if case .lacking(let lack) = self { lack } else { nil } }
}

/// Why a page or a bundle has no text.
public enum TextLack: Error, Hashable, Sendable {
    /// A PDF that has not become a page yet.
    case waiting
    /// The bundle has no OCR variant.
    case noVariant
    /// No page of the OCR variant belongs to the page.
    case noCounterpart
    /// Nobody took it yet.
    case notTaken
    /// What is kept is not whole.
    case damaged
    /// It could not be recognised.
    case failed

    /// What is so, without a full stop.
    /// - Parameter bundle: its name, escaped.
    public func reason(_ bundle: String) -> String {
        switch self {
        case .waiting: "it has not become a page yet"
        case .noVariant: "“\(bundle)” has no \(PDFVariant.ocr.fileName), and text is taken from nothing else"
        case .noCounterpart: "it has no counterpart in \(PDFVariant.ocr.fileName) of “\(bundle)”"
        case .notTaken: "the text of “\(bundle)” was not taken yet"
        case .damaged: "the text of “\(bundle)” is damaged"
        case .failed: "its text could not be recognised"
        }
    }

    /// What helps, in one sentence.
    public var remedy: String {
        switch self {
        case .waiting: "“shed sync” makes a page of it, or “shed sync --convert” where it stood there at the adoption."
        case .noVariant: "“shed bundle attach” adds one."
        case .noCounterpart: "“shed bundle map” says which pages belong together."
        case .notTaken: "“shed ocr” takes it."
        case .damaged: "“shed ocr” takes it again."
        case .failed: "“shed ocr” tries again."
        }
    }
}
