import ShedModel
import ShedReconcile
import ShedRules
import ShedSimulatedDisk
import ShedTestSupport
import Testing

/// A disk with a project on it and all that is known of it: does what the engine does, without an engine.
struct World {
    var disk = SimulatedDisk()
    var model: Model
    var memory = Memory()
    var template: Template
    var settings = Settings()
    var facts = DiskFacts()
    /// What a kind says of its fields.
    var fields = FieldTraits()
    /// What files hold that were never seen here, as others have said.
    var hints: [NodeID: FileContent] = [:]
    /// What the next walk is for.
    var request = WalkRequest.sync()
    var immigrants: [RelativePath: Immigrant] = [:]
    /// What git says that it brought.
    var broughtByGit: Set<RelativePath> = []
    var ids = CountingIDs(seed: 7)
    var order: UInt64 = 1
    /// Whether every file's content is hashed, as a daemon does when idle, or only what a plan asks for.
    var hashesAll = true
    /// Whether what follows from model and memory is kept up, and not made for each plan.
    var isKept = false
    private var missingContents: MissingContents?
    /// Milliseconds that passed besides the disk's own clock.
    var later: Int64 = 0

    static let project = NodeID(high: 1, low: 1)

    /// A new project: the template's folders, known already.
    init(_ template: Template = .poems, folders: Bool = true) {
        self.template = template
        model = Model(project: World.project)
        if folders {
            for folder in template.folders { disk.mkdir(RelativePath([Name(folder.name)])) }
            adopt()
        }
    }

    /// Takes everything in as it is.
    mutating func adopt() {
        let usual = request
        request = .adopt
        round()
        request = usual
    }

    func situation(only: Set<RelativePath>? = nil, order: UInt64? = nil) -> Situation {
        let snapshot = disk.snapshot(seed: order ?? self.order, only: only)
        var situation = Situation(
            model: model, memory: memory, snapshot: snapshot, conventions: Conventions(rules: ProjectRules(template), fields: fields, settings: settings),
            request: request, disk: facts, now: disk.clock / 1_000_000 + later)
        situation.missingContents = missingContents
        situation.hints = hints
        for index in snapshot.entries.indices {
            let path = snapshot.path(of: index)
            if broughtByGit.contains(path) { situation.answers.git.insert(index) }
            if let immigrant = immigrants[path] { situation.answers.foreign[index] = immigrant }
            if hashesAll, snapshot.entries[index].kind == .file { situation.answers.hashes[index] = disk.hash(of: path) }
        }
        return situation
    }

    /// Plans, and plans again with what the plan asked for.
    static func plan(_ situation: inout Situation, _ disk: SimulatedDisk, ids: inout CountingIDs) -> Plan {
        while true {
            var tried = ids
            let plan = Plan.make(situation, ids: &tried)
            let wanted = plan.wants.hashes.filter { situation.answers.hashes[$0] == nil }
            guard !wanted.isEmpty else {
                ids = tried
                return plan
            }
            for index in wanted { situation.answers.hashes[index] = disk.hash(of: situation.snapshot.path(of: index)) }
        }
    }

    /// The plan for what is on disk now; nothing is done.
    func plan(only: Set<RelativePath>? = nil) -> Plan {
        var situation = situation(only: only)
        var ids = ids
        return World.plan(&situation, disk, ids: &ids)
    }

    /// Scan, plan, apply, commit.
    @discardableResult mutating func round(only: Set<RelativePath>? = nil) -> Plan {
        order += 1
        var situation = situation(only: only)
        let plan = World.plan(&situation, disk, ids: &ids)
        let done = disk.apply(plan)
        for operation in plan.operations { model.apply(operation) }
        for move in plan.moves where done.contains(move.node) {
            for operation in move.operations { model.apply(operation) }
        }
        memory.absorb(plan, of: situation, done: done)
        if isKept { follow(plan) }
        return plan
    }

    /// Keeps up what follows from model and memory, as a daemon does.
    private mutating func follow(_ plan: Plan) {
        if missingContents == nil { model.prepareChildren(missing: memory.missing) }
        let changed = plan.binding.compactMap { $0 } + (plan.operations + plan.moves.flatMap(\.operations)).map(\.id) + plan.gone.vanished
        for id in changed.reversed() { model.setMissing(id, memory.missing[id] != nil) }
        for id in changed { missingContents?.note(id, model, memory) }
        missingContents = missingContents ?? MissingContents(model, memory)
    }

    /// The same, without what was kept up.
    func anew() -> World {
        var world = self
        world.model = Model(project: model.project)
        for node in model.nodes.values { world.model.insert(node) }
        for (id, target) in model.aliases { world.model.insertAlias(id, of: target) }
        world.model.outplaced = model.outplaced
        world.missingContents = nil
        world.isKept = false
        return world
    }

    /// Rounds until there is nothing to do.
    /// - Returns: the plans, the empty one last.
    @discardableResult mutating func sync(sourceLocation: SourceLocation = #_sourceLocation) -> [Plan] {
        var plans: [Plan] = []
        for _ in 0..<4 {
            plans.append(round())
            if plans.last?.isEmpty == true { return plans }
        }
        Issue.record("Four rounds and no end.", sourceLocation: sourceLocation)
        return plans
    }

    /// The node that was seen at a path by the last scan.
    func id(_ path: RelativePath) -> NodeID? {
        model.nodes.keys.filter { memory.isPresent($0) && model.path(of: $0) == path }.min()
    }

    func node(_ path: RelativePath) -> Node? { id(path).flatMap { model[$0] } }

    /// The node of a role that is there.
    func folder(_ role: Role) -> RelativePath? {
        model.nodes.values.first { $0.role == role && memory.isPresent($0.id) }.flatMap { model.path(of: $0.id) }
    }
}

extension Template {
    /// Much like the template of poetry.
    static let poems = Template(
        kind: "poetry", language: .english, root: .folders,
        folders: [
            folder("all", .nothing, .derived, "All", "Alle"),
            folder("draft", .files, .people, "Draft", "Entwürfe"),
            folder("ready", .nothing, .moves, "Ready", "Fertig"),
            folder("published", .nothing, .moves, "Published", "Veröffentlicht"),
            folder("collections", .folders, .people, "Collections", "Sammlungen"),
            folder("magazines", .folders, .people, "Magazines", "Zeitschriften"),
            folder("trash", .nothing, .anything, "Trash", "Papierkorb"),
        ])

    private static func folder(_ role: String, _ accepts: Accepts, _ filling: Filling, _ names: String...) -> Folder {
        Folder(
            role: Role(rawValue: role), section: "", symbol: "", accepts: accepts, filling: filling, name: names[0],
            names: names)
    }
}
