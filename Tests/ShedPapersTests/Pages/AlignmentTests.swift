import ShedModel
import ShedPapers
import Testing

@Suite("Which pages belong together")
struct AlignmentTests {
    @Test func `by default page n belongs to page n`() {
        let alignment = Alignment(counts: [.display: 3, .ocr: 3, .original: 3])
        #expect((1...3).map { alignment.page(of: .ocr, forDisplayPage: $0) } == [1, 2, 3])
        #expect(alignment.displayPages(for: 2, of: .original) == [2])
        #expect(alignment.faults.isEmpty)
    }

    @Test func `without a mapping other counts are a fault, and extra pages are ignored`() {
        let alignment = Alignment(counts: [.display: 2, .ocr: 4])
        #expect(alignment.faults == [.differingCount(.ocr, pages: 4, displayPages: 2)])
        #expect(alignment.page(of: .ocr, forDisplayPage: 2) == 2)
        #expect(alignment.page(of: .ocr, forDisplayPage: 3) == nil)
        #expect(alignment.displayPages(for: 3, of: .ocr).isEmpty)
        #expect(alignment.page(of: .original, forDisplayPage: 1) == nil, "there is none")
    }

    @Test func `a mapping counts from the top down, and what it leaves out is ignored`() throws {
        var mapping = PageMapping()
        try mapping.set(.ocr, "2-3,-,5", pages: 6)
        let alignment = Alignment(counts: [.display: 5, .ocr: 6], mapping: mapping)
        #expect((0...6).map { alignment.page(of: .ocr, forDisplayPage: $0) } == [nil, 2, 3, nil, 5, nil, nil])
        #expect(alignment.displayPages(for: 5, of: .ocr) == [4])
        #expect(alignment.displayPages(for: 6, of: .ocr).isEmpty)
        #expect(alignment.faults.isEmpty)
        #expect(mapping.text(.ocr) == "2-3,-,5")
    }

    @Test func `a mapping that does not fit the files is a fault, page by page`() throws {
        let mapping = try #require(PageMapping(["ocr": [9, 1, 1, 1]]))
        let alignment = Alignment(counts: [.display: 3, .ocr: 2], mapping: mapping)
        #expect(alignment.faults == [
            .tooLong(.ocr, entries: 4, displayPages: 3), .noSuchPage(.ocr, page: 9, displayPage: 1),
        ])
        #expect(alignment.page(of: .ocr, forDisplayPage: 1) == nil)
    }

    /// Seed 004, PDFBundle, rule 5: “user-defined mapping”. A spread of two pages may be one page of a scan.
    @Test func `one page may belong to several display pages`() throws {
        var mapping = PageMapping()
        try mapping.set(.ocr, "1,1,2", pages: 2)
        let alignment = Alignment(counts: [.display: 3, .ocr: 2], mapping: mapping)
        #expect(alignment.faults.isEmpty)
        #expect(alignment.displayPages(for: 1, of: .ocr) == [1, 2])
    }

    @Test(arguments: ["-", "-,2", "1,-", "-,-,3-4", "="])
    func `a mapping is written as it is read`(text: String) throws {
        var mapping = PageMapping()
        try mapping.set(.original, text, pages: 9)
        #expect(mapping.text(.original) == text)
        #expect(mapping.isEmpty == (text == "="))
    }

    @Test func `the JSON form goes there and back`() throws {
        let json: JSONValue = ["ocr": [2, 3, nil, 5], "original": [1]]
        let mapping = try #require(PageMapping(json))
        #expect(mapping[.ocr] == [2, 3, nil, 5])
        #expect(mapping.json == json)
        #expect(PageMapping().json == [:])
    }

    /// Taken by their numbers: the runner writes down what a test is given.
    private static let unmapped: [JSONValue] = [
        ["ocr": 1], ["display": [1]], ["other": [1]], ["ocr": [0]], ["ocr": [5_001]], ["ocr": ["1"]], [1],
        ["ocr": .array([JSONValue](repeating: 1, count: 5_001))],
    ]

    @Test(arguments: unmapped.indices) func `what is no mapping is not read as one`(number: Int) {
        #expect(PageMapping(Self.unmapped[number]) == nil, "\(number)")
    }
}
