import ShedDisk
import ShedLinks
import ShedModel

extension Project {
    /// How many links of documents an undo has broken: those that led somewhere before it and lead nowhere now, also in what got back what it
    /// held. What came into Trash or Rejected counts for none: no link is made to lead there.
    ///
    /// Costs a look at each document; where there are more than are read beside a move, only those are looked into that got back what they held.
    package func brokenLinksToTell(by undone: Undone) throws(ShedError) -> Int {
        let things = undone.things.filter { $0.deed == .moved || $0.deed == .rewritten }
        guard !things.isEmpty else { return 0 }
        let moves = things.compactMap { thing in thing.from.map { (from: $0, to: thing.path) } }
        var comparison = LinksOfUndo(asKnown, try asKnown.load(), moves, after: things.contains { $0.deed == .rewritten } ? former(undone) : [:])
        return try comparison.count()
    }

    /// What documents held before an undo that hold something else since, by their IDs; empty where that is more than is read beside a move.
    private func former(_ undone: Undone) -> [NodeID: LinkedDocument] {
        var (documents, bytes): ([NodeID: LinkedDocument], Int) = ([:], 0)
        for number in undone.numbers {
            guard let entry = try? undo.journal?.entry(number) else { continue }
            for file in entry.replacements {
                // Of two times that one was written over the first counts.
                guard let id = file.node, documents[id] == nil, let contents = file.contents, let format = file.path.last.flatMap(DocumentFormat.init)
                else { continue }
                let place = KeptPlace(entry: number, time: entry.time, actor: entry.actor, contents: contents, isBrought: false)
                guard let held = content(of: place, atMost: LinkFinder.largest) else { continue }
                bytes += held.count
                guard documents.count < LinkBudget.beside.documents, bytes <= LinkBudget.beside.bytes else { return [:] }
                guard let links = LinkFinder.found(in: held, as: format) else { continue }
                documents[id] = LinkedDocument(path: file.path, id: id, bytes: held, links: links)
            }
        }
        return documents
    }
}

/// Compares what links led to before an undo with what they lead to now.
private struct LinksOfUndo {
    private let root: DirectoryHandle
    private let state: ProjectState
    private let places: FormerPlaces
    /// The names of files that have others now.
    private let formerNames: Set<FoldKey>
    /// What documents held that hold something else now.
    private let former: [NodeID: LinkedDocument]
    private var survey: LinkSurvey
    private var ground: LinkGround
    /// Of what stands in the project; known once a link asks for one.
    private var names: NoteNames?

    init(_ reader: Reading, _ state: ProjectState, _ moves: [(from: RelativePath, to: RelativePath)], after former: [NodeID: LinkedDocument]) {
        let survey = LinkSurvey(reader, state)
        let moves = moves.filter { !survey.isDiscarded($0.to) }
        (root, self.state, self.survey, self.former) = (reader.root, state, survey, former)
        places = FormerPlaces(moves)
        ground = LinkGround(reader.root)
        formerNames = moves.reduce(into: []) { names, move in
            guard let name = move.from.last, name != move.to.last else { return }
            // No wiki link leads to a folder.
            if let id = state.node(at: move.to), state.model.nodes[id]?.type.isDirectory == true { return }
            names.insert(FoldKey(name))
        }
    }

    mutating func count() throws(ShedError) -> Int {
        if !places.isEmpty, let count = try count(in: survey.documents(most: LinkBudget.beside.documents)) { return count }
        guard !former.isEmpty else { return 0 }
        return try count(in: survey.documents(at: former.keys.compactMap { state.model.path(of: $0) })) ?? 0
    }

    /// - Returns: `nil` where it is more than is read beside a move.
    private mutating func count(in documents: [(path: RelativePath, id: NodeID)]) throws(ShedError) -> Int? {
        guard documents.count <= LinkBudget.beside.documents else { return nil }
        var reader = LinkedDocumentReader(root)
        var count = 0
        for (path, id) in documents {
            let document = reader.read(path, id: id)
            // What is no document, as is seen once it is read, counts too.
            guard reader.bytesRead <= LinkBudget.beside.bytes else { return nil }
            guard let document else { continue }
            count += try broken(in: document, since: former[id])
        }
        return count
    }

    /// - Parameter former: what it held; `nil` where that is what it holds.
    private mutating func broken(in document: LinkedDocument, since former: LinkedDocument?) throws(ShedError) -> Int {
        let before = places.before(document.path)
        // In Trash no link of it led anywhere.
        guard !survey.isDiscarded(before) else { return 0 }
        let partners = former.map { LinksOfUndo.partners(of: document, in: $0) }
        let known = try former == nil ? nil : astray(document)
        var count = 0
        for (position, link) in document.links.enumerated() {
            var old = link
            if let partners, let former {
                guard let partner = partners[position] else { continue }
                old = former.links[partner]
            }
            let isAstray = known?.contains(position) ?? true
            if leadsNowhere(link, from: document.path.parent, isAstray: isAstray), led(old, from: before.parent) { count += 1 }
        }
        return count
    }

