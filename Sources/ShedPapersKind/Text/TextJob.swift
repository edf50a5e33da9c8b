import ShedDisk
import ShedModel
import ShedPapers
import ShedProject

/// A bundle whose text is to be taken, or whose annotations are to be read.
public struct TextJob: Hashable, Sendable {
    /// What is to be taken.
    public enum Part: Hashable, Sendable {
        /// What the pages of the OCR variant say.
        case text
        /// What people wrote on the pages of the display variant.
        case annotations
    }

    public var part = Part.text
    public var bundle: NodeID
    /// The bundle's folder.
    public var path: RelativePath
    /// Of the variant that it is taken from.
    public var content: ContentHash
    /// How many pages that has.
    public var pages: Int
    /// On how many of them recognition failed before and is tried again; 0 where no text was taken yet.
    public var retries = 0
    /// The languages of the text whose pages are tried again; `nil`: those of the run.
    public var languages: [String]?

    /// Whether every page is recognised, whatever it carries and whatever text there is.
    public var isForced = false

    /// The file that the text is taken from.
    public var file: RelativePath { path.appending(fileName) }
    var fileName: Name { Name((part == .text ? PDFVariant.ocr : .display).fileName) }
}

/// How much text a project has: what a papers project adds to its status.
public struct TextCounts: Hashable, StatusOfKind {
    /// OCR variants whose text has still to be taken, or is just being taken.
    public var queued = 0
    /// Those whose text is there.
    public var done = 0
    /// PDFs that are left as they stood when the project was adopted, but for those of which nothing can be made.
    public var left = 0
    /// PDFs of which nothing can be made, since something is wrong with them.
    public var unsound = 0
    /// PDFs that are not yet what is to be made of them, but for those of which a walk says itself that they wait.
    public var waiting = 0
    /// Page files that were written into and are to be judged.
    public var edited = 0
}

/// What came of taking the text of one bundle.
public struct TextResult: Sendable {
    public var job: TextJob
    /// How many pages carry their text, how many had to be recognised, and how many could not be.
    public var layered = 0
    public var recognised = 0
    public var failed = 0
    /// Of those recognised, how many were kept from an earlier run.
    public var remembered = 0
    /// How many annotations there are in which something is written.
    public var annotations = 0
    /// Why there is no text, or none of some pages.
    public var fault: PapersError?
    /// Whether the text is there, or the annotations are.
    public var isDone = false

    /// One that nothing came of yet.
    public init(job: TextJob) { self.job = job }
}
