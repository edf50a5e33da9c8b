import ShedModel
import ShedReconcile
import ShedRules
import ShedSidecar

/// Makes a situation out of bytes: a sidecar that anybody may have written, a disk on which some of its nodes stand and other things,
/// and what this machine remembers of either.
struct PlanMaker {
    private var graph: GraphMaker
    private(set) var situation: Situation

    init(_ bytes: [UInt8]) {
        var graph = GraphMaker(bytes)
        var fold = Fold(project: GraphMaker.file, now: GraphMaker.now)
        for batch in graph.batches { fold.add(batch) }
        let model = fold.result().model
        let now = graph.reader.oneIn(8) ? graph.reader.pick([0, 1, 9_000_000_000_000]) : GraphMaker.now
        let snapshot = PlanMaker.snapshot(&graph.reader)
        let rules = ProjectRules(PlanMaker.template(graph.reader.flag() ? .folders : .both))
        situation = Situation(
            model: model, memory: PlanMaker.memory(&graph.reader, model), snapshot: snapshot, conventions: Conventions(rules: rules),
            request: PlanMaker.request(&graph.reader), now: now)
        self.graph = graph
        addFacts()
    }

    /// How often a plan may go on: as in a walk.
    static let rounds = 10

    private static func template(_ root: Accepts) -> Template {
        func folder(_ role: String, _ accepts: Accepts, _ filling: Filling, _ name: String) -> Template.Folder {
            Template.Folder(role: Role(rawValue: role), section: "", symbol: "", accepts: accepts, filling: filling, name: name, names: [name])
        }
        return Template(kind: "poetry", language: .english, root: root, folders: [
            folder("draft", .files, .people, "Draft"), folder("ready", .nothing, .moves, "a"), folder("trash", .nothing, .anything, "Trash"),
        ])
    }

    private static func request(_ reader: inout FuzzReader) -> WalkRequest {
        switch reader.below(8) {
        case 0: .adopt
        case 1: .sync(WalkRequest.SyncOptions(overridesWaiting: reader.flag(), rejectsAll: reader.flag()))
        case 2: .afterVerb(WalkRequest.VerbEffects(moved: [reader.path(2): reader.id()], accepted: [reader.path(2)]))
        case 3: .afterStaging(WalkRequest.StagedEffects(assigned: [reader.path(2): reader.id()]))
        case 4: .daemonLook(WalkRequest.DaemonLook(in: nil, believesVanished: reader.flag()))
        case 5: .daemonJudging(WalkRequest.DaemonJudging(in: [.root], busy: [reader.path(2)]))
        case 6: .sweep
        default: .refresh(reader.flag() ? .names : .contents)
        }
    }

    // MARK: The disk

    /// Few files, so that one may be several nodes; times at the ends of what file systems have.
    private static func evidence(_ reader: inout FuzzReader, _ kind: EntryKind) -> Evidence {
        func time(_ reader: inout FuzzReader) -> Int64 { reader.oneIn(6) ? reader.integer() : (GraphMaker.now - Int64(reader.below(200)) * 50) * 1_000_000 }
        return Evidence(
            device: UInt64(reader.below(2)), inode: UInt64(reader.below(10)), birth: reader.oneIn(6) ? reader.integer() : 0, size: reader.oneIn(8) ? reader.integer() : Int64(reader.below(3)),
            modified: time(&reader), changed: time(&reader), links: UInt32(reader.below(3)), mode: kind == .directory ? 0o040755 : 0o100644)
    }

    private static func snapshot(_ reader: inout FuzzReader) -> Snapshot {
        var snapshot = Snapshot(begun: reader.oneIn(8) ? reader.pick([0, 1 << 62, -1 << 62]) : GraphMaker.now * 1_000_000)
        snapshot.hasEvidence = !reader.oneIn(20)
        var position = 0
        while position < snapshot.directories.count {
            let start = snapshot.entries.count
            var names: Set<Name> = []
            let state = reader.oneIn(10) ? reader.pick([.partial, .unreadable, .foreign]) : Snapshot.State.read
            snapshot.directories[position].state = state
            if state == .read || state == .partial {
                for _ in 0..<reader.below(6) where snapshot.entries.count < 40 {
                    let name = reader.name()
                    guard names.insert(name).inserted else { continue }
                    let kind: EntryKind = reader.pick([.file, .file, .directory, .directory, .link, .special, .file])
                    let isDirectory = kind == .directory
                    snapshot.entries.append(Snapshot.Entry(
                        nameOffset: snapshot.names.count, nameLength: name.bytes.count, kind: kind, parent: Int32(position),
                        directory: isDirectory ? Int32(snapshot.directories.count) : -1, evidence: evidence(&reader, kind)))
                    snapshot.names += name.bytes
                    if isDirectory { snapshot.directories.append(Snapshot.Directory(entry: Int32(snapshot.entries.count - 1), parent: Int32(position))) }
                }
            }
            snapshot.directories[position].entries = start..<snapshot.entries.count
            position += 1
        }
        return snapshot
    }

