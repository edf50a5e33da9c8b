import ShedModel

/// Decides which node each entry of a snapshot is, by the rules of Documentation/Identity.md in their order.
///
/// Nothing here looks at what folders accept: identity comes first, judgement after.
struct Binder {
    let situation: Situation
    let snapshot: Snapshot
    let model: Model
    let memory: Memory

    /// The node of each entry.
    var node: [NodeID?]
    /// The entry of each bound node.
    var entry: [NodeID: Int] = [:]
    /// Whether ``entry`` is kept up.
    private var listsEntries = true
    /// The directory of each bound folder, the project's root among them.
    var directory: [NodeID: Int]
    /// The folder that each directory is.
    var folder: [NodeID?]
    /// Entries of which there is nothing to say: the same node, in its place, as it was.
    var isQuiet: [Bool]
    /// How many entries of each directory are children that its folder had before.
    var keptCount: [Int]
    /// Nodes that came from another project, by entry.
    var immigrants: [Int: Immigrant] = [:]
    /// What is left at a place from which another device has moved a node, by entry: the node.
    var departing: [Int: NodeID] = [:]
    /// Files that were known as a node and are not it any more, by entry: another device has moved it away and something else has its
    /// place, or the batches give this place to another.
    var left: [Int: NodeID] = [:]
    /// Files that came under a backup name of a known one, at whose own place nothing stands at the moment, by entry: the node. A
    /// program may be saving, and this walk does not say yet what they are.
    var aside: [Int: NodeID] = [:]
    /// Files that programs have made to save known ones with, and that had IDs before they came to their places.
    var saved: [Twin] = []
    /// Entries of nodes that another device has moved and that have not arrived at their new places.
    var stays: Set<Int> = []
    /// Folders that another device has moved and that have not come, where another has their old place by now, by entry.
    var yielded: [Int: NodeID] = [:]
    /// What goes on to be waited for.
    var stillIncoming: [NodeID: IncomingMove] = [:]
    /// Files that another device has put to places where they did not come, since a carrier kept what stands there (``findPutAside()``).
    var putAside: Set<NodeID> = []
    /// Files at the places where shed has just made some: none of them is another by its path or its content.
    var made: Set<Int> = []
    /// Files that shed has just put in the place of others: each is what stood there.
    var rewritten: Set<Int> = []
    /// The files of the last scan; made when first asked for.
    var knownFiles: Set<FileIdentity>?
    /// What many ask for, once it was gathered.
    let gathered = Gathered()
    /// What is remembered, so that nodes are found by their files; made when first asked for.
    var remembered: Memory?
    var wants = Wants()

    init(_ situation: Situation) {
        self.situation = situation
        snapshot = situation.snapshot
        model = situation.model
        memory = situation.memory
        isQuiet = Array(repeating: false, count: situation.snapshot.entries.count)
        keptCount = Array(repeating: 0, count: situation.snapshot.directories.count)
        node = Array(repeating: nil, count: situation.snapshot.entries.count)
        folder = Array(repeating: nil, count: situation.snapshot.directories.count)
        directory = [situation.model.project: 0]
        folder[0] = situation.model.project
    }

    /// Runs the rules in their order.
    mutating func bind() {
        bindCommanded()
        // Before anything else is bound no node can be met twice, so who is bound need not be kept yet.
        listsEntries = !entry.isEmpty
        bindSameFileAtSamePlace(from: [0])
        let hasUnbound = hasUnbound
        listEntries(all: hasUnbound || hasGone || !memory.unsettled.incomingMoves.isEmpty)
        if hasUnbound { bindStranded() }
        findPutAside()
        bindAwaited()
        guard hasUnbound else { return }
        bindSameFileElsewhere()
        bindForeign()
        bindExchanged()
        bindSamePath(from: boundDirectories)
        bindLeftBehind()
        guard hasUnbound else { return }
        bindRenamed()
        bindWaiting()
        bindSameContent()
        bindSamePath(from: boundDirectories)
        bindReturned()
    }