    /// Which link a document had where it has one now. Where others came or went, one is known by how it is written.
    private static func partners(of document: LinkedDocument, in former: LinkedDocument) -> [Int?] {
        if document.links.count == former.links.count { return former.links.indices.map { $0 } }
        // The first of several is taken first.
        var waiting = Dictionary(grouping: former.links.indices.reversed(), by: { Array(former.written(former.links[$0])) })
        return document.links.map { waiting[Array(document.written($0))]?.popLast() }
    }

    /// The links that lead out of the project, where nobody looks, and of which it is known that they once led to what is in it.
    private mutating func astray(_ document: LinkedDocument) throws(ShedError) -> Set<Int> {
        struct Spot: Hashable { var line: Int, column: Int }
        let positions = document.links.indices.filter { position in
            if case .path(let path) = document.links[position].target { path.leaves(from: document.path.parent) } else { false }
        }
        guard !positions.isEmpty else { return [] }
        var part = document
        part.links = positions.map { document.links[$0] }
        let broken = Set(try survey.broken(in: part).map { Spot(line: $0.broken.line, column: $0.broken.column) })
        var lines = LinkLines(document)
        return Set(positions.filter { position in
            let (line, column) = lines.place(of: document.links[position])
            return broken.contains(Spot(line: line, column: column))
        })
    }

    /// - Parameter isAstray: whether one that leads out of the project counts as such.
    private mutating func leadsNowhere(_ link: DocumentLink, from folder: RelativePath, isAstray: Bool) -> Bool {
        switch link.target {
        case .node: return false
        case .name(let name): return standing(name) == 0
        case .path(let path):
            // From which folder a wiki link's path begins, each program sees otherwise.
            guard link.form != .wiki else { return false }
            return path.leaves(from: folder) ? isAstray : ground.standing(of: path, from: folder) == .absent
        }
    }

    /// Whether a link led somewhere before, from the folder in which its document stood then.
    private mutating func led(_ link: DocumentLink, from folder: RelativePath) -> Bool {
        switch link.target {
        case .node: return true
        case .name(let name): return standing(name) > 0 || !formerNames.isDisjoint(with: NoteNames.keys(of: name))
        case .path(let path):
            guard link.form != .wiki else { return false }
            for place in path.paths(from: folder) where places.stood(place, &ground) { return true }
            for place in path.longerPaths(from: folder) where places.stood(place, &ground) { return true }
            return false
        }
    }

    private mutating func standing(_ name: Name) -> Int {
        let known = names ?? NoteNames(state)
        names = known
        return known.count(of: name)
    }
}

/// Where things stood before some moves.
private struct FormerPlaces {
    /// Where to something went, by where it stood, and the other way round; of several the first that was named.
    private var (targets, origins): ([RelativePath: RelativePath], [RelativePath: RelativePath]) = ([:], [:])

    /// So often a thing and the folders above it are moved on, one after the other.
    private static let most = 8

    var isEmpty: Bool { targets.isEmpty }

    init(_ moves: [(from: RelativePath, to: RelativePath)]) {
        for (from, to) in moves where from != to {
            if targets[from] == nil { targets[from] = to }
            if origins[to] == nil { origins[to] = from }
        }
    }

    /// The other place of what is at a path, moved by itself or with the nearest folder above it; `nil` where it was not moved.
    private static func other(_ path: RelativePath, _ places: [RelativePath: RelativePath]) -> RelativePath? {
        guard !places.isEmpty, !path.isRoot else { return nil }
        for count in (1...path.names.count).reversed() {
            guard let place = places[RelativePath(Array(path.names.prefix(count)))] else { continue }
            return place.appending(RelativePath(Array(path.names.dropFirst(count))))
        }
        return nil
    }

    /// Where something stood that stands at a path now.
    func before(_ path: RelativePath) -> RelativePath { FormerPlaces.other(path, origins) ?? path }

    /// Whether something stood at a path.
    func stood(_ path: RelativePath, _ ground: inout LinkGround) -> Bool {
        // What came there and went on was there in between alone. Two that have exchanged their names are both there.
        if targets[path] != nil { return origins[path] == nil || ground.standing(at: path) == .there }
        guard var place = FormerPlaces.other(path, targets) else {
            // What is there now may have come there.
            return FormerPlaces.other(path, origins) == nil && ground.standing(at: path) == .there
        }
        // In a folder that was moved it was, where it still is in that.
        for _ in 0..<FormerPlaces.most {
            guard ground.standing(at: place) == .absent else { return true }
            guard let next = FormerPlaces.other(place, targets) else { return false }
            place = next
        }
        return false
    }
}
