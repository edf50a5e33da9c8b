import ShedDisk
import ShedMessages
import ShedModel

/// A file that is open and begins as a PDF does. Whether it is one, ``PDFFacts`` say.
public final class PDFFile: Sendable {
    public let file: ReadableFile

    /// Takes an open file.
    /// - Throws: `notPDF` where `%PDF-` does not stand in the first 1,024 bytes (PDF 1.7, annex H, note 13), `tooLarge`.
    public init(_ file: ReadableFile, limits: PDFLimits) throws(PapersError) {
        self.file = file
        guard file.size <= limits.size else {
            throw PapersError(
                .tooLarge, .pdfTooLarge(file: file.label, size: Int(file.size), most: Int(limits.size)), cure: .pdfSplitOrSmaller)
        }
        let start = try PapersError.onDisk { () throws(DiskError) in try file.read(at: 0, atMost: 1_024) }
        guard start.containsText("%PDF-") else {
            throw OtherContent(start).error(file.label)
        }
    }

    /// Opens a PDF. A link is not followed.
    public convenience init(_ name: Name, in directory: DirectoryHandle, limits: PDFLimits) throws(PapersError) {
        try self.init(try PapersError.onDisk { () throws(DiskError) in try directory.file(name) }, limits: limits)
    }

    /// The path that it was opened at, escaped, for messages only.
    public var label: String { file.label }

    /// In bytes.
    public var size: Int64 { file.size }

    /// The SHA-256 of the content.
    /// - Throws: `disk(.changed)` if it was written to since it was opened.
    public func hash() throws(PapersError) -> ContentHash {
        try PapersError.onDisk { () throws(DiskError) in try file.hash() }
    }

    var descriptor: Int32 { file.descriptor }
}