    /// Entries that could be nodes and are none yet.
    var unbound: [Int] {
        snapshot.entries.indices.filter { node[$0] == nil && snapshot.entries[$0].kind.nodeType != nil && aside[$0] == nil && !isDeparting($0) }
    }

    var hasUnbound: Bool {
        snapshot.entries.indices.contains { node[$0] == nil && snapshot.entries[$0].kind.nodeType != nil }
    }

    var boundDirectories: [Int] { folder.indices.filter { folder[$0] != nil } }

    mutating func bind(_ index: Int, to id: NodeID) {
        node[index] = id
        if listsEntries { entry[id] = index }
        let child = Int(snapshot.entries[index].directory)
        if child >= 0 {
            folder[child] = id
            directory[id] = child
        }
    }

    /// Fills ``entry`` after the first rules: where nothing is open, the folders will do.
    private mutating func listEntries(all: Bool) {
        guard !listsEntries else { return }
        listsEntries = true
        if all { entry.reserveCapacity(node.count) }
        for index in node.indices where all || snapshot.entries[index].kind == .directory {
            if let id = node[index] { entry[id] = index }
        }
    }

    func isBound(_ id: NodeID) -> Bool { entry[id] != nil || id == model.project }

    /// Whether a node's type fits what the entry is.
    func fits(_ id: NodeID, _ index: Int) -> Bool {
        guard let type = model.nodes[id]?.type else { return false }
        return type != .project && type.isDirectory == (snapshot.entries[index].kind == .directory)
    }

    /// Whether a node that is gone is known again by its place alone: it was only passing, and what it held stands elsewhere.
    func bindsToPlace(_ id: NodeID) -> Bool { model.nodes[id].map(situation.conventions.fields.bindsToPlace) ?? false }

    /// Since when a node has been missing, as far as this machine or the sidecar knows; `nil` if it is not.
    ///
    /// What another device has moved and is only overdue here is not: it is awaited.
    func missingSince(_ id: NodeID) -> Int64? {
        if memory.unsettled.incomingNodes.contains(id) { return nil }
        if let since = memory.missing[id] { return since }
        return memory.seen[id] == nil ? model.nodes[id]?.details?.content?.since : nil
    }

    /// The children of a folder that bore the name of an entry. The best comes first: whom the batches have there last, as every device
    /// says, then one that was on disk at the last scan before one that was not, then the older ID.
    func children(of id: NodeID, namedAs entry: Int) -> [NodeID] {
        if let known = gathered.all[Gathered.Entry(folder: id, entry: entry)] { return known }
        var found: [NodeID] = []
        snapshot.withName(of: entry) { name in
            model.forEachChild(of: id, named: name) { found.append(model.nodes.keys[$0]) }
        }
        if found.count >= Gathered.least {
            found = bestFirst(found)
            gathered.all[Gathered.Entry(folder: id, entry: entry)] = found
            return found
        }
        return found.count > 1 ? bestFirst(found) : found
    }

    /// Whom the batches have at a place, by their IDs.
    func claimants(of place: Place) -> [NodeID] {
        if let known = gathered.claimants[place] { return known }
        let all = model.children(of: model.resolve(place.parent), named: place.name)
        if all.count >= Gathered.least { gathered.claimants[place] = all }
        return all
    }

    /// Those of them that do not give way to another.
    func owners(of place: Place) -> [NodeID] {
        if let known = gathered.owners[place] { return known }
        let all = claimants(of: place)
        let owners = all.filter { !model.outplaced.contains($0) }
        if all.count >= Gathered.least { gathered.owners[place] = owners }
        return owners
    }

    private func bestFirst(_ ids: [NodeID]) -> [NodeID] {
        ids.map { (isGone: model.outplaced.contains($0), isAway: !memory.isPresent($0), id: $0) }.sorted { left, right in
            if left.isGone != right.isGone { return right.isGone }
            return left.isAway != right.isAway ? right.isAway : left.id < right.id
        }.map(\.id)
    }

