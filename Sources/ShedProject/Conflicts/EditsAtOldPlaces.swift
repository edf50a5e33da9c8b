import ShedDisk
import ShedModel
import ShedOffice
import ShedSidecar

/// A file that stands where another was before that was moved or renamed, and holds another version of its text: another device had changed it
/// there meanwhile, and what carries the files has brought it back.
public struct EditAtOldPlace: Sendable {
    /// What stands at the old place.
    public var edit: ConflictedCopy.Side
    /// What was moved.
    public var moved: ConflictedCopy.Side
    /// When.
    var at: Int64

    /// The field of the sidecar by which a person said of what stands there that it is a file of its own: the ID of what was moved.
    static let keptApart = "kept-apart"
    /// So many can be said of one file.
    private static let mostApart = 64

    /// From which a person has said that what stands at their old place is another file.
    static func keptApart(by node: Node) -> [NodeID] {
        let texts: [String]
        switch node.details?.other[keptApart]?.value {
        case .string(let text): texts = [text]
        case .array(let values): texts = values.prefix(mostApart).compactMap(\.string)
        default: texts = []
        }
        return texts.compactMap { NodeID($0) }
    }

    /// What says so of one more: a text of a single one.
    static func keptApart(by node: Node, and id: NodeID) -> Field {
        let ids = (keptApart(by: node).filter { $0 != id } + [id]).suffix(mostApart)
        return .other(keptApart, ids.count == 1 ? .string("\(id)") : .array(ids.map { .string("\($0)") }))
    }
}

/// The files of which nothing but the places in the batches tells that they conflict.
public struct OldPlaces: Sendable {
    /// At the old places of folders.
    public var files: [FileAtOldPlace] = []
    /// At the old places of single files.
    public var edits: [EditAtOldPlace] = []
    /// Whether there are more than are told.
    public var isCut = false
    /// How many there are besides of what was moved before the time that counts.
    public var earlier = 0

    /// Whether nothing is told.
    public var isEmpty: Bool { files.isEmpty && edits.isEmpty }
}

extension ProjectReader {
    /// So many are told, and so many looked at.
    private static var mostEdits: Int { 1_000 }

    /// What stands at the old places of folders and files that were moved since a time, in the order of the paths. What lies in Trash or
    /// Rejected, or was moved there, is not looked at. Costs reading the whole sidecar, where another device has written or a carrier may
    /// have brought something; and, where anything stands at the old place of a file, reading it once more, and the files.
    ///
    /// That a new file was begun at the old place of another says nothing, nor that it is like the one that was moved: there must be a sign
    /// that it was not begun by somebody who knew of the move (``EditEvidence``).
    /// - Parameter since: in milliseconds since 1970.
    public func oldPlaces(since: Int64) throws(ShedError) -> OldPlaces {
        let state = try load()
        guard let (listing, fold) = try foldOfPlaces(state) else { return OldPlaces() }
        var result = OldPlaces()
        if listing.mayHaveWriters(besides: own) { (result.files, result.isCut, result.earlier) = filesAtOldPlaces(since: since, in: fold, state) }
        let found = edits(in: fold, listing, state)
        let lately = found.edits.filter { $0.at >= since }
        result.edits = Array(lately.prefix(Self.mostEdits))
        result.isCut = result.isCut || found.isCut
        result.earlier += found.edits.count - lately.count
        return result
    }

    /// Those that a file takes part in, whenever the other was moved.
    func editsAtOldPlaces(of path: RelativePath) throws(ShedError) -> [EditAtOldPlace] {
        let state = try load()
        guard let (listing, fold) = try foldOfPlaces(state) else { return [] }
        return edits(in: fold, listing, state, of: path).edits
    }

    /// The IDs under which this machine writes, and wrote.
    private var own: Set<ReplicaID> { Set((home.stateFolder?.record).map { [$0.replica] + $0.former.map(\.replica) } ?? []) }

