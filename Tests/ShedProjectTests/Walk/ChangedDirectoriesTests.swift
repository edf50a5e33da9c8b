import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSupport
import Testing

@testable import ShedProject

/// Without a daemon a verb compares the digests of all directories, and looks only into those that differ.
struct `What changed while nobody watched` {
    private static let files = ["a", "b", "c", "d", "e"].map { "\($0).txt" }
    private static let folders = ["Draft", "Ready", "Collections/One", "Collections/Two", "Collections/Three"]

    /// A step as a shell command; what it needs may not be there, then nothing happens.
    private static func step(_ random: inout some RandomNumberGenerator) -> String {
        func folder() -> String { folders.randomElement(using: &random) ?? "Draft" }
        func file() -> String { "\(folder())/\(files.randomElement(using: &random) ?? "a.txt")" }
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: return "[ -d \(folder()) ] && echo \(Int.random(in: 0..<1_000, using: &random)) >> \(file())"
        case 2, 3: return "mv -n \(file()) \(file())"
        case 4: return "f=\(file()); cp $f $f.new && mv $f.new $f"
        case 5: return "rm \(file())"
        case 6: return "mv -nT Collections/One Collections/Two || mv -nT Collections/Two Collections/One"
        case 7: return "mv -nT Collections/Three \"Collections/Number \(Int.random(in: 0..<100, using: &random))\"; mkdir Collections/Three && cp Draft/a.txt Collections/Three"
        default: return "cp -a Collections/One \"Collections/Copy \(Int.random(in: 0..<100, using: &random))\""
        }
    }

    /// A change as the full walk and the short one must both tell it: what had no ID before gets a new one, which differs.
    private static func text(_ change: Change, _ model: Model) -> String {
        "\(change.kind) \(change.path) \(change.id.flatMap { model.nodes[$0] }.map { "\($0.id)" } ?? "new")"
    }

    @Test(arguments: ShortRun.part(of: Array(1...6 as ClosedRange<UInt64>))) func `is found as by a walk through everything`(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let shelf = try Shelf()
        var project = try shelf.project()
        try shelf.shell("cd 'My Poems' && mkdir Collections/One Collections/Three && for f in a b c; do echo $f > Draft/$f.txt; echo 1$f > Collections/One/$f.txt; done")
        try project.sync()
        var short = 0
        for round in 0..<12 {
            let steps = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.step(&random) }
            try shelf.shell("cd 'My Poems' && { \(steps.joined(separator: "; ")); } 2>/dev/null; true")
            let context = "seed \(seed), round \(round): \(steps)"
            let onlooker = try shelf.reopen(project, purpose: .look)
            let (situation, plan, facts) = try onlooker.preview(.refresh())
            let held = Set(plan.waiting.held.map(situation.snapshot.path(of:)))
            let expected = plan.changes.filter { $0.kind == .removed || !held.contains($0.path) }
            if let changed = try onlooker.changedDirectories(), !changed.isEmpty { short += 1 }
            project = try shelf.reopen(project)
            let outcome = try project.refresh().outcome
            #expect(Set(outcome.changes.map { Self.text($0, facts.model) }) == Set(expected.map { Self.text($0, facts.model) }), "\(context)")
            #expect(Set(outcome.vanished) == Set(plan.gone.vanished), "\(context)")
            let now = try project.load()
            for (index, id) in plan.binding.enumerated() {
                let path = situation.snapshot.path(of: index)
                guard let id, facts.model.nodes[id] != nil, !held.contains(path) else { continue }
                #expect(now.node(at: path) == id, "\(context): \(path)")
            }
            // What is refused is looked at each time until it is sent away.
            if round % 3 == 2 { try project.sync() }
        }
        #expect(short > 0)
    }

    /// The verb has compared the directories and does not look into the one that the file moves to.
    @Test func `a file that moves meanwhile keeps its ID, and is not said to be gone`() throws {
        let shelf = try Shelf()
        var project = try shelf.project()
        try shelf.shell("cd 'My Poems/Collections' && mkdir One Two && echo a > One/a.txt")
        try project.sync()
        let id = try #require(project.load().node(at: "Collections/One/a.txt"))
        // What changed in the last two seconds is doubted, by the kernel's clock, which stamps the files, and no test can set either.
        let end = shelf.surroundings.now() + 2_100
        while shelf.surroundings.now() < end { usleep(20_000) }
        project = try shelf.reopen(project)
        try project.sync()
        #expect(try shelf.reopen(project, purpose: .look).changedDirectories() == [])
        try shelf.shell("cd 'My Poems/Collections' && echo new > One/new.txt")
        project = try shelf.reopen(project)
        let outcome = try Interruption.$visitor.withValue({ [path = shelf.path] point in
            if point == "compared" { rename("\(path)/My Poems/Collections/One/a.txt", "\(path)/My Poems/Collections/Two/a.txt") }
        }) { try project.refresh().outcome }
        #expect(outcome.vanished == [])
        #expect(outcome.changes.map { "\($0.kind) \($0.path)" }.sorted() == ["added Collections/One/new.txt", "moved Collections/Two/a.txt"])
        #expect(try project.load().node(at: "Collections/Two/a.txt") == id)
    }
}
