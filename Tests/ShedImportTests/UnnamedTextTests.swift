import ShedModel
import Testing
@testable import ShedImport

/// What lies in a source and is named by nothing in it.
@Suite struct `Texts that no index names` {
    @Test func `are told of Scrivener's, links too, and so is a second binder`() throws {
        let tree = ScrivenerFixture.tree()
        tree.put("Files/Data/ZZ-1/content.rtf", "{\\rtf1 lost}")
        tree.put("Snapshots/ZZ-2.snapshots/index.xml", "<Snapshots/>")
        tree.put("Snapshots/ZZ-2.snapshots/1.rtf", "{\\rtf1 was}")
        tree.put("Files/Data/AA-8/content.rtf", "{\\rtf1 cut}")
        tree.put("Files/Data/AA-9/synopsis.txt", "Later.")
        tree.link("Files/Data/AA-9/content.rtf")
        tree.link("Files/Data/AA-2/notes.rtf")
        tree.put("Tide (conflict).scrivx", "<x/>")
        let taken = Taken(tree)
        #expect(taken.says("2 files that the source does not name stay behind (Files/Data/ZZ-1/content.rtf; Snapshots/ZZ-2.snapshots/1.rtf)"), "\(taken.notes)")
        #expect(taken.says("2 links or special files stay behind"), "\(taken.notes)")
        #expect(taken.says("(Tide (conflict).scrivx)"), "\(taken.notes)")
        let earlier = MemoryTree("Old.scriv", ["Old.scrivx": "<ScrivenerProject Version=\"1.0\"><Binder><BinderItem ID=\"1\" Type=\"Text\"><Title>A</Title></BinderItem></Binder></ScrivenerProject>", "Files/Docs/1.rtf": "{\\rtf1 a}", "Files/Docs/7.rtf": "{\\rtf1 b}"])
        #expect(Taken(earlier).says("(Files/Docs/7.rtf)"), "\(Taken(earlier).notes)")
    }

    @Test func `are told of novelWriter's and Manuskript's`() throws {
        let novel = NovelWriterFixture.tree()
        novel.put("content/00000000000ff.nwd", "lost")
        novel.put("nwProject (copy).nwx", "<x/>")
        let taken = Taken(novel)
        #expect(taken.says("1 file that the source does not name stays behind (content/00000000000ff.nwd)") && taken.says("(nwProject (copy).nwx)"), "\(taken.notes)")
        let acts = MemoryTree("a", ManuskriptFixture.files)
        acts.put("characters/Jane.md", "x")
        acts.link("summary.txt")
        let told = Taken(acts)
        #expect(told.says("characters/Jane.md") && told.says("summary.txt"), "\(told.notes)")
        let two = MemoryTree("w", ["A.msk": "1", "B.msk": "1", "A/MANUSKRIPT": "1", "A/outline/0-a.md": "title: a\n\n\nx", "B/MANUSKRIPT": "1", "B/outline/0-b.md": "title: b\n\n\nx"])
        #expect(Taken(two).says("(B.msk)"), "\(Taken(two).notes)")
    }

    @Test func `are told of an export of Zotero, and of a second list`() throws {
        let tree = MemoryTree("Export", [
            "A.rdf": "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><bib:Book rdf:about=\"#b\"><dc:title>B</dc:title></bib:Book></rdf:RDF>",
            "B.bib": "@book{b, title={B}}", "stray.pdf": "%PDF", "files/1/x.pdf": "%PDF",
        ])
        let taken = Taken(tree)
        #expect(taken.says("(B.bib)") && taken.says("2 files that the source does not name stay behind (files/1/x.pdf; stray.pdf)"), "\(taken.notes)")
    }

    @Test func `are told by the name that they have here where the source has none`() {
        let tree = MemoryTree("T.scriv", ["T.scrivx": ScrivenerFixture.binder("<BinderItem UUID=\"A\" Type=\"Text\"><Title></Title></BinderItem>"), "Files/Data/A/content.rtf": #"{\rtf1 a{\*\annotation b}}"#])
        let taken = Taken(tree)
        #expect(taken.says("1 comment is a comment of Markdown now (Untitled)"), "\(taken.notes)")
    }

    @Test func `are told in bounded lines, without what steers a terminal`() {
        let tree = ScrivenerFixture.tree()
        for number in 0..<50 { tree.put("Files/Data/ZZ-\(number)/content.rtf", "x") }
        tree.put("Files/Data/A\u{1b}[2J/content.rtf", "x")
        let note = Taken(tree).notes.first { $0.contains("does not name") || $0.contains("do not name") || $0.contains("source does not") } ?? ""
        #expect(note.contains("51 files") && note.utf8.count < 600 && !note.contains("\u{1b}"), "\(note)")
    }
}
