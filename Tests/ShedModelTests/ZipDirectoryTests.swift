import ShedModel
import Testing

@Suite struct `The list of a ZIP file` {
    private static func little(_ number: Int, _ length: Int) -> [UInt8] { (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

    /// A file of parts that are stored as they are.
    private static func file(_ parts: [(String, [UInt8])], comment: [UInt8] = [], before: [UInt8] = []) -> [UInt8] {
        var (file, list) = (before, [UInt8]())
        for (name, bytes) in parts {
            let facts = [20, 0, 0, 0, 0, 0, 0, 0, 0, 0] + little(7, 4) + little(bytes.count, 4) + little(bytes.count, 4) + little(name.utf8.count, 2) + [0, 0]
            list += [0x50, 0x4b, 1, 2, 20, 0] + facts + Array(repeating: 0, count: 10) + little(file.count, 4) + name.utf8
            file += [0x50, 0x4b, 3, 4] + facts + name.utf8 + bytes
        }
        let end = [0x50, 0x4b, 5, 6, 0, 0, 0, 0] + little(parts.count, 2) + little(parts.count, 2) + little(list.count, 4) + little(file.count, 4)
        return file + list + end + little(comment.count, 2) + comment
    }

    private func fault(_ file: [UInt8]) -> ZipDirectory.Fault? {
        do throws(ZipDirectory.Fault) {
            _ = try ZipDirectory.entries(of: file)
            return nil
        } catch { return error }
    }

    @Test func `says of each part what it is and where it stands`() throws {
        let file = Self.file([("a", [1, 2, 3]), ("b/c", [])], comment: Array("PK\u{5}\u{6} no".utf8), before: [9])
        let entries = try ZipDirectory.entries(of: file)
        #expect(entries.map(\.name) == [Array("a".utf8), Array("b/c".utf8)] && entries.map(\.offset) == [1, 35] && entries.map(\.packed) == [3, 0])
        #expect(entries.map(\.checksum) == [7, 7] && entries.map(\.method) == [0, 0] && entries.allSatisfy { !$0.isEncrypted })
        #expect(entries.map(\.head) == [68..<115, 115..<164] && ZipEntry.headLength(file, at: 35) == 33)
        // The same, of its end alone.
        let directory = try ZipDirectory(tail: Array(file[60...]), from: 60)
        #expect(directory.count == 2 && directory.offset == 68 && directory.size == 96)
        #expect(try directory.entries(in: Array(file[68..<164])).map(\.offset) == [1, 35])
        #expect(try ZipDirectory.entries(of: Self.file([])).isEmpty)
    }

    @Test func `is read no further than the file goes, wherever it is cut or changed`() {
        let file = Self.file([("a", [1]), ("b", [2])])
        for count in file.indices { #expect(fault(Array(file[..<count])) == .noZip) }
        for place in file.indices {
            for byte: UInt8 in [0, 1, 0x7f, 0xff] {
                var other = file
                other[place] = byte
                for entry in (try? ZipDirectory.entries(of: other)) ?? [] {
                    #expect(entry.head.upperBound <= other.count - 22 && entry.packed >= 0 && entry.offset >= 0)
                    _ = ZipEntry.headLength(other, at: Int(entry.offset))
                }
            }
        }
    }

    @Test func `of the large sort, or of several files, is none`() {
        let file = Self.file([("a", [1])])
        func changed(_ place: Int, _ bytes: [UInt8]) -> [UInt8] { Array(file[..<(file.count - 22 + place)]) + bytes + file[(file.count - 22 + place + bytes.count)...] }
        #expect(fault(file) == nil)
        #expect(fault(changed(8, [0xff, 0xff, 0xff, 0xff])) == .large && fault(changed(12, [0xff, 0xff, 0xff, 0xff])) == .large)
        #expect(fault(changed(16, [0xff, 0xff, 0xff, 0xff])) == .large)
        #expect(fault(changed(4, [1])) == .damaged && fault(changed(8, [2])) == .damaged && fault(changed(8, [2, 0, 2])) == .damaged)
        #expect(fault(changed(12, [1])) == .damaged && fault(changed(16, [0xff, 0xff, 0xff, 0xfe])) == .damaged)
        // Bytes behind it that it does not tell of.
        #expect(fault(file + [0]) == .noZip)
    }

    @Test func `numbers and heads that are not there are none`() {
        for place in [Int.min, -1, 1, 3, .max] { #expect(ZipEntry.number([1, 2, 3], place, 3) == 0 && ZipEntry.headLength([0x50, 0x4b, 3, 4], at: place) == nil) }
        #expect(ZipEntry.number([1, 2, 3], 0, 3) == 0x03_0201 && ZipEntry.headLength([]) == nil)
    }
}
