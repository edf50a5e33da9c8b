import ShedModel
import Testing

@testable import ShedWritingKind

@Suite struct `What is remembered of compiled files` {
    @Test func `has the bytes that it always had, and comes back from them`() throws {
        let (file, part) = (NodeID(high: 1, low: 2), NodeID(high: 3, low: 4))
        let digest = try #require(ContentHash(String(repeating: "0a", count: 32)))
        var records = CompileRecords(nil)
        records.note(CompileRecords.Record(
            file: file, stamp: WriteStamp(size: 5, modified: 6), profile: "é", digest: digest,
            parts: [CompileRecords.Part(id: part, stamp: WriteStamp(size: 7, modified: -8))]))
        #expect(String(decoding: records.bytes, as: UTF8.self) == "file \(file) 5 6 c3a9 \(digest)\npart \(part) 7 -8")
        #expect(CompileRecords(records.bytes) == records)
        // As noted since: with what this machine wrote.
        let own = CompileRecords.Own(hash: try #require(ContentHash(String(repeating: "0b", count: 32))), inode: .max, birth: -9)
        let later = CompileRecords.Record(file: part, stamp: WriteStamp(size: 0, modified: 1), profile: "a", digest: digest, own: own)
        records.note(later)
        let lines = "file \(file) 5 6 c3a9 \(digest)\npart \(part) 7 -8\nfile \(part) 0 1 61 \(digest) \(own.hash) 18446744073709551615 -9"
        #expect(String(decoding: records.bytes, as: UTF8.self) == lines)
        #expect(CompileRecords(records.bytes) == records && CompileRecords(records.bytes)[part] == later)
    }
}
