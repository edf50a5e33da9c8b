import ShedModel
import Testing
@testable import ShedImport

/// Names that a Mac wrote in one of Unicode's forms, and an index in another.
@Suite struct `Names in another form than the index has them` {
    static let (composed, decomposed) = ("M\u{f6}we", "Mo\u{308}we")

    @Test func `keep their tags in TagSpaces, and a file beside without its file is told`() throws {
        let tree = MemoryTree("Photos", ["\(Self.decomposed).txt": "m", "b.txt": "b"])
        tree.put(".ts/\(Self.composed).txt.json", #"{"tags":[{"title":"bird"}]}"#)
        tree.put(".ts/gone.txt.json", #"{"tags":[{"title":"x"}]}"#)
        tree.put(".ts/tsi.json", "[]")
        let project = try TagSpacesFolder.read(tree.folder)
        #expect(outline(project.items).contains("txt #bird"), "\(outline(project.items))")
        #expect(project.losses.entries[.missing]?.examples == [".ts/gone.txt.json"])
    }

    @Test func `have their own file beside first, and none where several would fit`() throws {
        let tree = MemoryTree("Photos", ["\(Self.decomposed).txt": "1", "\(Self.composed).txt": "2"])
        tree.put(".ts/\(Self.composed).txt.json", #"{"tags":[{"title":"bird"}]}"#)
        let items = try TagSpacesFolder.read(tree.folder).items
        #expect(items.count { !$0.tags.isEmpty } == 1)
        for item in items where !item.tags.isEmpty { #expect(item.content == .file(RelativePath([Name("\(Self.composed).txt")]), size: 1)) }
        // Three ways to write two letters; two files that the third could mean.
        let several = MemoryTree("Photos", ["\u{f6}o\u{308}.txt": "1", "o\u{308}\u{f6}.txt": "2"])
        several.put(".ts/\u{f6}\u{f6}.txt.json", #"{"tags":[{"title":"bird"}]}"#)
        let project = try TagSpacesFolder.read(several.folder)
        #expect(project.items.allSatisfy(\.tags.isEmpty) && project.losses[.missing] == 1)
    }

    @Test func `are found by Papis, Zotero, Longform and Manuskript`() throws {
        let library = MemoryTree("P", ["a/info.yaml": "files: [\(Self.composed).pdf]\ntags: [bird]\n", "a/\(Self.decomposed).pdf": "%PDF"])
        let papers = try PapisLibrary.read(library.folder)
        #expect(outline(papers.items).contains("pdf #bird") && papers.losses[.missing] == 0, "\(outline(papers.items))")
        let export = MemoryTree("E", ["E.bib": "@book{b, title={B}, keywords={bird}, file={x:files/\(Self.composed)/\(Self.composed).pdf:y}}", "files/\(Self.decomposed)/\(Self.decomposed).pdf": "%PDF"])
        let things = try ZoteroExport.read(export.folder)
        #expect(outline(things.items).contains("pdf #bird") && things.losses[.missing] == 0 && things.losses[.unnamed] == 0, "\(outline(things.items))")
        let vault = MemoryTree("V", [
            "Index.md": "---\nlongform:\n  format: scenes\n  sceneFolder: \(Self.composed)\n  scenes:\n    - z\n    - \(Self.composed)\n---\n",
            "\(Self.decomposed)/\(Self.decomposed).md": "1", "\(Self.decomposed)/z.md": "2",
        ])
        let novel = try LongformProject.read(vault.folder)
        #expect(novel.losses[.missing] == 0 && outline(novel.items).hasPrefix("z.md"), "\(outline(novel.items))")
        #expect(novel.items.dropFirst().first?.name == Name("\(Self.decomposed).md"))
        let acts = MemoryTree("w", ["\(Self.composed).msk": "1", "\(Self.decomposed)/MANUSKRIPT": "1", "\(Self.decomposed)/outline/0-a.md": "title: a\n\n\nx"])
        #expect(Taken(acts).source == "manuskript")
        let binders = MemoryTree(Name("\(Self.decomposed).scriv"), ["A.scrivx": "<x/>", "\(Self.composed).scrivx": ScrivenerFixture.binder("<BinderItem UUID=\"A\" Type=\"Text\"><Title>T</Title></BinderItem>")])
        #expect(Taken(binders).project?.nodes.map(\.name) == ["T.md"])
    }
}