    // MARK: What is remembered

    private static func memory(_ reader: inout FuzzReader, _ model: Model) -> Memory {
        var memory = Memory()
        guard !reader.oneIn(6) else { return memory }
        for node in model.nodes.values where !reader.oneIn(4) {
            let kind: EntryKind = node.type.isDirectory ? .directory : .file
            memory.record(Sighting(evidence: evidence(&reader, kind), hash: reader.flag() ? reader.hash() : nil, isRacy: reader.flag()), of: node.id)
            if reader.oneIn(4), node.id != model.project { memory.missing[node.id] = time(&reader) }
        }
        for _ in 0..<reader.below(3) { memory.unsettled.pending[reader.path(2)] = time(&reader) }
        for _ in 0..<reader.below(3) { memory.unsettled.refused[reader.path(2)] = time(&reader) }
        for _ in 0..<reader.below(3) { memory.unsettled.waitingMoves[reader.path(2)] = WaitingMove(node: reader.id(), isSameFile: reader.flag()) }
        for _ in 0..<reader.below(3) {
            var item = RejectedItem(identity: evidence(&reader, .file).identity, isCarried: reader.flag(), changed: reader.flag() ? reader.integer() : nil)
            item.explanation = reader.flag() ? reader.id() : nil
            memory.unsettled.rejections[reader.id()] = item
        }
        for _ in 0..<reader.below(3) {
            memory.unsettled.incomingMoves[reader.id()] = IncomingMove(place: Place(parent: reader.id(), name: reader.name()), identity: evidence(&reader, .file).identity, since: time(&reader))
        }
        if reader.oneIn(4) { memory.unsettled.incomingNodes = [reader.id()] }
        if reader.flag() { memory.prepareIdentities() }
        return memory
    }

    /// As clocks and sidecars give them: of the years 1 to 9999.
    private static func time(_ reader: inout FuzzReader) -> Int64 { reader.oneIn(3) ? Milliseconds.bounded(reader.integer()) : GraphMaker.now - Int64(reader.below(256)) * 10_000 }

    // MARK: What else is known

    private mutating func addFacts() {
        let count = situation.snapshot.entries.count
        situation.disk.watchedSince = graph.reader.flag() ? graph.reader.pick([0, .max, .min, GraphMaker.now * 1_000_000]) : nil
        situation.disk.trustsInodes = !graph.reader.oneIn(5)
        situation.disk.hasCarrier = graph.reader.oneIn(4)
        situation.disk.hasGit = graph.reader.oneIn(4)
        situation.disk.isReplicaActive = graph.reader.oneIn(6)
        situation.disk.incomplete = graph.reader.oneIn(10) ? ["torn"] : []
        situation.disk.sightings.renamed = graph.reader.oneIn(3) ? [graph.reader.path(2): [graph.reader.path(2), graph.reader.path(2)]] : [:]
        situation.conventions.settings.bulk = graph.reader.oneIn(6) ? 0 : 100
        situation.conventions.settings.rejection = graph.reader.oneIn(8) ? .report : .move
        for _ in 0..<graph.reader.below(3) { situation.carried[graph.reader.id()] = graph.reader.path(2) }
        for _ in 0..<graph.reader.below(2) { situation.departed.append(Departure(id: graph.reader.id(), path: graph.reader.path(2), type: graph.reader.pick([.file, .folder]))) }
        guard count > 0 else { return }
        for _ in 0..<graph.reader.below(6) { if let hash = graph.reader.hash() { situation.answers.hashes[graph.reader.below(count)] = hash } }
        for _ in 0..<graph.reader.below(2) {
            let (id, position) = (graph.reader.id(), graph.reader.below(count))
            let type: NodeType = situation.snapshot.entries[position].kind == .directory ? .folder : .file
            situation.answers.foreign[position] = Immigrant(id: id, type: type, project: NodeID(high: 9, low: 9), created: graph.reader.integer(), values: ["v": .integer(graph.reader.integer())])
        }
        if graph.reader.oneIn(4) { situation.answers.git = [graph.reader.below(count)] }
    }
}
