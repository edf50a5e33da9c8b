import ShedModel
import ShedTestSupport
import Testing

@testable import ShedWriting

@Suite struct `A script in Fountain` {
    private func elements(_ text: String) -> [Fountain.Element] { Fountain(Array(text.utf8)).elements }

    @Test func `has a title page, whose values may go over lines`() {
        let page = Fountain(Array("Title: The Whale\nAuthor: A\nContact:\n  Road\n  Town\n\nAction.\n".utf8))
        #expect(page.value("title") == "The Whale" && page.value("contact") == "Road\nTown" && page.elements == [.action("Action.")])
        #expect(Fountain.body(Array("Title: A\n\nB\n".utf8)) == Array("\nB\n".utf8))
        // A line of talk is none.
        #expect(elements("CUT TO:\n\nA\n").count == 2)
    }

    @Test(arguments: [
        ("INT. HOUSE - DAY #1A#", .heading("INT. HOUSE - DAY", number: "1A")), ("ext. street", .heading("ext. street", number: nil)), (".FORCED", .heading("FORCED", number: nil)),
        ("...and then", .action("...and then")), ("He runs.", .action("He runs.")), ("!INT. NOT", .action("INT. NOT")), ("CUT TO:", .transition("CUT TO:")),
        ("> FADE OUT.", .transition("FADE OUT.")), ("> THE END <", .centred("THE END")), ("## Part", .section(2, "Part")), ("= what happens", .synopsis("what happens")),
        ("===", .pageBreak), ("~la la", .lyric("la la")),
    ] as [(String, Fountain.Element)]) func `has elements`(text: String, element: Fountain.Element) { #expect(elements(text) == [element]) }

    @Test func `has speech: who, how, what, and two at once`() {
        #expect(elements("ANN (O.S.)\n(softly)\nHello\nthere.\n~la\n\n@McBob ^\nHi.\n") == [
            .character("ANN (O.S.)", isDual: false), .parenthetical("(softly)"), .dialogue("Hello\nthere."), .lyric("la"), .character("McBob", isDual: true), .dialogue("Hi."),
        ])
        // Nobody speaks where nothing follows.
        #expect(elements("ANN\n\nLOUD NOISE") == [.action("ANN"), .action("LOUD NOISE")])
    }

    @Test func `loses notes and what is cut out`() {
        #expect(elements("A [[note\nover lines]] b /* cut\n\nout */ c [[open\n") == [.action("A  b  c [[open")])
    }

    @Test func `is joined with its acts, and laid out as HTML and text`() throws {
        var profile = CompileProfile.manuscript
        profile.work.author = "A <b>"
        var script = Script(project: "Whale", profile)
        script.acts = [
            Script.Act(heading: "Act 1", texts: [Array("Title: x\n\nINT. INN - NIGHT\n\nANN\nIs *this* <b>?\n\nBOB ^\n_Yes_.\n\nSilence.\n".utf8)]),
            Script.Act(heading: "Act 2", texts: [Array("EXT. SEA #2A#\n".utf8)]),
        ]
        let fountain = String(decoding: script.fountain, as: UTF8.self)
        #expect(fountain.hasPrefix("Title: Whale\nAuthor: A <b>\n\n# Act 1\n\nINT. INN - NIGHT\n") && fountain.hasSuffix("===\n\n# Act 2\n\nEXT. SEA #2A#\n"))
        let html = String(decoding: try #require(script.bytes(of: .html)), as: UTF8.self)
        #expect(html.contains("<p class=\"dialogue\">Is <em>this</em> &lt;b&gt;?</p>") && html.contains("<u>Yes</u>") && !html.contains("<b>"))
        #expect(html.components(of: "<div class=\"dual\">") == 2 && html.components(of: "</div>") == 3)
        let text = String(decoding: try #require(script.bytes(of: .text)), as: UTF8.self)
        #expect(text.contains("\n                      ANN\n          Is this <b>?\n\n                      BOB\n          Yes.\n\nSilence.\n"))
        #expect(text.contains("\n2A. EXT. SEA\n"))
        #expect(script.bytes(of: .docx) == nil)
    }

    @Test(arguments: [("de", "von Ann Lee"), ("fr", "par Ann Lee"), ("es", "por Ann Lee"), ("ja", "Ann Lee 著"), ("it", "by Ann Lee")])
    func `as text names its author in its language`(language: String, author: String) throws {
        var script = Script(project: "Whale", CompileProfile.manuscript)
        (script.profile.work.author, script.profile.work.language) = ("Ann Lee", language)
        let text = String(decoding: try #require(script.bytes(of: .text)), as: UTF8.self)
        #expect(text.split(separator: "\n").contains { $0.drop { $0 == " " } == author }, "\(text)")
    }

    @Test func `has what the first scene's title page says and the profile does not`() throws {
        var script = Script(project: "Whale", CompileProfile.manuscript)
        let page = "Title: x\nCredit: Told by\nAuthor: Ann\nSource: A <book>\nDraft date: May\nContact:\n  Road\n  Town\n\nAction.\n"
        script.acts = [Script.Act(heading: "Act 1", texts: [Array(page.utf8)])]
        let fountain = String(decoding: script.fountain, as: UTF8.self)
        #expect(fountain.hasPrefix("Title: Whale\nCredit: Told by\nAuthor: Ann\nSource: A <book>\nDraft date: May\nContact:\n    Road\n    Town\n\n# Act 1\n"))
        let html = String(decoding: try #require(script.bytes(of: .html)), as: UTF8.self)
        #expect(html.contains("<p>Told by</p>\n<p>Ann</p>\n<p>A &lt;book&gt;</p>\n<address>Road<br>Town</address>\n<p class=\"date\">May</p>"))
        #expect(String(decoding: try #require(script.bytes(of: .text)), as: UTF8.self).contains("Road\nTown\n\nMay\n\n\u{0c}"))
        script.profile.titlePage.contact = ["Mine"]
        #expect(String(decoding: script.fountain, as: UTF8.self).contains("Contact:\n    Mine\n\n"))
        script.profile.titlePage.isWanted = false
        #expect(script.fountain.starts(with: Array("# Act 1\n".utf8)))
    }

    @Test func `has names that are written so, lines as they are indented, and no sections within acts`() throws {
        var script = Script(project: "Whale", CompileProfile.manuscript)
        script.acts = [Script.Act(heading: "Act 1", texts: [Array("## Plan\n\nA list:\n    indented\n\n@McBob\nHi\nthere.\n\nINT. INN #4.#\n".utf8)])]
        let html = String(decoding: try #require(script.bytes(of: .html)), as: UTF8.self)
        // Lines are kept by their style; a line feed besides would be another line.
        #expect(html.contains("<p class=\"action\">A list:<br>    indented</p>") && html.contains("<p class=\"dialogue\">Hi<br>there.</p>"))
        #expect(html.contains(">McBob<") && !html.contains("Plan") && !html.contains(".character { margin: 0 0 0 2.2in; break-after: avoid; text-transform"))
        let text = String(decoding: try #require(script.bytes(of: .text)), as: UTF8.self)
        #expect(text.contains("A list:\n    indented\n") && text.contains("                      McBob\n") && text.contains("\n4. INT. INN\n") && !text.contains("PLAN"))
    }

    @Test(arguments: ["[[a", "/* ", "*a_", "*", "_", "ANN\nHi.\n\n", "ANN ^\nHi.\n\n", ">", "(a)\n", "Title: x\n", "INT. A\n\n"]) func `takes time linear to its length`(part: String) {
        var script = Script(project: "Hostile", CompileProfile.manuscript)
        script.acts = [Script.Act(heading: nil, texts: [Array(String(repeating: part, count: (ShortRun.isWhole ? 30_000 : 10_000) / part.utf8.count).utf8)])]
        for format in Script.formats where ![.docx, .pdf].contains(format) { #expect(script.bytes(of: format) != nil) }
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
