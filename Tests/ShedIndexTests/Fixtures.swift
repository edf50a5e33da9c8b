import Glibc
import ShedModel
import ShedTestSupport

@testable import ShedIndex

extension SeededRandom {
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) } }

    mutating func id() -> NodeID { NodeID(high: next(), low: next()) }

    mutating func name() -> Name {
        if chance(80) { return Name("file \(UInt32.random(in: 0...99_999, using: &self)).txt") }
        return Name(bytes: bytes(Int.random(in: 1...255, using: &self)).map { $0 == 0 || $0 == 0x2f ? 0x41 : $0 })
    }

    mutating func path() -> RelativePath { RelativePath((0..<Int.random(in: 0...4, using: &self)).map { _ in name() }) }

    mutating func time() -> Int64 { Int64.random(in: -1_000...4_000_000_000_000, using: &self) }

    mutating func hash() -> ContentHash? { ContentHash(bytes: bytes(32)) }
}

/// A directory that is gone when the value is.
final class Scratch: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/shed-index-XXXXXX".utf8CString)
        guard let made = template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) else {
            throw IndexError(.failed, detail: "mkdtemp failed", path: "/tmp")
        }
        path = String(cString: made)
    }

    deinit {
        chmod(path, 0o700)
        for name in names { unlink(path + "/" + name) }
        rmdir(path)
    }

    var index: String { path + "/index.sqlite" }

    /// What stands in it, sorted.
    var names: [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func read(_ path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var status = stat()
        fstat(descriptor, &status)
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        return Array(bytes.prefix(max(count, 0)))
    }

    static func write(_ bytes: [UInt8], to path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}

/// Made-up projects.
struct ContentsMaker {
    var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed) }

    mutating func sighting() -> Sighting {
        let birth = Int64.random(in: 0...Int64.max, using: &random)
        var evidence = Evidence(
            device: random.next(), inode: random.next(), birth: birth, size: Int64.random(in: 0...Int64.max, using: &random),
            modified: random.chance(50) ? birth : Int64.random(in: Int64.min...Int64.max, using: &random),
            changed: random.time(), links: UInt32.random(in: 0...UInt32.max, using: &random),
            mode: UInt32.random(in: 0...UInt32.max, using: &random))
        if random.chance(10) { evidence = Evidence() }
        return Sighting(evidence: evidence, hash: random.chance(30) ? random.hash() : nil, isRacy: random.chance(30))
    }

    mutating func details() -> NodeDetails {
        var details = NodeDetails()
        if random.chance(50) { details.origin = Place(parent: random.id(), name: random.name()) }
        if random.chance(50) {
            details.rejection = Rejection(
                rule: "root-file", origin: random.path(), folder: random.chance(50) ? random.id() : nil,
                time: random.time(), known: random.chance(50))
        }
        details.exception = random.chance(50)
        if random.chance(50) { details.unexplained = random.time() }
        if random.chance(50), let hash = random.hash() {
            details.content = ContentRecord(hash: hash, size: max(0, random.time()), since: random.time())
        }
        if random.chance(50) { details.forgotten = random.time() }
        if random.chance(50) { details.labels.tags = [random.id(), random.id()] }
        if random.chance(50) { details.labels.values = [random.id(): .integer(random.time()), random.id(): .option("é")] }
        if random.chance(50) { details.order = OrderKey("a\(Int.random(in: 1...9, using: &random))") }
        if random.chance(50) { details.note = "A note “\(random.next())”\n\u{0}é" }
        if random.chance(50) {
            details.other = [
                "later": CompactJSON(.object(["a": .array([1, nil, true, .number(1.5)]), "é": "x\u{1}"])), "": CompactJSON(.number(1e300)),
            ]
        }
        return details
    }

    mutating func node(_ type: NodeType, parents: [NodeID]) -> Node {
        var node = Node(id: random.id(), type: type)
        if random.chance(95) {
            let parent = random.chance(95) ? parents.randomElement(using: &random) : nil
            node.place = Place(parent: parent ?? random.id(), name: random.name())
        }
        if random.chance(90) { (node.created, node.updated) = (random.time(), random.time()) }
        if random.chance(10) { node.role = Role(rawValue: "draft-é") }
        if random.chance(20) { node.accepts = Accepts.allCases.randomElement(using: &random) }
        if random.chance(20) {
            let details = details()
            node.details = details.isEmpty ? nil : details
        }
        return node
    }

    mutating func meta(_ project: NodeID) -> IndexMeta {
        var meta = IndexMeta(project: project, clock: random.next(), fold: FoldSummary(heads: (0..<3).map { _ in random.bytes(32) }))
        meta.fold.sequence = random.next()
        meta.fold.hasOtherReplicas = random.chance(50)
        meta.fold.lastOfOthers = random.chance(50) ? 1_700_000_000_000 : nil
        meta.fold.unknownOperations = Int.random(in: 0...10, using: &random)
        meta.fold.doubled = (0..<2).map { _ in DoubledIDs(older: random.id(), younger: random.id()) }
        meta.fold.rules = random.next()
        meta.fold.outplaced = [random.id(), random.id()]
        if let hash = ContentHash(bytes: random.bytes(32)) { meta.fold.hints = [random.id(): FileContent(size: 7, hash: hash)] }
        meta.fold.gaps.reasons = ["“é” is torn", "", "batch 1 has not arrived"]
        meta.fold.gaps.namesBatches = random.chance(50)
        meta.fold.gaps.absentParents = [random.bytes(32)]
        meta.fold.gaps.missingBatches = [random.bytes(32), random.bytes(32)]
        meta.fold.gaps.waived = ["“é” is torn"]
        meta.fold.sharedReplica = random.chance(50) ? ReplicaID(rawValue: random.next()) : nil
        meta.fold.forks = (0..<2).map { _ in
            ReplicaFork(replica: ReplicaID(rawValue: random.next()), sequence: random.next(), batches: [random.bytes(32), random.bytes(32)])
        }
        meta.fold.future = (0..<3).map { _ in
            FutureField(
                id: random.id(), field: "place", stamp: Stamp(time: random.next(), replica: ReplicaID(rawValue: random.next())))
        }
        meta.intents = (0..<3).map { _ in
            Intent(
                node: random.id(), from: random.path(), to: random.path(),
                identity: FileIdentity(device: random.next(), inode: random.next(), birth: random.time()),
                operation: random.bytes(40))
        }
        meta.leftover = [nil, .work, .news].randomElement(using: &random) ?? nil
        meta.kindData = ["": [], "papers.é": random.bytes(10)]
        for _ in 0..<3 { meta.told[random.id()] = ToldChange(isGone: random.chance(50), place: random.next(), content: random.next()) }
        return meta
    }

    mutating func batch() -> FoldedBatch {
        FoldedBatch(
            path: RelativePath(["ops", random.name(), random.name()]), size: random.time(), modified: random.time(),
            inode: random.next(), id: random.bytes(32))
    }

    mutating func label() -> LabelRecord {
        let key = LabelKey(LabelKind.allCases.randomElement(using: &random) ?? .tag, random.id())
        let stamp = Stamp(time: random.next(), replica: ReplicaID(rawValue: random.next()))
        return LabelRecord(key, first: stamp, last: stamp, fields: ["name": "é", "type": "int", "later": ["a": [1, nil]]])
    }

    /// A project of so many folders and files; some missing, some never seen, some whose parent is unknown.
    mutating func contents(folders: Int, files: Int) -> IndexContents {
        var contents = IndexContents(
            model: Model(project: random.id()), memory: Memory(), meta: meta(random.id()), digests: [:])
        var parents = [contents.model.project]
        for number in 0..<folders + files {
            let node = node(number < folders ? .folder : .file, parents: parents)
            if number < folders { parents.append(node.id) }
            contents.model.insert(node)
            if random.chance(90) { contents.memory.record(sighting(), of: node.id) }
            if random.chance(10) { contents.memory.missing[node.id] = random.time() }
            if number < folders, random.chance(80) {
                contents.digests[node.id] = DirectoryDigest(
                    value: random.next(), isRacy: random.chance(20), files: number, folders: 3)
            }
        }
        for _ in 0..<5 { contents.model.insertAlias(random.id(), of: parents.randomElement(using: &random) ?? random.id()) }
        for _ in 0..<5 { contents.memory.unsettled.pending[random.path()] = random.time() }
        contents.meta.project = contents.model.project
        contents.meta.aliases = contents.model.aliases
        contents.model.labels = LabelBook((0..<5).map { _ in label() })
        contents.meta.labels = contents.model.labels.sortedRecords
        contents.meta.unsettled.pending = contents.memory.unsettled.pending
        for _ in 0..<2 { contents.memory.unsettled.refused[random.path()] = random.time() }
        for explanation in [nil, random.id()] {
            contents.memory.unsettled.rejections[random.id()] = RejectedItem(
                identity: FileIdentity(device: random.next(), inode: random.next(), birth: random.time()), isCarried: random.chance(50), changed: random.chance(50) ? random.time() : nil,
                explanation: explanation)
        }
        (contents.meta.unsettled.refused, contents.meta.unsettled.rejections) = (contents.memory.unsettled.refused, contents.memory.unsettled.rejections)
        for _ in 0..<3 {
            contents.memory.unsettled.incomingMoves[random.id()] = IncomingMove(
                place: Place(parent: random.id(), name: random.name()),
                identity: FileIdentity(device: 1, inode: 2, birth: random.time()), since: random.time())
        }
        contents.meta.unsettled.incomingMoves = contents.memory.unsettled.incomingMoves
        for _ in 0..<20 { contents.batches.insert(batch()) }
        return contents
    }
}

