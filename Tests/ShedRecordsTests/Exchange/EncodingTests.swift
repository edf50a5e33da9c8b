import ShedModel
import Testing

@testable import ShedRecords

/// Imports in other encodings than UTF-8, whatever piece of them comes at a time.
@Suite struct `Encodings of imports` {
    private static let text = "id,Naïve,€\r\n,“Ünter”,\u{1f600}x\r\n"

    private static func utf16(_ text: String, high: Int, mark: Bool = true) -> [UInt8] {
        ((mark ? [0xfeff] : []) + Array(text.utf16)).flatMap { unit in
            let bytes = [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)]
            return high == 0 ? bytes : bytes.reversed()
        }
    }

    private static func records(
        _ bytes: [UInt8], _ format: ExchangeFormat = .csv, encoding: TextEncoding? = nil, chunk: Int = .max
    ) throws -> [Record] {
        var options = ExchangeOptions()
        options.encoding = encoding
        var reader = try #require(format.reader(of: bytes.source(chunk: chunk), options: options))
        var records: [Record] = []
        while let item = try reader.next() { records.append(item.record) }
        return records
    }

    @Test(arguments: [1, 2, 3, 5, 4_096]) func `UTF-16 is known by its mark, or by what is said`(chunk: Int) throws {
        let expected = [Record([Pair("Naïve", "“Ünter”"), Pair("€", "\u{1f600}x")])]
        for high in [0, 1] {
            #expect(try Self.records(Self.utf16(Self.text, high: high), chunk: chunk) == expected)
            #expect(try Self.records(Self.utf16(Self.text, high: high), encoding: .utf16, chunk: chunk) == expected)
            let said: TextEncoding = high == 0 ? .utf16BE : .utf16LE
            #expect(try Self.records(Self.utf16(Self.text, high: high, mark: false), encoding: said, chunk: chunk) == expected)
        }
        #expect(try Self.records(Self.utf16(Self.text, high: 1, mark: false), encoding: .utf16, chunk: chunk) == expected)
        #expect(try Self.records([0xef, 0xbb, 0xbf] + Array(Self.text.utf8), encoding: .utf8, chunk: chunk) == expected)
    }

    @Test func `of XML its declaration may name what it was in`() throws {
        let text = "<?xml version='1.0' encoding='UTF-16'?><collection><record><pair key='a'>é</pair></record></collection>"
        #expect(try Self.records(Self.utf16(text, high: 1), .xml) == [Record([Pair("a", "é")])])
        #expect(throws: RecordsError.self) { try Self.records(Array(text.utf8), .xml) }
    }

    @Test func `windows-1252 has its own characters, and five bytes that are none`() throws {
        let bytes = Array("a,b\r\n".utf8) + [0x80, 0x2c, 0xe9, 0x93, 0x94, 0x0d, 0x0a]
        #expect(try Self.records(bytes, encoding: .windows1252) == [Record([Pair("a", "€"), Pair("b", "é“”")])])
        #expect(throws: RecordsError.self) { try Self.records(bytes) }
        for byte: UInt8 in [0x81, 0x8d, 0x8f, 0x90, 0x9d] {
            do {
                _ = try Self.records(Array("a\n".utf8) + [byte, 0x0a], encoding: .windows1252)
                Issue.record("\(byte)")
            } catch let error as RecordsError { #expect(error.line == 2) }
        }
    }

    @Test func `what is cut off or contradicts itself is an error`() {
        let whole = Self.utf16("a\n\u{1f600}\n", high: 1)
        for bytes in [Array(whole.dropLast()), Array(whole.dropLast(4)), Self.utf16("a\n", high: 1) + [0, 0xdc]] {
            #expect(throws: RecordsError.self) { try Self.records(bytes) }
        }
        #expect(throws: RecordsError.self) { try Self.records(whole, encoding: .windows1252) }
        #expect(throws: RecordsError.self) { try Self.records([0xef, 0xbb, 0xbf, 0x61, 0x0a], encoding: .utf16) }
    }

    @Test(arguments: [
        ("{\"id\":\"x\",\"keyValuePairs\":{\"records\":\"[\"}}\n", ExchangeFormat.jsonLines), ("{\"a\":\"b\"}", .jsonLines), ("{\"id\":\"x\",\"name\":\"\\\"}\",\"records\":[]}", .json),
        (" [{\"a\":\"b\"}]", .json), ("\u{feff}[]", .json), ("<?xml version='1.0'?>", .xml), ("%rec: Books\n", .recfile),
    ]) func `the beginning shows a format`(text: String, format: ExchangeFormat) {
        #expect(ExchangeFormat(beginning: Array(text.utf8)) == format)
    }

    @Test(arguments: ["a,b\n", "", "{\"a\":\"b\"", "{\"a\":{\"b\":["]) func `or does not`(text: String) {
        #expect(ExchangeFormat(beginning: Array(text.utf8)) == nil)
    }
}
