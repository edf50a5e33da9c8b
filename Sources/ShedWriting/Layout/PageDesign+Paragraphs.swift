/// The measures of the paragraphs that all formats of word processors have, each of which writes them in words of its own.
extension PageDesign {
    /// Paragraphs that are the same in all formats.
    enum Paragraph {
        /// What others are made of.
        case plain
        case body
        /// Below a heading or a break.
        case first
        case quotation, verse, separator, end, pageStart
        case heading(startsPage: Bool)
        case contact, title
        /// What stands below the title.
        case titleLine
        case note, caption
        /// A picture with a caption.
        case figure
        /// What stands at the head or the foot of a page.
        case band
    }

    /// What stands above and below a paragraph, and how far its lines are apart, in percent of a line.
    struct Spacing {
        var before: Int
        var after: Int
        var percent: Int
    }

    /// How far its first line and its edges stand in.
    struct Indent {
        var first = 0
        var left = 0
        var right = 0
    }

    /// Of lines that are close to each other, in percent of a line.
    static let tight = 110

    /// How far a quotation stands in.
    static let quotationIndent = Indent(left: 720, right: 720)

    /// - Parameter percent: `nil` for that of the text.
    func spacing(before: Int = 0, after: Int = 0, percent: Int? = nil) -> Spacing { Spacing(before: before, after: after, percent: percent ?? lineSpacing) }

    /// How a paragraph stands.
    /// - Returns: `nil` for what is as in the paragraph that this one is made of.
    func form(of paragraph: Paragraph) -> (spacing: Spacing?, indent: Indent?) {
        switch paragraph {
        case .plain: (spacing(), nil)
        case .body: (spacing(after: gap), Indent(first: indent))
        case .first: (nil, Indent(first: indentsFirst ? indent : 0))
        case .quotation: (spacing(after: gap), PageDesign.quotationIndent)
        case .verse: (spacing(after: 240, percent: isFixed ? PageDesign.tight : lineSpacing), Indent(left: indent))
        case .separator: (spacing(before: indentsFirst ? 0 : 240, after: indentsFirst ? 0 : 240), Indent())
        case .end: (spacing(before: 480), Indent())
        case .pageStart, .band: (spacing(percent: 100), nil)
        case .heading(let startsPage): (startsPage ? spacing(before: drop, after: 480) : spacing(before: 360, after: 240), nil)
        case .contact, .note: (spacing(percent: PageDesign.tight), nil)
        case .title: (spacing(before: titleDrop, after: 240), nil)
        case .titleLine: (spacing(after: 240), nil)
        case .caption: (spacing(before: 120, after: 120, percent: PageDesign.tight), nil)
        case .figure: (spacing(before: 120, percent: 100), nil)
        }
    }

    // MARK: Letters, in half points

    /// - Parameter level: of a heading, from 1.
    func headingSize(of level: Int) -> Int { level == 1 ? headingSize : max(size, headingSize - 4 * (level - 1)) }

    var titleSize: Int { isTitleUpper ? size : headingSize + 12 }

    var noteSize: Int { max(18, isFixed ? size : size - 3) }
}
