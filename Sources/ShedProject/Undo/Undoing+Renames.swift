import ShedDisk
import ShedModel

extension Undoing {
    /// Gives what was renamed at once its old names at once. What has another name by now, and what would get a name that something
    /// else bears, is left.
    mutating func takeBack(_ renames: UndoStep.Renames) throws(ShedError) {
        if dryRun, !gathered.isEmpty, gathered.isTouched(renames.path) {
            return tell(renames.changes.map { NameChange(id: $0.id, from: $0.to, to: $0.from) }, in: renames.path)
        }
        try flush()
        let state = try state()
        let known = renames.folder.map(state.model.resolve).flatMap { state.memory.isPresent($0) ? state.model.path(of: $0) : nil }
        let folder = known ?? renames.path
        guard let directory = try? transaction.root.openDirectory(at: folder) else {
            return leave(folder, .gone, renames.folder)
        }
        var wanted: [NameChange] = []
        for change in renames.changes {
            let id = state.model.resolve(change.id)
            guard state.memory.isPresent(id), let path = state.model.path(of: id), let name = path.last, (try? directory.kind(of: name)) != nil else {
                leave(folder.appending(change.to), .gone, id)
                continue
            }
            if path.parent == folder, change.isBorne(as: name) {
                wanted.append(NameChange(id: id, from: name, to: change.from))
            } else if path != folder.appending(change.from) {
                leave(folder.appending(change.to), .elsewhere(path), id)
            } else {
                pass(path, .isBack, id)
            }
        }
        let changes = try withoutTaken(wanted, in: folder, directory)
        tell(changes, in: folder)
        guard !dryRun, !changes.isEmpty else { return }
        forget()
        let files = changes.map { identity(at: folder.appending($0.from)) }
        do throws(ShedError) { try transaction.rename(changes, in: folder, reason: nil) } catch {
            try goOn(afterDoing: error)
            for (position, thing) in (things.count - changes.count..<things.count).enumerated()
            where identity(at: folder.appending(changes[position].to)) != files[position] {
                fail(thing, .failed(error.words))
            }
        }
    }

    private mutating func tell(_ changes: [NameChange], in folder: RelativePath) {
        for change in changes {
            _ = add(UndoneThing(deed: .moved, id: change.id, path: folder.appending(change.to), from: folder.appending(change.from)))
        }
    }

    /// The changes whose names are free once the others have got theirs. What is left keeps its name, and so may another have to.
    private mutating func withoutTaken(_ changes: [NameChange], in folder: RelativePath, _ directory: DirectoryHandle) throws(ShedError) -> [NameChange] {
        let moving = Set(changes.map { FoldKey($0.from) })
        var left: [Name] = []
        do throws(DiskError) {
            left = try directory.list(atMost: 10_000_000).map(\.name).filter { !moving.contains(FoldKey($0)) }
        } catch { throw ShedError(error) }
        let standing = Set(left)
        let wanting = Dictionary(grouping: changes.indices, by: { FoldKey(changes[$0].to) })
        // What has the name of those that are left.
        var occupants = [Name?](repeating: nil, count: changes.count)
        func stay(_ position: Int, for other: Name) {
            guard occupants[position] == nil else { return }
            occupants[position] = other
            left.append(changes[position].from)
        }
        // Of two that want one name the first gets it.
        for positions in wanting.values {
            for position in positions.dropFirst() { stay(position, for: changes[positions[0]].to) }
        }
        while let taken = left.popLast() {
            for position in wanting[FoldKey(taken)] ?? [] { stay(position, for: taken) }
        }
        for (change, occupant) in zip(changes, occupants) {
            guard let occupant else { continue }
            let isTaken = occupant == change.to || standing.contains(change.to)
            leave(
                folder.appending(change.from), isTaken ? .taken(folder.appending(change.to)) : .alike(folder.appending(occupant), name: change.to, command: nil),
                change.id)
        }
        return changes.indices.filter { occupants[$0] == nil }.map { changes[$0] }
    }
}
