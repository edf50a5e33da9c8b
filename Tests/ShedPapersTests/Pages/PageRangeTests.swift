import ShedPapers
import Testing

@Suite("Page ranges")
struct PageRangeTests {
    @Test(arguments: [
        ("3-5,9", [3, 4, 5, 9]), (" 1 , 2 - 3 ", [1, 2, 3]), ("5-3", [5, 4, 3]), ("9-", [9, 10]), ("-2", [1, 2]), ("4,4", [4, 4]), ("10", [10]),
    ])
    func `are read in the order in which they are written`(text: String, pages: [Int]) throws {
        #expect(try PageRange.parse(text, pages: 10) == pages)
    }

    @Test(arguments: ["", ",", "1,", "a", "1-2-3", "-", "1--2", "+1", "0x1", "１", "1.5"])
    func `that are none are told`(text: String) {
        let fault = #expect(throws: PageRange.Fault.self) { try PageRange.parse(text, pages: 10) }
        if case .misread = fault { return }
        Issue.record("“\(text)” is taken for \(String(describing: fault))")
    }

    @Test(arguments: ["0", "11", "1-11", "99999999999999999999999999"])
    func `outside of the file are told, with how many pages there are`(text: String) {
        let fault = #expect(throws: PageRange.Fault.self) { try PageRange.parse(text, pages: 10) }
        #expect(fault == .noPage(text.split(separator: "-").last.map { String($0.prefix(20)) } ?? "", of: 10))
    }

    @Test func `are bounded`() {
        let text = [String](repeating: "1-5000", count: 21).joined(separator: ",")
        let fault = #expect(throws: PageRange.Fault.self) { try PageRange.parse(text, pages: 5_000) }
        #expect(fault == .tooMany(100_000))
        #expect(throws: PageRange.Fault.self) { try PageRange.parse("-", pages: 0) }
        #expect(throws: PageRange.Fault.self) { try PageRange.parse("1-", pages: 0) }
    }

    @Test(arguments: ["3-5,9", "5-3", "4,4", "1,3,5", "1-2,2-1", "7"])
    func `are written as short as can be`(text: String) throws {
        #expect(PageRange.text(try PageRange.parse(text, pages: 10)) == text)
    }

    @Test func `of no pages are empty`() { #expect(PageRange.text([]).isEmpty) }
}
