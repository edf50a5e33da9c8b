import ShedDisk
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
                .tooLarge, "\(file.label) has \(file.size) bytes; \(limits.size) are allowed", remedy: "split it, or save it smaller")
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

    /// Whether nothing was cut off its end: `%%EOF` stands in the last 1,024 bytes before what programs fill files up with, NUL
    /// and white space (PDF 1.7, annex H, note 18).
    func hasEnd() throws(PapersError) -> Bool {
        let most = 1 << 16
        var end = size
        while end > 0 {
            let start = max(0, end - Int64(most))
            let (from, count) = (start, Int(end - start))
            let bytes = try PapersError.onDisk { () throws(DiskError) in try file.read(at: from, atMost: count) }
            guard let last = bytes.lastIndex(where: { !PDFFile.fills($0) }) else {
                end = start
                continue
            }
            let tail = max(0, start + Int64(last) + 1 - 1_024)
            return try PapersError.onDisk { () throws(DiskError) in try file.read(at: tail, atMost: 1_024) }.containsText("%%EOF")
        }
        return false
    }

    private static func fills(_ byte: UInt8) -> Bool { [0, 0x09, 0x0a, 0x0c, 0x0d, 0x20].contains(byte) }
}
