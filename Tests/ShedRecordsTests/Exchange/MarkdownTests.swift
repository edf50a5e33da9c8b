import ShedRecords
import Testing

@Suite("A Markdown table")
struct MarkdownTests {
    @Test func `has a column for each key and shows markup as text`() throws {
        let records = [
            IdentifiedRecord(id: nil, record: Record([Pair("a|b", "x\r\ny\nz"), Pair("c", "\\|")])),
            IdentifiedRecord(id: nil, record: Record([Pair("d", "<b>*1*</b>\u{1}")])),
        ]
        let text = try String(decoding: ExchangeFormat.markdown.export(records, of: CollectionHead(name: "My_Books")), as: UTF8.self)
        #expect(text == """
            # My\\_Books

            | a\\|b | c | d |
            | --- | --- | --- |
            | x<br>y<br>z | \\\\\\| |  |
            |  |  | \\<b\\>\\*1\\*\\</b\\>\u{fffd} |\n
            """)
    }

    @Test func `cannot be imported`() {
        #expect(ExchangeFormat.markdown.reader(of: [].source()) == nil)
    }
}
