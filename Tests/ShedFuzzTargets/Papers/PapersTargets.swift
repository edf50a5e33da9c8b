import ShedHash
import ShedModel

@testable import ShedPapers
@testable import ShedPapersKind

extension FuzzTarget {
    static let ofPapers: [FuzzTarget] = [programs, kept, paperFields, pageWords]

    /// What programs for PDFs print, and beginnings of files that are none.
    private static let programs = FuzzTarget("pdf-programs", words: ["Pages:          2\n", "Page    1 size: 595.28 x 841.89 pts (A4)\n", "Page    1 rot:  90\n", "Page 0 rot: ", "WARNING: ", "/proc/self/fd/3", "file is damaged", "\u{c}", "\u{ad}", "%PDF-1.7", "startxref", "%%EOF"], seeds: [
        Array("Title: x\nPages:          2\nPage    1 size: 595.28 x 841.89 pts (A4)\nPage    1 rot:  0\nPage    2 size: 1e308 x 5e-324 pts\nPage    2 rot:  -90\n".utf8),
        Array("WARNING: /proc/self/fd/3 (offset 9): xref not found\nqpdf: /proc/self/fd/3: file is damaged\n".utf8), Array("one\u{a0}\u{ad}two\r\n\u{c}\u{c}".utf8),
        [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 2, 0, 3, 3, 0, 0], [0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff],
    ]) { input throws(BrokenInvariant) in
        for size in PDFInfoReader.sizes(input) ?? [] {
            try require((PageSize.smallest...PageSize.largest).contains(size.width) && (PageSize.smallest...PageSize.largest).contains(size.height), "a page has a size that none can have")
            try require((0..<360).contains(size.rotation), "a page is turned further than round")
            _ = PDFImage.scale(size, PDFImage.Options(), pixels: 1_000_000)
        }
        try requireShown(ToolWords.text(input))
        _ = OtherContent(input).error("x")
        if let picture = JPEGPicture(input) { try require(picture.width > 0 && picture.height > 0, "a picture has no size") }
        if let pages = PDFText.split(input, pages: 2) { try require(pages.count == 2 && pages.joined().count + 2 == input.count, "pages lose text") }
        for limit in [0, 1, 7, FuzzTarget.longest] {
            let text = PlainText.normalised(input, atMost: limit)
            try requirePlain(text.replacing("\n", with: ""))
            try require(PlainText.normalised(Array(text.utf8), atMost: .max) == text, "plain text is not plain")
        }
        try requirePlain(PDFAnnotation.word(String(decoding: input, as: UTF8.self)))
    }