    /// - Returns: `nil` where nothing can have been brought back.
    private func foldOfPlaces(_ state: ProjectState) throws(ShedError) -> (listing: SidecarListing, fold: Fold)? {
        do throws(SidecarError) {
            let listing = try home.sidecar.listing()
            guard listing.mayHaveWriters(besides: own) || home.carriers.hasMarks && mayHoldCarried(state) else { return nil }
            return (listing, try home.sidecar.fold(of: home.file, fields: home.surroundings.kinds.fields, listing: listing, now: home.surroundings.now()))
        } catch { throw ShedError(error) }
    }

    /// Whether any file was brought by a carrier since others got their IDs, as far as times tell: what a person writes here is as young as
    /// its birth. Where one device alone has written, and it has moved the other, that is the only sign.
    private func mayHoldCarried(_ state: ProjectState) -> Bool {
        var latest = Int64.min
        for position in state.memory.seen.indices {
            let (id, sighting) = state.memory.seen[position]
            guard EditEvidence.isBrought(sighting.evidence), let node = state.model.nodes[id], !node.type.isDirectory else { continue }
            latest = max(latest, node.created)
        }
        return latest > .min && state.model.nodes.values.contains { !$0.type.isDirectory && $0.created < latest }
    }

    // MARK: Finding

    private func edits(
        in fold: Fold, _ listing: SidecarListing, _ state: ProjectState, of path: RelativePath? = nil
    ) -> (edits: [EditAtOldPlace], isCut: Bool) {
        var candidates = candidates(fold, state)
        if let path { candidates.removeAll { $0.edit.path != path && $0.moved.path != path } }
        let looked = candidates.prefix(Self.mostEdits)
        let own = own
        let taken = looked.map { TakenPlace(left: $0.away, id: $0.edit.node.id, making: $0.making, size: $0.edit.evidence.size) }
        let facts = home.sidecar.facts(of: taken, in: fold, listing, of: home.file, own: own, resolve: state.model.resolve)
        let likes = CopiedFiles(of: Array(looked), state)
        var (found, told, room): ([EditAtOldPlace], Set<NodeID>, ReadingRoom) = ([], [], ReadingRoom())
        for (pair, facts) in zip(looked, facts) where !told.contains(pair.edit.node.id) {
            // Where it was written to since it was put there, nothing tells how old its first text there was.
            let (put, written) = (Nanoseconds.of(milliseconds: pair.away.since.milliseconds), Nanoseconds.bounded(pair.moved.evidence.modified))
            let evidence = EditEvidence(pair.edit.evidence, making: pair.making, moved: pair.away.at, since: written <= put ? written : .min, facts, own: own)
            guard isEdit(pair, evidence, likes.sources(of: pair), state, &room) else { continue }
            told.insert(pair.edit.node.id)
            found.append(EditAtOldPlace(edit: side(pair.edit), moved: side(pair.moved), at: pair.away.at.milliseconds))
        }
        return (found.sorted { ($0.edit.path, $0.moved.path) < ($1.edit.path, $1.moved.path) }, candidates.count > looked.count || room.isExceeded)
    }

    /// Of what stands at a place so many that were there before are looked at, the latest first.
    private static var mostAtOnePlace: Int { 8 }

    private func candidates(_ fold: Fold, _ state: ProjectState) -> [EditCandidate] {
        var leavers: [Place: [MovedAway]] = [:]
        for away in fold.filesMovedAway where state.stands(state.model.resolve(away.id)) {
            leavers[Place(parent: state.model.resolve(away.from.parent), name: away.from.name), default: []].append(away)
        }
        guard !leavers.isEmpty else { return [] }
        let shelters = Shelters.roles.compactMap { folder(with: $0, state) }
        var found: [EditCandidate] = []
        for (place, all) in leavers {
            let latest = all.sorted { $1.at < $0.at }.prefix(Self.mostAtOnePlace)
            for other in state.model.children(of: place.parent, named: place.name).lazy.filter(state.stands).prefix(Self.mostAtOnePlace) {
                guard let making = fold.making(of: other), making.place.name == place.name, state.model.resolve(making.place.parent) == place.parent else { continue }
                let before = latest.filter { $0.at <= making.at && state.model.resolve($0.id) != other }
                guard !before.isEmpty, let edit = standing(other, besides: shelters, state) else { continue }
                let apart = Set(EditAtOldPlace.keptApart(by: edit.node).map(state.model.resolve))
                for away in before {
                    guard let moved = standing(state.model.resolve(away.id), besides: shelters, state), moved.type == edit.type, !apart.contains(moved.node.id) else { continue }
                    found.append(EditCandidate(edit: edit, moved: moved, away: away, making: making.at))
                }
            }
        }
        return found.sorted { $0.edit.path != $1.edit.path ? $0.edit.path < $1.edit.path : $1.away.at < $0.away.at }
    }

