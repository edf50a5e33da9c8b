import ShedExchange
import ShedModel
import Testing
@testable import ShedImport

/// What every source may be, whatever program it is of.
@Suite struct `Sources that somebody made to do harm` {
    private static let huge: Int64 = 10_000_000_000
    private static let rdf = "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><bib:Book rdf:about=\"#b\"><dc:title>B</dc:title></bib:Book></rdf:RDF>"
    private static let csv = "\"Key\",\"Item Type\",\"Title\",\"File Attachments\",\"Manual Tags\"\n\"A\",\"book\",\"B\",\"\",\"\"\n"

    /// A source of each program, with the file that says how its others belong together.
    private static func sources() -> [(format: ForeignFormat, tree: MemoryTree, file: String)] {
        [
            (.scrivener, ScrivenerFixture.tree(), "Tide.scrivx"), (.novelWriter, NovelWriterFixture.tree(), "nwProject.nwx"),
            (.manuskript, MemoryTree("acts", ManuskriptFixture.files), "outline/0-Jerusalem/2-First.md"),
            (.zotero, MemoryTree("Export", ["Export.rdf": rdf]), "Export.rdf"),
            (.zotero, MemoryTree("Export", ["Export.bib": "@book{a, title = {A}}"]), "Export.bib"),
            (.papis, MemoryTree("papers", ["a/info.yaml": "title: A\n"]), "a/info.yaml"),
            (.tagSpaces, MemoryTree("Photos", ["a.txt": "a", ".ts/a.txt.json": "{}"]), ".ts/a.txt.json"),
        ]
    }

    private func read(_ format: ForeignFormat, _ tree: MemoryTree) throws -> ImportedProject { try ForeignSource(format).read(tree, limits: ImportLimits()) }

    private func words(_ body: () throws -> some Any) -> String? {
        do {
            _ = try body()
            return nil
        } catch { return (error as? ImportFault)?.words.english ?? "\(error)" }
    }

    @Test func `are read as they are, and refused where a file that says how others belong together claims ten gigabytes`() throws {
        for source in Self.sources() {
            #expect(throws: Never.self, "\(source.file)") { try read(source.format, source.tree) }
            source.tree.claim(source.file, Self.huge)
            let said = try #require(words { try read(source.format, source.tree) }, "\(source.file)")
            #expect(said.contains("holds more than"), "\(source.file): \(said)")
        }
    }

    /// A list of Zotero's that is too long to be looked into is none, unless somebody names it; a note as long is no index.
    @Test func `are not even known where only what is read could tell`() throws {
        let list = MemoryTree("Zotero", ["My Library.csv": Self.csv])
        #expect(try ForeignSource(.zotero).isMeant(by: list))
        list.claim("My Library.csv", Self.huge)
        #expect(try !ForeignSource(.zotero).isMeant(by: list))
        #expect(cause { try ZoteroExport.read(list.folder, list: "My Library.csv") } == .tooLarge(most: ForeignLimits.index))
        let vault = MemoryTree("Vault", ["Novel/Index.md": "---\nlongform:\n  format: scenes\n  scenes: []\n---\n"])
        #expect(throws: Never.self) { try LongformProject.read(vault.folder) }
        vault.claim("Novel/Index.md", Self.huge)
        #expect(cause { try LongformProject.read(vault.folder) } == .noIndex)
    }

    /// Files that come as they are count with what they claim: more than may come is refused by whoever makes the plan.
    @Test func `say of a file that comes as it is what it claims to be`() throws {
        for (format, file) in [(ForeignFormat.documents, "Sea.docx"), (.papis, "paper.pdf"), (.tagSpaces, "sea[x].jpg"), (.longform, "Scene.md")] {
            let tree = MemoryTree("Source", [
                "One/info.yaml": "title: A\n", "One/.ts/tsm.json": "{}", "One/Index.md": "---\nlongform:\n  format: scenes\n  scenes: []\n---\n", "One/\(file)": "x",
            ])
            tree.claim("One/\(file)", Self.huge)
            let project = try read(format, tree)
            guard case .folder(let nodes, _) = try #require(project.nodes.first { $0.name == "One" }).content else { continue }
            let sizes = nodes.map { node in if case .file(_, let size, _) = node.content { size } else { Int64(0) } }
            #expect(sizes.contains(Self.huge), "\(format)")
        }
    }

