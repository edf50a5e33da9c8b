/// A bookmark of a PDF that is put together.
public struct PDFBookmark: Hashable, Sendable {
    public var title: String
    /// The page that it leads to, of the PDF that is made, from 1.
    public var page: Int
    /// Those below it.
    public var children: [PDFBookmark]

    public init(_ title: String, page: Int, children: [PDFBookmark] = []) {
        self.title = title
        self.page = page
        self.children = children
    }
}