    /// What comes from a PDF has no controls; whoever shows it on one line escapes the rest.
    private static func requirePlain(_ text: String) throws(BrokenInvariant) {
        try require(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7f..<0xa0).contains($0.value) }, "plain text holds controls")
    }

    /// Kept texts and annotations, as they are and with the checksum that they ought to have.
    private static let kept = FuzzTarget("kept-text", words: ["\"format\":1", "\"check\":\"", "\"pages\":[", "\"annotations\":[", "[\"layer\",", "[\"failed\",0]", "\"confidence\":[", "\u{c}"], seeds: [
        KeptText([.text("one\n", .layer), .text("two", .recognition, confidence: 90)], engine: "e").file,
        KeptAnnotations([[PDFAnnotation(sort: "Text", author: "A", text: "note")], [], [PDFAnnotation(sort: "Ink", author: nil, text: "x")]]).file,
        Array("{\"format\":1,\"check\":\"\",\"pages\":[[\"layer\",9223372036854775807],[\"layer\",-1]]}\n".utf8),
    ]) { input throws(BrokenInvariant) in
        _ = (KeptText.failures(head: input), KeptText.length(head: input))
        for file in [input, checked(input)] {
            if let text = KeptText(file: file) {
                try require(KeptText(file: text.file)?.pages.map(\.range.count) == text.pages.map(\.range.count), "a kept text comes back otherwise")
                try require(KeptText.length(head: file) == file.count, "a kept text is not as long as it says")
                for page in [Int.min, 0, 1, text.pages.count, text.pages.count + 1, .max] { _ = (text.text(of: page), text.origin(of: page), text.confidence(of: page)) }
            }
            if let notes = KeptAnnotations(file: file) {
                try require(KeptAnnotations(file: notes.file)?.items.map(\.page) == notes.items.map(\.page), "kept annotations come back otherwise")
                for page in [Int.min, 0, 1, .max] { for note in notes.annotations(of: page) { try requirePlain(note.sort + (note.author ?? "")) } }
            }
        }
    }

    private static func checked(_ bytes: [UInt8]) -> [UInt8] {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), var header = (try? JSONParser.parse(Array(bytes[..<end])))?.object else { return bytes }
        let body = Array(bytes[(end + 1)...])
        header["check"] = .string(Hexadecimal.string(of: SHA256.hash(body).prefix(8)))
        return JSONValue.object(header).compact + [UInt8(ascii: "\n")] + body
    }

    /// The fields of a node: a JSON object of them.
    private static let paperFields = FuzzTarget("paper-fields", words: ["\"page\":{\"bundle\":\"", "\"number\":", "\"page-file\":{\"hash\":\"", "\"page-mapping\":{\"ocr\":[", "\"original\":[", "\"pdf:display\":{\"hash\":\"", "\"pages\":", "\"version:\(FuzzReader.id(1))\":{", "\"time\":", "\"cause\":\"created\"", "\"variables\":{", "\"left-in\":\""], texts: [
        """
        {"page":{"bundle":"\(FuzzReader.id(1))","number":4},"number":7,"page-mapping":{"ocr":[2,3,null,5],"original":[1]},"left-in":"\(FuzzReader.id(2))",
        "pdf:display":{"hash":"\(hash)","size":1,"pages":5},"pdf:ocr":{"hash":"\(hash)","size":9223372036854775807,"pages":1000000},"page-file":{"hash":"\(hash)","size":3,"source":"\(hash)"},
        "version:\(FuzzReader.id(3))":{"bundle":"\(FuzzReader.id(1))","number":1,"time":-9223372036854775808,"cause":"created","source":"\(hash)","tags":["a"],"variables":{"v":1}}}
        """
    ]) { input throws(BrokenInvariant) in
        guard let object = (try? JSONParser.parse(input))?.object else { return }
        var node = Node(id: FuzzReader.id(1), type: .page)
        for member in object.members { node.set(.other(member.name, member.value)) }
        if let reference = node.pageReference { try require(reference.number >= 1 && PageReference(JSONValue.object(JSONObject(reference.members))) == reference, "a page shows another page") }
        try require(PageMapping(node.pageMapping.json) == node.pageMapping, "a page mapping comes back otherwise")
        for version in node.pageVersions {
            guard case .other(let name, let value) = version.field else { continue }
            try require(PageVersion(name, value) == version, "a version comes back otherwise")
        }
        let alignment = node.alignment
        _ = (alignment.faults.count, node.pageFile, node.shownBundles, node.writtenNumber, node.isPage)
        for page in [Int.min, 0, 1, 5, .max] { for variant in PDFVariant.allCases { _ = alignment.page(of: variant, forDisplayPage: page) } }
        if alignment.counts[.display] ?? 0 < 1_000 { for page in [1, 2, .max] { _ = alignment.displayPages(for: page, of: .ocr) } }
        for member in object.members {
            guard let mapped = PaperField.mapped(member.name, member.value, { NodeID(high: ~$0.high, low: ~$0.low) }) else { continue }
            let back = PaperField.mapped(mapped.name, mapped.value) { NodeID(high: ~$0.high, low: ~$0.low) }
            try require(back?.name.lowercased() == member.name.lowercased(), "a field that is mapped to and fro is another one")
        }
        let state = EditState(node, Model(project: FuzzReader.project))
        try require(EditState(state.word) == state, "the state of a node comes back otherwise")
    }

    private static let hash = String(repeating: "0a", count: 32)

    /// Page ranges, mappings, numbers before names and words that stand for a state.
    private static let pageWords = FuzzTarget("page-words", words: ["1-", "-5", "2-4,-,6", "=", "007 ", "999999 ", "1. ", "01 - "], texts: ["3-5,9", "2-4,-,6", "=", "02 Calculus 2023 p5.pdf", "2023.pdf", "1_x", "06-12 Physik"]) { input throws(BrokenInvariant) in
        _ = EditState(Base64.encode(input))
        let name = OrderedName(Name(bytes: input))
        for number in [0, 1, 999_999, Int.max] {
            let numbered = name.numbered(number, of: 12, isFile: true)
            try require(numbered.bytes.count <= Name.longest || input.count > Name.longest, "a numbered name is too long")
            if number == 1, input.count < 200, input.first.map({ $0 > 0x39 }) == true { try require(OrderedName(numbered).number == 1, "a number that was written is not read") }
        }
        _ = Numbering.numbers(of: [Name(bytes: input), "01 a", "2 b"]) { $0 == $1 }
        guard let text = String(validating: input, as: UTF8.self) else { return }
        for count in [0, 1, 12, 1_000_000] {
            if let pages = try? PageRange.parse(text, pages: count) {
                try require(pages.count <= PageRange.most && pages.allSatisfy { (1...max(count, 1)).contains($0) }, "a range names pages that there are not")
                try require((try? PageRange.parse(PageRange.text(pages), pages: count)) == pages, "a range comes back otherwise")
            }
            var mapping = PageMapping()
            guard (try? mapping.set(.ocr, text, pages: count)) != nil else { continue }
            try require(PageMapping(mapping.json) == mapping || count > PageMapping.longest, "a mapping comes back otherwise")
            var again = PageMapping()
            try? again.set(.ocr, mapping.text(.ocr), pages: count)
            try require(again == mapping, "a mapping as a person types it is another one")
        }
    }
}