    @Test func `are refused where XML declares entities`() {
        let laughs = "<!DOCTYPE a [<!ENTITY b \"bbbb\"><!ENTITY c \"&b;&b;&b;&b;\">]>"
        for (tree, file) in [(ScrivenerFixture.tree(), "Tide.scrivx"), (NovelWriterFixture.tree(), "nwProject.nwx"), (MemoryTree("Export", ["Export.rdf": ""]), "Export.rdf")] {
            tree.put(file, laughs + (file.hasSuffix("rdf") ? Self.rdf : file.hasSuffix("nwx") ? "<novelWriterXML fileVersion=\"1.5\"/>" : "<ScrivenerProject Version=\"2.0\"/>"))
            let format: ForeignFormat = file.hasSuffix("rdf") ? .zotero : file.hasSuffix("nwx") ? .novelWriter : .scrivener
            #expect(words { try read(format, tree) }?.contains("entities") == true, "\(file)")
        }
        for file in ["world.opml", "plots.xml", "revisions.xml"] {
            let tree = MemoryTree("acts", ManuskriptFixture.files)
            tree.put(file, laughs + "<root>&c;</root>")
            #expect(words { try read(.manuskript, tree) }?.contains("entities") == true, "\(file)")
        }
    }

    @Test func `are bounded in depth`() throws {
        let deep = String(repeating: "x/", count: ForeignLimits.depth + 20)
        for (format, files) in [
            (ForeignFormat.documents, ["a.docx"]), (.papis, ["info.yaml"]), (.tagSpaces, ["a.txt", ".ts/a.txt.json"]), (.longform, ["Index.md"]),
        ] {
            let tree = MemoryTree("Source")
            for file in files { tree.put(deep + file, file.hasSuffix("json") ? "{}" : file == "Index.md" ? "---\nlongform:\n  format: single\n---\n" : "") }
            #expect(words { try read(format, tree) } != nil, "\(format)")
        }
        let collections = (0..<ForeignLimits.depth + 20).map { "<z:Collection rdf:about=\"#c\($0)\"><dc:title>c</dc:title><dcterms:hasPart rdf:resource=\"#c\($0 + 1)\"/></z:Collection>" }
        let list = Self.rdf.replacing("</rdf:RDF>", with: collections.joined() + "</rdf:RDF>")
        #expect(cause { try ZoteroExport.read(MemoryTree("Export", ["Export.rdf": list]).folder) } == .tooDeep(most: ForeignLimits.depth))
        let nested = "<a>" + String(repeating: "<b>", count: 100_000)
        #expect(cause { try ZoteroExport.read(MemoryTree("Export", ["Export.rdf": "<rdf:RDF>" + nested]).folder) } == .tooDeep(most: XMLElement.deepest))
        #expect(cause { try LongformProject.read(MemoryTree("V", ["I.md": "---\nlongform:\n  format: scenes\n  scenes: " + String(repeating: "[", count: 10_000) + "\n---\n"]).folder) } != nil)
        #expect(cause { try PapisLibrary.read(MemoryTree("P", ["a/info.yaml": "tags: " + String(repeating: "[", count: 10_000) + "\n"]).folder) } != nil)
    }

    /// A link in place of the file that says how others belong together is no such file, and one in place of a text is no text.
    @Test func `have no link followed`() throws {
        for source in Self.sources() {
            source.tree.link(source.file)
            guard let project = try? read(source.format, source.tree) else { continue }
            func holds(_ nodes: [ImportedNode]) -> Bool {
                nodes.contains { node in
                    switch node.content {
                    case .file(let path, _, _): "\(path)" == source.file
                    case .folder(let inner, _): holds(inner)
                    case .bytes: false
                    }
                }
            }
            #expect(!holds(project.nodes), "\(source.file)")
        }
        let novel = NovelWriterFixture.tree()
        novel.link("content/000000000000c.nwd")
        let texts = outline(try NovelWriterProject.read(novel.folder).items)
        #expect(!texts.contains("thin space"), "\(texts)")
        let export = MemoryTree("Export", ["Export.rdf": Self.rdf.replacing("</bib:Book>", with: "<rdf:resource rdf:resource=\"files/a.pdf\"/></bib:Book>")])
        export.link("files/a.pdf")
        let project = try ZoteroExport.read(export.folder)
        #expect(project.losses[.missing] == 1 && outline(project.items) == "Export.rdf = Export.rdf\n")
    }

    /// Whatever a source calls a file of its own: no path leads out of it.
    @Test func `name no file outside of themselves`() throws {
        for path in ["../../etc/passwd", "/etc/passwd", "files/../../x", "file:///etc/passwd", "..%2f..%2fetc%2fpasswd", "files//a.pdf", "C:\\Windows\\x"] {
            let export = MemoryTree("Export", ["Export.rdf": Self.rdf.replacing("</bib:Book>", with: "<z:path rdf:resource=\"\(path)\"/></bib:Book>")])
            #expect(outline(try ZoteroExport.read(export.folder).items) == "Export.rdf = Export.rdf\n", "\(path)")
            let library = MemoryTree("P", ["a/info.yaml": "files: [\"\(path.replacing("\\", with: "\\\\"))\"]\n"])
            #expect(try PapisLibrary.read(library.folder).losses[.missing] == 1, "\(path)")
        }
    }
}
