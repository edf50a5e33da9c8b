import ShedDisk
import ShedMessages
import ShedModel
import ShedProject

/// What taking a snapshot came to.
struct TakenSnapshot {
    var snapshot: KeptSnapshot
    var leftOut: [(path: RelativePath, reason: Message)]
}

/// What pruning came to.
struct PrunedSnapshots {
    var numbers: [Int]
    /// How much less is taken by it, in bytes.
    var freed: Int64
}

extension ProjectReader {
    /// What is kept of the project's files; `nil` while this machine keeps nothing of the project.
    func snapshotStore() -> SnapshotStore? { home.stateFolder.map(SnapshotStore.init(in:)) }

    /// The same, to be changed.
    /// - Parameter patience: as of ``HeldSnapshots/init(_:patience:)``.
    /// - Throws: ``ShedError`` of kind environment where somebody else changes it meanwhile.
    func heldSnapshots(patience: Int?) throws(ShedError) -> HeldSnapshots {
        guard let folder = home.stateFolder else { throw ShedError(.environment, "the project is not registered") }
        guard let held = try HeldSnapshots(folder, patience: patience) else { throw ShedError(.environment, .snapshotsBusy, remedy: .tryAgainSoon) }
        return held
    }

    // MARK: Which files

    /// The files at some paths and below; all files of the project where none is named. What lies in Trash, in Rejected and in views
    /// counts only where it is named itself; of a view of links, that are the files which it shows.
    /// - Throws: ``ShedError`` where nothing known stands at a path.
    func wantedFiles(_ paths: [RelativePath]) throws(ShedError) -> [WantedFile] {
        let state = try load()
        var wanted: [WantedFile] = []
        var seen: Set<NodeID> = []
        var open: [(id: NodeID, path: RelativePath)] = []
        for path in paths.isEmpty ? [RelativePath.root] : paths {
            let placed = try find(path, state)
            guard placed.type.isDirectory else {
                if seen.insert(placed.node.id).inserted { wanted.append(WantedFile(id: placed.node.id, path: path)) }
                continue
            }
            open.append((path.isRoot ? id : placed.node.id, path))
            let view = project.kind.view(at: path)
            for shown in view?.folders ?? [] {
                let folder = try find(shown, state)
                open.append((folder.node.id, folder.path))
            }
            for guest in view?.guests ?? [] {
                if let id = state.node(at: guest), seen.insert(id).inserted { wanted.append(WantedFile(id: id, path: guest)) }
            }
        }
        while let (folder, path) = open.popLast() {
            guard seen.insert(folder).inserted else { continue }
            for child in state.model.children(of: folder) where state.stands(child) {
                guard let node = state.model.nodes[child], let name = node.place?.name else { continue }
                let place = path.appending(name)
                if node.type.isDirectory {
                    if isKept(node) { open.append((child, place)) }
                } else if seen.insert(child).inserted {
                    wanted.append(WantedFile(id: child, path: place))
                }
            }
        }
        return wanted.sorted { $0.path < $1.path }
    }

    /// Whether what lies in a folder is kept where the folder was not named.
    private func isKept(_ node: Node) -> Bool {
        guard let role = node.role else { return true }
        return role != .trash && role != .rejected && template.filling(of: role) != .derived
    }

    // MARK: Taking

    /// Keeps files. On return the snapshot is listed, and all of it is on the disk.
    /// - Throws: ``ShedError`` where nothing was kept: there is no file, or no room for them. Then nothing of it stays.
    func takeSnapshot(of wanted: [WantedFile], name: String?, cause: KeptSnapshot.Cause, _ held: HeldSnapshots) throws(ShedError) -> TakenSnapshot {
        guard !wanted.isEmpty else { throw ShedError(.refused, .nothingToKeep) }
        var work: SnapshotWork
        do throws(DiskError) { work = SnapshotWork(root, known: try held.store.latest(of: wanted.lazy.map(\.id))) } catch {
            throw ShedError(.environment, .snapshotNotTaken(reason: error.words))
        }
        do throws(DiskError) {
            for file in wanted { try work.add(file, to: held) }
            if !work.files.isEmpty {
                let snapshot = try work.finish(held, at: surroundings.now(), name: name, cause: cause)
                return TakenSnapshot(snapshot: snapshot, leftOut: work.leftOut)
            }
        } catch {
            work.giveUp(held)
            throw ShedError(.environment, .snapshotNotTaken(reason: error.words))
        }
        work.giveUp(held)
        throw ShedError(.environment, .snapshotNotTaken(reason: work.leftOut.first.map { .about(subject: "\($0.path)", text: $0.reason) } ?? .nothing))
    }

    // MARK: Pruning

    /// The snapshots that are too old, and the oldest where all together take more than they may. What somebody named stays.
    /// - Parameter unasked: whether nobody asks for it. Then what a person took stays too: whoever wrote the settings need not be who has
    ///   this machine.
    func doomedSnapshots(_ store: SnapshotStore, unasked: Bool = false) throws(ShedError) -> [Int] {
        let settings = snapshotsSettings
        do throws(DiskError) {
            let all = try store.all().snapshots
            let staying = Set(all.lazy.filter { $0.name != nil || unasked && $0.cause != .daily }.map(\.number))
            let doomed = SnapshotAges(keepDays: settings.keepDays, keepLast: settings.keepLast).doomed(all, now: surroundings.now())
                .filter { !staying.contains($0) }
            guard try store.size() > settings.limit else { return doomed }
            return doomed + (try surplus(all, besides: Set(doomed), staying, settings.limit, store))
        } catch { throw ShedError(error) }
    }

    /// Removes snapshots.
    func remove(_ doomed: [Int], _ held: HeldSnapshots) throws(ShedError) -> PrunedSnapshots {
        guard !doomed.isEmpty else { return PrunedSnapshots(numbers: [], freed: 0) }
        do throws(DiskError) {
            let before = try held.store.size()
            try held.delete(doomed)
            return PrunedSnapshots(numbers: doomed, freed: max(0, before - (try held.store.size())))
        } catch { throw ShedError(error) }
    }

    /// The oldest ones without which the others take no more than the limit. The newest stays.
    private func surplus(
        _ all: [KeptSnapshot], besides doomed: Set<Int>, _ staying: Set<Int>, _ limit: Int64, _ store: SnapshotStore
    ) throws(DiskError) -> [Int] {
        // From the newest on, as far as there is room.
        var (total, seen, result): (Int64, Set<ContentHash>, [Int]) = (0, [], [])
        let left = all.filter { !doomed.contains($0.number) }
        for snapshot in left.filter({ staying.contains($0.number) }) + left.filter({ !staying.contains($0.number) }) {
            guard let manifest = try store.manifest(snapshot.number) else { continue }
            let files = manifest.files
            var own: [ContentHash: Int64] = [:]
            for file in files where !seen.contains(file.hash) { own[file.hash] = file.size }
            // A line of a manifest has some 300 bytes.
            let cost = own.values.reduce(Int64(files.count) * 300) { $0.addingUp($1) }
            if !staying.contains(snapshot.number), snapshot.number != all.first?.number, total.addingUp(cost) > limit {
                result.append(snapshot.number)
            } else {
                total = total.addingUp(cost)
                seen.formUnion(own.keys)
            }
        }
        return result
    }
}
