/// Pages of one file, as a part of a PDF that is put together.
public struct PDFPart: Sendable {
    public var file: PDFFile
    /// In the order wanted, from 1; a page may occur more than once.
    public var pages: [Int]

    public init(_ file: PDFFile, _ pages: [Int]) {
        self.file = file
        self.pages = pages
    }
}
