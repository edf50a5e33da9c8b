import ShedModel
import Testing
@testable import ShedImport

private func markdown(_ rtf: String) throws -> String { RTFMarkdown.make(try RTFReader.read(Array(rtf.utf8), "a.rtf")) }

private func document(_ rtf: String) throws -> RTFDocument { try RTFReader.read(Array(rtf.utf8), "a.rtf") }

@Suite struct `RTF as Markdown` {
    @Test(arguments: [
        (#"{\rtf1\ansi One.\par Two.}"#, "One.\n\nTwo.\n"),
        // As programs for the Mac end paragraphs.
        ("{\\rtf1\\ansi One.\\\nTwo.}", "One.\n\nTwo.\n"),
        (#"{\rtf1 {\b Bold} and \i italic\i0 , {\b\i both}, {\strike gone}.}"#, "**Bold** and *italic*, ***both***, ~~gone~~.\n"),
        (#"{\rtf1 \b bold \b0 then \i  x \i0 .}"#, "**bold** then *x* .\n"),
        (#"{\rtf1 \b one \i two\b0  three\i0  four}"#, "**one *two*** *three* four\n"),
        (#"{\rtf1 One\line two}"#, "One\\\ntwo\n"),
        (#"{\rtf1 \tab Indented\~here \emdash  \ldblquote x\rdblquote}"#, "Indented\u{a0}here — “x”\n"),
        (#"{\rtf1{\listtext\tab\bullet\tab}First\par{\listtext\bullet\tab}Second\par Text}"#, "- First\n- Second\n\nText\n"),
        (#"{\rtf1{\listtext 1.\tab}First\par{\listtext 2.\tab}Second}"#, "1. First\n1. Second\n"),
        (#"{\rtf1 Text{\footnote A {\i note}.} end.}"#, "Text[^1] end.\n\n[^1]: A *note*.\n"),
        (#"{\rtf1 Here{\*\annotation Is it so?} it is}"#, "Here<!-- Is it so? --> it is\n"),
        (#"{\rtf1 {\field{\*\fldinst{HYPERLINK "https://example.org/a"}}{\fldrslt there}} and {\field{\*\fldinst HYPERLINK "scrivlnk://AB"}{\fldrslt here}}}"#,
         "[there](https://example.org/a) and here\n"),
        (#"{\rtf1 {\field{\*\fldinst{HYPERLINK "javascript:alert(1)"}}{\fldrslt x}}}"#, "x\n"),
        (#"{\rtf1 a\cell b\cell\row}"#, "a | b |\n"),
        // A line that would begin a list within a paragraph, and breaks that no line follows.
        (#"{\rtf1 One\line - two\line 3. three\line\par Four}"#, "One\\\n\\- two\\\n3\\. three\n\nFour\n"),
        (#"{\rtf1 Text{\footnote - A note.} end.}"#, "Text[^1] end.\n\n[^1]: \\- A note.\n"),
        (#"{\rtf1{\listtext\bullet\tab}# First}"#, "- \\# First\n"),
        (#"{\rtf1 [a]: b}"#, "[a\\]: b\n"),
    ]) func `keeps paragraphs, emphasis, lists, notes and links`(rtf: String, expected: String) throws {
        #expect(try markdown(rtf) == expected)
    }

    @Test(arguments: [
        ("http://x.de/a(1)", "<http://x.de/a(1)>"), ("https://de.wikipedia.org/wiki/Meer_(Begriffskl\\'e4rung)", "<https://de.wikipedia.org/wiki/Meer_(Begriffsklärung)>"),
        ("http://x.de/[1]", "http://x.de/[1]"), ("http://x.de/a b", "http://x.de/a%20b"), ("http://x.de/<a>", "http://x.de/%3Ca%3E"),
        ("http://x.de/?a&copy;b&c", "http://x.de/?a&copy%3Bb&c"), ("mailto:m\\'fcller@x.de", "mailto:müller@x.de"),
    ]) func `keeps a link to the web whatever its address holds`(address: String, written: String) throws {
        let document = try document("{\\rtf1\\ansi {\\field{\\*\\fldinst{HYPERLINK \"\(address)\"}}{\\fldrslt Netz [1]}}}")
        #expect(RTFMarkdown.make(document) == "[Netz \\[1\\]](\(written))\n")
        var losses = ForeignLosses()
        losses.take(document, at: "a")
        #expect(losses[.links] == 0)
    }

    @Test func `counts each link that does not come along`() throws {
        let long = "http://x.de/" + String(repeating: "a", count: 2_000)
        let links = [long, "scrivlnk://AB", "http://x.de/"].map { "{\\field{\\*\\fldinst{HYPERLINK \"\($0)\"}}{\\fldrslt x}}" }.joined()
        let comment = "{\\*\\annotation {\\field{\\*\\fldinst{HYPERLINK \"http://x.de/c\"}}{\\fldrslt c}}}"
        var losses = ForeignLosses()
        losses.take(try document("{\\rtf1 \(links)\(comment)}"), at: "a")
        #expect(losses[.links] == 3)
    }

    @Test func `has links of comments and notes that stand beside a text`() throws {
        let rtf = "{\\rtf1 {\\field{\\*\\fldinst{HYPERLINK \"http://x.de/\"}}{\\fldrslt there}}}"
        var document = try document(#"{\rtf1 He {\field{\*\fldinst{HYPERLINK "scrivcmt://F"}}{\fldrslt came}} {\field{\*\fldinst{HYPERLINK "scrivcmt://C"}}{\fldrslt in}}}"#)
        let xml = "<Comments><Comment ID=\"F\" Footnote=\"Yes\"><![CDATA[\(rtf)]]></Comment><Comment ID=\"C\"><![CDATA[\(rtf)]]></Comment></Comments>"
        try ScrivenerComments.read(Array(xml.utf8), "c").resolve(&document)
        #expect(RTFMarkdown.make(document) == "He came[^1] in<!-- there -->\n\n[^1]: [there](http://x.de/)\n")
        var losses = ForeignLosses()
        losses.take(document, at: "a")
        #expect(losses[.links] == 1)
    }

    @Test(arguments: [
        (#"{\rtf1\ansi\ansicpg1252 caf\'e9 \'93x\'94 \'80}"#, "café “x” €\n"),
        (#"{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8}"#, "При\n"),
        (#"{\rtf1\mac \'8e}"#, "é\n"),
        (#"{\rtf1\ansi{\fonttbl{\f0 A;}{\f1\fcharset238 B;}}\f0 \'e6\f1 \'e6}"#, "æć\n"),
        (#"{\rtf1\uc1 K\u228?ra \u8220\'93x\u8221\'94}"#, "Kära “x”\n"),
        (#"{\rtf1\uc0 \u233 t\u233 }"#, "été\n"),
        (#"{\rtf1\uc2 \u12354\'82\'a0!}"#, "あ!\n"),
        (#"{\rtf1\uc1 \u-10179?\u-8704?}"#, "😀\n"),
        // A substitute ends with its group.
        (#"{\rtf1\uc1 {\u228}x}"#, "äx\n"),
        (#"{\rtf1\ansi \'81}"#, "\u{fffd}\n"),
    ]) func `knows characters by their numbers and by code pages`(rtf: String, expected: String) throws {
        #expect(try markdown(rtf) == expected)
    }

    @Test func `passes over what holds no text, and what it does not know`() throws {
        #expect(try markdown(#"{\rtf1{\fonttbl{\f0 Times;}}{\colortbl;\red1;}{\stylesheet{\s1 Big;}}{\info{\title T}}{\*\unknown{\b x}}{\header h}Text}"#) == "Text\n")
        #expect(try markdown("{\\rtf1 A{\\pict\\pngblip 0102ff}{\\*\\shppict{\\pict\\bin4 }}{}}}Z}") == "AZ\n")
        #expect(try markdown(#"{\rtf1 seen {\v hidden} seen}"#) == "seen seen\n")
        #expect(try markdown("{\\rtf1 \\zzz9 x\\*\\q y}\u{0}") == "x\n")
        #expect(try markdown(#"{\rtf1}"#) == "")
    }

    @Test func `says what did not come over`() throws {
        let losses = try document(#"{\rtf1 {\pict 00}{\pict 00}{\v ab}{\ul x}\'81 a\cell\row {\*\annotation c}}"#).losses
        #expect(losses[.images] == 2 && losses[.hidden] == 2 && losses[.styles] == 1 && losses[.characters] == 1 && losses[.tables] == 1 && losses[.comments] == 1)
    }

    @Test(arguments: [
        (#"{\rtf1 2 * 3 _x_ snake_case `c` ~~t~~ %%p%%}"#, #"2 \* 3 \_x\_ snake_case \`c\` \~\~t\~\~ \%\%p\%\%"# + "\n"),
        (#"{\rtf1 # no heading}"#, "\\# no heading\n"),
        (#"{\rtf1 - no item\par 1. none\par 1990 was}"#, "\\- no item\n\n1\\. none\n\n1990 was\n"),
        (#"{\rtf1 <b> & a < b &amp; [^1] [x](y) [sic]}"#, "\\<b> & a < b \\&amp; \\[^1] [x\\](y) [sic]\n"),
        (#"{\rtf1 > q}"#, "\\> q\n"),
    ]) func `is text where Markdown would see a mark`(rtf: String, expected: String) throws {
        #expect(try markdown(rtf) == expected)
    }

    @Test(arguments: [
        (#"{\rtf1 a [{\footnote n}] b}"#, "a \\[[^1]] b\n\n[^1]: n\n"), (#"{\rtf1 Help!{\footnote n}}"#, "Help\\![^1]\n\n[^1]: n\n"),
        (#"{\rtf1 [sic]{\footnote n}}"#, "[sic\\][^1]\n\n[^1]: n\n"),
        (#"{\rtf1 Look!{\field{\*\fldinst{HYPERLINK "https://a.de"}}{\fldrslt x}}}"#, "Look\\![x](https://a.de)\n"),
        (#"{\rtf1 [{\field{\*\fldinst{HYPERLINK "https://a.de"}}{\fldrslt x}}]}"#, "\\[[x](https://a.de)]\n"),
        // A backslash before the bracket of a link, and at the end of its words.
        (#"{\rtf1 \\{\field{\*\fldinst{HYPERLINK "https://a.de"}}{\fldrslt x\\}}y}"#, #"\\[x\\](https://a.de)y"# + "\n"),
        // Text alone, and a link that is none here.
        (#"{\rtf1 Look! ![sic] !{\field{\*\fldinst{HYPERLINK "scrivlnk://A"}}{\fldrslt x}}}"#, "Look! ![sic] !x\n"),
    ]) func `makes no mark of what stands beside a link or a note`(rtf: String, expected: String) throws {
        #expect(try markdown(rtf) == expected)
    }

    @Test func `has signs at the end of a heading`() {
        for (text, written) in [("C#", "C#"), ("C##", "C##"), ("a #", "a \\#"), ("a ##", "a #\\#"), ("#", "\\#"), ("##", "#\\#"), ("a \\#", "a \\#"), ("a\u{a0}#", "a\u{a0}#"), ("", "")] {
            #expect(MarkdownText.heading(text) == written)
        }
    }

    @Test func `has Scrivener's comments, notes and styles where they were`() throws {
        var document = try document(
            #"{\rtf1 <$Scr_Ps::0>{\b Before} \{\\Scrv_annot \\color=\{\\R=1.0\\G=0.0\\B=0.0\} \\text=check \u233? it\\end_Scrv_annot\} after\{\\Scrv_fn=the note\\end_Scrv_fn\}.<!$Scr_Ps::0>\par <$Scr_H::2>Title<!$Scr_H::2>\par <$ScrKeepWithNext>x <$author> \{\\Scrv_fn=open}"#)
        ScrivenerMarks.resolve(&document)
        #expect(RTFMarkdown.make(document) == "**Before** <!-- check é it --> after[^1].\n\n## Title\n\nx <$author> {\\Scrv_fn=open\n\n[^1]: the note\n")
        #expect(document.losses[.comments] == 1)
        var sharp = try RTFReader.read(Array(#"{\rtf1 <$Scr_H::2>About C#<!$Scr_H::2>}"#.utf8), "a.rtf")
        ScrivenerMarks.resolve(&sharp)
        #expect(RTFMarkdown.make(sharp) == "## About C#\n")
    }

    @Test func `is refused where it is none, is torn, or nests without end`() {
        #expect(cause { try markdown("plain") } == .malformed(line: 1))
        #expect(cause { try markdown("{\\rtf1 torn") } == .malformed(line: nil))
        #expect(cause { try markdown("{\\rtf1 " + String(repeating: "{", count: 100_000)) } == .tooDeep(most: RTFReader.deepest))
        #expect(cause { try markdown("{\\rtf1 " + String(repeating: "{\\b x}", count: 100_000) + "}") } == nil)
        // Numbers beyond all bounds.
        #expect(cause { try markdown("{\\rtf1\\uc99999999999\\u99999999999 \\bin9999999999 x}") } == .malformed(line: nil))
        #expect(cause { try markdown("{\\rtf1\\uc-5\\u-99999 a\\bin-7 b}") } == nil)
    }

    @Test func `takes time in line with its length`() throws {
        // Each begins a comment that never ends.
        let marks = String(repeating: #"\{\\Scrv_annot \\text=\{\\Scrv_fn="#, count: 20_000)
        var document = try document("{\\rtf1 \(marks)}")
        ScrivenerMarks.resolve(&document)
        #expect(document.comments.isEmpty && document.footnotes.isEmpty && document.text.count == 20_000 * 29)
    }
}
