import ShedModel
import ShedTestSupport
import Testing

@testable import ShedIndex

@Suite struct CorruptionTests {
    @Test func `a blob with any byte changed or cut off is refused`() throws {
        var maker = ContentsMaker(seed: 1)
        let contents = maker.contents(folders: 2, files: 30)
        let folder = contents.model.project
        let files = Chunks.sorted(contents.nodes.values.filter { !$0.node.type.isDirectory })
        var writer = ByteWriter()
        Chunks.pack(files[...], folder: folder, key: 7, into: &writer)
        let packed = Array(writer.written)
        #expect(Self.unpack(packed, folder: folder, key: 7) == files.map(\.node))
        for position in packed.indices {
            var bytes = packed
            bytes[position] ^= 1 << UInt8(position % 8)
            #expect(Self.unpack(bytes, folder: folder, key: 7) == nil)
            #expect(Self.unpack(Array(packed.prefix(position)), folder: folder, key: 7) == nil)
        }
        #expect(Self.unpack(packed, folder: folder, key: 8) == nil)
        #expect(Self.unpack(packed, folder: ProjectIndex.nowhere, key: 7) == nil)
    }

    /// The checksum keeps damage away from the decoder; here it is made to fit, so that the decoder is on its own.
    @Test func `a blob of any bytes under a right checksum gives nodes or an error`() throws {
        var maker = ContentsMaker(seed: 2)
        let contents = maker.contents(folders: 2, files: 30)
        let files = Chunks.sorted(contents.nodes.values.filter { !$0.node.type.isDirectory })
        var writer = ByteWriter()
        Chunks.pack(files[...], folder: ProjectIndex.nowhere, key: 0, into: &writer)
        let packed = Array(writer.written)[1..<writer.length - 8]
        var refused = 0
        for round in 0..<3_000 {
            var bytes = round % 3 == 0 ? maker.random.bytes(Int.random(in: 0...200, using: &maker.random)) : Array(packed)
            for _ in 0..<Int.random(in: 1...4, using: &maker.random) where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &maker.random)] = [0, 0x7f, 0x80, 0xff][Int(maker.random.next() % 4)]
            }
            if round % 5 == 0 { bytes.removeLast(min(bytes.count, Int(maker.random.next() % 40))) }
            Packet.begin(&writer)
            writer.raw(bytes)
            Packet.seal(&writer, key: PacketKey(folder: ProjectIndex.nowhere, chunk: 0))
            if Self.unpack(Array(writer.written), folder: ProjectIndex.nowhere, key: 0) == nil { refused += 1 }
            _ = Self.folder(bytes, maker.random.id())
            for key in MetaKey.allCases {
                var meta = IndexMeta(project: ProjectIndex.nowhere)
                bytes.withUnsafeBytes { buffer in
                    var reader = ByteReader(buffer)
                    do { try reader.meta(key, into: &meta) } catch {}
                }
            }
        }
        #expect(refused > 1_000)
    }

    @Test func `numbers of any size come back, and overlong ones are refused`() throws {
        var writer = ByteWriter(capacity: 1)
        let values: [Int64] = [0, 1, -1, 63, 64, -64, -65, 1 << 31, .max, .min]
        for value in values {
            writer.signed(value)
            writer.varint(UInt64(bitPattern: value))
        }
        var reader = ByteReader(writer.written)
        for value in values {
            #expect(try reader.signed() == value)
            #expect(try reader.varint() == UInt64(bitPattern: value))
        }
        #expect(throws: Malformed.self) { try reader.byte() }
        let bad: [[UInt8]] = [
            [], [0x80], Array(repeating: 0xff, count: 9) + [0x02], Array(repeating: 0x80, count: 10) + [0],
        ]
        for bytes in bad {
            _ = bytes.withUnsafeBytes { buffer in
                #expect(throws: Malformed.self) {
                    var reader = ByteReader(buffer)
                    _ = try reader.varint()
                }
            }
        }
    }

    @Test(arguments: ShortRun.part(of: Array(0..<6 as Range<UInt64>)))
    func `a damaged file gives an error or what was written, never a crash or anything else`(seed: UInt64) throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 50 + seed)
        let contents = maker.contents(folders: 40, files: 400)
        do {
            let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
            try index.replace(with: contents)
        }
        let sound = Scratch.read(scratch.index)
        #expect(sound.count > 16_384)
        var errors = 0
        for round in 0..<60 {
            var bytes = sound
            for _ in 0..<(round % 3 == 0 ? 1 : 20) {
                // Half of the damage goes where SQLite keeps its own structures: the first bytes of a page.
                let page = Int.random(in: 0..<bytes.count / 16_384, using: &maker.random) * 16_384
                let offset = Int.random(in: 0..<(maker.random.chance(50) ? 200 : 16_384), using: &maker.random)
                bytes[page + offset] = UInt8(truncatingIfNeeded: maker.random.next())
            }
            if round % 10 == 9 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &maker.random)) }
            Scratch.write(bytes, to: scratch.index)
            do {
                try use(scratch.index, expecting: contents, access: round % 2 == 0 ? .readOnly : .readWrite)
            } catch {
                errors += 1
                #expect([.corrupt, .failed, .unopenable, .readOnly, .full].contains(error.code), "\(error)")
                #expect(!error.remedy.isEmpty && error.path == scratch.index)
            }
            try ProjectIndex.discard(path: scratch.index)
        }
        #expect(errors > 10)
    }

    private func use(
        _ path: String, expecting contents: IndexContents, access: ProjectIndex.Access
    ) throws(IndexError) {
        guard let index = try ProjectIndex.open(path: path, access: access), let loaded = try index.load() else { return }
        #expect(loaded.nodes == contents.nodes)
        _ = try index.find(identities: [FileIdentity(device: 0, inode: 0, birth: 0)])
        if access == .readWrite {
            try index.update(IndexChanges(files: [contents.model.project: []]))
            try index.replace(with: contents)
        }
    }

    private static func unpack(_ bytes: [UInt8], folder: NodeID, key: Int64) -> [Node]? {
        bytes.withUnsafeBytes { buffer in
            var nodes: [Node] = []
            do throws(Malformed) {
                try Chunks.unpack(buffer, folder: folder, key: key) { (record, reader) throws(Malformed) in
                    nodes.append(try reader.node(record))
                    _ = reader.sighting(record)
                }
                return nodes
            } catch {
                return nil
            }
        }
    }

    private static func folder(_ bytes: [UInt8], _ id: NodeID) -> FolderRecord? {
        var writer = ByteWriter()
        Packet.begin(&writer)
        writer.raw(bytes)
        Packet.seal(&writer, key: PacketKey(folder: id))
        return try? FolderPacket.unpack(writer.written, folder: id)
    }
}
