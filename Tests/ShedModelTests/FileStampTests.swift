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
        var bytes: [UInt8] = [0xff]
        FileStamp(evidence).append(to: &bytes)
        #expect(bytes == [0xff, 5, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0xf7] + Array(repeating: 0xff, count: 7) + [11, 0, 0, 0, 0, 0, 0, 0])
        #expect(FileStamp(bytes, at: 1) == FileStamp(evidence))
        for place in [Int.min, -1, 2, 3, 33, 34, .max] { #expect(FileStamp(bytes, at: place) == nil, "\(place)") }
        #expect(FileStamp([], at: 0) == nil)
    }

    @Test func `numbers that no file system gives are brought within bounds`() throws {
        let low = try #require(FileStamp(Array(repeating: 0, count: 8) + Array(repeating: [0, 0, 0, 0, 0, 0, 0, 0x80], count: 3).flatMap { $0 }, at: 0))
        #expect(low.written == WriteStamp(size: 0, modified: Nanoseconds.range.lowerBound) && low.changed == Nanoseconds.range.lowerBound)
        let high = try #require(FileStamp(Array(repeating: [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], count: 4).flatMap { $0 }, at: 0))
        #expect(high.written == WriteStamp(size: .max, modified: Nanoseconds.range.upperBound) && high.changed == Nanoseconds.range.upperBound)
    }
}
