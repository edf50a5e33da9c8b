import ShedMessages
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

    /// What is so, without a full stop, in English.
    /// - Parameter bundle: its name, escaped.
    public func reason(_ bundle: String) -> String { words(bundle).english }

    /// The same for people.
    func words(_ bundle: String) -> Message {
        switch self {
        case .waiting: .lackNoPage
        case .noVariant: .lackVariant(name: bundle, file: PDFVariant.ocr.fileName)
        case .noCounterpart: .lackCounterpart(file: PDFVariant.ocr.fileName, name: bundle)
        case .notTaken: .lackNotTaken(name: bundle)
        case .damaged: .lackDamaged(name: bundle)
        case .failed: .lackUnrecognised
        }
    }

    /// What helps, in one sentence.
    var advice: Message {
        switch self {
        case .waiting: .syncMakesPage
        case .noVariant: .attachAddsOne
        case .noCounterpart: .mapSaysWhich
        case .notTaken: .ocrTakesIt
        case .damaged: .ocrTakesItAgain
        case .failed: .ocrTriesAgain
        }
    }
}
