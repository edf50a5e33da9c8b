import ShedMessages

/// A program that the work on PDFs needs.
public enum Tool: String, CaseIterable, Hashable, Sendable {
    case pdfinfo, pdftotext, pdftoppm, qpdf, tesseract

    /// The Debian package that it comes from.
    public var package: String {
        switch self {
        case .pdfinfo, .pdftotext, .pdftoppm: "poppler-utils"
        case .qpdf: "qpdf"
        case .tesseract: "tesseract-ocr"
        }
    }

    /// The error where it is not installed.
    public var missing: PapersError {
        PapersError(.programMissing(rawValue), .toolNotInstalled(tool: rawValue), cure: .installIt(package: package))
    }
}
