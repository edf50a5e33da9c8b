import ShedModel
import ShedReconcile
import ShedRules
import ShedSimulatedDisk

/// Where files went by what one device sees of its own disk alone: rules 2, 3, 5, 6 and 7 of Documentation/Identity.md, in their order, and nothing else.
///
/// A small specification beside the real one: it follows files and not folders, asks no batch, and never joins two IDs.
struct Trace: Sendable {
    /// A file as it was seen.
    struct Sight: Sendable {
        var file: FileIdentity
        var folder: FileIdentity?
        var path: RelativePath
        var content: [UInt8]
        var work: Int
    }

    private struct Lost: Sendable {
        var sight: Sight
        /// Milliseconds since 1970.
        var since: Int64
    }

    /// What it saw last, by path.
    private var files: [RelativePath: Sight] = [:]
    /// The file that an ID is.
    private var held: [NodeID: RelativePath] = [:]
    private var lost: [NodeID: Lost] = [:]

    /// Whether the file that an ID is is this work.
    func has(_ id: NodeID, at work: Int, on disk: SimulatedDisk) -> Bool { held[id].map { disk.work(at: $0) == work } ?? false }

    // MARK: Looking

    /// Follows each ID to what is on disk now.
    mutating func follow(_ disk: SimulatedDisk, now: Int64) {
        let new = Trace.sights(disk)
        let known = Set(files.values.map(\.file))
        let byFile = Dictionary(grouping: new.values, by: \.file)
        var (went, taken) = ([NodeID: RelativePath](), Set<RelativePath>())
        func take(_ id: NodeID, _ path: RelativePath) {
            went[id] = path
            taken.insert(path)
        }
        let open = held.compactMap { id, path in files[path].map { (id, $0) } }.sorted { $0.0 < $1.0 }
        // Rules 2 and 3: the same file, wherever it is.
        for (id, sight) in open {
            guard let there = byFile[sight.file], there.count == 1, !isConflictCopy(there[0].path, of: sight) else { continue }
            take(id, there[0].path)
        }
        // Rule 5: another file at its path.
        for (id, sight) in open where went[id] == nil {
            let path = place(of: sight, on: disk)
            if new[path] != nil, !taken.contains(path) { take(id, path) }
        }
        // Rule 6: its content, once gone and once come.
        let appeared = Dictionary(grouping: new.values.filter { !known.contains($0.file) && !$0.content.isEmpty }, by: \.content)
        let vanished = Dictionary(grouping: open.filter { went[$0.0] == nil }, by: \.1.content)
        for (content, gone) in vanished {
            let come = (appeared[content] ?? []).filter { !taken.contains($0.path) }
            if gone.count == 1, come.count == 1 { take(gone[0].0, come[0].path) }
        }
        // Rule 7: what was gone is back by its content, or by its path.
        let missing = Dictionary(grouping: lost.sorted { $0.key < $1.key }, by: \.value.sight.content)
        for (content, gone) in missing where !content.isEmpty {
            let come = (appeared[content] ?? []).filter { !taken.contains($0.path) }
            if gone.count == 1, come.count == 1 { take(gone[0].key, come[0].path) }
        }
        for (id, gone) in lost.sorted(by: { $0.key < $1.key }) where went[id] == nil && now - gone.since <= 7 * 86_400_000 {
            let path = place(of: gone.sight, on: disk)
            if new[path] != nil, !taken.contains(path) { take(id, path) }
        }
        for (id, sight) in open where went[id] == nil { lost[id] = Lost(sight: sight, since: now) }
        for id in went.keys { lost[id] = nil }
        (files, held) = (new, went)
    }

    /// Takes in what the device itself made of that: what it moved, and which IDs it has for which files.
    mutating func take(_ disk: SimulatedDisk, _ state: Knowledge, given: [Int: Set<NodeID>]) {
        let new = Trace.sights(disk)
        let paths = Dictionary(new.values.map { ($0.file, $0.path) }) { first, _ in first }
        held = held.compactMapValues { path in files[path].flatMap { paths[$0.file] } }
        files = new
        var nodes: [FileIdentity: Set<NodeID>] = [:]
        for (id, sighting) in state.memory.seen where state.memory.isPresent(id) { nodes[sighting.evidence.identity, default: []].insert(id) }
        for sight in new.values {
            for id in given[sight.work] ?? [] {
                let node = state.model.resolve(id)
                guard nodes[sight.file]?.contains(node) == true || state.model.path(of: node) == sight.path else { continue }
                held[id] = sight.path
                lost[id] = nil
            }
        }
    }

    /// The place where it was, whatever its folder is called by now.
    private func place(of sight: Sight, on disk: SimulatedDisk) -> RelativePath {
        guard let folder = sight.folder, let name = sight.path.last, let path = disk.paths.first(where: { disk.isDirectory($0) && disk.evidence(at: $0)?.identity == folder })
        else { return sight.path }
        return path.appending(name)
    }

    private func isConflictCopy(_ path: RelativePath, of sight: Sight) -> Bool {
        guard path != sight.path, path.parent == sight.path.parent, let name = path.last, let original = sight.path.last else { return false }
        return ConflictCopy.isConflictCopy(name, of: original)
    }

    private static func sights(_ disk: SimulatedDisk) -> [RelativePath: Sight] {
        var sights: [RelativePath: Sight] = [:]
        for path in disk.paths where !disk.isDirectory(path) {
            guard let inode = disk.key(path).flatMap({ disk.inodes[$0] }) else { continue }
            sights[path] = Sight(file: inode.evidence.identity, folder: disk.evidence(at: path.parent)?.identity, path: path, content: inode.content, work: inode.work)
        }
        return sights
    }
}

extension Fleet {
    /// Begins to follow files on each device.
    mutating func startTracing() {
        traces = devices.map { _ in Trace() }
        for number in devices.indices {
            let state = devices[number].loaded(setting)
            traces?[number].take(devices[number].disk, state, given: given)
        }
    }
}
