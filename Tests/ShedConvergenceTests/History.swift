import ShedModel
import ShedSimulatedDisk
import ShedTestSupport

/// What happened to some devices, and what came of it once all was carried everywhere.
struct History: Sendable, CustomStringConvertible {
    var start: Start
    var steps: [Step]
    /// Whether its batches go through their bytes, and no look is passed over.
    var isThorough = true

    /// How it begins: the same devices with the same project.
    struct Start: Hashable, Sendable {
        var count: Int
        var hasTemplate: Bool
        var hasSkew: Bool

        func fleet() -> Fleet { Start.made[self] ?? make() }

        private static let made: [Start: Fleet] = {
            var made: [Start: Fleet] = [:]
            for count in 2...4 {
                for hasTemplate in [false, true] {
                    for hasSkew in [false, true] {
                        let start = Start(count: count, hasTemplate: hasTemplate, hasSkew: hasSkew)
                        made[start] = start.make()
                    }
                }
            }
            return made
        }()

        private func make() -> Fleet {
            let offsets: [Int64] = [0, -7_200_000, 1_800_000, 259_200_000]
            return Fleet(
                hasTemplate ? .small : .blank, offsets: Array(offsets.prefix(count)).map { hasSkew ? $0 : $0 / 1_000_000 },
                files: hasTemplate ? ["Draft/a.txt", "Draft/b.txt", "Ready/c.txt"] : ["a.txt", "b.txt", "d/c.txt"])
        }
    }

    /// Carries it out.
    func run() -> [Problem] { judged(run(isTraced: false)) }

    private func run(isTraced: Bool) -> [Problem] {
        var fleet = start.fleet()
        fleet.setting.isThorough = isThorough
        if isTraced { fleet.startTracing() }
        for step in steps { fleet.perform(step) }
        return fleet.heal()
    }

    /// What is wrong of what came of it. Of an ID that was given up it is asked whether a device could tell its file by the rules for one disk
    /// (``Trace``): else they ask for a new one. That is followed only where an ID was given up.
    private func judged(_ problems: [Problem]) -> [Problem] { problems.contains { $0.kind == .givenUp } ? run(isTraced: true) : problems }

    /// A history that a seed makes, what comes of it, and whether an ID was given up, one that no device could tell too.
    /// - Parameter isThorough: `nil`: every eighth seed.
    static func made(seed: UInt64, misfortunes: Bool = true, isThorough: Bool? = nil) -> (history: History, problems: [Problem], hasGivenUp: Bool) {
        var maker = HistoryMaker(seed: seed)
        maker.hasMisfortunes = misfortunes
        let count = maker.chance(70) ? 2 : maker.chance(70) ? 3 : 4
        let start = Start(count: count, hasTemplate: maker.chance(25), hasSkew: maker.chance(50))
        var fleet = start.fleet()
        fleet.setting.isThorough = isThorough ?? seed.isMultiple(of: 8)
        var steps: [Step] = []
        // What nobody saw come is hardly ever refused.
        if start.hasTemplate, maker.chance(30) { steps.append(Step(device: Int.random(in: 0..<count, using: &maker.random), action: .watch)) }
        for step in steps { fleet.perform(step) }
        // What goes wrong mostly does within a few steps.
        let most = maker.chance(75) ? 6 : maker.chance(80) ? 12 : 24
        for _ in 0..<Int.random(in: 2...most, using: &maker.random) {
            let step = maker.step(fleet)
            fleet.perform(step)
            steps.append(step)
        }
        let history = History(start: start, steps: steps, isThorough: fleet.setting.isThorough)
        let problems = fleet.heal()
        return (history, history.judged(problems), problems.contains { $0.kind == .givenUp })
    }

    /// The same with as few steps as show a problem of that kind.
    func shrunk(to kind: Problem.Kind) -> History {
        var history = self
        var size = max(1, steps.count / 2)
        while size > 0 {
            var position = 0
            var hasShrunk = false
            while position < history.steps.count {
                var shorter = history
                shorter.steps.removeSubrange(position..<min(position + size, history.steps.count))
                if shorter.run().contains(where: { $0.kind == kind }) {
                    history = shorter
                    hasShrunk = true
                } else {
                    position += size
                }
            }
            if !hasShrunk || size > 1 { size /= 2 }
        }
        return history
    }

    var description: String { "\(start.count) devices\(start.hasTemplate ? ", template" : "")\(start.hasSkew ? ", clocks apart" : "")\n" + steps.map { "  \($0)" }.joined(separator: "\n") }
}

extension Template {
    /// Anything may stand anywhere.
    static let blank = Template(kind: "blank", language: .english, root: .both, folders: [])

    /// A little like the template of poetry.
    static let small = Template(
        kind: "poetry", language: .english, root: .both,
        folders: [
            folder("draft", .both, .people, "Draft"), folder("ready", .nothing, .moves, "Ready"), folder("trash", .nothing, .anything, "Trash"),
        ])

    private static func folder(_ role: String, _ accepts: Accepts, _ filling: Filling, _ name: String) -> Folder {
        Folder(role: Role(rawValue: role), section: "", symbol: "", accepts: accepts, filling: filling, name: name, names: [name])
    }
}
