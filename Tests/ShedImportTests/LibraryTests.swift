import ShedExchange
import ShedModel
import Testing
@testable import ShedImport

@Suite struct `A library of Papis` {
    @Test func `comes as it is, with tags on the files that belong to a document`() throws {
        let tree = MemoryTree("papers", [
            "physics/newton/info.yaml": "title: Principia\nauthor: Newton, Isaac\nfiles:\n- document.pdf\n- lost.pdf\ntags:\n- classic\n- a/b\n",
            "physics/newton/document.pdf": "%PDF", "physics/newton/notes.tex": "n",
            "old/info.yaml": "files: [a.pdf]\ntags: one two\n", "old/a.pdf": "%PDF", "folder1/paper.pdf": "%PDF",
        ])
        tree.link("old/link.pdf")
        let project = try PapisLibrary.read(tree.folder)
        #expect(outline(project.items) == """
            folder1/
              paper.pdf = folder1/paper.pdf
            old/
              a.pdf #one #two = old/a.pdf
              info.yaml = old/info.yaml
            physics/
              newton/
                document.pdf #classic #a-b = physics/newton/document.pdf
                info.yaml = physics/newton/info.yaml
                notes.tex = physics/newton/notes.tex

            """)
        #expect(project.losses[.missing] == 1 && project.losses[.unusual] == 1 && project.losses[.details] == 2)
    }

    @Test func `has the tags of a document without files on what tells of it`() throws {
        let tree = MemoryTree("papers", ["a/info.yaml": "files: []\ntags: [sea]\n", "b/info.yaml": "files: [lost.pdf]\ntags: [salt]\n", "c/info.yaml": "tags: [sky]\n"])
        #expect(outline(try PapisLibrary.read(tree.folder).items) == """
            a/
              info.yaml #sea = a/info.yaml
            b/
              info.yaml #salt = b/info.yaml
            c/
              info.yaml #sky = c/info.yaml

            """)
    }

    @Test func `is refused with the line where its YAML is beyond what is read`() {
        #expect(cause { try PapisLibrary.read(MemoryTree("p", ["a/info.yaml": "title: x\ntags: &t [a]\n"]).folder) } == .beyondSubset(line: 2))
    }
}

@Suite struct `A location of TagSpaces` {
    @Test func `comes with the tags of names and of files beside, and without the brackets`() throws {
        let tree = MemoryTree("Photos", [
            "beach[sea 2019].jpg": "j", "[only].txt": "t", "plain.txt": "p", "array[].txt": "e",
            ".ts/plain.txt.json": ##"{"tags":[{"title":"high","type":"sidecar","color":"#ff7537"},{"title":"high"}],"description":"# About\n\nit","appName":"TagSpaces","appVersion":"5.4.0"}"##,
            ".ts/beach[sea 2019].jpg.json": #"{"tags":[{"title":"4star"}]}"#,
            ".ts/plain.txt.jpg": "thumb",
            "Trip/a.txt": "a", "Trip/.ts/tsm.json": "\u{feff}{\"tags\":[{\"title\":\"done\"}],\"description\":\"\"}",
        ])
        #expect(outline(try TagSpacesFolder.read(tree.folder).items) == """
            Trip/ #done
              a.txt = Trip/a.txt
            [only].txt #only = [only].txt
            array[].txt = array[].txt
            beach.jpg #sea #2019 #4star = beach[sea 2019].jpg
            plain.txt #high = plain.txt
            plain (description).md → # About⏎⏎it⏎

            """)
    }

    @Test func `has what is said of itself as what is said of the project`() throws {
        let tree = MemoryTree("Photos", [
            "a.txt": "a", ".ts/tsm.json": #"{"tags":[{"title":"work"},{"title":"a/b"},{"title":"work"}],"description":" Of two\nsummers\n"}"#,
        ])
        let taken = Taken(.tagSpaces, tree)
        #expect(taken.project?.own.tags == [ImportedTag.Title("work"), ImportedTag.Title("a-b")] && taken.project?.details == "Of two\nsummers")
        // What a tag is called otherwise is said of these too, and nothing of it stands beside the files.
        #expect(taken.says("a/b") && taken.project?.nodes.map(\.name) == ["a.txt"], "\(taken.notes)")
        #expect(try TagSpacesFolder.read(tree.folder).losses == ForeignLosses())
    }

    @Test func `says where its description is too long to be one of a project`() throws {
        let long = String(repeating: "x", count: 200_000)
        let project = try TagSpacesFolder.read(MemoryTree("Photos", ["a.txt": "a", ".ts/tsm.json": "{\"tags\":[{\"title\":\"work\"}],\"description\":\"\(long)\"}"]).folder)
        #expect(project.tags.map(\.name) == ["work"] && project.details == nil)
        #expect(project.losses.entries[.details]?.examples == [".ts/tsm.json"])
    }

    @Test(arguments: [
        ("[entwurf] brief.md", "brief.md"), ("brief [entwurf].md", "brief.md"), ("brief[entwurf] .md", "brief.md"), ("brief [entwurf] neu.md", "brief neu.md"),
        (" [entwurf] brief", "brief"), ("[entwurf].md", "[entwurf].md"), ("[entwurf] .md", "[entwurf] .md"), ("[entwurf] ", "[entwurf] "), ("[entwurf] .b.md", "[entwurf] .b.md"),
    ])
    func `names have no blank at their ends where the brackets stood`(name: String, expected: String) throws {
        let tree = MemoryTree("x")
        tree.put(name, "x")
        #expect(outline(try TagSpacesFolder.read(tree.folder).items) == "\(expected) #entwurf = \(name)\n")
    }

    @Test func `keeps files apart whose names differ by their tags alone, and is refused where a file beside is damaged`() throws {
        let twins = try TagSpacesFolder.read(MemoryTree("x", ["a[b].txt": "1", "A[c].txt": "2"]).folder)
        #expect(outline(twins.items) == "A.txt #c = A[c].txt\na (2).txt #b = a[b].txt\n" && twins.losses[.names] == 2)
        #expect(cause { try TagSpacesFolder.read(MemoryTree("x", ["a.txt": "1", ".ts/a.txt.json": "{"]).folder) } == .malformed(line: nil))
        let deep = MemoryTree("x", ["a.txt": "1", ".ts/a.txt.json": String(repeating: "[", count: 100_000)])
        #expect(cause { try TagSpacesFolder.read(deep.folder) } == .malformed(line: nil))
        let many = MemoryTree("x", ["a.txt": "1", ".ts/a.txt.json": "{\"x\":[" + String(repeating: "0,", count: 1_000_000) + "0]}"])
        #expect(cause { try TagSpacesFolder.read(many.folder) } == .malformed(line: nil))
    }
}

@Suite struct `An export of Zotero` {
    private func rdf(_ body: String) -> MemoryTree {
        MemoryTree("Export", [
            "Export.rdf": """
                <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:dc="http://purl.org/dc/elements/1.1/">
                \(body)
                </rdf:RDF>
                """,
            "files/3/Sea 2020.pdf": "%PDF", "files/4/b.pdf": "%PDF", "files/9/unnamed.html": "x",
        ])
    }

    private static let body = """
        <bib:Article rdf:about="http://example.org/a">
          <z:itemType>journalArticle</z:itemType><dc:title>On the Sea</dc:title>
          <dc:subject>tides</dc:subject>
          <dc:subject><z:AutomaticTag><rdf:value>Ocean</rdf:value></z:AutomaticTag></dc:subject>
          <dcterms:isPartOf rdf:resource="urn:issn:1"/>
          <link:link rdf:resource="#item_3"/>
          <dcterms:isReferencedBy rdf:resource="#item_5"/>
        </bib:Article>
        <bib:Journal rdf:about="urn:issn:1"><dc:title>J</dc:title></bib:Journal>
        <bib:Memo rdf:about="#item_5"><rdf:value>&lt;p&gt;A &lt;em&gt;note&lt;/em&gt; &amp;amp; more&lt;/p&gt;&lt;script&gt;x&lt;/script&gt;</rdf:value></bib:Memo>
        <z:Attachment rdf:about="#item_3"><z:itemType>attachment</z:itemType><dc:title>PDF</dc:title><z:path rdf:resource="files/3/Sea 2020.pdf"/><link:type>application/pdf</link:type></z:Attachment>
        <z:Attachment rdf:about="#item_4"><z:itemType>attachment</z:itemType><dc:title>Alone</dc:title><rdf:resource rdf:resource="files/4/b.pdf"/></z:Attachment>
        <z:Attachment rdf:about="#item_6"><dc:title>Away</dc:title><z:path rdf:resource="../../etc/passwd"/></z:Attachment>
        <z:Collection rdf:about="#collection_1"><dc:title>Water</dc:title><dcterms:hasPart rdf:resource="#collection_2"/><dcterms:hasPart rdf:resource="http://example.org/a"/></z:Collection>
        <z:Collection rdf:about="#collection_2"><dc:title>Salt</dc:title><dcterms:hasPart rdf:resource="http://example.org/a"/></z:Collection>
        """

    @Test func `comes by its collections, with tags and notes, and the list itself`() throws {
        let project = try ZoteroExport.read(rdf(Self.body).folder)
        #expect(outline(project.items) == """
            Water/
              Salt/
                Sea 2020.pdf #tides #Ocean = files/3/Sea 2020.pdf
                On the Sea.md #tides #Ocean → A *note* & more⏎
            b.pdf = files/4/b.pdf
            Export.rdf = Export.rdf

            """)
        #expect(project.losses[.places] == 1 && project.losses[.missing] == 1 && project.losses[.unnamed] == 1)
    }

    @Test func `has tags of a note and of an attachment on these alone, and those of the thing on all`() throws {
        let body = """
            <bib:Book rdf:about="#b"><dc:title>Sea</dc:title><dc:subject>tides</dc:subject>
            <dcterms:isReferencedBy rdf:resource="#item_5"/><dcterms:isReferencedBy rdf:resource="#item_6"/><link:link rdf:resource="#item_3"/><link:link rdf:resource="#item_4"/></bib:Book>
            <bib:Memo rdf:about="#item_5"><rdf:value>&lt;p&gt;One&lt;/p&gt;</rdf:value><dc:subject>idea</dc:subject><dc:subject>tides</dc:subject></bib:Memo>
            <bib:Memo rdf:about="#item_6"><rdf:value>&lt;p&gt;Two&lt;/p&gt;</rdf:value></bib:Memo>
            <z:Attachment rdf:about="#item_3"><z:path rdf:resource="files/3/Sea 2020.pdf"/><dc:subject><z:AutomaticTag><rdf:value>scan</rdf:value></z:AutomaticTag></dc:subject></z:Attachment>
            <z:Attachment rdf:about="#item_4"><z:path rdf:resource="files/4/b.pdf"/></z:Attachment>
            """
        #expect(outline(try ZoteroExport.read(rdf(body).folder).items) == """
            Sea 2020.pdf #tides #scan = files/3/Sea 2020.pdf
            b.pdf #tides = files/4/b.pdf
            Sea.md #tides #idea → One⏎
            Sea (2).md #tides → Two⏎
            Export.rdf = Export.rdf

            """)
    }

    @Test func `has tags of a note without text and of an attachment without a file on all that the thing has`() throws {
        let body = """
            <bib:Book rdf:about="#b"><dc:title>Sea</dc:title><dc:subject>tides</dc:subject><dcterms:isReferencedBy rdf:resource="#item_5"/>
            <link:link rdf:resource="#item_3"/><link:link rdf:resource="#item_4"/><link:link rdf:resource="#item_6"/></bib:Book>
            <bib:Memo rdf:about="#item_5"><rdf:value>&lt;p&gt; &lt;/p&gt;</rdf:value><dc:subject>idea</dc:subject></bib:Memo>
            <z:Attachment rdf:about="#item_3"><z:path rdf:resource="files/3/Sea 2020.pdf"/><dc:subject>scan</dc:subject></z:Attachment>
            <z:Attachment rdf:about="#item_4"><dc:title>Link</dc:title><dc:subject>web</dc:subject></z:Attachment>
            <z:Attachment rdf:about="#item_6"><z:path rdf:resource="files/6/gone.pdf"/><dc:subject>lost</dc:subject></z:Attachment>
            """
        let project = try ZoteroExport.read(rdf(body).folder)
        #expect(outline(project.items) == """
            Sea 2020.pdf #tides #web #lost #idea #scan = files/3/Sea 2020.pdf
            Export.rdf = Export.rdf

            """)
        #expect(project.losses[.missing] == 1 && project.losses[.details] == 1)
    }

    @Test func `counts tags that nothing here could bear`() throws {
        let body = """
            <bib:Book rdf:about="#b"><dc:title>Sea</dc:title><link:link rdf:resource="#item_4"/><dcterms:isReferencedBy rdf:resource="#item_5"/></bib:Book>
            <z:Attachment rdf:about="#item_4"><dc:title>&lt;b&gt;Link&lt;/b&gt;</dc:title><dc:subject>web</dc:subject></z:Attachment>
            <bib:Memo rdf:about="#item_5"><dc:subject>idea</dc:subject></bib:Memo>
            <bib:Memo rdf:about="#item_7"><dc:subject>alone</dc:subject></bib:Memo>
            """
        let project = try ZoteroExport.read(rdf(body).folder)
        #expect(outline(project.items) == "Export.rdf = Export.rdf\n")
        #expect(project.losses[.details] == 4 && project.losses.entries[.details]?.examples == ["Sea", "Link", "Untitled"])
        #expect(project.losses[.missing] == 0)
    }

    @Test func `has the note of an attachment beside it, with its tags`() throws {
        let body = """
            <bib:Book rdf:about="#b"><dc:title>Sea</dc:title><dc:description>Extra is no note.</dc:description>
            <link:link rdf:resource="#item_3"/><link:link rdf:resource="#item_4"/><dcterms:isReferencedBy rdf:resource="#item_5"/></bib:Book>
            <z:Attachment rdf:about="#item_3"><z:path rdf:resource="files/3/Sea 2020.pdf"/><dc:subject>scan</dc:subject>
            <dc:description>&lt;p&gt;On &lt;b&gt;page 2&lt;/b&gt;&lt;/p&gt;</dc:description></z:Attachment>
            <z:Attachment rdf:about="#item_4"><dc:title>Link</dc:title><dc:subject>web</dc:subject><dc:description>&lt;p&gt;There&lt;/p&gt;</dc:description></z:Attachment>
            <bib:Memo rdf:about="#item_5"><rdf:value>&lt;p&gt;One&lt;/p&gt;</rdf:value></bib:Memo>
            <z:Attachment rdf:about="#item_6"><dc:title>PDF</dc:title><z:path rdf:resource="files/4/b.pdf"/><dc:subject>solo</dc:subject>
            <dc:description>&lt;p&gt;Alone, &lt;a href="zotero://select/x"&gt;x&lt;/a&gt;&lt;/p&gt;</dc:description></z:Attachment>
            """
        let project = try ZoteroExport.read(rdf(body).folder)
        #expect(outline(project.items) == """
            Sea 2020.pdf #scan = files/3/Sea 2020.pdf
            Sea 2020.md #scan → On **page 2**⏎
            Sea.md #web → There⏎
            Sea (2).md → One⏎
            b.pdf #solo = files/4/b.pdf
            b.md #solo → Alone, x⏎
            Export.rdf = Export.rdf

            """)
        #expect(project.losses.entries[.links]?.examples == ["b"])
    }

    @Test func `names notes without the marks of a title`() throws {
        let body = """
            <bib:Book rdf:about="#b"><dc:title>&lt;i&gt;Mare&lt;/i&gt; of H&lt;sub&gt;2&lt;/sub&gt;O, a &lt; b</dc:title><dcterms:isReferencedBy rdf:resource="#n"/></bib:Book>
            <bib:Memo rdf:about="#n"><rdf:value>&lt;p&gt;One&lt;/p&gt;</rdf:value></bib:Memo>
            """
        let project = try ZoteroExport.read(rdf(body).folder)
        #expect(outline(project.items) == "Mare of H2O, a - b.md → One⏎\nExport.rdf = Export.rdf\n")
        #expect(project.losses.entries[.details]?.examples == ["Mare of H2O, a < b"])
    }

    @Test func `is refused where collections stand in each other, or a thing stands there twice`() {
        let circle = "<bib:Book rdf:about=\"#b\"><dc:title>B</dc:title></bib:Book><z:Collection rdf:about=\"#1\"><dc:title>One</dc:title><dcterms:hasPart rdf:resource=\"#2\"/></z:Collection><z:Collection rdf:about=\"#2\"><dc:title>Two</dc:title><dcterms:hasPart rdf:resource=\"#1\"/></z:Collection>"
        #expect(cause { try ZoteroExport.read(rdf(circle).folder) } == .circle("One"))
        #expect(cause { try ZoteroExport.read(rdf("<bib:Book rdf:about=\"#b\"/><bib:Book rdf:about=\"#b\"/>").folder) } == .doubled("#b"))
        #expect(cause { try ZoteroExport.read(rdf("").folder) } == .empty)
    }

    @Test func `is read from BibTeX too`() throws {
        let tree = MemoryTree("Export", [
            "My.bib": """
                A comment.
                @string{j = "Journal"}
                @article{smith2020,
                  title = {The {Sea} \\& Salt},
                  author = "Smith, A" # " and B",
                  year = 2020,
                  keywords = {tides, salt water},
                  annote = {A *note* \\& more
                    and more},
                  file = {Full Text:files/3/Sea\\; 1.pdf:application/pdf;Snapshot:files/4/gone.html:text/html},
                }
                """,
            "files/3/Sea; 1.pdf": "%PDF",
        ])
        let project = try ZoteroExport.read(tree.folder)
        #expect(outline(project.items) == """
            Sea; 1.pdf #tides #salt water = files/3/Sea; 1.pdf
            The Sea & Salt.md #tides #salt water → A \\*note\\* & more⏎⏎and more⏎
            My.bib = My.bib

            """, "\(outline(project.items))")
        #expect(project.losses.entries[.missing]?.examples == ["The Sea & Salt"])
        for text in ["@article{a, title = {open", "@article{a, title = }", "@article{a title", "@article{a, title = {" + String(repeating: "{", count: 5_000)] {
            #expect(cause { try BibTeX.read(Array(text.utf8), "a.bib") } != nil, "\(text.prefix(40))")
        }
    }
}

@Suite struct `A folder of documents` {
    @Test func `comes byte for byte, and what is hidden is counted, but for what programs leave about`() throws {
        let tree = MemoryTree("Stories", [
            "Sea/One.docx": "PK", "Two.odt": "PK", ".DS_Store": "x", "notes.txt": "n", ".letters/Old.docx": "PK", "Sea/.One.docx": "PK", ".~lock.Two.odt#": "x",
        ])
        let project = try DocumentFolder.read(tree.folder)
        #expect(outline(project.items) == "Sea/\n  One.docx = Sea/One.docx\nTwo.odt = Two.odt\nnotes.txt = notes.txt\n")
        #expect(project.losses[.unseen] == 2 && project.losses.entries[.unseen]?.examples.sorted() == [".letters", "Sea/.One.docx"])
        // What TagSpaces keeps is read, and does not stay behind.
        #expect(try TagSpacesFolder.read(MemoryTree("x", ["a.txt": "1", ".ts/a.txt.json": "{}", ".b/c": "1"]).folder).losses[.unseen] == 1)
    }

    @Test(arguments: [
        ("<p>2 * 3 &lt;b&gt; _x_ [[y]]</p>", "2 \\* 3 \\<b> \\_x\\_ \\[[y]]"), ("<p># no</p><p>1. no</p><p>- no</p>", "\\# no\n\n1\\. no\n\n\\- no"),
        ("<h1>A #</h1><h4>B</h4>", "# A \\#\n\n### B"), ("<ol><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ol>", "1. a\n2. b\n   - c\n3. d"),
        ("<p>a <strong> b </strong>c<br/>- d</p>", "a **b** c\\\n\\- d"), ("<p><em>a<em>b</em>c</em> d</p>", "*abc* d"), ("<p>a < b & c &auml;&#x41;&nope;</p>", "a < b & c äA\\&nope;"),
        (#"<a href="https://a.de/?x=1&amp;y=(2)" rel="x">here</a> <a href="javascript:x">no</a>"#, "[here](<https://a.de/?x=1&y=(2)>) no"),
        ("a <b", "a \\<b"), ("a <b&gt;", "a \\<b>"), ("a\nb", "a b"), ("<", "<"),
    ]) func `a note is text where Markdown would see a mark, and keeps its own`(html: String, expected: String) {
        #expect(HTMLNote.markdown(html) == expected + "\n")
    }

    private static let names = #""Key","Item Type","Publication Year","Author","Title","Notes","File Attachments","Link Attachments","Manual Tags","Automatic Tags""#

    private func csv(_ rows: String) -> MemoryTree {
        MemoryTree("Zotero", ["My Library.csv": "\u{feff}\(Self.names)\n\(rows)", "storage/AB12CD34/Sea 2020.pdf": "%PDF", "storage/EF56/b.html": "<p>", "other.csv": "a,b\n1,2\n"])
    }

    @Test func `is read from CSV too, with the files that lie beside it`() throws {
        let rows = #"""
            "QX12","journalArticle","2020","Smith, A","On ""the"" Sea","<p>A <em>note</em></p>","/home/ada/Zotero/storage/AB12CD34/Sea 2020.pdf; C:\Users\Ada\Zotero\storage\EF56\b.html","","tides; salt/water","Ocean"
            "QX13","book","","","Gone","","/home/ada/Zotero/storage/ZZ/gone.pdf; ../../etc/passwd","","",""
            """#
        let tree = csv(rows)
        #expect(try ForeignSource(.zotero).isMeant(by: tree))
        let project = try ZoteroExport.read(tree.folder)
        #expect(outline(project.items) == """
            Sea 2020.pdf #tides #salt-water #Ocean = storage/AB12CD34/Sea 2020.pdf
            b.html #tides #salt-water #Ocean = storage/EF56/b.html
            On -the- Sea.md #tides #salt-water #Ocean → A *note*⏎
            My Library.csv = My Library.csv

            """, "\(outline(project.items))")
        #expect(project.losses.entries[.missing]?.count == 2)
        #expect(try ForeignSource(.zotero).isMeant(by: MemoryTree("Zotero", file: "My Library.csv", ["My Library.csv": "\u{feff}\(Self.names)\n\(rows)"])))
    }

    @Test func `no other CSV is one of Zotero, and a damaged one says where`() throws {
        #expect(try !ForeignSource(.zotero).isMeant(by: MemoryTree("x", ["books.csv": "Key,Title\n1,2\n"])))
        #expect(try !ForeignSource(.zotero).isMeant(by: MemoryTree("x", file: "books.csv", ["books.csv": "Key,Title\n1,2\n"])))
        for (rows, line) in [("\"a\",\"b\"\n", 2), ("\"a", 2), ("\"a\"b\"", 2)] {
            #expect(cause { try ZoteroExport.read(csv(rows).folder) } == .malformed(line: line), "\(rows)")
        }
        #expect(cause { try ZoteroExport.read(csv("").folder) } == .empty)
        #expect(cause { try ZoteroCSV.read([0x22, 0xff, 0x22], "a.csv") } == .notUTF8)
    }
}
