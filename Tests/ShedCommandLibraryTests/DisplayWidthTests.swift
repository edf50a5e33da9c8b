import Testing

@testable import ShedCommand

@Suite struct `Columns of a terminal` {
    @Test(arguments: [
        ("", 0), ("Ode", 3), ("Öde", 3), ("O\u{308}de", 3), ("詩", 2), ("詩 a", 4), ("ｶﾅ", 2), ("한국어", 6), ("\u{1112}\u{1161}\u{11ab}", 2), ("📝", 2),
        ("a\u{200b}b", 2), ("Ａ", 2), ("—…", 2), ("𠀀", 2), ("नमस्ते", 4),
    ])
    func `are counted as wcwidth counts them`(text: String, columns: Int) { #expect(DisplayWidth.of(text) == columns) }

    @Test func `are filled up and cut`() {
        #expect(DisplayWidth.padded("詩", to: 4) == "詩  " && DisplayWidth.padded("詩詩詩", to: 4) == "詩詩詩")
        #expect(DisplayWidth.prefix("詩a詩", columns: 4) == "詩a" && DisplayWidth.prefix("abc", columns: 9) == "abc")
    }

    @Test func `line up in a table`() throws {
        let output = Output(isSent: true)
        TextTable(head: ["名前", "n"], rows: [["詩", "1"], ["ode", "2"]]).print(output, Style(try GlobalOptions.parse([]), environment: [:], isTerminal: false))
        try output.flush()
        #expect(String(decoding: output.kept.output, as: UTF8.self) == "名前  n\n詩    1\node   2\n")
    }
}
