import ShedModel

/// That a node was given a place, as one batch says.
struct PlaceSetting: Hashable, Sendable {
    var id: NodeID
    var place: Place?
    var at: Stamp
    /// When the batch was done that says so.
    var time: UInt64

    /// What a batch, or what a base has kept of one, says of places.
    static func all(of operations: some Sequence<StampedOperation>) -> [PlaceSetting] {
        let settings = operations.flatMap { stamped in
            stamped.operation.label != nil ? [] : stamped.operation.set.compactMap { field -> (NodeID, Place?, Stamp)? in
                if case .place(let place) = field { (stamped.operation.id, place, stamped.at) } else { nil }
            }
        }
        guard let time = settings.map(\.2.time).max() else { return [] }
        return settings.map { id, place, at in PlaceSetting(id: id, place: place, at: at, time: time) }
    }
}

/// All that the files of a sidecar say of places. Kept as bytes, it has only those read that came since.
public struct SavedPlaces: Sendable {
    /// The files that were read, as they were.
    private var files: [RelativePath: FileStamp] = [:]
    private var batches: Set<BatchID> = []
    private(set) var settings: [PlaceSetting] = []
    /// How many files were read for it besides those that it was kept of, and how much that was, in bytes.
    public private(set) var newlyRead: (files: Int, bytes: Int64) = (0, 0)

    init() {}

    /// Whether all of the files that it is of are there, as they were.
    fileprivate func isOf(_ listed: [BatchFile]) -> Bool {
        guard files.count <= listed.count else { return false }
        return listed.count { files[$0.path]?.isOf($0.evidence) == true } == files.count
    }

    fileprivate func holds(_ file: BatchFile) -> Bool { files[file.path] != nil }

    fileprivate mutating func note(_ file: BatchFile) {
        files[file.path] = FileStamp(file.evidence)
        newlyRead = (newlyRead.files + 1, newlyRead.bytes.addingUp(max(file.evidence.size, 0)))
    }

    /// - Returns: whether nothing was read yet of what a batch says.
    fileprivate mutating func insert(_ batch: BatchID) -> Bool { batches.insert(batch).inserted }

    fileprivate mutating func add(_ more: [PlaceSetting]) { settings += more }

    // MARK: Bytes

    private static let mark: [UInt8] = Array("shed places 1\n\0\0".utf8)
    private static let sumSize = 32

    private static func ids(of project: ProjectFile) -> [NodeID] { project.copiedFrom + [project.id] }

    /// - Parameter project: which it is of.
    public func bytes(of project: ProjectFile) -> [UInt8] {
        var writer = NumberWriter(SavedPlaces.mark)
        let ids = SavedPlaces.ids(of: project)
        for count in [ids.count, files.count, batches.count, settings.count] { writer.put(Int64(count)) }
        for id in ids { writer.put(id: id) }
        for (path, stamp) in files {
            writer.put(text: path.bytes)
            stamp.put(into: &writer)
        }
        for batch in batches { for word in [batch.words.0, batch.words.1, batch.words.2, batch.words.3] { writer.put(word) } }
        for setting in settings {
            writer.put(id: setting.id)
            for number in [setting.at.time, setting.at.replica.rawValue, setting.time] { writer.put(number) }
            writer.put(UInt8(setting.place == nil ? 0 : 1))
            guard let place = setting.place else { continue }
            writer.put(id: place.parent)
            writer.put(text: place.name.bytes)
        }
        return writer.bytes + SavedFold.checksum(of: writer.bytes[...])
    }

