import ShedModel
import ShedRecords
import Testing

@Suite("A recfile")
struct RecfileExchangeTests {
    @Test func `is read with comments, joined lines, and blanks kept`() throws {
        let back = try ExchangeFormat.recfile.imported("""
            # Books of mine
            %rec: Books
            %mandatory: Title

            # the first
            Title:  two blanks
            Note: one
            + two
            +
            +   four
            Long: joi\\
            ned
            Empty:
            \u{20}
            Title:none
            """)
        #expect(back.collection == CollectionHead(id: nil, name: "Books"))
        #expect(back.content.map(\.record.pairs) == [
            [Pair("Title", " two blanks"), Pair("Note", "one\ntwo\n\n  four"), Pair("Long", "joined"), Pair("Empty", "")], [Pair("Title", "none")],
        ])
        #expect(back.records.map(\.line) == [6, 15])
        #expect(back.notes.count == 1)
    }

    @Test func `names every key so that it can be told back`() throws {
        let keys = ["Title", "Year of print", "2nd", "", "_", "_x20_", "U_x41_", "U", "a_x2é", "pos_x", "Id", "caf\u{e9}", "cafe\u{301}", "%rec", "a_x_"]
        let record = IdentifiedRecord(id: Sample.records[0].id, record: Record(keys.map { Pair($0, "v\\") }))
        let bytes = try ExchangeFormat.recfile.export([record], of: Sample.collection)
        #expect(try ExchangeFormat.recfile.imported(bytes).content == [record])
        let plain = IdentifiedRecord(id: Sample.records[0].id, record: Record(keys.map { Pair($0, "v") }))
        let text = try String(decoding: ExchangeFormat.recfile.export([plain], of: Sample.collection), as: UTF8.self)
        #expect(text.contains("\nYear_x20_of_x20_print: v\nU_x32_nd: v\nU_x_: v\n"))
        #expect(text.contains("\npos_x: v\nU_x49_d: v\n"))
        #expect(try ExchangeFormat.recfile.imported(text).content == [plain])
    }

    @Test(arguments: [
        ("A: 1\nA: 2\n", 2, "“A” occurs twice"), ("A: 1\n\nB\n", 3, "no field"), ("\n+ x\n", 2, "without a field"), ("A: 1\n# c\n+ x\n", 3, "without a field"),
        ("%rec: A\n\nB: 1\n\n%rec: C\n", 5, "second record type"), ("%doc: A\n", 1, "without “%rec”"), ("A: 1\n%rec: B\n", 2, "special field"),
        ("Id: ../x.json\n", 1, "“../x.json” is no UUID"), ("A: 1\r\n\r\nB: 2\r\n", 2, "no field"), ("A: \0\n", 1, "NUL"), ("é: 1\n", 1, "no field"),
        ("A: 1\\", 1, "backslash"),
    ]) func `is refused where it is wrong`(text: String, line: Int, message: String) {
        let fault = ExchangeFormat.recfile.fault(text)
        #expect(fault?.line == line)
        #expect(fault?.message.contains(message) == true, "\(fault?.message ?? "no error")")
    }

    @Test func `is not written with a field for IDs that recutils cannot read`() {
        #expect(throws: RecordsError.self) { try ExchangeFormat.recfile.export([], of: CollectionHead(), options: ExchangeOptions(idColumn: "my id")) }
    }
}
