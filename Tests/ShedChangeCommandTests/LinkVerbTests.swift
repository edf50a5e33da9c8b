import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `link`, `open`, and what takes an ID in place of a path.
@Suite(.waitsForPrograms) struct `Links by IDs` {
    private func shelf() throws -> Shelf { try Shelf.withPoems(settings: "", drafts: ["Ode [1].md": "Ode\n", "Rain.md": "Rain\n"]) }

    private func id(_ shelf: Shelf, _ path: String) throws -> String {
        try #require(try shelf.shed("show", path, "--json", in: "Poems").json()["id"]?.string)
    }

    @Test func `are printed, also for Markdown and programs`() throws {
        let shelf = try shelf()
        let id = try id(shelf, "Draft/Ode [1].md")
        #expect(try shelf.shed("link", "Draft/Ode [1].md", in: "Poems").text == "shed:\(id)\n")
        #expect(try shelf.shed("link", "Draft/Ode [1].md", "--markdown", in: "Poems").text == "[Ode \\[1\\].md](shed:\(id))\n")
        let json = try shelf.shed("link", "Draft/Ode [1].md", "Draft/Rain.md", "--json", in: "Poems").json().array
        #expect(json?.count == 2)
        #expect(json?.first?["link"]?.string == "shed:\(id)")
        #expect(json?.first?["path"]?.string == "Draft/Ode [1].md")
        #expect(try shelf.shed("link", "Draft/None.md", in: "Poems").code == 2)
    }

    @Test func `lead to a file wherever it was moved, from any directory`() throws {
        let shelf = try shelf()
        let id = try id(shelf, "Draft/Rain.md")
        #expect(try shelf.shed("open", "shed:\(id)", "--print", in: "Poems").text == "Draft/Rain.md\n")
        shelf.move("Poems/Draft/Rain.md", "Poems/Research/Snow.md")
        #expect(try shelf.shed("open", "shed:\(id)", "--print").text == "Poems/Research/Snow.md\n")
        #expect(try shelf.shed("open", "SHED:\(id.uppercased())", "--print", in: "Poems/Draft").text == "../Research/Snow.md\n")
        #expect(try shelf.shed("show", id, in: "Poems").text.contains("Research/Snow.md"))
        #expect(try shelf.shed("show", "shed:\(id)", "--json", in: "Poems").json()["path"]?.string == "Research/Snow.md")
    }

    @Test func `stand in place of a path with every verb, wherever the file is by then`() throws {
        let shelf = try shelf()
        let id = try self.id(shelf, "Draft/Rain.md")
        shelf.move("Poems/Draft/Rain.md", "Poems/Research/Snow.md")
        // Another file has its name by now.
        TestFile.write("Hail\n", to: "\(shelf.work)/Poems/Draft/Rain.md")
        let dry = try shelf.shed("mv", "--dry-run", "--json", "shed:\(id)", "Ready", in: "Poems")
        #expect(dry.code == 0 && dry.text.contains("Ready/Snow.md"), "\(dry)")
        #expect(try shelf.shed("tag", "new", "wet", in: "Poems").code == 0)
        #expect(try shelf.shed("tag", "add", "wet", "shed:\(id)", in: "Poems").code == 0)
        #expect(try shelf.shed("mv", "shed:\(id)", "../Ready", in: "Poems/Draft").code == 0)
        #expect(TestFile.read("\(shelf.work)/Poems/Ready/Snow.md") == Array("Rain\n".utf8))
        #expect(TestFile.read("\(shelf.work)/Poems/Draft/Rain.md") == Array("Hail\n".utf8))
        #expect(try shelf.shed("log", "shed:\(id)", in: "Poems").text.contains("moved Snow.md from Research to Ready"))
        #expect(try shelf.script("echo shed:\(id) | \"$SHED\" rm -").code == 0)
        #expect(TestFile.read("\(shelf.work)/Poems/Trash/Snow.md") == Array("Rain\n".utf8))
        // What stands in a folder, or is to.
        let draft = try self.id(shelf, "Draft")
        #expect(try shelf.shed("add", "file", "shed:\(draft)/Frost.md", in: "Poems/Research").code == 0 && shelf.exists("Poems/Draft/Frost.md"))
        #expect(try shelf.shed("mv", "shed:\(draft)/Frost.md", "shed:\(try self.id(shelf, "Ready"))/", in: "Poems/Research").code == 0 && shelf.exists("Poems/Ready/Frost.md"))
        let outside = try shelf.shed("rm", "shed:\(draft)/../../../x", in: "Poems")
        #expect(outside.code == 2, "\(outside)")
        let nobody = try shelf.shed("mv", "shed:0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3", "Ready", in: "Poems")
        #expect(nobody.code == 2 && nobody.err.contains("0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3"), "\(nobody)")
    }

