import ShedModel
import Testing
@testable import ShedImport

private func markdown(_ text: String) -> String {
    var losses = ForeignLosses()
    return NovelWriterText.markdown(text, title: "a", &losses)
}

@Suite struct `A text of novelWriter` {
    @Test(arguments: [
        ("- Ja, sagte er.", "\\- Ja, sagte er."), ("+ plus", "\\+ plus"), ("1984. Das war ein Jahr.", "1984\\. Das war ein Jahr."),
        ("    eingerückt", "eingerückt"), ("\teingerückt", "eingerückt"), ("__x__", "\\_\\_x\\_\\_"), ("![a](b)", "![a\\](b)"), ("* * *", "\\* \\* \\*"),
        ("---", "\\---"), ("===", "\\==="), ("##### x", "\\##### x"), ("| a |", "\\| a |"), ("[a]: http://x.de", "[a\\]: http://x.de"), ("`c` <b> &amp;", "\\`c\\` \\<b> \\&amp;"),
        ("2 * 3 ** 4 ~~ 5 [^1]", "2 \\* 3 \\*\\* 4 \\~\\~ 5 \\[^1]"), ("a %%b%%", "a \\%\\%b\\%\\%"),
        ("## Kapitel *1* #", "## Kapitel \\*1\\* \\#"), ("## Über C#", "## Über C#"), ("%Footnote.a: - x", "[^a]: \\- x"),
    ]) func `is text where Markdown would see a mark`(text: String, expected: String) {
        #expect(markdown(text) == expected + "\n")
    }

    @Test(arguments: [
        ("_a_ **b** ~~c~~ **_d_** snake_case_x", "_a_ **b** ~~c~~ **_d_** snake_case_x"), (#"\*a\* \_b\_ **c\** d**"#, #"\*a\* \_b\_ **c\*\* d**"#),
        ("[b]a[/b]b [I]c[/I] [s]d[/s]", "**a**b *c* ~~d~~"), ("[i]kursiv [/i]und", "*kursiv* und"), ("[i] kursiv[/i]", "*kursiv*"), ("[b]**a**[/b]", "**a**"),
        ("a[footnote:x1] [sic]", "a[^x1] [sic]"), ("[[footnote:x1]]", "\\[[^x1]]"), ("a[footnote:x1](b)", "a[^x1](b)"), ("Hilfe![footnote:x1]", "Hilfe\\![^x1]"), ("[sic][footnote:x1]", "[sic\\][^x1]"),
        ("x[u]_y_[/u]z", "x*y*z"), ("[u]_y_[/u]z **_a_[m]b[/m]**", "*y*z ***a*b**"), ("x [u]_y_[/u] z", "x _y_ z"),
    ]) func `has the emphasis that novelWriter gives it`(text: String, expected: String) {
        #expect(markdown(text) == expected + "\n")
    }

    @Test(arguments: [
        ("Rosen sind rot,\nVeilchen sind blau.", "Rosen sind rot,\\\nVeilchen sind blau."), ("Eins[br]\nzwei", "Eins\\\nzwei"), ("Eins[BR]zwei", "Eins\\\nzwei"),
        ("Eins[br]", "Eins"), ("Eins[br]\n\nzwei", "Eins\n\nzwei"), ("Eins[br]\n# Zwei", "Eins\n\n# Zwei"), ("Er sagte:\n- Ja.\n1. Nein.", "Er sagte:\\\n\\- Ja.\\\n1\\. Nein."),
        ("a\n    b", "a\\\nb"), ("[b]a\nb[/b] c", "**a**\\\n**b** c"), ("a\n%b\nc", "a\n\n<!-- b -->\nc"), ("[b]a\n\nb", "**a**\n\nb"), ("%Footnote.a: x\ny", "[^a]: x\n\ny"),
    ]) func `has its lines`(text: String, expected: String) {
        #expect(markdown(text) == expected + "\n")
    }

    @Test(arguments: [">>mittig<<", ">> mittig <<", ">mittig", "> mittig", "mittig<<", "mittig <", ">>  mittig"])
    func `stands without the signs that push it to one side`(text: String) {
        var losses = ForeignLosses()
        #expect(NovelWriterText.markdown(text, title: "a", &losses) == "mittig\n")
        #expect(losses[.styles] == 1)
    }
}
