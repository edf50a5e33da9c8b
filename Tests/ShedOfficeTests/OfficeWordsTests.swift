import ShedModel
import ShedOffice
import ShedTestSupport
import Testing

/// What is counted of documents, held against what LibreOffice says of them (`Fixtures/words`).
@Suite struct `Words of documents` {
    static let folder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Fixtures/words"

    static let expected: [(words: Int, name: String)] = String(decoding: TestFile.read(folder + "/expected.txt"), as: UTF8.self)
        .split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ")
            return parts.count == 2 ? Int(parts[0]).map { ($0, String(parts[1])) } : nil
        }

    @Test func `are those that LibreOffice counts`() throws {
        #expect(Self.expected.count > 30)
        for (words, name) in Self.expected {
            let bytes = TestFile.read("\(Self.folder)/\(name)")
            let format = try #require(OfficeFormat(Name(name)))
            #expect(try OfficeWords.count(ArchiveSource(bytes), format) == words, "\(name)")
        }
    }

    @Test func `are told by the ending of the name alone`() {
        #expect(OfficeFormat("Ode.docx") == .docx && OfficeFormat("Ode.ODT") == .odt && OfficeFormat("a.b.Docx") == .docx)
        for name in ["Ode.doc", "docx", ".docx", "Ode.docx.txt", "Ode.od", "~$de.docx"] as [Name] { #expect(OfficeFormat(name) == nil, "\(name)") }
    }

    @Test func `are found whether parts are packed or not, and whatever stands behind the archive's end`() throws {
        var zip = TestZip.docx(body: "<w:p><w:r><w:t>one two</w:t></w:r></w:p>")
        #expect(try OfficeWords.count(ArchiveSource(zip.bytes), .docx) == 2)
        zip.parts[0].method = 8
        #expect(try OfficeWords.count(ArchiveSource(zip.bytes), .docx) == 2)
        zip.comment = Array(repeating: 0x50, count: 60_000)
        #expect(try OfficeWords.count(ArchiveSource(zip.bytes), .docx) == 2)
    }
}
