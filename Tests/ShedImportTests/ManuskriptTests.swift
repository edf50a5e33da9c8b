import ShedModel
import Testing
@testable import ShedImport

enum ManuskriptFixture {
    static let files: KeyValuePairs<String, String> = [
        "MANUSKRIPT": "1",
        "infos.txt": "Title:          The Acts\nAuthor:         Luke\n",
        "labels.txt": "Idea:                #ffff00\nScene:               #ff0000\n",
        "status.txt": "TODO\nFirst draft\n",
        "settings.txt": "{}",
        "summary.txt": "Sentence:    One line\n             and another\n",
        "characters/0-Peter.txt": "Name:                Peter\nID:                  0\nMotivation:          To fish\nColor:               #ff0000\n",
        "outline/0-Jerusalem/folder.txt": "title:          Jerusalem: the city\nID:             35\ntype:           folder\ncompile:        2\n\n\n",
        "outline/0-Jerusalem/10-Last.md": "title:          Last\nID:             3\ntype:           md\n\n\nEnd.",
        "outline/0-Jerusalem/2-First.md": """
            title:          First
            ID:             2
            type:           md
            summarySentence:It begins
            POV:            0
            notes:          Look
                            again
            label:          2
            status:         1
            compile:        2


            1 The first book: I wrote.

            Second paragraph.
            """,
        "revisions.xml": "<outlineItem ID=\"0\"><outlineItem ID=\"2\"><revision timestamp=\"1500000001\" text=\"later&#10;text\"/><revision timestamp=\"1500000000\" text=\"early\"/></outlineItem></outlineItem>",
        "world.opml": "<?xml version='1.0' encoding='UTF-8'?><opml version=\"1.0\"><body><outline name=\"City\" description=\"Old\"><outline name=\"Gate\"/></outline></body></opml>",
        "plots.xml": "<root><plot name=\"Journey\" description=\"Far\"><step name=\"Sail\" summary=\"West\"/></plot></root>",
    ]
}

@Suite struct `A project of Manuskript` {
    private static let expected = """
        Jerusalem- the city/
          First.md #Label/Scene #Status/TODO #POV/Peter → ---⏎summary: "It begins"⏎---⏎⏎1 The first book: I wrote.⏎⏎Second paragraph.⏎⏎<!-- Notes:⏎⏎Look⏎again⏎-->⏎
          Last.md → End.⏎
        Characters/
          Peter.md → ## Motivation⏎⏎To fish⏎
        World.md → # City⏎⏎Old⏎⏎## Gate⏎
        Plots.md → # Journey⏎⏎Far⏎⏎## Sail⏎⏎West⏎
        Summary.md → ## Sentence⏎⏎One line⏎and another⏎

        """

    @Test func `comes in its order, with characters, labels, status and revisions`() throws {
        let project = try ManuskriptProject.read(MemoryTree("acts", ManuskriptFixture.files).folder, at: .root)
        #expect(project.title == "The Acts")
        #expect(outline(project.items) == Self.expected)
        #expect(project.losses.entries[.names]?.examples == ["Jerusalem: the city"])
        #expect(project.items.first?.children.first?.versions.map { String(decoding: $0.bytes, as: UTF8.self) } == ["early", "later\ntext"])
        #expect(project.items.first?.children.first?.versions.first?.time == 1_500_000_000_000)
    }

    @Test func `is found in the folder beside its file`() throws {
        let tree = MemoryTree("Books", file: "acts.msk", ["acts.msk": "1"])
        for (path, text) in ManuskriptFixture.files { tree.put("acts/" + path, text) }
        let source = ForeignSource(.manuskript)
        #expect(try source.isMeant(by: tree) && source.read(tree, limits: .init()).nodes.count == 5)
    }

    @Test func `is refused where it is of another version, or has no outline, and nests no deeper than it may`() {
        #expect(cause { try ManuskriptProject.read(MemoryTree("a", ["MANUSKRIPT": "2", "outline/0-a.md": ""]).folder, at: .root) } == .version("2"))
        #expect(cause { try ManuskriptProject.read(MemoryTree("a", ["MANUSKRIPT": "1"]).folder, at: .root) } == .lacksIndex("outline", .manuskript))
        #expect(cause { try ManuskriptProject.read(MemoryTree("a", ["infos.txt": "Title: A"]).folder, at: .root) } == .empty)
        let deep = MemoryTree("a", ["MANUSKRIPT": "1", "outline/" + String(repeating: "0-x/", count: 150) + "a.md": ""])
        #expect(cause { try ManuskriptProject.read(deep.folder, at: .root) } == .tooDeep(most: ForeignLimits.depth))
        let entity = MemoryTree("a", ["MANUSKRIPT": "1", "outline/0-a.md": "", "world.opml": "<!DOCTYPE opml SYSTEM \"file:///etc/passwd\"><opml/>"])
        #expect(cause { try ManuskriptProject.read(entity.folder, at: .root) } == .entities)
    }

    @Test func `leaves links and files of other sorts, and says so`() throws {
        let tree = MemoryTree("a", ["MANUSKRIPT": "1", "outline/0-a.md": "title: A\n\n\nx", "outline/picture.png": "x"])
        tree.link("outline/1-b.md")
        let project = try ManuskriptProject.read(tree.folder, at: .root)
        #expect(project.items.map(\.name) == ["A.md"] && project.losses[.unusual] == 1 && project.losses[.unnamed] == 1)
    }
}
