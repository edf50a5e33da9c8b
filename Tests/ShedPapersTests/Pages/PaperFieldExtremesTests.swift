import ShedModel
import ShedTestSupport
import Testing

@testable import ShedPapers

/// Fields of bundles and pages with each of their members as it should never be.
@Suite struct PaperFieldExtremesTests {
    private static let id: JSONValue = "01901234-5678-7abc-8def-0123456789ab"
    private static let hash: JSONValue = .string(String(repeating: "0", count: 64))

    private func node(_ name: String, _ value: JSONValue) -> Node {
        var node = Node(id: NodeID(high: 1, low: 1), type: .page)
        node.set(.other(name, value))
        return node
    }

    @Test func `numbers, sizes and times are within bounds`() {
        let reference: JSONObject = ["bundle": Self.id, "number": 3]
        let file: JSONObject = ["hash": Self.hash, "size": 1, "source": Self.hash]
        let variant: JSONObject = ["hash": Self.hash, "size": 1, "pages": 1]
        let version: JSONObject = ["bundle": Self.id, "number": 3, "time": 1, "cause": "made", "tags": ["a"], "variables": ["a": 1], "source": Self.hash]
        for value in Extremes.values { #expect(node(PaperField.number, value).writtenNumber.map { (0...PageReference.mostPages).contains($0) } ?? true) }
        for value in Extremes.objects(like: reference) + Extremes.values {
            #expect(node(PaperField.page, value).pageReference.map { (1...PageReference.mostPages).contains($0.number) } ?? true)
        }
        for value in Extremes.objects(like: file) { #expect(node(PaperField.pageFile, value).pageFile.map { $0.size >= 0 } ?? true) }
        for value in Extremes.objects(like: variant) {
            let bundle = node(PaperField.field(ofVariant: PDFVariant.display.rawValue), value)
            #expect(bundle.bundleFile(.display).map { $0.size >= 0 && (1...PageReference.mostPages).contains($0.pages) } ?? true)
        }
        let name = PaperField.field(ofVersion: NodeID(high: 4, low: 4))
        for cause in ["created", "remade"] {
            var version = version
            version["cause"] = .string(cause)
            for value in Extremes.objects(like: version) {
                #expect(node(name, value).pageVersions.allSatisfy { Milliseconds.range.contains($0.time) })
                _ = node(name, value).shownBundles
            }
        }
    }

    @Test func `page mappings are read, or not`() throws {
        let mapping: JSONObject = ["ocr": [1, nil, 3], "original": [2]]
        for value in Extremes.objects(like: mapping) + Extremes.values.map({ (value: JSONValue) -> JSONValue in ["ocr": [value]] }) {
            guard let read = PageMapping(value) else { continue }
            #expect(PageMapping(read.json) == read)
            for variant in PDFVariant.allCases where variant != .display { _ = read.text(variant) }
        }
        var texts = Extremes.texts + ["1-9223372036854775807", "9223372036854775807-", "0-0", "-", String(repeating: "1-1,", count: 50)]
        texts += Extremes.integers.map { "\($0)" }
        for text in texts {
            _ = try? PageRange.parse(text, pages: 5)
        }
    }

    @Test func `what pdfinfo prints is read, or not`() {
        for number in ["1e308", "inf", "nan", "-1", "0", "9" + String(repeating: "0", count: 307), "0x1p1000", "1e-320"] {
            let text = "Pages: 1\nPage    1 size: \(number) x \(number) pts\nPage    1 rot:  9223372036854775807\n"
            for size in PDFInfoReader.sizes(Array(text.utf8)) ?? [] {
                #expect((PageSize.smallest...PageSize.largest).contains(size.width) && (0..<360).contains(size.rotation))
                #expect(PDFImage.scale(size, PDFImage.Options(resolution: .infinity), pixels: 1_000).count == 2)
            }
        }
        for pages in ["-1", "9223372036854775807", "9223372036854775808", ""] { #expect(PDFInfoReader.sizes(Array("Pages: \(pages)\n".utf8)) == nil) }
    }

    @Test func `a sheet of any number of columns has a layout`() {
        for columns in [1, 10, 1_000] {
            let layout = SheetLayout(columns: columns, rows: nil)
            #expect(layout.rows >= 1)
        }
    }
}
