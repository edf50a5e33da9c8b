import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedRules
import ShedTestSupport
import Testing

@testable import ShedProject

/// A kind that knows what is in some files by texts that it keeps, and names those which may hold what is looked for.
private struct KeepingKind: KindModule {
    static let folder = RelativePath([".shed", "kept"])

    var name: String { "keeping" }
    func serves(_ template: Template) -> Bool { template.kind.raw == "blank" }
    func open(_ project: Project) -> any ProjectKind { Kept(project) }

    private final class Kept: ProjectKind {
        private unowned let project: Project
        init(_ project: Project) { self.project = project }

        var searchesContents: Bool { true }
        var keptTexts: RelativePath? { KeepingKind.folder }

        func search(_ search: ContentSearch, fitting: Set<NodeID>) throws(ShedError) -> (hits: [any ContentHit], unreadable: [String]) {
            ([], project.keptTexts().filter { search.mayHold($0.evidence) }.compactMap { $0.path.last.map { "\($0)" } }.sorted())
        }
    }
}

@Suite struct `Texts that a kind keeps` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf(kinds: [KeepingKind()], now: { Surroundings.clock() + 10_000 })
        project = try shelf.project("blank", named: "Mine")
        mkdir("\(shelf.path)/Mine/.shed/kept", 0o755)
        keep("an offspring\nof the sea", in: "a")
        keep("autumn", in: "b")
        keep("spring", in: "c")
    }

    private func keep(_ text: String, in name: String) { TestFile.write(text, to: "\(shelf.path)/Mine/.shed/kept/\(name)") }

    private func asked(_ change: (inout Search) -> Void) throws -> [String] {
        var search = Search()
        change(&search)
        return try project.listing().search(search).unreadable.map(\.english)
    }

    @Test func `are in the index of words, which says where a word or a phrase cannot be`() throws {
        #expect(try asked { $0.terms = [SearchTerm("spring")] } == ["a", "b", "c"])
        #expect(try project.rebuildSearchIndex(dryRun: false).files == 3)
        #expect(try asked { $0.terms = [SearchTerm("spring")] } == ["c"])
        #expect(try asked { $0.terms = [SearchTerm("aut", isPrefix: true)] } == ["b"])
        #expect(try asked { $0.texts = ["spring of the"] } == ["a"])
        // A phrase of one word may stand within any.
        #expect(try asked { $0.texts = ["spring"] } == ["a", "b", "c"])
        #expect(try asked { ($0.words, $0.phrases) = ([Array("of the".utf8)], ["fspring of the sea"]) } == ["a"])
    }

    @Test func `are looked into where they are not as the index knows them`() throws {
        _ = try project.rebuildSearchIndex(dryRun: false)
        keep("autumn and spring", in: "b")
        keep("new", in: "d")
        #expect(try asked { $0.terms = [SearchTerm("winter")] } == ["b", "d"])
        // Who has looked has put them in.
        #expect(try asked { $0.terms = [SearchTerm("winter")] } == [])
        #expect(try asked { $0.terms = [SearchTerm("spring")] } == ["b", "c"])
    }

    /// A power cut leaves such files.
    @Test func `are looked into where they are no texts, so that somebody says it`() throws {
        keep("\0\0\0\0", in: "b")
        _ = try project.rebuildSearchIndex(dryRun: false)
        #expect(try asked { $0.terms = [SearchTerm("spring")] } == ["b", "c"])
    }

    @Test(arguments: [true, false]) func `are all looked into where the index is damaged, which is said`(isOfTexts: Bool) throws {
        _ = try project.rebuildSearchIndex(dryRun: false)
        let folder = try #require(project.home.stateFolder?.path)
        try shelf.shell("for f in '\(folder)'/search-*.sqlite; do printf 'no index at all' > \"$f\"; done")
        var search = Search()
        if isOfTexts { search.terms = [SearchTerm("sea")] } else { (search.words, search.phrases) = ([Array("of the".utf8)], ["of the sea"]) }
        let result = try project.listing().search(search)
        #expect(result.isDamaged && result.unreadable.map(\.english) == ["a", "b", "c"])
    }

    @Test func `are kept up in a daemon as they come, and go`() throws {
        _ = try project.rebuildSearchIndex(dryRun: false)
        let survey = project.searchSurvey
        keep("new", in: "d")
        survey.note(in: [".shed", ".shed/ops"])
        #expect(!survey.isNeeded)
        survey.note(in: [".shed/kept"])
        for _ in 0..<20 where survey.isNeeded { try survey.step() }
        #expect(!survey.isNeeded)
        #expect(try SearchKeeper(project).writing()?.files().count == 4)
        unlink("\(shelf.path)/Mine/.shed/kept/a")
        survey.noteAll()
        for _ in 0..<20 where survey.isNeeded { try survey.step() }
        #expect(try SearchKeeper(project).writing()?.files().count == 3)
    }

    @Test func `rest before they are put in`() throws {
        let shelf = try Shelf(kinds: [KeepingKind()])
        let project = try shelf.project("blank", named: "Mine")
        mkdir("\(shelf.path)/Mine/.shed/kept", 0o755)
        _ = try project.rebuildSearchIndex(dryRun: false)
        TestFile.write("new", to: "\(shelf.path)/Mine/.shed/kept/a")
        let written = try #require(project.keptTexts().first).evidence.changed / 1_000_000
        project.home.surroundings.now = { written }
        let survey = project.searchSurvey
        survey.note(in: [".shed/kept"])
        try survey.step()
        let due = try #require(survey.due)
        #expect(due > written)
        #expect(try SearchKeeper(project).writing()?.files().count == 0)
        project.home.surroundings.now = { due + 1 }
        for _ in 0..<20 where survey.isNeeded { try survey.step() }
        #expect(try SearchKeeper(project).writing()?.files().count == 1)
    }

    @Test func `are no links, and none where a link stands for their folder`() throws {
        symlink("/etc/passwd", "\(shelf.path)/Mine/.shed/kept/link")
        #expect(project.keptTexts().map(\.path.description).sorted() == [".shed/kept/a", ".shed/kept/b", ".shed/kept/c"])
        try shelf.shell("mv Mine/.shed/kept elsewhere; ln -s '\(shelf.path)/elsewhere' Mine/.shed/kept")
        #expect(project.keptTexts().isEmpty)
    }
}
