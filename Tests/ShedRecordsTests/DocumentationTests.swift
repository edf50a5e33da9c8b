import Glibc
import ShedModel
import ShedRecords
import Testing

@Suite("The pages on records")
struct DocumentationTests {
    /// The fenced blocks of a page in a language.
    private static func blocks(_ language: String, of page: String) throws -> [String] {
        let path = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Documentation/\(page).md"
        let file = try #require(fopen(path, "re"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 18)
        let count = fread(&bytes, 1, bytes.count, file)
        var blocks: [String] = []
        var open: [Substring]?
        for line in String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
            if let lines = open, line == "```" {
                blocks.append(lines.joined(separator: "\n"))
                open = nil
            } else if open != nil {
                open?.append(line)
            } else if line == "```\(language)" {
                open = []
            }
        }
        return blocks
    }

    /// The lines of a block, cut at the number sign that stands behind two spaces.
    private static func examples(_ block: String) -> [(String, String)] {
        block.split(separator: "\n").compactMap { line in
            guard let range = line.ranges(of: "  # ").last else { return nil }
            var example = line[..<range.lowerBound]
            while example.last == " " { example.removeLast() }
            return (String(example), String(line[range.upperBound...]))
        }
    }

    @Test func `say what queries find`() throws {
        let record = try RecordText.parse(Array(try #require(try Self.blocks("json", of: "Query").first).utf8))
        let examples = Self.examples(try #require(try Self.blocks("query", of: "Query").first))
        #expect(examples.count == 15)
        for (text, answer) in examples {
            let query = try Query.parse(text)
            let tags: UInt64 = query.labels == [.tag("lent")] ? 1 : 0
            let holds = try PackedRecord.pack(record).withUnsafeBytes { bytes in
                let view = try #require(PackedRecord.view(bytes))
                return Array("Ficciones".utf8).withUnsafeBufferPointer { query.matches(QueryRow(record: view, name: $0, labels: tags)) }
            }
            #expect(answer == (holds ? "yes" : "no"), "\(text)")
        }
    }

    @Test func `say what a schema finds`() throws {
        let schema = try Schema.parse(Array(try #require(try Self.blocks("toml", of: "Schema").first).utf8))
        #expect(schema.keys.count == 7)
        #expect(try schema.draft(template: "novel").pairs == [Pair("Status", "read"), Pair("Year", "2000")])
        let examples = Self.examples(try #require(try Self.blocks("records", of: "Schema").first))
        #expect(examples.count == 10)
        for (text, answer) in examples {
            let problems = schema.check(try RecordText.parse(Array(text.utf8)))
            #expect((problems.isEmpty ? "nothing" : problems.map(\.message).joined(separator: "; ")) == answer, "\(text)")
        }
    }

    @Test func `show where an error is`() throws {
        let text = "year > 1940 and title ! x"
        let error = try #require(throws: RecordsError.self) { try Query.parse(text) }
        let excerpt = try #require(Query.excerpt(of: text, at: error))
        #expect(try Self.blocks("", of: "Query").contains(excerpt))
    }
}
