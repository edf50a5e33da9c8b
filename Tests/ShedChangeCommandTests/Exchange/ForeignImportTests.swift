import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Projects of other programs, by the verb (Documentation/Importing.md).
@Suite(.waitsForPrograms) struct `Import of other programs' projects` {
    private func put(_ shelf: Shelf, _ path: String, _ text: String) throws {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        _ = try shelf.spawn("/bin/mkdir", ["-p", "\(shelf.work)/\(folder)"].map { Array($0.utf8) }, input: nil, in: shelf.work)
        shelf.makeFile(path, text)
    }

    /// A project of Scrivener “Tide.scriv”.
    private func tide() throws -> Shelf {
        let shelf = try Shelf()
        try put(shelf, "Tide.scriv/Tide.scrivx", """
            <?xml version="1.0" encoding="UTF-8"?>
            <ScrivenerProject Version="2.0"><Binder>
            <BinderItem UUID="D" Type="DraftFolder"><Title>Manuscript</Title><Children>
            <BinderItem UUID="AA-2" Type="Text"><Title>Zero</Title></BinderItem>
            <BinderItem UUID="AA-1" Type="Text"><Title>Arrival</Title><MetaData><StatusID>2</StatusID></MetaData></BinderItem>
            </Children></BinderItem>
            <BinderItem UUID="R" Type="ResearchFolder"><Title>Archive</Title><Children><BinderItem UUID="AA-3" Type="PDF"><Title>Map</Title><MetaData><FileExtension>pdf</FileExtension></MetaData></BinderItem></Children></BinderItem>
            <BinderItem UUID="T" Type="TrashFolder"><Title>Bin</Title><Children><BinderItem UUID="AA-8" Type="Text"><Title>Cut</Title></BinderItem></Children></BinderItem>
            </Binder><StatusSettings><Title>Status</Title><StatusItems><Status ID="2">First Draft</Status></StatusItems></StatusSettings></ScrivenerProject>
            """)
        try put(shelf, "Tide.scriv/Files/Data/AA-1/content.rtf", #"{\rtf1\ansi She {\i came}.}"#)
        try put(shelf, "Tide.scriv/Files/Data/AA-2/content.rtf", #"{\rtf1 \'81 before}"#)
        try put(shelf, "Tide.scriv/Files/Data/AA-3/content.pdf", "%PDF-1.4 map")
        try put(shelf, "Tide.scriv/Snapshots/AA-1.snapshots/index.xml", "<Snapshots><Snapshot><Title>Old</Title><Date>2026-09-01 10:00:00 +0000</Date></Snapshot></Snapshots>")
        try put(shelf, "Tide.scriv/Snapshots/AA-1.snapshots/2026-09-01-10-00-00+0000.rtf", #"{\rtf1 She left.}"#)
        return shelf
    }

    private func read(_ shelf: Shelf, _ path: String) -> String { String(decoding: TestFile.read("\(shelf.work)/\(path)"), as: UTF8.self) }

    @Test func `makes a project of one of Scrivener's: texts, order, tags, versions and files`() throws {
        let shelf = try tide()
        let made = try shelf.shed("import", "Tide.scriv", "Sea", "--yes")
        try #require(made.code == 0, "\(made.err)")
        #expect(made.text.contains("from Scrivener"))
        #expect(read(shelf, "Sea/Manuscript/Arrival.md") == "She *came*.\n" && read(shelf, "Sea/Manuscript/Zero.md") == "\u{fffd} before\n")
        #expect(read(shelf, "Sea/Archive/Map.pdf") == "%PDF-1.4 map" && !shelf.exists("Sea/Cut.md"))
        let order = try shelf.shed("order", "Manuscript", "-0", in: "Sea").text.split(separator: "\0").map { $0.split(separator: "/").last.map(String.init) ?? "" }
        #expect(order == ["Zero.md", "Arrival.md"])
        #expect(try shelf.shed("find", "--tag", "Status/First Draft", in: "Sea").text == "Manuscript/Arrival.md\n")
        let versions = try shelf.shed("versions", "Manuscript/Arrival.md", in: "Sea").text
        #expect(versions.contains("“Old”") && versions.contains("2026-09-01"), "\(versions)")
        #expect(try shelf.shed("check", in: "Sea").code == 0)
        // Nothing of the source was touched.
        #expect(read(shelf, "Tide.scriv/Files/Data/AA-1/content.rtf") == #"{\rtf1\ansi She {\i came}.}"#)
    }

    @Test func `says what stays behind, first and in a dry run, and writes nothing then`() throws {
        let shelf = try tide()
        let before = try shelf.fingerprint()
        let shown = try shelf.shed("import", "Tide.scriv", "Sea", "--dry-run")
        #expect(shown.code == 0 && shown.text.contains("would import"), "\(shown.text)\(shown.err)")
        for words in ["1 thing in the trash stays behind", "2 texts are Markdown here, which Scrivener keeps in a form of its own", "1 character is not known here", "what Scrivener keeps for itself"] { #expect((shown.text + shown.err).contains(words), "\(words)") }
        #expect(try shelf.fingerprint() == before)
        let json = try shelf.shed("import", "Tide.scriv", "Sea", "--dry-run", "--json").json()
        #expect(json["source"]?.string == "scrivener" && json["files"]?.integer == 3 && json["versions"]?.integer == 1)
        #expect(json["notes"]?.array?.isEmpty == false)
    }

    @Test func `leaves the times of files that come as they are`() throws {
        let shelf = try tide()
        let times = try shelf.script("""
            mkdir docs; printf 'x' > docs/a.docx; touch -d '2020-01-02 03:04:05 UTC' docs/a.docx Tide.scriv/Files/Data/AA-3/content.pdf
            "$SHED" import docs One -q 2> /dev/null; "$SHED" import Tide.scriv Two -q 2> /dev/null; stat -c %Y One/docs/a.docx Two/Archive/Map.pdf
            """, in: ".")
        #expect(times.text == "1577934245\n1577934245\n", "\(times.everything)")
    }

    @Test func `prints what its page shows`() throws {
        let root = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
        let page = String(decoding: TestFile.read("\(root)/Documentation/Importing.md"), as: UTF8.self)
        let lines = try #require(page.firstRange(of: "```console\n").map { page[$0.upperBound...].prefix { $0 != "`" } }).split(separator: "\n").map(String.init)
        #expect(lines.first == "$ shed import Tide.scriv Sea --dry-run")
        let shelf = try tide()
        let shown = try shelf.shed("import", "Tide.scriv", "Sea", "--dry-run")
        #expect(lines.dropFirst().sorted() == (shown.text + shown.err).replacing(shelf.work, with: "/home/jo").split(separator: "\n").map(String.init).sorted())
    }

    @Test func `is one deed in a project that is there, which undo takes back`() throws {
        let shelf = try tide()
        try #require(try shelf.shed("new", "blank", "Mine", "--language", "en").code == 0)
        try put(shelf, "Mine/Books/mine.md", "mine\n")
        try #require(try shelf.shed("sync", in: "Mine").code == 0)
        let made = try shelf.shed("import", "../Tide.scriv", "--to", ".", "--yes", in: "Mine")
        try #require(made.code == 0, "\(made.err)")
        #expect(read(shelf, "Mine/Manuscript/Arrival.md") == "She *came*.\n")
        #expect(try shelf.shed("undo", "--yes", in: "Mine").code == 0)
        #expect(!shelf.exists("Mine/Manuscript/Arrival.md") && read(shelf, "Mine/Books/mine.md") == "mine\n")
    }

    @Test func `takes projects of each program by what they are`() throws {
        let shelf = try Shelf()
        try put(shelf, "nw/nwProject.nwx", "<novelWriterXML fileVersion=\"1.5\"><project><name>Novel</name></project><content><item handle=\"a\" parent=\"None\" order=\"0\" type=\"ROOT\" class=\"NOVEL\"><name>Story</name></item><item handle=\"b\" parent=\"a\" order=\"0\" type=\"FILE\" class=\"NOVEL\"><name>One</name></item></content></novelWriterXML>")
        try put(shelf, "nw/content/b.nwd", "%%~name: One\n### One\n\n@pov: Jane\n\nText\n")
        try put(shelf, "acts.msk", "1")
        try put(shelf, "acts/MANUSKRIPT", "1")
        try put(shelf, "acts/outline/0-Begin.md", "title:          Begin\nID:             1\n\n\nText")
        try put(shelf, "vault/Index.md", "---\nlongform:\n  format: scenes\n  sceneFolder: /\n  scenes:\n    - two\n    - one\n---\n")
        try put(shelf, "vault/one.md", "1\n")
        try put(shelf, "vault/two.md", "2\n")
        try put(shelf, "library/a/info.yaml", "title: T\nfiles: [a.txt]\ntags: [sea]\n")
        try put(shelf, "library/a/a.txt", "a")
        try put(shelf, "photos/beach[sun].txt", "b")
        try put(shelf, "photos/.ts/plain.txt.json", "{\"tags\":[{\"title\":\"high\"}]}")
        try put(shelf, "photos/plain.txt", "p")
        try put(shelf, "zotero/My.rdf", "<rdf:RDF><bib:Book rdf:about=\"#1\"><dc:title>B</dc:title><dc:subject>tide</dc:subject><link:link rdf:resource=\"#2\"/></bib:Book><z:Attachment rdf:about=\"#2\"><z:path rdf:resource=\"files/2/b.txt\"/></z:Attachment></rdf:RDF>")
        try put(shelf, "zotero/files/2/b.txt", "z")
        try put(shelf, "docs/Story.docx", "PK")
        for (source, name, file) in [
            ("nw", "N", "Story/One.md"), ("acts.msk", "M", "acts/Begin.md"), ("vault", "L", "vault/two.md"), ("library", "P", "a/a.txt"),
            ("photos", "S", "photos/beach.txt"), ("zotero", "Z", "My/b.txt"), ("docs", "W", "docs/Story.docx"),
        ] {
            let made = try shelf.shed("import", source, name, "--yes")
            #expect(made.code == 0 && shelf.exists("\(name)/\(file)"), "\(source): \(made.err)")
            #expect(try shelf.shed("check", in: name).code == 0, "\(source)")
        }
        #expect(read(shelf, "N/Story/One.md") == "### One\n\n<!-- @pov: Jane -->\n\nText\n" && read(shelf, "M/acts/Begin.md") == "Text\n")
        #expect(try shelf.shed("find", "--tag", "sea", in: "P").text == "a/a.txt\n" && shelf.shed("find", "--tag", "high", in: "S").text == "photos/plain.txt\n")
        #expect(try shelf.shed("find", "--tag", "sun", in: "S").text == "photos/beach.txt\n" && shelf.shed("find", "--tag", "tide", in: "Z").text == "My/b.txt\n")
    }

    /// In a project that is there they are its own, so they stay behind and are counted.
    @Test func `says of the project what TagSpaces says of its location, and what of it stays behind with --to`() throws {
        let shelf = try Shelf()
        try put(shelf, "photos/Trip/a.txt", "a")
        try put(shelf, "photos/.ts/tsm.json", "{\"tags\":[{\"title\":\"work\"}],\"description\":\"Two summers\"}")
        let made = try shelf.shed("import", "photos", "P", "--yes")
        try #require(made.code == 0, "\(made.err)")
        let shown = try shelf.shed("show", "--json", ".", in: "P").json()
        #expect(shown["tags"]?.array == ["work"] && shown["details"]?.string == "Two summers", "\(made.everything)")
        #expect(!made.err.contains("stayed behind"), "\(made.err)")
        try #require(try shelf.shed("new", "blank", "Mine", "--language", "en").code == 0)
        for words in [["--dry-run"], ["--yes"]] {
            let taken = try shelf.run((["import", "../photos", "--to", "."] + words).map { Array($0.utf8) }, in: "Mine")
            #expect(taken.code == 0 && taken.err.contains("2 details that hold only where they come from, or of the project itself, stayed behind: the project's details, the tag “work”"), "\(taken.everything)")
            #expect(taken.err.ranges(of: "stayed behind").count == 1, "\(taken.everything)")
        }
        let mine = try shelf.shed("show", "--json", ".", in: "Mine").json()
        #expect(shelf.exists("Mine/Trip/a.txt") && mine["tags"]?.array == [] && (mine["details"]?.string ?? "").isEmpty)
    }

    @Test func `puts files of the source's root into a folder, where more of them may be added`() throws {
        let shelf = try Shelf()
        try put(shelf, "docs/One.docx", "PK")
        try put(shelf, "docs/Two.odt", "PK")
        try put(shelf, "docs/More/Three.docx", "PK")
        let made = try shelf.shed("import", "docs", "W", "--yes")
        try #require(made.code == 0, "\(made.err)")
        #expect(made.err.contains("2 files and folders of the source’s root"), "\(made.err)")
        #expect(shelf.exists("W/docs/One.docx") && shelf.exists("W/docs/Two.odt") && shelf.exists("W/More/Three.docx") && !shelf.exists("W/One.docx"))
        try put(shelf, "W/docs/Four.docx", "PK4")
        #expect(try shelf.shed("sync", in: "W").code == 0)
        #expect(shelf.exists("W/docs/Four.docx") && !shelf.exists("W/Rejected"))
    }

    @Test func `keeps the order of what it puts into a folder, with what stands between`() throws {
        let shelf = try Shelf()
        func item(_ id: String, _ title: String, _ inner: String = "") -> String {
            "<BinderItem UUID=\"\(id)\" Type=\"\(inner.isEmpty ? "Text" : "Folder")\"><Title>\(title)</Title><Children>\(inner)</Children></BinderItem>"
        }
        let items = item("A", "Front", item("B", "Zero")) + item("C", "Sea") + item("D", "Part", item("E", "Inner")) + item("F", "Ebb")
        try put(shelf, "Tide.scriv/a.scrivx", "<ScrivenerProject Version=\"2.0\"><Binder>\(items)</Binder></ScrivenerProject>")
        for id in ["B", "C", "E", "F"] { try put(shelf, "Tide.scriv/Files/Data/\(id)/content.rtf", #"{\rtf1 x}"#) }
        let made = try shelf.shed("import", "Tide.scriv", "N", "--yes")
        try #require(made.code == 0, "\(made.err)")
        #expect(shelf.exists("N/Front/Zero.md") && shelf.exists("N/Tide/Part/Inner.md"))
        let order = try shelf.shed("order", "Tide", "-0", in: "N").text.split(separator: "\0").map { $0.split(separator: "/").last.map(String.init) ?? "" }
        #expect(order == ["Sea.md", "Part", "Ebb.md"])
    }

    @Test func `makes names of titles of which check has nothing to say`() throws {
        let shelf = try Shelf()
        let titles = ["Smith &amp; Co.", "1: 1923", "Who?", "Aux", "a\\b | c*", "&lt;Draft&gt; &quot;x&quot; ", "Plain"]
        let items = titles.enumerated().map { number, title in
            let inner = "<BinderItem UUID=\"T\(number)\" Type=\"Text\"><Title>\(title)</Title></BinderItem>"
            return "<BinderItem UUID=\"F\(number)\" Type=\"Folder\"><Title>\(title)</Title><Children>\(inner)</Children></BinderItem>"
        }
        try put(shelf, "Tide.scriv/a.scrivx", "<ScrivenerProject Version=\"2.0\"><Binder>\(items.joined())</Binder></ScrivenerProject>")
        let made = try shelf.shed("import", "Tide.scriv", "N", "--yes")
        try #require(made.code == 0, "\(made.err)")
        #expect(shelf.exists("N/Smith & Co/Smith & Co.md") && shelf.exists("N/1- 1923/1- 1923.md") && shelf.exists("N/_Aux/_Aux.md") && shelf.exists("N/Plain/Plain.md"))
        #expect(made.everything.contains("12 names are others here (Smith & Co.; 1: 1923; Who?)"), "\(made.everything)")
        let checked = try shelf.shed("check", in: "N")
        #expect(checked.code == 0 && !checked.text.contains("[NAM") && !checked.text.contains("[PRT"), "\(checked.everything)")
    }

    @Test func `changes nothing where the source is malformed or hostile`() throws {
        let shelf = try Shelf()
        func binder(_ items: String) -> String { "<ScrivenerProject Version=\"2.0\"><Binder>\(items)</Binder></ScrivenerProject>" }
        try put(shelf, "laughs.scriv/a.scrivx", "<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]>" + binder("<BinderItem UUID=\"A\"><Title>&c;</Title></BinderItem>"))
        try put(shelf, "old.scriv/a.scrivx", "<ScrivenerProject Version=\"3.0\"><Binder/></ScrivenerProject>")
        try put(shelf, "away.scriv/a.scrivx", binder("<BinderItem UUID=\"../../x\" Type=\"Text\"/>"))
        try put(shelf, "deep.scriv/a.scrivx", binder(String(repeating: "<BinderItem UUID=\"A\"><Children>", count: 2_000)))
        try put(shelf, "torn.scriv/a.scrivx", binder("<BinderItem UUID=\"A\" Type=\"Text\"><Title>x</Title></BinderItem>"))
        try put(shelf, "torn.scriv/Files/Data/A/content.rtf", "{\\rtf1 torn")
        try put(shelf, "circle/nwProject.nwx", "<novelWriterXML fileVersion=\"1.5\"><content><item handle=\"a\" parent=\"b\" type=\"FILE\"><name>A</name></item><item handle=\"b\" parent=\"a\" type=\"FILE\"><name>B</name></item></content></novelWriterXML>")
        try put(shelf, "yaml/info.yaml", "files: &a [x]\ntags: *a\n")
        let before = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array("find work | sort".utf8)], input: nil, in: shelf.path).text
        for (source, words) in [
            ("laughs.scriv", "declares entities"), ("old.scriv", "version “3.0”"), ("away.scriv", "is damaged"), ("deep.scriv", "nests more than"), ("torn.scriv", "content.rtf"),
            ("circle", "stands within itself"), ("yaml", "line 1"),
        ] {
            let made = try shelf.shed("import", source, "New", "--yes")
            #expect(made.code == 2 && made.err.contains(words), "\(source): \(made.code) \(made.err)")
        }
        #expect(try shelf.spawn("/bin/sh", [Array("-c".utf8), Array("find work | sort".utf8)], input: nil, in: shelf.path).text == before)
    }

    @Test func `writes nothing outside where an archive of any program has a path that leads there`() throws {
        let shelf = try Shelf()
        let made = try shelf.script("""
            python3 - <<'P'
            import zipfile
            sources = {"scrivener": "a.scrivx", "novel": "nwProject.nwx", "acts": "MANUSKRIPT", "zotero": "a.rdf", "papis": "a/info.yaml",
                "spaces": ".ts/a.txt.json", "longform": "Index.md", "documents": "a.docx"}
            for name, path in sources.items():
                for number, evil in enumerate(("../evil", "/tmp/shed-evil", "a/../../evil")):
                    with zipfile.ZipFile(f"{name}{number}.zip", "w") as z: z.writestr(path, "{}"); z.writestr(evil, "evil")
            P
            """, in: ".")
        // Without Python the archives of ShedExchangeTests stand for these.
        guard made.code == 0 else { return }
        for name in ["scrivener", "novel", "acts", "zotero", "papis", "spaces", "longform", "documents"] {
            for number in 0..<3 {
                let refused = try shelf.shed("import", "\(name)\(number).zip", "New", "--yes")
                #expect(refused.code == 2 && refused.err.contains("leads nowhere"), "\(name)\(number): \(refused.everything)")
            }
        }
        #expect(!shelf.exists("New") && !shelf.exists("evil") && !shelf.exists("../evil"))
    }

    @Test func `follows no link out of the source`() throws {
        let shelf = try tide()
        try put(shelf, "secret.txt", "secret")
        for (link, target) in [("Tide.scriv/Files/Data/AA-9", "\(shelf.work)"), ("Tide.scriv/Files/Data/AA-3/content.pdf", "\(shelf.work)/secret.txt")] {
            unlink("\(shelf.work)/\(link)")
            symlink(target, "\(shelf.work)/\(link)")
        }
        let made = try shelf.shed("import", "Tide.scriv", "Sea", "--yes")
        #expect(made.code == 0 && !shelf.exists("Sea/Archive/Map.pdf"), "\(made.err)")
        #expect((made.text + made.err).contains("1 file that the source names is not there"))
    }

    @Test(arguments: ["scrivener", "zotero"]) func `says that a folder holds no such thing, and which things there are`(source: String) throws {
        let shelf = try Shelf()
        shelf.makeDirectory("Empty")
        let empty = try shelf.shed("import", "Empty", "New", "--from", source, "--yes")
        #expect(empty.code == 2 && empty.err.contains("“Empty” holds nothing to import"), "\(empty.everything)")
        let unknown = try shelf.shed("import", "Empty", "New", "--from", "\(source)s", "--yes")
        #expect(unknown.code == 2 && unknown.err.contains("shed knows no source “\(source)s”") && unknown.err.contains("knows the projects of: "), "\(unknown.everything)")
        #expect(!shelf.exists("New"))
    }

    @Test func `says of a folder of notes without an index what makes a project of it`() throws {
        let shelf = try Shelf()
        try put(shelf, "Vault/Ode.md", "# Ode")
        let result = try shelf.shed("import", "Vault", "New", "--from", "longform", "--yes")
        #expect(result.code == 2 && result.err.contains("“Vault” holds nothing to import. It has no index note. “shed adopt FOLDER” makes a project of a folder"), "\(result.everything)")
        symlink("nowhere", "\(shelf.work)/Gone")
        let gone = try shelf.shed("import", "Gone", "New", "--yes")
        #expect(gone.code == 2 && gone.err.contains("/Gone leads to nowhere, and nothing is there. Check the path."), "\(gone.everything)")
        #expect(!shelf.exists("New"))
    }

    @Test func `says it in the language of who asks`() throws {
        let shelf = try tide()
        let text = "cd '\(shelf.work)'; LC_ALL=de_DE.UTF-8 '\(ShedProgram.path)' import Tide.scriv Meer --dry-run 2>&1"
        let shown = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work).text
        #expect(shown.contains("1 Ding im Papierkorb bleibt zurück"), "\(shown)")
    }

    @Test(arguments: ["import-begun", "import-filled", "import-published"])
    func `leaves a whole project or none where it is killed`(point: String) throws {
        let shelf = try tide()
        let text = "cd '\(shelf.work)'; SHED_INTERRUPT_AT=\(point) '\(ShedProgram.path)' import Tide.scriv Sea --yes"
        let killed = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL)
        #expect(shelf.exists("Sea") == (point == "import-published"))
        if shelf.exists("Sea") { #expect(read(shelf, "Sea/Manuscript/Arrival.md") == "She *came*.\n") }
        // The next run removes what the killed one left.
        #expect(try shelf.shed("import", "Tide.scriv", "Other", "--yes").code == 0)
        #expect(try shelf.spawn("/bin/sh", [Array("-c".utf8), Array("ls -A | grep -c shed-import".utf8)], input: nil, in: shelf.work).text == "0\n")
    }
}

/// Sentences with another sentence, a placeholder or a reason in them.
@Suite(.waitsForPrograms) struct `What is refused, in the language of who asks` {
    @Test func `tells with the same words in a dry run and after it why a folder of a template was not made`() throws {
        let shelf = try Shelf()
        let said = try shelf.script("""
            mkdir -p ../home/.config/shed/kinds Old; echo mine > Old/World; cat > ../home/.config/shed/kinds/atlas.toml <<'END'
            name = "atlas"
            [[section]]
            key = "desk"
            title = "DESK"
            [[section]]
            key = "trash"
            [[folder]]
            role = "world"
            section = "desk"
            accepts = "both"
            children = "both"
            name = "World"
            [[folder]]
            role = "trash"
            section = "trash"
            accepts = "nothing"
            filling = "anything"
            END
            "$SHED" adopt Old --kind blank --language en --yes -q; export LC_ALL=de_DE.UTF-8
            "$SHED" -C Old template apply atlas --dry-run 2>&1; "$SHED" -C Old template apply atlas 2>&1; cat Old/World
            """, in: ".")
        #expect(said.text.ranges(of: "World wurde nicht angelegt: dort liegt schon etwas dieses Namens").count == 2, "\(said.everything)")
        #expect(!said.text.contains("something of that name") && said.text.hasSuffix("mine\n"), "\(said.everything)")
    }

    @Test(arguments: [("en_GB", "PATH"), ("de_DE", "PFAD"), ("fr_FR", "CHEMIN"), ("es_ES", "RUTA"), ("ja_JP", "パス")])
    func `names a path as the language does where no link was given`(language: String, path: String) throws {
        let shelf = try Shelf()
        let said = try shelf.script("LC_ALL=\(language).UTF-8 \"$SHED\" open Kapitel 2>&1", in: ".")
        #expect(said.text.contains("shed link \(path)"), "\(said.everything)")
    }

    @Test func `says of --force with an export of the project that this replaces nothing`() throws {
        let shelf = try Shelf.withPoems()
        let refused = try shelf.shed("export", "--zip", "../out.zip", "--force", in: "Poems")
        #expect(refused.code == 2 && refused.err.replacing("\n", with: " ").contains("--zip writes an export of the project, which never replaces anything: leave out --force"), "\(refused.everything)")
        #expect(!refused.err.contains("collections"), "\(refused.everything)")
        let other = try shelf.shed("export", "--zip", "../out.zip", "--format", "csv", in: "Poems")
        #expect(other.code == 2 && other.err.replacing("\n", with: " ").contains("the options of collections are for one file"), "\(other.everything)")
        for (language, words) in [("de_DE", "--force weglassen"), ("fr_FR", "enlever --force"), ("es_ES", "quitar --force"), ("ja_JP", "--forceを外してください")] {
            let said = try shelf.script("LC_ALL=\(language).UTF-8 \"$SHED\" export --tree ../out --force 2>&1")
            #expect(said.text.replacing("\n", with: " ").contains(words), "\(said.everything)")
        }
        #expect(!shelf.exists("out.zip"))
    }
}
