import ShedModel
import Testing
@testable import ShedImport

/// Damaged projects, and what is no folder of documents though documents lie in it.
@Suite struct `Sources that are damaged, or of another program` {
    @Test func `a project of Scrivener without its binder is refused by what it lacks`() {
        for (name, files) in [
            ("Tide.scriv", ["Files/Data/AA-1/content.rtf": "{\\rtf1 x}"]), ("Tide", ["Files/Data/AA-1/content.rtf": "{\\rtf1 x}", "Files/version.txt": "23"]),
            ("Tide.scriv.zip", ["Tide.scriv/Files/Docs/1.rtf": "{\\rtf1 x}"]),
        ] as [(Name, [String: String])] {
            let tree = MemoryTree(name)
            for (path, text) in files { tree.put(path, text) }
            let taken = Taken(tree)
            #expect(taken.source == "scrivener" && taken.error.contains(".scrivx") && taken.fault?.remedy != nil, "\(name): \(taken.error)")
        }
        let linked = MemoryTree("Tide.scriv", ["Files/Data/AA-1/content.rtf": "{\\rtf1 x}"])
        linked.link("Tide.scrivx")
        #expect(Taken(linked).error.contains(".scrivx"))
    }

    @Test func `one of novelWriter or Manuskript without its index is refused by what it lacks`() {
        let novel = Taken(MemoryTree("Novel", ["content/0000000000001.nwd": "x", "nwProject.bak": "<x/>", "letters/a.docx": "PK"]))
        #expect(novel.source == "novelwriter" && novel.error.contains("nwProject.nwx") && novel.fault?.remedy != nil, "\(novel.error)")
        let linked = MemoryTree("Novel", ["content/0000000000001.nwd": "x", "a.docx": "PK"])
        linked.link("nwProject.nwx")
        #expect(Taken(linked).error.contains("nwProject.nwx"))
        let acts = Taken(MemoryTree("acts", ["MANUSKRIPT": "1", "characters/0-Jane.txt": "Name: Jane\n", "a.docx": "PK"]))
        #expect(acts.source == "manuskript" && acts.error.contains("outline"), "\(acts.error)")
    }

    @Test func `a project of shed is refused, with what is to be done`() {
        for tree in [
            MemoryTree("P", [".shed/project.json": "{}", "Draft/a.docx": "PK"]), MemoryTree("P.zip", ["P/.shed/project.json": "{}", "P/Draft/a.docx": "PK"]),
            MemoryTree("V", [".shed/project.json": "{}", "Index.md": "---\nlongform:\n  format: single\n---\n"]),
        ] {
            let taken = Taken(tree)
            #expect(taken.project == nil && taken.error.contains("project of shed") && taken.fault?.remedy?.english.contains("shed export") == true, "\(taken.error)")
        }
        // Who says what it is means it.
        #expect(Taken(.documents, MemoryTree("P", [".shed/project.json": "{}", "Draft/a.docx": "PK"])).project != nil)
    }

    @Test func `another program's project within a folder of documents is told, and is none where nothing else is there`() {
        let beside = Taken(MemoryTree("Docs", ["a.docx": "PK", "Tide.scriv/Tide.scrivx": "<x/>", "Tide.scriv/Files/Data/A/content.rtf": "{\\rtf1 x}", "b/nwProject.nwx": ""]))
        #expect(beside.source == "documents" && beside.says("2 folders are projects of other programs"), "\(beside.notes) \(beside.error)")
        let alone = Taken(MemoryTree("Novels", ["Tide.scriv/Tide.scrivx": "<x/>", "Tide.scriv/Files/Data/A/content.rtf": "{\\rtf1 x}"]))
        #expect(alone.project == nil && alone.error.contains("Tide.scriv") && alone.error.contains("Scrivener"), "\(alone.error) \(alone.notes)")
        let own = Taken(MemoryTree("Works", ["P/.shed/project.json": "{}", "P/Draft/a.docx": "PK"]))
        #expect(own.project == nil && own.error.contains("“P”"), "\(own.error) \(own.notes)")
        let deep = Taken(MemoryTree("Works", ["P/.shed/project.json": "{}", "P/Draft/a.docx": "PK", "P/2/3/4/5/6/7/8/9/10/b.docx": "PK"]))
        #expect(deep.project == nil && deep.error.contains("“P”"), "\(deep.error) \(deep.notes)")
        // Where it was not looked to the end, nobody can say that nothing else is there.
        let cut = Taken(MemoryTree("Works", ["P/.shed/project.json": "{}", "P/Draft/a.docx": "PK", "1/2/3/4/5/6/7/8/9/10/b.docx": "PK"]))
        #expect(cut.project != nil && cut.source == "documents", "\(cut.error)")
    }
}
