import ShedModel
import ShedProjectTestSupport
import Testing

@testable import ShedProject

/// A kind that tells nobody of a folder “Box”.
private struct PassingKind: KindModule {
    var name: String { "passing" }
    func serves(_ template: Template) -> Bool { template.kind.raw == "blank" }
    func open(_ project: Project) -> any ProjectKind { Kept() }

    final class Kept: ProjectKind {
        /// How often it was asked.
        var asked = 0

        func passing(_ changes: [Change]) -> Set<RelativePath> {
            asked += 1
            return Set(changes.map(\.path)).intersection(["Box"])
        }
    }
}

@Suite struct `What a kind has nobody told of` {
    @Test func `is asked once, and silences nothing but what is at that very path`() throws {
        let shelf = try Shelf(kinds: [PassingKind()])
        let project = try shelf.project("blank", named: "Things")
        try project.sync()
        let kind = try #require(project.kind as? PassingKind.Kept)
        let before = kind.asked
        try shelf.shell("cd Things; mkdir Box; echo one > Box/one.txt")
        #expect(try project.sync().changes.map(\.path) == ["Box/one.txt"])
        #expect(kind.asked == before + 1)
        var reader = try HistoryReader(try #require(project.history))
        var paths: [RelativePath?] = []
        while let entry = reader.next() { paths.append(entry.path) }
        #expect(paths.contains("Box/one.txt") && !paths.contains("Box"))
    }
}
