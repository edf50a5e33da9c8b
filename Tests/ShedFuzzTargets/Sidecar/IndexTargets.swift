import ShedModel

@testable import ShedIndex

extension FuzzTarget {
    /// What stands in the rows of the index: packed files and folders, with the checksum that they ought to have.
    static let indexRows = FuzzTarget("index-rows", seeds: rowSeeds, executions: 2_000) { input throws(BrokenInvariant) in
        let folder = FuzzReader.id(1)
        _ = rows(input, folder)
        if let files = rows(packet(input, PacketKey(folder: folder, chunk: 1)), folder) {
            try require(rows(packed(files, folder), folder) == files, "files of the index come back otherwise")
        }
        if let record = row(packet(input, PacketKey(folder: folder)), folder) {
            var writer = ByteWriter()
            FolderPacket.pack(record, into: &writer)
            try require(row(Array(writer.written), folder) == record, "a folder of the index comes back otherwise")
        }
    }

    /// The other values of the index: the first byte says which.
    static let indexMeta = FuzzTarget("index-meta", seeds: metaSeeds) { input throws(BrokenInvariant) in
        guard let first = input.first else { return }
        let key = MetaKey.ofCaller[Int(first) % MetaKey.ofCaller.count]
        guard let meta = value(key, Array(input.dropFirst())) else { return }
        var writer = ByteWriter()
        writer.meta(key, of: meta)
        guard let back = value(key, Array(writer.written)) else { throw BrokenInvariant(description: "\(key.rawValue) is written so that it cannot be read") }
        try require(key.isSame(in: meta, back), "\(key.rawValue) comes back otherwise")
    }

    private static func value(_ key: MetaKey, _ bytes: [UInt8]) -> IndexMeta? {
        bytes.withUnsafeBytes { bytes in
            var reader = ByteReader(bytes)
            var meta = IndexMeta(project: FuzzReader.project)
            do throws(Malformed) {
                switch key {
                // What is told beside other values is not read into a meta by itself.
                case .foldRules: (meta.fold.rules, meta.fold.heads) = try reader.foldRules()
                case .standingNames: meta.fold.standing = standing(try reader.toldOfStanding(), [])
                case .standingCounts: meta.fold.standing = standing([], try reader.toldOfStanding())
                default: try reader.meta(key, into: &meta)
                }
                try reader.finish()
                return meta
            } catch { return nil }
        }
    }

    /// Folders of which something is told; of what is 0 nothing is written.
    private static func standing(_ names: [StandingFolders.Told], _ counts: [StandingFolders.Told]) -> StandingFolders {
        let (names, counts) = (names.filter { $0.value != 0 }, counts.filter { $0.value != 0 })
        var standing = StandingFolders((names + counts).map { told in
            ListedFolder(path: .root, folder: SettledFolder(inode: 1, birth: 1, changed: 1, digest: told.folder))
        })
        standing.note(names, counts)
        return standing
    }

    private static func packet(_ content: [UInt8], _ key: PacketKey) -> [UInt8] {
        var writer = ByteWriter()
        Packet.begin(&writer)
        writer.raw(content)
        Packet.seal(&writer, key: key)
        return Array(writer.written)
    }

    private static func packed(_ files: [FileRecord], _ folder: NodeID) -> [UInt8] {
        var writer = ByteWriter()
        Chunks.pack(files, folder: folder, key: 1, into: &writer)
        return Array(writer.written)
    }

    private static func rows(_ packet: [UInt8], _ folder: NodeID) -> [FileRecord]? {
        packet.withUnsafeBytes { bytes in
            var files: [FileRecord] = []
            do throws(Malformed) {
                try Chunks.unpack(bytes, folder: folder, key: 1) { raw, reader throws(Malformed) in
                    files.append(FileRecord(node: try reader.node(raw), sighting: reader.sighting(raw), missingSince: raw.missing))
                }
                return files
            } catch { return nil }
        }
    }

    private static func row(_ packet: [UInt8], _ folder: NodeID) -> FolderRecord? {
        packet.withUnsafeBytes { bytes in
            do throws(Malformed) { return try FolderPacket.unpack(bytes, folder: folder) } catch { return nil }
        }
    }

