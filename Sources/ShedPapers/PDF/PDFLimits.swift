/// How much of a PDF is accepted.
public struct PDFLimits: Hashable, Sendable {
    /// In bytes.
    public var size: Int64
    public var pages: Int
    /// Of a rendered page. A page that has more at the resolution asked for is rendered smaller.
    public var pixels: Int
    /// The text of one page, in bytes of UTF-8; the rest is left out.
    public var pageText: Int
    /// The text of all pages, in bytes.
    public var text: Int
    /// How many pages a file that is put together may have.
    public var joinedPages: Int
    /// What each run of a program over a whole file may take.
    public var tool: ToolLimits
    /// What rendering or recognising one page may take.
    public var page: ToolLimits

    public init(
        size: Int64 = 1 << 30, pages: Int = 5_000, pixels: Int = 40_000_000, pageText: Int = 1 << 20, text: Int = 64 << 20,
        joinedPages: Int = 20_000, tool: ToolLimits = ToolLimits(),
        page: ToolLimits = ToolLimits(milliseconds: 90_000, processorSeconds: 90, fileSize: 1 << 30, output: 4 << 20)
    ) {
        self.size = size
        self.pages = pages
        self.pixels = pixels
        self.pageText = pageText
        self.text = text
        self.joinedPages = joinedPages
        self.tool = tool
        self.page = page
    }
}
