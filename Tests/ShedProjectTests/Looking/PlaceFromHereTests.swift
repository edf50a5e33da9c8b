import ShedModel
import Testing

@testable import ShedProject

@Suite struct `Places from a directory` {
    private static let cases: [(here: String, root: String, path: [Name], place: String)] = [
        ("/w", "/w/Poems", ["Draft", "x"], "Poems/Draft/x"), ("/w", "/w/Poems", [], "Poems"), ("/w/Poems", "/w/Poems", [], "."), ("/w/Poems", "/w/Poems", ["x"], "x"),
        ("/w/Poems/Draft", "/w/Poems", ["Draft", "x"], "x"), ("/w/Poems/Draft", "/w/Poems", ["Ready", "x"], "../Ready/x"), ("/w/Poems/Draft", "/w/Poems", [], ".."),
        ("/w/Poems/Draft", "/w/Poems", ["Draft"], "."), ("/other", "/w/Poems", ["x"], "/w/Poems/x"), ("/", "/w/Poems", ["x"], "w/Poems/x"), ("/w", "/", ["x"], "../x"),
    ]

    @Test(arguments: cases.indices) func `lead from here where one is in the other, else they are absolute`(number: Int) {
        let (here, root, path, place) = Self.cases[number]
        #expect(String(decoding: PlaceFromHere(Array(here.utf8)).place(of: RelativePath(path), in: Array(root.utf8)), as: UTF8.self) == place)
    }
}