    @Test func `of another project are said to be its, and lead there from where no project is`() throws {
        let shelf = try shelf()
        let id = try self.id(shelf, "Draft/Rain.md")
        #expect(try shelf.shed("new", "poetry", "Other", "--language", "en").code == 0)
        let root = "\(shelf.work)/Poems"
        for words in [["show", id], ["show", "shed:\(id)"], ["log", id], ["mv", "shed:\(id)", "Ready"], ["tag", "add", "wet", "shed:\(id)", "--create"]] {
            let said = try shelf.run(words.map { Array($0.utf8) }, in: "Other")
            #expect(said.code == 2, "\(words)")
            #expect(said.err == """
                shed: no node of this project has the ID \(id); the project \(root) has it: Draft/Rain.md. “shed -C \(root) …” works there.

                """, "\(words)")
        }
        let found = try shelf.shed("find", "--id", id, in: "Other")
        #expect(found.code == 1 && found.err.contains("the project \(root) has it: Draft/Rain.md. “shed -C \(root) …” works there."), "\(found.err)")
        #expect(try shelf.shed("find", "--id", id, "--json", in: "Other").err == "")
        #expect(try shelf.shed("show", "shed:\(id)").text.contains("Poems/Draft/Rain.md"))
        #expect(try shelf.shed("show", "shed:\(id)", "--json").json()["path"]?.string == "Draft/Rain.md")
        #expect(try shelf.shed("log", "shed:\(id)").code == 0)
        let nobody = try shelf.shed("show", "shed:0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3")
        #expect(nobody.code == 2 && nobody.err.contains("no project that this machine knows has"), "\(nobody.err)")
    }

    @Test func `stand in place of a path or an ID with verbs that read these by themselves`() throws {
        let shelf = try shelf()
        shelf.makeFile("Poems/Draft/Broken.md", "[a](None.md)\n")
        shelf.makeFile("Poems/Research/Broken.md", "[a](None.md)\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let (draft, research) = try (id(shelf, "Draft"), id(shelf, "Research"))
        func checked(_ words: String..., in folder: String = "Poems") throws -> (code: Int32, paths: [String?]) {
            let result = try shelf.run((["check", "--select", "broken-link", "--json"] + words).map { Array($0.utf8) }, in: folder)
            return (result.code, try result.json()["findings"]?.array?.map { $0["path"]?.string } ?? [])
        }
        #expect(try checked("shed:\(draft)").paths == ["Draft/Broken.md"])
        #expect(try checked("shed:\(research)/Broken.md", in: "Poems/Draft").paths.count == 1)
        #expect(try checked("shed:\(research)/", "../Draft", in: "Poems/Research").paths.count == 2)
        #expect(try shelf.shed("check", "shed:\(draft)").code == 2)
        #expect(try shelf.shed("check", "shed:0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3", in: "Poems").code == 2)
        #expect(try shelf.shed("find", "--id", "shed:\(draft)", "-0", in: "Poems").text == "Draft\0")
        let records = try shelf.script("""
            cd ..; "$SHED" new records Library --language en -q; cd Library; "$SHED" collection new Books -q; "$SHED" record new Books Title=Ode --name Ode -q
            "$SHED" record list "$("$SHED" link Books)" -0 | tr '\\0' '\\n'
            """)
        #expect(records.text == "Books/Ode.json\n", "\(records.everything)")
    }

    @Test func `name what is given up, and the venue of submissions`() throws {
        let shelf = try shelf()
        shelf.makeDirectory("Poems/Magazines/Granta")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let (rain, draft, granta) = try (id(shelf, "Draft/Rain.md"), id(shelf, "Draft"), id(shelf, "Magazines/Granta"))
        #expect(try shelf.shed("submit", "Draft/Ode [1].md", "--to", "shed:\(granta)", "-q", in: "Poems").code == 0)
        let listed = try shelf.shed("submissions", "--venue", "shed:\(granta)", "--json", in: "Poems")
        #expect(try listed.json().array?.map { $0["venue"]?.string } == ["Magazines/Granta"], "\(listed)")
        let none = try shelf.shed("submissions", "--venue", "shed:\(draft)", in: "Poems")
        #expect(none.code == 2, "\(none)")
        let answered = try shelf.shed("submissions", "withdraw", "Draft/Ode [1].md", "--venue", "shed:\(granta)", "-q", in: "Poems")
        #expect(answered.code == 0, "\(answered)")
        #expect(try shelf.script("rm Draft/Rain.md; \"$SHED\" sync -q").code == 0)
        let given = try shelf.shed("forget", "shed:\(rain)", "--yes", "--json", in: "Poems")
        #expect(try given.json().array?.map { $0["id"]?.string } == [rain] && given.code == 0, "\(given)")
        let unknown = try shelf.shed("forget", "shed:0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3", "--yes", in: "Poems")
        #expect(unknown.code == 2, "\(unknown)")
    }

    @Test func `open in the desktop's program, whose only word is an absolute path`() throws {
        let shelf = try shelf()
        let id = try id(shelf, "Draft/Rain.md")
        mkdir("\(shelf.path)/bin", 0o755)
        TestFile.write("#!/bin/sh\nprintf '%s|' \"$#\" \"$@\" > '\(shelf.path)/opened'\n", to: "\(shelf.path)/bin/xdg-open")
        chmod("\(shelf.path)/bin/xdg-open", 0o755)
        let opened = try shelf.script("PATH='\(shelf.path)/bin:/usr/bin:/bin' \"$SHED\" open shed:\(id); echo $?; cat ../../opened")
        #expect(opened.text == "0\n1|\(shelf.work)/Poems/Draft/Rain.md|", "\(opened)")
        let none = try shelf.script("PATH=/nowhere \"$SHED\" open shed:\(id)")
        #expect(none.code == 2)
        #expect(none.err.contains("xdg-open"))
    }

    @Test(arguments: [
        "/etc/passwd", "Draft/Rain.md", "file:///etc/passwd", "https://x.y", "shed:../Draft/Rain.md", "shed:", "shed://", "shed:$(id)", "0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3",
        "shed:0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3/x", "shed:0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3 --print", "shed:0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b\u{1b}",
        String(repeating: "shed:", count: 2_000),
    ])
    func `are nothing else, whoever wrote them`(word: String) throws {
        let shelf = try shelf()
        let result = try shelf.shed("open", "--print", "--", word, in: "Poems")
        #expect(result.code == 2)
        #expect(result.text.isEmpty)
        #expect(result.err.contains("is no link of shed"), "\(result.err)")
        #expect(!result.err.contains("\u{1b}") && result.err.utf8.count < 500)
    }

    @Test func `of an ID that nobody has, and of what is gone, are said to be so`() throws {
        let shelf = try shelf()
        let nobody = try shelf.shed("open", "--print", "shed:0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3")
        #expect(nobody.code == 2)
        #expect(nobody.err.contains("no project that this machine knows"))
        let id = try id(shelf, "Draft/Rain.md")
        _ = try shelf.script("rm Draft/Rain.md; \"$SHED\" sync -q")
        let gone = try shelf.shed("open", "--print", "shed:\(id)", in: "Poems")
        #expect(gone.code == 2)
        #expect(gone.err.contains("Draft/Rain.md is not there now"), "\(gone.err)")
    }

    @Test func `lead to another project where the file went there by hand, also from the one that misses it`() throws {
        let shelf = try shelf()
        let id = try id(shelf, "Draft/Rain.md")
        try #require(try shelf.shed("new", "poetry", "Songs", "--language", "en").code == 0)
        shelf.move("Poems/Draft/Rain.md", "Songs/Draft/Rain.md")
        try #require(try shelf.shed("sync", in: "Songs").code == 0)
        func opened(in folder: String) throws -> RunResult { try shelf.shed("open", "--print", "shed:\(id)", in: folder) }
        #expect(try opened(in: "Poems").text == "\(shelf.work)/Songs/Draft/Rain.md\n")
        try #require(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try opened(in: "Poems").text == "\(shelf.work)/Songs/Draft/Rain.md\n")
        #expect(try opened(in: "").text == "Songs/Draft/Rain.md\n")
        let json = try shelf.shed("open", "--print", "--json", "shed:\(id)", in: "Poems").json()
        #expect(json["project"]?.string == "\(shelf.work)/Songs" && json["path"]?.string == "Draft/Rain.md")
        try shelf.shellDone("rm Songs/Draft/Rain.md")
        for folder in ["Poems", "Songs", ""] {
            let gone = try opened(in: folder)
            #expect(gone.code == 2 && gone.err.contains("Draft/Rain.md is not there now"), "\(folder): \(gone.everything)")
        }
    }

    @Test func `start no program that lies in a project`() throws {
        let shelf = try Shelf.withPoems(settings: "", drafts: ["Ode.desktop": "[Desktop Entry]\n"])
        let refused = try shelf.shed("open", "shed:\(try id(shelf, "Draft/Ode.desktop"))", in: "Poems")
        #expect(refused.code == 1)
        #expect(refused.err.contains("is a program"))
    }

    /// Desktops know them by how they begin.
    @Test func `opens no entry of a desktop's menu that is called otherwise`() throws {
        let shelf = try Shelf.withPoems(settings: "", drafts: ["Poem": "\u{23} for you\n\n[Desktop Entry]\nExec=sh\n", "Ode.flatpak": "x", "Note": "[Desktop Entry] is how one begins\n[x]\n"])
        for name in ["Poem", "Ode.flatpak", "Note"] {
            let refused = try shelf.shed("open", "shed:\(try id(shelf, "Draft/\(name)"))", in: "Poems")
            #expect(refused.code == 1 && refused.err.contains("is a program"), "\(name): \(refused.everything)")
        }
    }

    /// A stand-in for the desktop's opener says what it was given.
    @Test func `start nothing that the kernel would run, whatever it is called`() throws {
        let shelf = try Shelf.withPoems(settings: "", drafts: ["run": "#!/bin/sh\n", "Song.md": "#!/bin/sh\n", "Ode.flatpakref": "[Flatpak Ref]\n", "Read.md": "Text\n"])
        let made = try shelf.script("""
            mkdir ../opener; printf '#!/bin/sh\\necho opened "$1"\\n' > ../opener/xdg-open; chmod 755 ../opener/xdg-open Draft/run Draft/Song.md Draft/Read.md
            """)
        try #require(made.code == 0, "\(made.everything)")
        for name in ["run", "Song.md", "Ode.flatpakref"] {
            let refused = try shelf.script("PATH=\"$PWD/../opener:$PATH\" \"$SHED\" open shed:\(try id(shelf, "Draft/\(name)"))")
            #expect(refused.code == 1 && refused.err.contains("is a program") && !refused.text.contains("opened"), "\(name): \(refused.everything)")
        }
        // On a file system without permissions each file may be run.
        let opened = try shelf.script("PATH=\"$PWD/../opener:$PATH\" \"$SHED\" open shed:\(try id(shelf, "Draft/Read.md"))")
        #expect(opened.code == 0, "\(opened.everything)")
    }

    @Test func `are opened after a click where the entry for them is installed`() throws {
        let shelf = try shelf()
        let entry = "\(shelf.path)/home/data/applications/shed-links.desktop"
        func service(_ words: String) throws -> Shelf.Result { try shelf.script("PATH='\(shelf.path)/bin' exec \"$SHED\" service \(words) --links", in: ".") }
        #expect(try service("status").code == 1)
        let dry = try service("install --dry-run")
        #expect(dry.text.contains("MimeType=x-scheme-handler/shed;"), "\(dry)")
        #expect(!shelf.exists("../home/data/applications"))
        let installed = try service("install")
        #expect(installed.code == 0, "\(installed.err)")
        #expect(try service("status").code == 0)
        let text = String(decoding: TestFile.read(entry) as [UInt8], as: UTF8.self)
        #expect(text.contains(" open -- %u\n"), "\(text)")
        #expect(try service("install").text == "Links are opened by shed already.\n")
        TestFile.write(text + "Icon=mine\n", to: entry)
        #expect(try service("uninstall").code == 1)
        TestFile.write(text, to: entry)
        #expect(try service("uninstall").code == 0)
        #expect(!shelf.exists("../home/data/applications/shed-links.desktop"))
        #expect(try service("uninstall").text == "No entry for links was installed.\n")
        #expect(try shelf.script("\"$SHED\" service install --links --actions").code == 2)
    }
}