    /// - Returns: `nil` for what is not what ``bytes(of:)`` gives of that project.
    public init?(_ bytes: [UInt8], of project: ProjectFile) {
        let end = bytes.count - SavedPlaces.sumSize
        guard end > SavedPlaces.mark.count, bytes.starts(with: SavedPlaces.mark), SavedFold.checksum(of: bytes[..<end]).elementsEqual(bytes[end...])
        else { return nil }
        var reader = NumberReader(bytes, in: SavedPlaces.mark.count..<end)
        let ids = SavedPlaces.ids(of: project)
        guard let own = reader.take(Int64.self), own == Int64(ids.count), let files = reader.take(Int64.self), let batches = reader.take(Int64.self),
            let settings = reader.take(Int64.self)
        else { return nil }
        for id in ids { guard reader.takeID() == id else { return nil } }
        for _ in 0..<max(0, files) {
            guard let path = reader.takeText().flatMap({ RelativePath(bytes: $0) }), let stamp = FileStamp(from: &reader) else { return nil }
            self.files[path] = stamp
        }
        for _ in 0..<max(0, batches) {
            guard let first = reader.take(UInt64.self), let second = reader.take(UInt64.self), let third = reader.take(UInt64.self),
                let fourth = reader.take(UInt64.self)
            else { return nil }
            self.batches.insert(BatchID(words: (first, second, third, fourth)))
        }
        for _ in 0..<max(0, settings) {
            guard let setting = reader.takeSetting() else { return nil }
            self.settings.append(setting)
        }
    }
}

extension NumberWriter {
    fileprivate mutating func put(id: NodeID) {
        put(id.high)
        put(id.low)
    }

    fileprivate mutating func put(text: [UInt8]) {
        put(Int32(clamping: text.count))
        bytes += text
    }
}

extension NumberReader {
    fileprivate mutating func takeID() -> NodeID? {
        guard let high = take(UInt64.self), let low = take(UInt64.self) else { return nil }
        return NodeID(high: high, low: low)
    }

    fileprivate mutating func takeText() -> [UInt8]? {
        guard let count = take(Int32.self) else { return nil }
        return take(bytes: Int(count)).map { Array($0) }
    }

    fileprivate mutating func takeSetting() -> PlaceSetting? {
        guard let id = takeID(), let time = take(UInt64.self), let replica = take(UInt64.self), let batch = take(UInt64.self),
            let isPlaced = take(UInt8.self)
        else { return nil }
        let at = Stamp(time: time, replica: ReplicaID(rawValue: replica))
        guard isPlaced != 0 else { return PlaceSetting(id: id, place: nil, at: at, time: batch) }
        guard let parent = takeID(), let name = takeText() else { return nil }
        return PlaceSetting(id: id, place: Place(parent: parent, name: Name(bytes: name)), at: at, time: batch)
    }
}

extension Sidecar {
    /// What the files say of places. Costs reading all of them, or those that came since.
    /// - Parameter known: what was kept of the project; counts where all that it is of is there, as it was.
    public func savedPlaces(of project: ProjectFile, since known: SavedPlaces? = nil) throws(SidecarError) -> SavedPlaces {
        let listed = try listing().files
        var record = known.flatMap { $0.isOf(listed) ? $0 : nil } ?? SavedPlaces()
        var lineage = Lineage(project, fields: FieldTraits())
        var bases: [Base] = []
        func add(_ operations: [StampedOperation], of header: Batch.Header) {
            guard let generation = lineage.generation(of: header.project) else { return }
            let placing = operations.filter { $0.operation.set.contains { if case .place = $0 { true } else { false } } }
            let own = lineage.isCurrent(generation) ? placing : placing.map { StampedOperation($0.at, lineage.map($0.operation, from: generation)) }
            record.add(PlaceSetting.all(of: own))
        }
        let rest = listed.filter { !record.holds($0) }
        read(rest, of: project) { file, content in
            switch content {
            case .success(.batch(let batch)):
                record.note(file)
                if record.insert(batch.id) { add(batch.operations, of: batch.header) }
            case .success(.base(let base)):
                record.note(file)
                bases.append(base)
            // What cannot be read is told by check, and read again the next time.
            case .failure: break
            }
        }
        for base in bases {
            let kept = Dictionary(grouping: base.operations, by: \.from)
            for (position, subsumed) in base.subsumed.enumerated() where record.insert(subsumed.id) {
                add((kept[position] ?? []).map(\.operation), of: subsumed.header)
            }
        }
        return record
    }
}
