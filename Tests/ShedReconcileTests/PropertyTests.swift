import Glibc
import ShedModel
import ShedReconcile
import ShedTestSupport
import Testing

/// Documentation/Design.md, invariant 1, over made-up trees and edits. SHED_SEED and SHED_CASES say where to begin and how many.
@Suite struct PropertyTests {
    static func number(_ variable: String, _ usual: UInt64) -> UInt64 {
        getenv(variable).flatMap { UInt64(String(cString: $0)) } ?? usual
    }

    static var firstSeed: UInt64 { number("SHED_SEED", 1) }
    static var cases: UInt64 { number("SHED_CASES", 400) }

    /// A world with some history, and what a disk may be like.
    private func world(_ maker: inout EditMaker) -> World {
        var world = World()
        world.disk.hasBirth = maker.chance(80)
        world.disk.reusesInodes = maker.chance(30)
        world.facts.trustsInodes = maker.chance(80)
        world.hashesAll = maker.chance(60)
        for _ in 0..<Int.random(in: 0...12, using: &maker.random) { maker.any(world.disk).apply(to: &world.disk) }
        if maker.chance(30) { world.adopt() } else { world.round() }
        return world
    }

    private func drawCircumstances(_ world: inout World, _ maker: inout EditMaker) {
        world.facts.watchedSince = maker.chance(50) ? 0 : nil
        let judges = maker.chance(80)
        world.settings.rejection = maker.chance(90) ? .move : .report
        world.settings.bulk = maker.chance(90) ? 100 : 1
        world.facts.hasCarrier = maker.chance(10)
        world.facts.incomplete = maker.chance(8) ? ["torn"] : []
        let options = WalkRequest.SyncOptions(overridesWaiting: maker.chance(10), rejectsAll: maker.chance(10))
        world.request = judges ? .sync(options) : .refresh()
    }

    @Test func `a plan is a function, applying it is enough, no ID is lost or given twice, and no byte is dropped`() {
        for seed in PropertyTests.firstSeed..<PropertyTests.firstSeed + PropertyTests.cases {
            var maker = EditMaker(seed: seed)
            var world = world(&maker)
            world.isKept = !seed.isMultiple(of: 3)
            for step in 0..<3 {
                drawCircumstances(&world, &maker)
                var edits: [Edit] = []
                for _ in 0..<Int.random(in: 0...8, using: &maker.random) {
                    let edit = maker.any(world.disk)
                    if edit.apply(to: &world.disk) { edits.append(edit) }
                }
                let problems = check(&world)
                guard problems.isEmpty else {
                    Issue.record("SHED_SEED=\(seed) SHED_CASES=1, step \(step): \(problems)\nafter: \(edits)\n\(world.request)\n\(world.facts)")
                    return
                }
            }
        }
    }

    private func check(_ world: inout World) -> [String] {
        var problems = sameInEveryOrder(world)
        if world.isKept { problems += sameAnew(world) }
        let known = Set(world.model.nodes.keys)
        let contents = world.disk.contents
        var plans: [Plan] = []
        // What came home is judged inside in the next round, so folders moved into folders that were moved take one more each.
        var limit = 4
        while plans.count < limit, plans.last?.isEmpty != true {
            let before = world
            let plan = world.round()
            plans.append(plan)
            if plan.moves.contains(where: { $0.purpose == .putBack }), plans.count > 1, limit < 10 { limit += 1 }
            problems += rejectedRight(plan, before, world)
        }
        if plans.last?.isEmpty != true { problems.append("\(limit) rounds and no end: \(plans.map { $0.operations.map { "\($0)" } }) \(plans.map { $0.moves.map { "\($0.from) → \($0.to)" } })") }
        if world.disk.contents != contents { problems.append("contents differ") }
        if !known.isSubset(of: world.model.nodes.keys) { problems.append("nodes were lost") }
        let last = world.plan()
        if !last.isEmpty { problems.append("not empty again: \(last.operations) \(last.moves)") }
        if last.waiting.held.isEmpty, !last.changes.isEmpty { problems.append("changes of nothing: \(last.changes)") }
        return problems + everyEntryHasOneID(last, world)
    }

    private func sameInEveryOrder(_ world: World) -> [String] {
        var (first, second, third) = (world.situation(order: 1), world.situation(order: 1), world.situation(order: 2))
        var ids = (world.ids, world.ids, world.ids)
        let plans = [
            World.plan(&first, world.disk, ids: &ids.0), World.plan(&second, world.disk, ids: &ids.1),
            World.plan(&third, world.disk, ids: &ids.2),
        ]
        var problems: [String] = []
        for (name, other) in [("again", plans[1]), ("in another order", plans[2])] {
            if plans[0].operations != other.operations { problems.append("\(name), other operations: \(plans[0].operations) | \(other.operations)") }
            if plans[0].moves != other.moves { problems.append("\(name), other moves: \(plans[0].moves) | \(other.moves)") }
            if plans[0].changes != other.changes { problems.append("\(name), other changes: \(plans[0].changes) | \(other.changes)") }
            if plans[0].reports != other.reports { problems.append("\(name), other reports") }
            if plans[0].removals != other.removals { problems.append("\(name), other removals") }
        }
        let paths = plans[0].changes.map(\.path)
        if paths != paths.sorted() { problems.append("changes out of order: \(paths)") }
        return problems
    }