    /// What packs well, without the byte of the format and the checksum.
    private static func content(_ packet: [UInt8]) -> [UInt8] { Array(packet.dropFirst().dropLast(8)) }

    private static let rowSeeds: [[UInt8]] = {
        var node = Node(id: FuzzReader.id(2), type: .file, role: .trash, accepts: .both, place: Place(parent: FuzzReader.id(1), name: "a.txt"))
        node.created = 5
        var details = NodeDetails(origin: Place(parent: FuzzReader.id(3), name: "b"), exception: true, unexplained: .min, forgotten: .max, note: "x", order: .first)
        details.rejection = Rejection(rule: "r", origin: "a/b", folder: FuzzReader.id(4), time: -1, known: true)
        details.content = ContentHash(bytes: Array(repeating: 7, count: 32)).map { ContentRecord(hash: $0, size: 9, since: 8) }
        details.labels = NodeLabels(tags: [FuzzReader.id(5)], values: [FuzzReader.id(6): .integer(.min), FuzzReader.id(7): .option("o")])
        details.other = ["later": CompactJSON(["a": 1])]
        node.details = details
        let sighting = Sighting(evidence: Evidence(device: 1, inode: .max, birth: .min, size: .max, modified: .min, changed: .max, links: 1, mode: 0o100644), hash: details.content?.hash, isRacy: true)
        let plain = FileRecord(node: Node(id: FuzzReader.id(3), type: .file, place: Place(parent: FuzzReader.id(1), name: "b")), missingSince: .min)
        var writer = ByteWriter()
        FolderPacket.pack(FolderRecord(node: Node(id: FuzzReader.id(1), type: .folder), sighting: sighting, digest: DirectoryDigest(value: 1, isRacy: true, files: 2, folders: .max)), into: &writer)
        return [content(packed([FileRecord(node: node, sighting: sighting), plain], FuzzReader.id(1))), content(Array(writer.written)), []]
    }()

    private static let metaSeeds: [[UInt8]] = {
        var meta = IndexMeta(project: FuzzReader.project, clock: .max)
        meta.fold.heads = [Array(repeating: 1, count: 32)]
        meta.fold.future = [FutureField(id: FuzzReader.id(1), field: "place", stamp: Stamp(time: .max, replica: ReplicaID(rawValue: .max)))]
        meta.fold.doubled = [DoubledIDs(older: FuzzReader.id(1), younger: FuzzReader.id(2))]
        meta.fold.gaps.reasons = ["torn"]
        meta.unsettled.pending = ["a/b": .min]
        meta.unsettled.refused = ["c": .max]
        let identity = FileIdentity(device: 1, inode: 2, birth: .min)
        meta.unsettled.rejections = [FuzzReader.id(1): RejectedItem(identity: identity, isCarried: true, changed: 5)]
        meta.unsettled.incomingMoves = [FuzzReader.id(1): IncomingMove(place: Place(parent: FuzzReader.id(2), name: "x"), identity: identity, since: .max)]
        meta.unsettled.waitingMoves = ["d": WaitingMove(node: FuzzReader.id(1), isSameFile: true)]
        meta.unsettled.incomingNodes = [FuzzReader.id(3)]
        meta.aliases = [FuzzReader.id(4): FuzzReader.id(5)]
        meta.intents = [Intent(node: FuzzReader.id(1), from: "a", to: "b", identity: identity, operation: [1, 2])]
        let stamp = Stamp(time: 1, replica: ReplicaID(rawValue: 1))
        meta.labels = [LabelRecord(LabelKey(.tag, FuzzReader.id(6)), first: stamp, last: stamp, fields: ["name": "x"])]
        meta.leftover = .news
        meta.pairs = [KnownPair(missing: FuzzReader.id(1), present: FuzzReader.id(2), likeness: 100)]
        meta.kindData = ["papers.x": [0, 255]]
        return MetaKey.ofCaller.enumerated().map { position, key in
            var writer = ByteWriter()
            writer.meta(key, of: meta)
            return [UInt8(position)] + Array(writer.written)
        }
    }()
}
