import ShedModel
import ShedWriting

extension FuzzTarget {
    static let ofCompiling: [FuzzTarget] = [manuscript, fountain, compileProfile]

    private static let manuscript = FuzzTarget("manuscript", words: ["[^a]", "[^a]: ", "![", "](", "`", "```\n", "%%", "<!--", "-->", "**", "_", "> ", "- ", "\n===\n", "    "], texts: [
        "---\ntitle: A\n---\n# H\n\na *b* **c** `d`[^1] [e](f.md) ![g](h.png \"i\")\n\n[^1]: n\n\n    m\n", "> a\n> - b\n>   c\n\n1. d\n2) e\n\n***\n\nA\n---\n",
        "%%a%% <!-- b -->\n~~~\nx\n~~~\n[[Scene]]\n\n[r]: <x y>\n[r][] [r]\n",
    ]) { input throws(BrokenInvariant) in
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
    ]) { input throws(BrokenInvariant) in
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
        try require((0...5).contains(profile.shift) && (0...1_000).contains(profile.width), "a number is out of its bounds")
        try require((profile.folders + profile.references.values).allSatisfy { !$0.hasPrefix("/") && !$0.contains("..") || $0.split(separator: "/").allSatisfy { $0 != ".." } && !$0.hasPrefix("/") }, "a path leads out of the project")
    }
}
