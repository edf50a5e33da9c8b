import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Headings of the sections of a kind.
@Suite(.waitsForPrograms) struct `Sections` {
    private static let kind = """
        name = "essays"
        [[section]]
        key = "later"
        title = "LATER"
        [[section]]
        key = "desk"
        title = "DESK"
        [[section]]
        key = "trash"
        [[folder]]
        role = "one"
        section = "desk"
        accepts = "files"
        name = "One"
        [[folder]]
        role = "two"
        section = "later"
        accepts = "files"
        name = "Two"
        [[folder]]
        role = "in-one"
        in = "one"
        section = "later"
        accepts = "files"
        name = "In One"
        [[folder]]
        role = "three"
        section = "desk"
        accepts = "files"
        name = "Three"
        [[folder]]
        role = "trash"
        section = "trash"
        accepts = "nothing"
        filling = "anything"

        """

    /// The lines without symbols and counts.
    private func names(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.drop { !$0.isLetter } }.compactMap { line in
            ["LATER", "DESK", "TRASH", "YOUR FOLDERS", "One", "Two", "In One", "Three", "Trash", "Mine"].first { line.hasPrefix($0) || line.hasPrefix("\($0)/") }
        }
    }

    @Test func `come once each, in their own order, whatever the order of the folders`() throws {
        let shelf = try Shelf()
        shelf.makeFile("essays.toml", Self.kind)
        let made = try shelf.shed("new", "./essays.toml", "Essays", "--language", "en")
        try #require(made.code == 0, "\(made.everything)")
        let tree = try shelf.shed("tree", in: "Essays")
        #expect(names(tree.text).filter { ["LATER", "DESK"].contains($0) } == ["LATER", "DESK"], "\(tree.text)")
        let list = try shelf.shed("ls", in: "Essays")
        #expect(names(list.text).filter { $0 != "TRASH" && $0 != "Trash" } == ["LATER", "Two", "DESK", "One", "Three"], "\(list.text)")
        // The folders keep their order in JSON, within their sections.
        let roles = try shelf.shed("ls", "--json", in: "Essays").json().array?.compactMap { $0["role"]?.string }
        #expect(roles == ["two", "one", "three", "trash"])
    }

    /// People put the folders in another order, or the project was made by an earlier version.
    @Test func `come once each also where folders were put in another order`() throws {
        let shelf = try Shelf()
        shelf.makeFile("essays.toml", Self.kind)
        _ = try shelf.shed("new", "./essays.toml", "Essays", "--language", "en")
        let ordered = try shelf.shed("order", "Three", "--first", in: "Essays")
        try #require(ordered.code == 0, "\(ordered.everything)")
        let list = try shelf.shed("ls", in: "Essays")
        #expect(names(list.text).filter { ["LATER", "DESK"].contains($0) }.count == 2, "\(list.text)")
        let tree = try shelf.shed("tree", in: "Essays")
        #expect(names(tree.text).filter { ["LATER", "DESK"].contains($0) }.count == 2, "\(tree.text)")
    }
}
