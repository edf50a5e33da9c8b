import ShedModel
import Testing
@testable import ShedImport

/// What LaTeX has commands for.
@Suite struct `Texts in BibTeX` {
    private func title(_ value: String, before: String = "") throws -> String? {
        try BibTeX.read(Array("\(before)\n@book{b, title = \(value)}".utf8), "a.bib").items.first?.title
    }

    @Test(arguments: [
        (#"{V{\"o}gel}"#, "Vögel"), (#"{V\"ogel}"#, "Vögel"), (#"{V\"{o}gel}"#, "Vögel"), (#"{{\'e}t{\'{e}} \`a \^{\i}le \~n \.Z \={a}}"#, "été à île ñ Ż ā"),
        (#"{\c{c}a \c ca \v{s} \H{o} \k{a} \r{a} \u{g} {\v Z}}"#, "ça ça š ő ą å ğ Ž"), (#"{\'{\i} \"\i \v{\j}}"#, "í ïǰ"),
        (#"{Stra{\ss}e {\ae}on \O re {\L}\'od\'z \aa\oe}"#, "Straße æon Øre Łódź åœ"), (#"{\'{\^a} \~{} \textasciitilde x a~b}"#, "ấ ~ ~x a b"),
        (##"{{\textbackslash}x \& \% \_ \$ \#}"##, ##"\x & % _ $ #"##), (#"{\emph{One} \textbf{two} \unknown{x}}"#, #"One two \unknownx"#),
        (#"{V{\"o}gel, {\textbackslash}x}"#, #"Vögel, \x"#), (#"{a \\ b}"#, "a b"), (#"{A \'}"#, "A '"), (#"{\"{q}}"#, "q\u{308}"),
    ])
    func `have their accents`(value: String, text: String) throws {
        let title = try title(value)
        #expect(title?.unicodeScalars.elementsEqual(text.unicodeScalars) == true, "\(value): \(title ?? "none")")
    }

    @Test func `are joined with what stands for others`() throws {
        #expect(try title("\"Quoted \" # foo", before: "@string{foo = {B{\\\"a}r}}") == "Quoted Bär")
        #expect(try title("foo # \" and \" # FOO # 12", before: "@String{Foo = \"B\"}") == "B and B12")
        #expect(try title("b", before: "@string{a = \"x\"}\n@string{b = a # \"-\" # a}") == "x-x")
        #expect(try title("nobody # \" x\"") == "nobody x")
        #expect(try title("{x}", before: "@string{what is this}") == "x")
    }

    @Test func `are bounded where each says the one before twice`() {
        let doubling = "@string{a0 = \"xxxxxxxxxx\"}" + (1..<60).map { "@string{a\($0) = a\($0 - 1) # a\($0 - 1)}" }.joined()
        #expect(cause { try BibTeX.read(Array("\(doubling)@book{b, title = a59}".utf8), "a.bib") } != nil)
        let deep = "@book{b, title = {" + String(repeating: "\\'{", count: 900) + "a" + String(repeating: "}", count: 900) + "}}"
        #expect((try? BibTeX.read(Array(deep.utf8), "a.bib"))?.items.count == 1)
    }
}
