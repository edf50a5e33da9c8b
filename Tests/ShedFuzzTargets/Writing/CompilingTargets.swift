import ShedModel

@testable import ShedWriting

extension FuzzTarget {
    static let ofCompiling: [FuzzTarget] = [manuscript, fountain, compileProfile, pdfTimes, imageWidth]

    private static let manuscript = FuzzTarget("manuscript", words: ["[^a]", "[^a]: ", "![", "](", "`", "```\n", "%%", "<!--", "-->", "**", "_", "> ", "- ", "\n===\n", "    "], texts: [
        "---\ntitle: A\n---\n# H\n\na *b* **c** `d`[^1] [e](f.md) ![g](h.png \"i\")\n\n[^1]: n\n\n    m\n", "> a\n> - b\n>   c\n\n1. d\n2) e\n\n***\n\nA\n---\n",
        "%%a%% <!-- b -->\n~~~\nx\n~~~\n[[Scene]]\n\n[r]: <x y>\n[r][] [r]\n",
    ], executions: 600) { input throws(BrokenInvariant) in
        let source = SourceText(input)
        try require(String(validating: source.body, as: UTF8.self) != nil, "a text is no UTF-8")
        try require(MarkdownTreatment().apply(to: source.body).text == source.body, "a text changes though nothing is asked for")
        for piece in source.pieces(in: "Chapters/One") { if case .text(let range) = piece { try require(range.upperBound <= source.body.count, "a piece ends behind the text") } }
        var treatment = MarkdownTreatment()
        (treatment.strips, treatment.shift, treatment.prefix) = (Set(MarkdownTreatment.Note.allCases), 1, "1-")
        (treatment.folder, treatment.output) = ("Chapters/One", "Novel")
        let result = treatment.apply(to: source.body)
        try require(result.images.allSatisfy { !$0.names.contains { $0.isHidden || !$0.isPossible } }, "an image leads elsewhere")
        var manuscript = Manuscript(project: "Fuzz", CompileProfile.manuscript)
        manuscript.chapters = [Manuscript.Chapter(heading: "One", texts: [result.text, PlainText.markdown(source.body)])]
        for format in [CompileProfile.Format.markdown, .text, .html] {
            let bytes = manuscript.bytes(of: format)
            try require(bytes.map { String(validating: $0, as: UTF8.self) != nil } == true, "what is compiled is no UTF-8")
        }
        let html = String(decoding: manuscript.bytes(of: .html) ?? [], as: UTF8.self)
        let body = html.ranges(of: "<body>").first.map { html[$0.upperBound...] } ?? ""
        for harm in ["<script", "<style", "<iframe", "src=\"http", "href=\"javascript"] { try require(!body.contains(harm), "HTML holds \(harm)") }
        _ = ZipTimes.fixed(input)
        for format in [CompileProfile.Format.docx, .odt, .epub] { _ = PandocDocument.mended(input, images: [:], mark: "x", of: manuscript, for: format) }
        _ = ZipFile.replacing(ZipFile.Part("a", []), in: input)
        _ = PandocImage(file: "a", input)
    }

    private static let fountain = FuzzTarget("fountain", words: ["INT. ", "TO:", "[[", "]]", "/*", "*/", "^", "(", ")", "*", "_", "~", "> ", " <", "===", "Title: "], texts: [
        "Title: A\nAuthor: B\n\nINT. C - DAY #1#\n\nD *e* _f_.\n\nANN ^\n(g)\nH\n\nCUT TO:\n\n> I <\n\n# J\n\n= K\n\n===\n", "/* a */ [[b]]\n\n.C\n\n@d\ne\n  \nf\n",
    ], executions: 300) { input throws(BrokenInvariant) in
        let source = SourceText(input)
        var script = Script(project: "Fuzz", CompileProfile.manuscript)
        script.acts = [Script.Act(heading: "Act", texts: [source.body, source.body])]
        for format in Script.formats {
            // A document of a word processor is a ZIP file.
            guard ![.odt, .docx, .pdf].contains(format) else {
                _ = script.bytes(of: format)
                continue
            }
            try require(script.bytes(of: format).map { String(validating: $0, as: UTF8.self) != nil } == true, "a script is no UTF-8")
        }
    }

