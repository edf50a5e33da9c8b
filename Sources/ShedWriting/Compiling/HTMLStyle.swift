/// The styles of what is compiled to HTML.
enum HTMLStyle {
    /// - Parameter head: what stands at the top of each printed page.
    static func text(_ profile: CompileProfile, head: String) -> String {
        let breaks = profile.breaks.startsChaptersOnPages ? ".chapter { break-before: page; }\n" : ""
        // A title page is not counted.
        let first = profile.titlePage.isWanted ? "counter-increment: page 0; " : ""
        switch profile.pages.layout {
        case .manuscript: return shared + manuscript(head, first) + breaks
        case .book: return shared + book(first) + breaks
        case .web: return shared + web + breaks
        }
    }

    private static let shared = """
        html { font-size: 12pt; }
        body { margin: 0 auto; overflow-wrap: break-word; }
        img { max-width: 100%; }
        .separator, .end { text-align: center; text-indent: 0; break-after: avoid; }
        h1, h2, h3, h4, h5, h6 { break-after: avoid; }
        sup { line-height: 0; }
        sup a { color: inherit; text-decoration: none; }
        .verse { text-indent: 0; margin: 1em 0 1em 1.5em; break-inside: avoid; }
        pre { white-space: pre-wrap; }
        table { margin: 1em auto; border-collapse: collapse; border-top: 1px solid; border-bottom: 1px solid; }
        th { border-bottom: 1px solid; font-weight: inherit; text-align: left; }
        th, td { padding: 0 .6em; vertical-align: top; }
        .title-page { break-after: page; }
        address { font-style: normal; }

        """

    /// Standard manuscript format: Courier of 12 points, double spaced, one inch around, paragraphs indented by half an inch, chapters
    /// begun a third down a new page.
    private static func manuscript(_ head: String, _ first: String) -> String {
        """
        @page { size: auto; margin: 1in; @top-right { content: \(quoted(head)) " / " counter(page); font: 12pt "Courier Prime", Courier, monospace; } }
        @page :first { \(first)@top-right { content: ""; } }
        body { max-width: 60ch; padding: 1in; font-family: "Courier Prime", "Courier New", Courier, monospace; line-height: 2; }
        @media print { body { padding: 0; max-width: none; } }
        p { margin: 0; text-indent: .5in; }
        em { font-style: normal; text-decoration: underline; }
        h1, h2, h3, h4, h5, h6 { font-size: 1em; font-weight: normal; text-align: center; margin: 2em 0; }
        .chapter > h1:first-child { margin-top: 33vh; }
        blockquote { margin: 0 .5in; }
        blockquote p { text-indent: 0; }
        .verse { line-height: 1.2; margin: 0 0 1.2em .5in; }
        pre, table { line-height: 1.2; }
        .title-page { line-height: 1.2; min-height: 90vh; }
        .title-page address { float: left; }
        .title-page .words { float: right; text-indent: 0; }
        .title-page h1 { clear: both; padding-top: 30vh; text-transform: uppercase; }
        .title-page .author { text-align: center; text-indent: 0; }

        """
    }

    private static func book(_ first: String) -> String {
        """
        @page { size: 5.5in 8.5in; margin: .75in; @bottom-center { content: counter(page); } }
        @page :first { \(first)@bottom-center { content: ""; } }
        body { max-width: 34em; padding: 2em; font-family: Georgia, "Libertinus Serif", serif; line-height: 1.45; hyphens: auto; text-align: justify; }
        @media print { body { padding: 0; } }
        p { margin: 0; text-indent: 1.5em; }
        h1 + p, h2 + p, h3 + p, .separator + p, blockquote p, li p { text-indent: 0; }
        h1, h2, h3 { font-weight: normal; text-align: center; margin: 4em 0 2em; }
        .separator { margin: 1em 0; }
        .title-page { text-align: center; padding-top: 25vh; }
        .title-page address { display: none; }

        """
    }

    private static let web = """
        body { max-width: 40em; padding: 2em 1em; font-family: Georgia, serif; line-height: 1.6; }
        p { margin: 0 0 1em; }
        .separator { margin: 2em 0; }
        .title-page { text-align: center; }

        """

    /// A text in the quotation marks of CSS, within a style element: no sign of it ends either.
    private static func quoted(_ text: String) -> String {
        "\"" + text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\", "<", ">", "&": "\\\(String(scalar.value, radix: 16)) "
            case _ where scalar.value < 0x20: " "
            default: String(Character(scalar))
            }
        }.joined() + "\""
    }
}
