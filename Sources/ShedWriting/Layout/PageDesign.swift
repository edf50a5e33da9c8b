/// How the pages of a document of a word processor look: the measures of a layout. Lengths are in twentieths of a point.
///
/// The measures are many, but stand side by side: each layout (manuscript, book, web) sets those in which it differs from the rest, and the
/// styles of the formats are made of all of them.
struct PageDesign {
    var font: String
    /// Its sort, for where it is not installed.
    var isFixed = false
    /// Of text, in half points.
    var size: Int
    /// In percent of a line.
    var lineSpacing: Int
    /// What the first line of a paragraph is indented by.
    var indent = 0
    /// What stands below a paragraph.
    var gap = 0
    /// Whether the paragraph below a heading or a break is indented too.
    var indentsFirst = false
    var isJustified = false
    var paper: (width: Int, height: Int)
    var margin = 1_440
    /// How far down a page a chapter's heading stands.
    var drop = 0
    /// Of a chapter's heading, in half points.
    var headingSize: Int
    var isHeadingBold = false
    var isHeadingCentred = true
    var isTitleUpper = false
    /// Whether the pages are headed by who wrote what, and not numbered below.
    var hasRunningHead = false

    /// - Parameter profile: its layout counts, its paper and typeface, and where it names no paper its language: on which people there print.
    init(_ profile: CompileProfile) {
        let sheet = (profile.pages.paper ?? (LanguageTag(profile.work.language).usesLetter ? .letter : .a4)).size
        switch profile.pages.layout {
        case .manuscript:
            self.init(font: "Courier New", isFixed: true, size: 24, lineSpacing: 200, indent: 720, indentsFirst: true, paper: sheet, drop: 3_600, headingSize: 24)
            (isTitleUpper, hasRunningHead) = (true, true)
        case .book:
            self.init(font: "Times New Roman", size: 21, lineSpacing: 130, indent: 320, isJustified: true, paper: (profile.pages.paper ?? .trade).size, drop: 1_200, headingSize: 32)
            margin = 1_080
        case .web:
            self.init(font: "Times New Roman", size: 22, lineSpacing: 140, gap: 200, paper: sheet, headingSize: 36)
            (isHeadingBold, isHeadingCentred) = (true, false)
        }
        if let font = profile.pages.font { self.font = font }
    }

    private init(
        font: String, isFixed: Bool = false, size: Int, lineSpacing: Int, indent: Int = 0, gap: Int = 0, indentsFirst: Bool = false, isJustified: Bool = false,
        paper: (width: Int, height: Int), drop: Int = 0, headingSize: Int
    ) {
        (self.font, self.isFixed, self.size, self.lineSpacing, self.indent, self.gap) = (font, isFixed, size, lineSpacing, indent, gap)
        (self.indentsFirst, self.isJustified, self.paper, self.drop, self.headingSize) = (indentsFirst, isJustified, paper, drop, headingSize)
    }

    /// How far down its page the title stands, below what stands above it.
    var titleDrop: Int { paper.height * 3 / 200 * 20 }

    /// How wide a line is.
    var lineWidth: Int { paper.width - 2 * margin }
}

/// The styles that shed's own paragraphs have in documents of word processors, by which a reference document may set them too.
enum LayoutStyle: String {
    /// The first lines of the title page: who wrote it and where they live, and behind a tab how many words there are.
    case contact = "Contact"
    case title = "Title"
    case author = "Author"
    /// What stands between two texts.
    case separator = "Separator"
    /// A paragraph whose lines are kept.
    case verse = "Verse"
    /// A picture that stands alone.
    case figure = "Figure"
    /// What stands below the last chapter.
    case end = "End"
    /// An empty paragraph with which a page begins, where no heading does.
    case pageStart = "PageStart"
}
