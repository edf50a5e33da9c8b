import ShedProjectTestSupport
import ShedTestSchedule
import Testing

@testable import ShedDaemon
@testable import ShedProject

@Suite(.waitsForPrograms) struct `A registered folder whose root belongs to another one` {
    private let folder: ProjectStateFolder
    private var roster: Roster

    init() throws {
        let shelf = try Shelf()
        folder = try #require(shelf.project().home.stateFolder)
        roster = Roster(Registry(shelf.surroundings), isFollowed: true)
    }

    @Test func `is not opened again as long as that other is watched`() {
        var roster = roster
        #expect(!roster.isSuperfluous(folder, besides: ["/other"]))
        roster.note(superfluous: folder, besides: "/other")
        #expect(roster.isSuperfluous(folder, besides: ["/other", "/third"]))
        // The other is gone or away, or something of the folder is another now: its root may be its own again.
        #expect(!roster.isSuperfluous(folder, besides: ["/third"]))
        var changed = folder
        changed.record.root += [0x78]
        #expect(!roster.isSuperfluous(changed, besides: ["/other"]))
        roster.keep([folder.path])
        #expect(roster.isSuperfluous(folder, besides: ["/other"]))
        roster.keep([])
        #expect(!roster.isSuperfluous(folder, besides: ["/other"]))
    }

    @Test func `is opened again where there is no other, or it is itself found to be the one`() {
        var roster = roster
        roster.note(superfluous: folder, besides: nil)
        #expect(!roster.isSuperfluous(folder, besides: []))
        roster.note(superfluous: folder, besides: folder.path)
        #expect(!roster.isSuperfluous(folder, besides: [folder.path]))
    }
}