    /// A file that may hold a text of a person's, as it stands on the disk now.
    private func standing(_ id: NodeID, besides shelters: [RelativePath], _ state: ProjectState) -> PlacedNode? {
        guard let node = state.model.nodes[id], !node.type.isDirectory, node.type.traits.isLookedInto, node.details?.rejection == nil,
            let path = state.model.path(of: id), !shelters.contains(where: path.isInside), let placed = try? find(path, state), placed.node.id == id,
            placed.evidence.size > 0
        else { return nil }
        return placed
    }

    // MARK: Comparing

    /// Whether one of the two is another version of the other, and there is a sign that it came of two devices.
    /// - Parameter sources: what it may be a copy of.
    private func isEdit(_ pair: EditCandidate, _ evidence: EditEvidence, _ sources: [NodeID], _ state: ProjectState, _ room: inout ReadingRoom) -> Bool {
        guard evidence.mayTell, room.take(pair.edit.evidence.size, pair.moved.evidence.size), let first = sketch(of: pair.edit), let second = sketch(of: pair.moved), first.likeness(to: second) >= PairFinder.least,
            let mine = content(of: pair.edit), let theirs = content(of: pair.moved), mine != theirs, evidence.tells(mine)
        else { return false }
        if evidence.isSaid(mine) { return true }
        return !sources.contains { id in
            guard let path = state.model.path(of: id), let source = try? find(path, state), source.node.id == id, source.evidence.modified == pair.edit.evidence.modified,
                source.evidence.size == pair.edit.evidence.size
            else { return false }
            // What does not fit is not read, and nothing is told of it.
            return !room.take(source.evidence.size, 0) || content(of: source) == mine
        }
    }

    private func content(of placed: PlacedNode) -> FileContent? {
        guard let name = placed.path.last, let hash = try? root.openDirectory(at: placed.path.parent).file(name).hash() else { return nil }
        return FileContent(size: placed.evidence.size, hash: hash)
    }

    /// Of a document by its text: what is packed differs from its first changed byte on.
    private func sketch(of placed: PlacedNode) -> ContentSketch? {
        guard let name = placed.path.last, let folder = try? root.openDirectory(at: placed.path.parent) else { return nil }
        guard let format = DocumentFormat(name) else { return try? folder.sketch(name) }
        return (try? folder.file(name)).flatMap { try? DocumentText.read($0, format) }.map { ContentSketch(of: $0) }
    }
}

/// A file at a place that another had left before its ID was made there.
struct EditCandidate {
    var edit: PlacedNode
    var moved: PlacedNode
    var away: MovedAway
    /// When the ID of what stands at the old place was made, and by which device.
    var making: Stamp
}

/// How much may still be read to compare files. What does not fit is passed over, and the others are compared all the same.
struct ReadingRoom {
    /// In bytes.
    private var left: Int64

    init(_ size: Int64 = 4 << 30) { left = size }

    /// Whether something did not fit.
    private(set) var isExceeded = false

    /// Takes what two files need, in bytes: where both do not fit, neither is read, and nothing is taken.
    mutating func take(_ first: Int64, _ second: Int64) -> Bool {
        // Sizes are the file system’s word, and none is negative.
        guard first <= left, second <= left - first else {
            isExceeded = true
            return false
        }
        left -= first + second
        return true
    }
}
