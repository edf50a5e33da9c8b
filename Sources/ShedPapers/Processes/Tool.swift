/// A program that the work on PDFs needs.
public enum Tool: String, CaseIterable, Hashable, Sendable {
    case pdfinfo, pdftotext, pdftoppm, qpdf, tesseract
    /// Sets the limits of the others (util-linux).
    case prlimit
    /// Ends the others when shed is killed (util-linux).
    case setpriv

    /// The Debian package that it comes from.
    public var package: String {
        switch self {
        case .pdfinfo, .pdftotext, .pdftoppm: "poppler-utils"
        case .qpdf: "qpdf"
        case .tesseract: "tesseract-ocr"
        case .prlimit, .setpriv: "util-linux"
        }
    }

    /// The error where it is not installed.
    public var missing: PapersError {
        PapersError(.programMissing(rawValue), "the program \(rawValue) is not installed", remedy: "install it: apt install \(package)")
    }
}
