import ShedModel
import Testing

@Suite struct `What is kept of a file as it was` {
    private let evidence = Evidence(device: 1, inode: 5, birth: 3, size: 7, modified: -9, changed: 11, links: 2, mode: 0o644)

    @Test func `it is another file by its inode, its size and either time, and by nothing else`() {
        let stamp = FileStamp(evidence)
        #expect(stamp.isOf(evidence) && WriteStamp(evidence) == WriteStamp(size: 7, modified: -9))
        var other = evidence
        (other.device, other.birth, other.links, other.mode) = (2, 4, 1, 0)
        #expect(stamp.isOf(other))
        let changes: [(Evidence) -> Evidence] = [
            { Evidence(inode: 6, size: $0.size, modified: $0.modified, changed: $0.changed) },
            { Evidence(inode: $0.inode, size: 8, modified: $0.modified, changed: $0.changed) },
            { Evidence(inode: $0.inode, size: $0.size, modified: 9, changed: $0.changed) },
            { Evidence(inode: $0.inode, size: $0.size, modified: $0.modified, changed: 12) },
        ]
        for change in changes { #expect(!stamp.isOf(change(evidence))) }
    }

    @Test func `its bytes are what they always were, and come back as they were`() {
        var writer = NumberWriter([0xff])
        FileStamp(evidence).put(into: &writer)
        let bytes = writer.bytes
        #expect(bytes == [0xff, 5, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0xf7] + Array(repeating: 0xff, count: 7) + [11, 0, 0, 0, 0, 0, 0, 0])
        var reader = NumberReader(bytes, in: 1..<bytes.count)
        #expect(FileStamp(from: &reader) == FileStamp(evidence) && reader.position == 1 + FileStamp.length && FileStamp(from: &reader) == nil)
        reader = NumberReader(bytes, in: 2..<bytes.count)
        #expect(FileStamp(from: &reader) == nil)
    }

    @Test func `numbers are read within their range and nowhere else`() {
        var reader = NumberReader([1, 2, 3, 4, 5, 6], in: 1..<5)
        #expect(reader.take(UInt64.self) == nil && reader.take(UInt16.self) == 0x0302 && reader.take(bytes: 3) == nil && reader.take(bytes: -1) == nil)
        #expect(reader.take(bytes: 2) == [4, 5] && reader.take(UInt8.self) == nil && reader.take(bytes: 0) == [])
        reader = NumberReader([1], in: -3..<9)
        #expect(reader.take(UInt16.self) == nil && reader.take(Int8.self) == 1)
    }

    @Test func `numbers that no file system gives are brought within bounds`() throws {
        func stamp(_ number: Int64) -> FileStamp? {
            var writer = NumberWriter()
            for _ in 0..<4 { writer.put(number) }
            var reader = NumberReader(writer.bytes, in: writer.bytes.indices)
            return FileStamp(from: &reader)
        }
        let low = try #require(stamp(.min))
        #expect(low.written == WriteStamp(size: 0, modified: Nanoseconds.range.lowerBound) && low.changed == Nanoseconds.range.lowerBound)
        let high = try #require(stamp(.max))
        #expect(high.written == WriteStamp(size: .max, modified: Nanoseconds.range.upperBound) && high.changed == Nanoseconds.range.upperBound)
    }
}