    /// What was kept up from round to round is what would be made of model and memory now.
    private func sameAnew(_ world: World) -> [String] {
        let (kept, anew) = (world.plan(), world.anew().plan())
        var problems: [String] = []
        if kept.binding != anew.binding { problems.append("kept, other nodes") }
        if kept.gone.vanished != anew.gone.vanished { problems.append("kept, other vanished: \(kept.gone.vanished) | \(anew.gone.vanished)") }
        if kept.operations != anew.operations { problems.append("kept, other operations: \(kept.operations) | \(anew.operations)") }
        if kept.moves != anew.moves { problems.append("kept, other moves: \(kept.moves) | \(anew.moves)") }
        return problems
    }

    /// What the plan moved stands where it should, with what is to be known of it.
    private func rejectedRight(_ plan: Plan, _ before: World, _ after: World) -> [String] {
        var problems: [String] = []
        for move in plan.moves {
            guard after.disk.evidence(at: move.to)?.identity == move.identity else {
                problems.append("\(move.from) did not arrive at \(move.to)")
                continue
            }
            switch move.purpose {
            case .putBack:
                if before.model.path(of: move.node)?.last != move.to.last { problems.append("\(move.from) is not home") }
            case .takeBack:
                if after.model.path(of: move.node) != move.to { problems.append("\(move.from) is not where it belongs") }
            case .reject:
                guard let node = after.model[move.node], let rejection = node.details?.rejection else {
                    problems.append("\(move.to) has no rejection")
                    continue
                }
                let origin = before.model[move.node]?.details?.rejection?.origin ?? move.from
                if rejection.origin != origin { problems.append("\(move.to) has the origin \(rejection.origin)") }
                if after.model.path(of: move.node) != move.to { problems.append("\(move.to) is known at \(String(describing: after.model.path(of: move.node)))") }
                let folders = after.model.nodes.values.filter { $0.role == .rejected }.compactMap { after.model.path(of: $0.id) }
                if !folders.contains(where: { move.to.isInside($0) && $0.names.count == 1 }) {
                    problems.append("\(move.to) is not in Rejected")
                }
            }
        }
        return problems
    }

    private func everyEntryHasOneID(_ plan: Plan, _ world: World) -> [String] {
        let snapshot = world.disk.snapshot(seed: world.order)
        var problems: [String] = []
        var seen: [NodeID: RelativePath] = [:]
        for index in snapshot.entries.indices {
            let path = snapshot.path(of: index)
            guard let id = plan.binding[index] else {
                var inner = path
                var isHeld = false
                while let entry = snapshot.entry(at: inner), !isHeld {
                    isHeld = plan.waiting.held.contains(entry)
                    inner = inner.parent
                }
                if !isHeld { problems.append("\(path) has no ID") }
                continue
            }
            if let other = seen.updateValue(path, forKey: id) { problems.append("\(path) and \(other) have one ID") }
        }
        return problems
    }

    @Test func `IDs survive renames, moves, swaps and saves of all kinds`() {
        for seed in PropertyTests.firstSeed..<PropertyTests.firstSeed + PropertyTests.cases {
            var maker = EditMaker(seed: seed)
            var world = World()
            world.facts.watchedSince = maker.chance(50) ? 0 : nil
            world.facts.hasCarrier = maker.chance(20)
            world.disk.mkdir("Collections/First")
            world.disk.mkdir("Magazines/Review")
            for (number, folder) in ["Draft", "Draft", "Draft", "Collections/First", "Magazines/Review"].enumerated() {
                let folder: RelativePath = RelativePath(bytes: folder.utf8) ?? .root
                world.disk.create(folder.appending(Name("poem \(number)")), "content \(number)")
            }
            world.sync()
            let before = works(world)
            var edits: [Edit] = []
            var saved: Set<Int> = []
            var places = worksByPath(world)
            for number in 0..<Int.random(in: 1...10, using: &maker.random) {
                let edit = maker.harmless(world.disk, number)
                if isUntraceable(edit, world, places, saved) { continue }
                if edit.apply(to: &world.disk) { edits.append(edit) }
                if case .saveAtomically(let path, _) = edit, let work = world.disk.work(at: path) { saved.insert(work) }
                if maker.chance(20) {
                    world.sync()
                    saved = []
                    places = worksByPath(world)
                }
            }
            world.sync()
            let after = works(world)
            guard before == after else {
                Issue.record("SHED_SEED=\(seed) SHED_CASES=1: \(before) \(after)\nafter: \(edits)")
                return
            }
        }
    }

    /// A file that was moved and saved as a new file between two scans left no trace that anyone could follow.
    private func isUntraceable(
        _ edit: Edit, _ world: World, _ places: [RelativePath: Int], _ saved: Set<Int>
    ) -> Bool {
        func wasSaved(_ path: RelativePath) -> Bool { world.disk.work(at: path).map(saved.contains) ?? false }
        return switch edit {
        case .saveAtomically(let path, _): places[path] != world.disk.work(at: path)
        case .rename(let from, _): wasSaved(from)
        case .swap(let left, let right): wasSaved(left) || wasSaved(right)
        default: false
        }
    }

    private func worksByPath(_ world: World) -> [RelativePath: Int] {
        var result: [RelativePath: Int] = [:]
        for path in world.disk.paths { result[path] = world.disk.work(at: path) }
        return result
    }

    /// The ID of each file, by what it is in the mind of its person.
    private func works(_ world: World) -> [Int: NodeID?] {
        var result: [Int: NodeID?] = [:]
        for path in world.disk.paths where !world.disk.isDirectory(path) {
            if let work = world.disk.work(at: path) { result[work] = world.id(path) }
        }
        return result
    }
}
