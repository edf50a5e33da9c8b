/// The styles of an EPUB, as a book is set; the reader's own font and size stay.
package enum EPUBStyle {
    /// - Parameter profile: its layout counts.
    package static func text(_ profile: CompileProfile) -> [UInt8] { Array((shared + (profile.pages.layout == .web ? spaced : indented)).utf8) }

    private static let shared = """
        body { margin: 5%; }
        h1, h2, h3, h4, h5, h6 { text-align: center; font-weight: normal; margin: 3em 0 1.5em; page-break-after: avoid; break-after: avoid; }
        h1.title { margin-top: 30%; }
        p.author, p.subtitle { text-align: center; text-indent: 0; margin: 1em 0; }
        nav ol, nav li { list-style-type: none; }
        img { max-width: 100%; }
        blockquote { margin: 1em 2em; }
        pre { white-space: pre-wrap; }
        table { margin: 1em auto; border-collapse: collapse; border-top: 1px solid; border-bottom: 1px solid; }
        th { border-bottom: 1px solid; font-weight: normal; font-style: italic; }
        th, td { padding: .2em .6em; vertical-align: top; }
        .separator p, .end p { text-align: center; text-indent: 0; margin: 1em 0; }
        .verse p { text-indent: 0; margin: 1em 0 1em 1.5em; }
        .figure p { text-align: center; text-indent: 0; margin: 1em 0; }
        a.footnote-ref { text-decoration: none; vertical-align: super; font-size: .75em; line-height: 0; }

        """

    private static let indented = """
        p { margin: 0; text-indent: 1.5em; }
        h1 + p, h2 + p, h3 + p, .separator + p, blockquote p, li p, td p, img { text-indent: 0; }

        """

    private static let spaced = "p { margin: 0 0 1em; }\n"
}