    private static let compileProfile = FuzzTarget("compile-profile", words: CompileProfile.keys.map { "\($0) = " }, texts: [
        "title = \"A\"\nto = [\"md\", \"html\"]\nshift-headings = 2\n", "folders = [\"chapters\"]\nreference = { docx = \"a/b.docx\" }\nleave-out = [\"*.x\"]\n",
    ]) { input throws(BrokenInvariant) in
        guard let profile = try? CompileProfile(input, named: "fuzz") else { return }
        _ = (profile.heading(1, of: "01 A"), profile.leavesOut("a.x"))
        try require((0...5).contains(profile.headings.shift) && (0...1_000).contains(profile.pages.width), "a number is out of its bounds")
        try require((profile.selection.folders + profile.pages.references.values).allSatisfy { !$0.hasPrefix("/") && !$0.contains("..") || $0.split(separator: "/").allSatisfy { $0 != ".." } && !$0.hasPrefix("/") }, "a path leads out of the project")
    }

    /// A PDF as another program made it, with its table of objects at the place that it says.
    private static let pdfTimes = FuzzTarget(
        "pdf-times",
        words: [
            "startxref\n", "xref\n", "trailer\n", "endobj", "/Info 2 0 R", "/Root 1 0 R", "/Metadata 1 0 R", "/CreationDate(D:20261126015602",
            "<xmp:CreateDate>2026-11-26T01:56:02", "/ID [ <", " 00000 n \n",
        ],
        texts: [
            pdf("/ID [ <\(String(repeating: "0A", count: 16))> ]"), pdf("/DocChecksum /\(String(repeating: "F1", count: 16))"),
            "xref\n0 0\ntrailer\n<<>>\nstartxref\n0\n%%EOF\n",
        ]
    ) { input throws(BrokenInvariant) in
        guard let fixed = PDFTimes.fixed(input, digest: { "\($0.count)abcdef" }) else { return }
        try require(fixed.count == input.count, "a place in a PDF moves")
        try require(PDFTimes.fixed(input, digest: { _ in "" })?.count == input.count, "a place in a PDF moves where there is no digest")
    }

    private static func pdf(_ end: String) -> String {
        var text = "%PDF-1.6\n"
        var table = "xref\n0 4\n0000000000 65535 f \n"
        let objects = ["<</Type/Catalog/Metadata 3 0 R>>", "<<\n/CreationDate(D:20261126015602Z')>>", "<<>>stream\n<xmp:CreateDate>2026-11-26T01:56:02Z\nendstream"]
        for (number, object) in objects.enumerated() {
            table += String(repeating: "0", count: 10 - "\(text.utf8.count)".count) + "\(text.utf8.count) 00000 n \n"
            text += "\(number + 1) 0 obj\n\(object)\nendobj\n"
        }
        return text + table + "trailer\n<</Size 4/Root 1 0 R\n/Info 2 0 R\n\(end)\n>>\nstartxref\n\(text.utf8.count)\n%%EOF\n"
    }

    /// What a picture says of itself.
    private static let imageWidth = FuzzTarget("image-width", words: ["IHDR", "pHYs", "IDAT", "JFIF"], seeds: [
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 2, 88, 0, 0, 1, 0, 8, 2, 0, 0, 0, 1, 2, 3, 4]
            + [0, 0, 0, 9] + Array("pHYs".utf8) + [0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1, 1, 2, 3, 4] + [0, 0, 0, 0] + Array("IDAT".utf8),
        [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array("JFIF".utf8) + [0, 1, 2, 1, 0x01, 0x2c, 0x01, 0x2c, 0, 0] + [0xff, 0xc4, 0, 4, 1, 2]
            + [0xff, 0xc0, 0, 11, 8, 1, 0, 2, 88, 1, 1, 0x11, 0],
    ]) { input throws(BrokenInvariant) in
        try require(ImageWidth.of(input).map { $0 >= 0 } ?? true, "a picture has less than no width")
    }
}