    /// Rule 1: a move that a command made, confirmed on disk.
    private mutating func bindCommanded() {
        for (path, id) in situation.claims.moved.sorted(by: { $0.key < $1.key }) {
            let id = model.resolve(id)
            guard let index = snapshot.entry(at: path), node[index] == nil, !isBound(id), fits(id, index) else { continue }
            bind(index, to: id)
        }
        for path in situation.claims.rewritten { if let index = snapshot.entry(at: path) { rewritten.insert(index) } }
        for (path, id) in situation.claims.assigned where model.nodes[id] == nil {
            if let index = snapshot.entry(at: path), snapshot.entries[index].kind == .file { made.insert(index) }
        }
    }

    /// A file that was saved anew (rule 5) and renamed before anybody looked: the rename was seen, the old path's node
    /// is gone from there, and an unknown file stands at the new path.
    mutating func bindRenamed() {
        for (path, origins) in situation.disk.sightings.renamed.sorted(by: { $0.key < $1.key }) {
            guard let index = snapshot.entry(at: path), node[index] == nil, aside[index] == nil, !made.contains(index), snapshot.entries[index].kind == .file
            else { continue }
            for origin in origins {
                guard let id = nodeThatStood(at: origin), !isBound(id), fits(id, index), memory.isPresent(id), !isCarriersCopy(index, of: id) else { continue }
                bind(index, to: id)
                break
            }
        }
    }

    /// A file that waits where it may not be, and was saved anew there (rule 5).
    mutating func bindWaiting() {
        for (path, move) in memory.unsettled.waitingMoves.sorted(by: { $0.key < $1.key }) where move.isSameFile {
            let id = move.node
            guard !isBound(id), memory.isPresent(id), let index = snapshot.entry(at: path), node[index] == nil, aside[index] == nil, !made.contains(index),
                snapshot.entries[index].kind == .file, fits(id, index), !isDeparting(index), !isCarriersCopy(index, of: id)
            else { continue }
            bind(index, to: id)
        }
    }

    private func nodeThatStood(at path: RelativePath) -> NodeID? {
        guard let name = path.last else { return nil }
        var directory = 0
        if !path.parent.isRoot {
            guard let entry = snapshot.entry(at: path.parent), snapshot.entries[entry].directory >= 0 else { return nil }
            directory = Int(snapshot.entries[entry].directory)
        }
        guard let folder = folder[directory] else { return nil }
        return model.children(of: folder, named: name).first(where: memory.isPresent)
    }

    /// Rule 4: a node of another project that is gone from there keeps its ID, unless that is taken here.
    private mutating func bindForeign() {
        wants.foreign = Set(unbound)
        for (index, immigrant) in situation.answers.foreign.sorted(by: { $0.key < $1.key }) {
            guard node[index] == nil, !isBound(immigrant.id), immigrant.id != model.project,
                !memory.isPresent(immigrant.id), model.nodes[immigrant.id].map({ fits($0.id, index) }) ?? true,
                immigrant.type.isDirectory == (snapshot.entries[index].kind == .directory)
            else { continue }
            bind(index, to: immigrant.id)
            immigrants[index] = immigrant
        }
    }
}

/// What is the same for all of one binding, and costs more than each that asks for it is worth: the files that stand in the scan, and the children of
/// folders of which many have one name. Other devices' batches can put any number to one path, and each of them asks for all.
final class Gathered {
    struct Entry: Hashable {
        var folder: NodeID
        var entry: Int
    }

    /// Fewer are put in order each time.
    static let least = 16

    var all: [Entry: [NodeID]] = [:]
    var claimants: [Place: [NodeID]] = [:]
    var owners: [Place: [NodeID]] = [:]
    /// The files that stand anywhere in the scan.
    var standing: Set<FileIdentity>?
    /// The directories of the scan, by what they are.
    var directories: [FileIdentity: Int]?
}