extension IndexContents {
    /// What the engine would tell the index after a change: the records and lists that are not as in `old`.
    func changes(since old: IndexContents) -> IndexChanges {
        var changes = IndexChanges(meta: meta, batches: batches)
        let (before, after) = (old.nodes, nodes)
        var homes: Set<NodeID> = []
        for id in Set(before.keys).union(after.keys) {
            let (was, now) = (before[id], after[id])
            let isFolder = now?.node.type.isDirectory ?? false
            let wasFolder = was?.node.type.isDirectory ?? false
            if let now, isFolder, was != now || old.digests[id] != digests[id] {
                changes.folders.append(
                    FolderRecord(
                        node: now.node, sighting: now.sighting, missingSince: now.missingSince, digest: digests[id]))
            }
            if wasFolder, !isFolder { changes.removed.append(id) }
            let oldHome = was.flatMap { wasFolder ? nil : ProjectIndex.home(of: $0.node, in: old.model) }
            let newHome = now.flatMap { isFolder ? nil : ProjectIndex.home(of: $0.node, in: model) }
            if was != now || oldHome != newHome { homes.formUnion([oldHome, newHome].compactMap(\.self)) }
        }
        for home in homes { changes.files[home] = [] }
        for record in after.values where !record.node.type.isDirectory {
            let home = ProjectIndex.home(of: record.node, in: model)
            if homes.contains(home) { changes.files[home]?.append(record) }
        }
        for removed in changes.removed where changes.files[removed]?.isEmpty == true { changes.files[removed] = nil }
        return changes
    }
}
