import ShedExchange
import ShedMessages
import ShedModel
import Testing
@testable import ShedImport

/// Sources of a few lines of which much more is to be made than they hold.
@Suite struct `Sources that grow while they are read` {
    private func rdf(_ body: String) -> MemoryTree {
        MemoryTree("Export", ["Export.rdf": "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\(body)</rdf:RDF>", "a.pdf": "%PDF"])
    }

    private func tags(_ count: Int) -> String { (0..<count).map { "<dc:subject>t\($0)</dc:subject>" }.joined() }

    /// What one attachment bears, each thing that links to it would bear.
    @Test func `Zotero's are refused where many things would bear all that one does`() {
        let items = (0...1_000).map { "<bib:Book rdf:about=\"#b\($0)\"><link:link rdf:resource=\"#a\"/></bib:Book>" }.joined()
        let attachment = "<z:Attachment rdf:about=\"#a\"><z:path rdf:resource=\"a.pdf\"/>\(tags(1_000))</z:Attachment>"
        #expect(cause { try ZoteroExport.read(rdf(items + attachment).folder) } == .tooMany(most: ForeignLimits.labels))
    }

    /// Each would be borne by each of the files and notes, whatever these bear themselves.
    @Test func `Zotero's are refused where a thing with many tags has many files, each with one of its own`() {
        let links = (0...1_000).map { "<link:link rdf:resource=\"#a\($0)\"/>" }.joined()
        let attachments = (0...1_000).map { number in
            "<z:Attachment rdf:about=\"#a\(number)\"><z:path rdf:resource=\"f\(number)\"/><dc:subject>own</dc:subject></z:Attachment>"
        }.joined()
        let tree = rdf("<bib:Book rdf:about=\"#b\">\(tags(1_001))\(links)</bib:Book>\(attachments)")
        for number in 0...1_000 { tree.put("f\(number)", "x") }
        #expect(cause { try ZoteroExport.read(tree.folder) } == .tooMany(most: ForeignLimits.labels))
    }

    @Test func `a note and an attachment that a thing of Zotero's links to often is there once`() throws {
        let links = String(repeating: "<dcterms:isReferencedBy rdf:resource=\"#n\"/><link:link rdf:resource=\"#a\"/>", count: 3)
        let project = try ZoteroExport.read(rdf("""
            <bib:Book rdf:about="#b"><dc:title>Sea</dc:title>\(links)</bib:Book><bib:Book rdf:about="#c"><dc:title>Salt</dc:title>\(links)</bib:Book>
            <bib:Memo rdf:about="#n"><rdf:value>A note</rdf:value></bib:Memo>
            <z:Attachment rdf:about="#a"><z:path rdf:resource="a.pdf"/><dc:subject>tide</dc:subject></z:Attachment>
            """).folder)
        #expect(outline(project.items) == """
            a.pdf #tide = a.pdf
            Sea.md → A note⏎
            Salt.md → A note⏎
            Export.rdf = Export.rdf

            """)
        #expect(project.losses[.places] == 1)
    }

    /// All files of a document of Papis have its tags.
    @Test func `Papis' are refused where each of many files would bear each of many tags`() throws {
        let tree = MemoryTree("papers")
        tree.put("a/info.yaml", "files:\n" + (0...1_000).map { "- f\($0)\n" }.joined() + "tags:\n" + (0..<1_000).map { "- t\($0)\n" }.joined())
        for number in 0...1_000 { tree.put("a/f\(number)", "x") }
        do {
            _ = try ForeignSource(.papis).read(tree, limits: ImportLimits())
            Issue.record("It is read.")
        } catch {
            #expect(error.words == .importHoldsTooMany(path: "papers", most: ForeignLimits.labels))
        }
    }

    /// Each of these took minutes: the work grew with the square of the length.
    @Test func `a title of full stops, and tags in one long text, cost what their length does`() throws {
        var names = ForeignNames()
        #expect(names.take(String(repeating: ".", count: 300_000)).name == "Untitled")
        #expect(names.take(". .. a", suffix: ".md").name == "a.md")
        let tree = MemoryTree("papers", ["a.pdf": "x"])
        tree.put("info.yaml", "files: [a.pdf]\ntags: " + String(repeating: "sea ", count: 50_000) + "\n")
        #expect(try PapisLibrary.read(tree.folder).items.first { $0.name == "a.pdf" }?.tags.count == 50_000)
        let photos = MemoryTree("Photos", ["a.jpg": "x"])
        photos.put(".ts/a.jpg.json", "{\"tags\":[" + (0..<50_000).map { "{\"title\":\"t\($0)\"}" }.joined(separator: ",") + "]}")
        #expect(try TagSpacesFolder.read(photos.folder).items.first?.tags.count == 50_000)
    }
}
