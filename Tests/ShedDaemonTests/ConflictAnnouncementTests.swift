import ShedMessages
import ShedModel
import ShedTestSchedule
import Testing

@testable import ShedDaemon

@Suite(.waitsForPrograms) struct `Conflict copies that came` {
    private let copies: [RelativePath] = (1...5).map { RelativePath(["Draft", Name("Ode \($0).sync-conflict-20240131-120000-ABCDEFG.txt")]) }

    @Test func `are announced with what to do, the first by name`() {
        let one = Announcement(ofConflictCopies: [copies[0]], in: "My Poems")
        #expect(one.summary.english == "My Poems: a conflict copy has come")
        #expect(one.lines.map(\.english) == ["“shed conflicts” lists them, “shed resolve” says which stays", "\(copies[0])"])
        let all = Announcement(ofConflictCopies: copies, in: "My Poems")
        #expect(all.summary.english == "My Poems: 5 conflict copies have come" && all.lines.count == 5)
        for language in Catalogue.languages {
            let catalogue = Catalogue.of(language)
            #expect(catalogue.text(all.summary).hasPrefix("My Poems") && catalogue.text(all.lines[0]).contains("shed resolve"), "\(language)")
        }
    }
}
