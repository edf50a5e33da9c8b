import CLinux
import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSchedule
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// Programs that rename the old file to a backup name and write a new one (perl -pi.orig, sed -i.bak, patch -b), with a daemon that
/// looks in between.
@Suite(.serialized, .waitsInTurn) final class `A file of which a daemon sees the backup first` {
    private let bench: WatchedShelf
    private var shelf: Shelf { bench.shelf }
    private var watched: WatchedProject { bench.watched }

    init() throws {
        bench = try WatchedShelf()
        try shelf.shell("cd 'My Poems/Draft'; echo one > Ode.txt")
        try bench.look()
    }

    @Test(arguments: ["Ode.txt.orig", "Ode.bak"])
    func `keeps its ID, and so does the backup when it is saved once more`(backup: String) throws {
        let (path, ode) = (RelativePath(["Draft", Name(backup)]), try bench.id("Draft/Ode.txt"))
        var copy: NodeID?
        for text in ["two", "three"] {
            try shelf.shell("cd 'My Poems/Draft'; mv Ode.txt \(backup)")
            // However often it looks.
            for _ in 0..<2 {
                let between = try bench.look()
                #expect(between.changes.isEmpty && between.reports.isEmpty)
                #expect(watched.pending.doubted == ["Draft"])
            }
            try shelf.shell("cd 'My Poems/Draft'; echo \(text) > Ode.txt")
            let kinds = try bench.look().changes.map(\.kind)
            #expect(!kinds.contains(.removed) && !kinds.contains(.moved))
            let now = try bench.id(path)
            #expect(try bench.id("Draft/Ode.txt") == ode && now != ode)
            if let copy { #expect(now == copy) }
            copy = now
        }
        #expect(try watched.project.reconcile(.sync()).changes.isEmpty)
        #expect(watched.project.store.state?.memory.missing.isEmpty == true)
    }

    /// As sed and perl do it; `link` as perl does with a backup.
    @Test(arguments: ["mv Ode.txt Ode.txt.bak", "ln Ode.txt Ode.txt.bak", ":", "rm Ode.txt"], [false, true])
    func `keeps its ID where the daemon has seen the new file too, under the name that it had first`(backup: String, looksBetween: Bool) throws {
        let ode = try bench.id("Draft/Ode.txt")
        var copy: NodeID?
        for text in ["two", "three"] {
            try shelf.shell("cd 'My Poems/Draft'; rm -f Ode.txt.bak; echo \(text) > sedPL7H3z")
            try bench.look()
            let made = try bench.id("Draft/sedPL7H3z")
            try shelf.shell("cd 'My Poems/Draft'; \(backup)")
            if looksBetween { try bench.look() }
            try shelf.shell("cd 'My Poems/Draft'; mv sedPL7H3z Ode.txt")
            let changes = try bench.look().changes
            #expect(!changes.contains { $0.kind == .removed || $0.kind == .moved }, "\(changes)")
            #expect(try bench.id("Draft/Ode.txt") == ode && watched.project.load().model.resolve(made) == ode)
            guard backup.hasSuffix(".bak") else { continue }
            copy = try bench.id("Draft/Ode.txt.bak")
            #expect(copy != ode && copy != made)
        }
        let before = try watched.project.load().memory
        #expect(before.missing.keys.allSatisfy { $0 != ode } && before.seen.keys.allSatisfy { watched.project.store.state?.model.nodes[$0] != nil })
        #expect(try watched.project.reconcile(.sync()).changes.isEmpty)
        #expect(try shelf.reopen(watched.project, purpose: .look).settledStatus(all: false).isClean)
        // Who reads the batches alone says the same.
        #expect(try watched.project.home.sidecar.fold(of: watched.project.home.file, now: Surroundings.clock()).result().model.path(of: ode) == "Draft/Ode.txt")
    }

    /// All of it between two looks.
    @Test(arguments: ["Ode.txt", "Elegy.txt"]) func `keeps its ID where it has changed places with another, and one of them is saved anew then`(saved: String) throws {
        try shelf.shell("cd 'My Poems/Draft'; echo another one > Elegy.txt")
        try bench.look()
        let (ode, elegy, draft) = (try bench.id("Draft/Ode.txt"), try bench.id("Draft/Elegy.txt"), shelf.path + "/My Poems/Draft/")
        try #require(shed_exchange(AT_FDCWD, draft + "Ode.txt", AT_FDCWD, draft + "Elegy.txt") == 0)
        try shelf.shell("cd 'My Poems/Draft'; { cat \(saved); echo more; } > .saving; mv .saving \(saved)")
        let changes = try bench.look().changes
        #expect(!changes.contains { $0.kind == .removed || $0.kind == .added }, "\(changes)")
        #expect(try bench.id("Draft/Elegy.txt") == ode && bench.id("Draft/Ode.txt") == elegy)
    }

    @Test(arguments: ["mv Draft/Ode.txt Ready/", "mv Draft/Ode.txt Draft/Hymn.txt"])
    func `is not what was made a moment ago and comes to its place, where it was moved itself`(move: String) throws {
        let ode = try bench.id("Draft/Ode.txt")
        try shelf.shell("cd 'My Poems'; echo new > Draft/Elegy.txt")
        try bench.look()
        let elegy = try bench.id("Draft/Elegy.txt")
        try shelf.shell("cd 'My Poems'; \(move); mv Draft/Elegy.txt Draft/Ode.txt")
        try bench.look()
        let place: RelativePath = move.hasSuffix("Ready/") ? "Ready/Ode.txt" : "Draft/Hymn.txt"
        #expect(try bench.id(place) == ode && bench.id("Draft/Ode.txt") == elegy)
    }

    @Test func `has moved, where nothing is written in its place`() throws {
        let ode = try bench.id("Draft/Ode.txt")
        try shelf.shell("cd 'My Poems/Draft'; mv Ode.txt Ode.bak")
        #expect(try bench.look().changes.isEmpty)
        let outcome = try watched.project.reconcile(.daemonLook(.init(in: watched.pending.doubted, believesVanished: true)))
        #expect(outcome.changes.map(\.kind) == [.moved])
        #expect(try bench.id("Draft/Ode.bak") == ode && watched.pending.doubted.isEmpty)
    }

    @Test func `has moved for whoever asks, at once`() throws {
        let ode = try bench.id("Draft/Ode.txt")
        try shelf.shell("cd 'My Poems/Draft'; mv Ode.txt Ode.txt.old")
        #expect(try bench.look().changes.isEmpty)
        #expect(try watched.project.reconcile(.sync()).changes.map(\.kind) == [.moved])
        #expect(try bench.id("Draft/Ode.txt.old") == ode)
    }

    @Test func `has moved, and three hundred others with it`() throws {
        try shelf.shell("cd 'My Poems/Draft'; for i in $(seq 300); do echo $i > $i.txt; done")
        try bench.look()
        let (first, count) = (try bench.id("Draft/1.txt"), watched.project.store.state?.model.nodes.count)
        try shelf.shell("cd 'My Poems/Draft'; for i in *.txt; do mv $i $i.bak; done")
        #expect(try bench.look().changes.isEmpty)
        let outcome = try watched.project.reconcile(.daemonLook(.init(in: watched.pending.doubted, believesVanished: true)))
        #expect(outcome.changes.count == 301 && outcome.changes.allSatisfy { $0.kind == .moved })
        #expect(try bench.id("Draft/1.txt.bak") == first && watched.project.store.state?.model.nodes.count == count)
    }
}
