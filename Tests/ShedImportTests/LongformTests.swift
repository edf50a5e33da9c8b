import ShedModel
import Testing
@testable import ShedImport

@Suite struct `A project of Longform` {
    private func tree(_ scenes: String, folder: String = "/", _ more: KeyValuePairs<String, String> = [:]) -> MemoryTree {
        let tree = MemoryTree("Vault", [
            "Novel/Index.md": "---\nlongform:\n  format: scenes\n  title: \"The Tide: a novel\"\n  workflow: Default Workflow\n  sceneFolder: \(folder)\n  scenes:\n\(scenes)  ignoredFiles:\n    - \"*-scratch\"\nother: sure\n---\nAbout it.\n",
            ".obsidian/app.json": "{}",
        ])
        for (path, text) in more { tree.put(path, text) }
        return tree
    }

    @Test func `comes in the order of its scenes, each note as it is`() throws {
        let tree = tree("    - zulu\n    - - bravo\n      - alpha\n    - last\n    - gone\n", [
            "Novel/zulu.md": "---\ntags: [sea, \"#night\"]\n---\nZ", "Novel/alpha.md": "A", "Novel/bravo.md": "B", "Novel/last.md": "L", "Novel/x-scratch.md": "S", "Else.md": "---\na: &b c\n---\n",
        ])
        let project = try LongformProject.read(tree.folder)
        #expect(outline(project.items) == """
            Else.md = Else.md
            Novel/
              zulu/
                zulu.md #sea #night = Novel/zulu.md
                bravo.md = Novel/bravo.md
                alpha.md = Novel/alpha.md
              last.md = Novel/last.md
              Index.md = Novel/Index.md
              x-scratch.md = Novel/x-scratch.md

            """)
        #expect(project.losses.entries[.missing]?.examples == ["gone"])
    }

    @Test func `keeps tags within tags, as far as there are groups, and says what is called otherwise here`() throws {
        let tree = tree("    - a/b\n    - Ode\n    - ode\n", [
            "Novel/Ode.md": "---\ntags: [mood/sad, \"#sea/deep/blue\", plain]\n---\nO", "Novel/ode.md": "---\ntags: mood/sad, a/\n---\no", "Novel/Sub/x.md": "x",
        ])
        let project = try LongformProject.read(tree.folder)
        let scenes = project.items.first?.children ?? []
        #expect(scenes.first?.tags.map(\.title) == ["mood/sad", "sea/deep-blue", "plain"])
        #expect(scenes.first?.tags.map(\.group) == ["mood", "sea", nil])
        #expect(scenes.dropFirst().first?.name == "ode (2).md")
        #expect(project.losses.entries[.names]?.examples == ["ode"])
        let joined = ForeignJoin.project(project, below: .root)
        let told = joined.notes.map(\.words.english)
        #expect(told.contains("“sea/deep/blue” is called “sea/deep-blue” here: no tag or variable can have the former name"), "\(told)")
        #expect(told.contains("“a/” is called “a” here: no tag or variable can have the former name"), "\(told)")
        #expect(!told.contains { $0.contains("mood") })
    }

    @Test func `has each note once, where it is named first, and says which were named again`() throws {
        let project = try LongformProject.read(tree("    - one\n    - two\n    - - one\n      - three\n    - one\n", ["Novel/one.md": "1", "Novel/two.md": "2", "Novel/three.md": "3"]).folder)
        #expect(outline(project.items) == """
            Novel/
              one.md = Novel/one.md
              two/
                two.md = Novel/two.md
                three.md = Novel/three.md
              Index.md = Novel/Index.md

            """)
        #expect(project.losses.entries[.places]?.count == 2 && project.losses.entries[.missing] == nil)
    }

    @Test func `has its scenes in the folder that its index names`() throws {
        let project = try LongformProject.read(tree("    - one\n", folder: "Scenes/", ["Novel/Scenes/one.md": "1"]).folder)
        #expect(outline(project.items) == "Novel/\n  one.md = Novel/Scenes/one.md\n  Index.md = Novel/Index.md\n")
    }

    @Test func `is its index alone where that is named, or where it is of one scene`() throws {
        let single = MemoryTree("Stories", file: "One.md", ["One.md": "---\nlongform:\n  format: single\n  title: One\n---\nText\n"])
        let project = try LongformProject.read(single.folder, index: "One.md")
        #expect(project.title == "One" && outline(project.items) == "One.md = One.md\n")
        #expect(cause { try LongformProject.read(MemoryTree("x", ["a.md": "no"]).folder) } == .noIndex)
    }

    @Test func `leads out of no folder, and is refused where its index is malformed`() throws {
        for folder in ["../..", "a/../../b"] { #expect(cause { try LongformProject.read(tree("    - one\n", folder: folder).folder) } == .malformed(line: nil)) }
        let away = try LongformProject.read(tree("    - ../../secret\n    - .hidden\n").folder)
        #expect(away.losses[.missing] == 2 && outline(away.items) == "Novel/\n  Index.md = Novel/Index.md\n")
        #expect(cause { try LongformProject.read(tree("    - a: b\n").folder) } == .malformed(line: nil))
        #expect(cause { try LongformProject.read(tree("    - &x a\n    - *x\n").folder) } == .beyondSubset(line: 8))
    }
}
