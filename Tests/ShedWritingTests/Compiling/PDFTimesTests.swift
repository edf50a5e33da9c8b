import Testing

@testable import ShedWriting

@Suite struct `The times in a PDF` {
    /// A file as LibreOffice writes it: its objects, a table, a trailer.
    private func file(_ time: String, _ id: String, metadata: String = "") -> [UInt8] {
        var text = "%PDF-1.6\n"
        var places: [Int] = []
        let objects = [
            "<</Type/Catalog/Metadata 3 0 R>>", "<</Producer<FEFF>\n/CreationDate(D:\(time)Z')>>", "<<>>stream\n\(metadata)\nendstream",
            // No other object's times are of the file.
            "(/CreationDate(D:20260101010101Z'))",
        ]
        for (number, object) in objects.enumerated() {
            places.append(text.utf8.count)
            text += "\(number + 1) 0 obj\n\(object)\nendobj\n"
        }
        let table = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for place in places { text += String(repeating: "0", count: 10 - "\(place)".count) + "\(place) 00000 n \n" }
        text += "trailer\n<</Size 5/Root 1 0 R\n/Info 2 0 R\n/ID [ <\(id)>\n<\(id)> ]\n/DocChecksum /\(id)\n>>\nstartxref\n\(table)\n%%EOF\n"
        return Array(text.utf8)
    }

    private func fixed(_ bytes: [UInt8]) -> [UInt8]? { PDFTimes.fixed(bytes) { "\($0.count)abcdef" } }

    private let first = String(repeating: "0A", count: 16)
    private let second = String(repeating: "F1", count: 16)

    @Test func `become one, with all else at its place`() throws {
        let made = file("20261126015602", first)
        let result = try #require(fixed(made))
        #expect(result.count == made.count)
        #expect(result == fixed(file("20270101235959", second)))
        let text = String(decoding: result, as: UTF8.self)
        #expect(text.contains("/CreationDate(D:19800101000000Z')") && text.contains("(/CreationDate(D:20260101010101Z'))"))
        #expect(!text.contains(first) && text.hasSuffix(String(decoding: made, as: UTF8.self).suffix(20)))
        #expect(fixed(result) == result, "done again it is the same")
    }

    @Test func `in its XMP packet become one too`() throws {
        func packet(_ time: String) -> String { "<xmp:CreateDate>\(time)</xmp:CreateDate><xmp:ModifyDate>\(time)</xmp:ModifyDate>" }
        let result = try #require(fixed(file("20261126015602", first, metadata: packet("2026-11-26T01:56:02Z"))))
        #expect(result == fixed(file("20261126015603", first, metadata: packet("2026-11-26T01:56:03Z"))))
        #expect(String(decoding: result, as: UTF8.self).contains("<xmp:ModifyDate>1980-01-01T00:00:00Z"))
    }

    @Test func `differ where the files do`() throws { #expect(fixed(file("20261126015602", first)) != fixed(file("20261126015602", first, metadata: "x"))) }

    /// Each cut short at each place, and with each number made something else.
    @Test func `of what is no such file stay, whatever it holds`() {
        let made = file("20261126015602", first)
        for count in made.indices { _ = fixed(Array(made[..<count])) }
        for text in ["xref\n0 5", "/Info 2 0", "/Root 1 0", "startxref\n"] {
            guard let place = PDFTimes.find(Array(text.utf8), in: made.indices, made).map({ $0 + text.utf8.count }) else { continue }
            for number in ["", "-1", "0", "4", "99", "99999999999999999999"] { _ = fixed(Array(made[..<place]) + Array(number.utf8) + Array(made[place...])) }
        }
        #expect(fixed([]) == nil && fixed(Array("startxref\n0\n%%EOF".utf8)) == nil && fixed(Array(repeating: 0x30, count: 5_000)) == nil)
    }
}
