import ShedMessages
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSchedule
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// Four folders in one that accepts files, where three at once would be refused.
@Suite(.serialized, .waitsInTurn) final class `What is too much at once to be refused` {
    private let bench: WatchedShelf
    private var watched: WatchedProject { bench.watched }
    private let hold = BulkHold(count: 4, limit: 3, folder: "Collections/Book")

    init() throws {
        bench = try WatchedShelf()
        try bench.shelf.shell("printf 'bulk = 3\\nquiet = 0\\n' > 'My Poems/.shed/settings.toml'; mkdir -p Book/1 Book/2 Book/3 Book/4; mv Book 'My Poems/Collections/'")
        try look()
        try judge()
    }

    private func look() throws {
        let directories = try watched.takeDirtyDirectories(isSecondLook: true)
        _ = try watched.project.reconcile(.daemonLook(.init(in: directories, believesVanished: true)))
    }

    private func judge() throws {
        _ = try watched.project.reconcile(.daemonJudging(.init(in: watched.withRejected(watched.pending.waiting), busy: [])))
    }

    private var holds: [BulkHold] { watched.unresolved.compactMap(\.hold) }

    @Test func `is known as long as it stands, wherever else is looked, and told once`() throws {
        #expect(holds == [hold])
        #expect(watched.unresolvedNotes.takeUntoldHold() == Report(hold))
        try bench.shelf.shell("cd 'My Poems'; mkdir Fresh; mkdir Draft/Love")
        try look()
        try judge()
        #expect(holds == [hold])
        _ = try watched.project.reconcile(.sweep)
        #expect(holds == [hold])
        try judge()
        #expect(holds == [hold])
        #expect(watched.unresolvedNotes.takeUntoldHold() == nil)
    }

    @Test func `is so no more once there is less of it, and is told again where it comes again`() throws {
        #expect(watched.unresolvedNotes.takeUntoldHold() != nil)
        try bench.shelf.shell("cd 'My Poems/Collections/Book'; rmdir 4")
        try look()
        #expect(holds.isEmpty)
        try bench.shelf.shell("cd 'My Poems/Collections/Book'; mkdir 5 6")
        try look()
        try judge()
        #expect(holds == [BulkHold(count: 5, limit: 3, folder: "Collections/Book")])
        #expect(watched.unresolvedNotes.takeUntoldHold() != nil)
    }

    @Test func `is not moved part by part, where something changes in one of its folders`() throws {
        try bench.shelf.shell("mkdir -p Songs/1 Songs/2 Songs/3; mv Songs 'My Poems/Collections/'; mkdir 'My Poems/Collections/Book/5'")
        try look()
        try judge()
        #expect(holds == [BulkHold(count: 8, limit: 3)])
        try bench.shelf.shell("mkdir 'My Poems/Collections/Songs/4'; rmdir 'My Poems/Collections/Songs/1'")
        try look()
        try judge()
        #expect(holds == [BulkHold(count: 8, limit: 3)])
        #expect(try bench.shelf.shell("ls 'My Poems/Collections/Songs'") == "2\n3\n4\n")
    }

    @Test func `is not moved part by part, where one of its folders is renamed`() throws {
        try bench.shelf.shell("mkdir -p Songs/1 Songs/2 Songs/3; mv Songs 'My Poems/Collections/'; mkdir 'My Poems/Collections/Book/5'")
        try look()
        try judge()
        try bench.shelf.shell("mv 'My Poems/Collections/Songs' 'My Poems/Collections/Lieder'")
        try look()
        try judge()
        #expect(holds == [BulkHold(count: 8, limit: 3)])
        #expect(try bench.shelf.shell("ls 'My Poems/Collections/Lieder'") == "1\n2\n3\n")
    }

    @Test func `is announced with what to do, in a text that is shown whole`() {
        let announcement = Announcement(of: hold, in: "My Poems")
        #expect(announcement.summary.english == "My Poems: 4 items would be refused at once; all stay")
        let body = announcement.lines.map(\.english).joined(separator: "\n")
        #expect(body.hasPrefix("“shed sync --reject-all” moves them to Rejected, “shed allow Collections/Book both” lets them stay."))
        #expect(body.unicodeScalars.count < 200)
        for language in Catalogue.languages {
            let catalogue = Catalogue.of(language)
            #expect(catalogue.text(announcement.lines[0]).unicodeScalars.count < 200 && catalogue.text(announcement.summary).hasPrefix("My Poems"), "\(language)")
        }
        #expect(Catalogue.of(Language(rawValue: "de")).text(announcement.summary) == "My Poems: 4 Sachen würden auf einmal abgewiesen; alle bleiben")
    }
}
