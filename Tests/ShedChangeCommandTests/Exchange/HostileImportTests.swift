import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Whatever somebody gives to be imported: a project as it should be, or an error, and nothing was changed.
@Suite(.waitsForPrograms) struct `Imports of unknown origin` {
    /// A folder `out` as an export has it, which the script changes.
    private func shelf(_ change: String) throws -> Shelf {
        let shelf = try Shelf.withRichPoems()
        try #require(try shelf.shed("export", "--tree", "../out", in: "Poems").code == 0)
        let changed = try shelf.script("set -e; \(change)", in: "out")
        try #require(changed.code == 0, "\(changed.everything)")
        return shelf
    }

    /// - Parameter isWhole: whether it is wrong of a project alone: into another one nothing of that comes.
    private func isRefused(_ change: String, _ words: String, options: [String] = [], isWhole: Bool = false, location: SourceLocation = #_sourceLocation) throws {
        let shelf = try shelf(change)
        let before = try shelf.held("Poems")
        let names = try shelf.inWork()
        let into = isWhole ? [] : [["-C", "Poems", "import", "../out", "--to", "Draft/Old"]]
        for arguments in [["import", "out", "Again"], ["import", "out", "Again", "--dry-run"]] + into {
            let refused = try shelf.run((arguments + options).map { Array($0.utf8) })
            #expect(refused.code == 2, "\(arguments) \(refused.everything)", sourceLocation: location)
            #expect(refused.err.contains(words), "\(arguments) \(refused.everything)", sourceLocation: location)
        }
        #expect(try shelf.inWork() == names, sourceLocation: location)
        #expect(try shelf.held("Poems") == before, sourceLocation: location)
        #expect(try shelf.script("find .shed/staging -mindepth 2", in: "Poems").text == "", sourceLocation: location)
    }

    @Test func `a file that is not as it was exported`() throws {
        try isRefused("printf 'Sleet\\n' > files/Draft/Sea.txt", "not as it was exported")
        try isRefused("printf 'SNOW\\n' > files/Draft/Sea.txt", "not as it was exported")
        try isRefused("rm files/Draft/Sea.txt", "is not there")
        try isRefused("rm files/Draft/Sea.txt; ln -s /etc/passwd files/Draft/Sea.txt", "is not there")
        try isRefused("rm files/Draft/Sea.txt; mkfifo files/Draft/Sea.txt", "is not there")
        try isRefused("rm -r files/Draft/Old; ln -s ../../../Poems/Draft/Old files/Draft/Old", "Draft/Old")
        try isRefused("for f in versions/*; do printf x >> $f; done", "not as it was exported")
    }

    @Test func `a manifest that is none, or lies`() throws {
        try isRefused("printf '{' > manifest.json", "no JSON")
        try isRefused("sed -i 's/\"format\": 1/\"format\": 9/' manifest.json", "format 9")
        try isRefused("sed -i 's#\"path\":\"Draft/Sea.txt\"#\"path\":\"../../Sea.txt\"#' manifest.json", "path")
        try isRefused("sed -i 's#\"path\":\"Draft/Sea.txt\"#\"path\":\"/tmp/Sea.txt\"#' manifest.json", "path")
        try isRefused("sed -i 's#\"path\":\"Draft/Sea.txt\"#\"path\":\"Draft/Ode.txt\"#' manifest.json", "twice")
        try isRefused("sed -i 's#\"path\":\"Draft/Sea.txt\"#\"path\":\"Ready/Sea.txt\"#' manifest.json", "another folder")
        try isRefused("sed -i '/shed.template.json/{h;s/,*$/,/;p;g}' manifest.json", "path")
        try isRefused("sed -i 's#\"language\":\"[a-z]*\"#\"language\":\"../x\"#' manifest.json", "language")
        try isRefused("sed -i 's#\"path\":\".shed/template.json\"#\"path\":\".shed/ops/x.jsonl\"#' manifest.json; mkdir settings/.shed/ops; mv settings/.shed/template.json settings/.shed/ops/x.jsonl", "shed", isWhole: true)
    }

    @Test func `more than may be read, unless somebody says so`() throws {
        try isRefused("true", "--max-files", options: ["--max-files", "3"])
        try isRefused("true", "--max-size", options: ["--max-size", "3"])
    }

    @Test func `fields by which an import would get at what shed writes itself`() throws {
        let shelf = try shelf("""
            id=$(sed -n 's/.*"id":"\\([^"]*\\)","type":"file","path":"Draft\\/Ode.txt".*/\\1/p' manifest.json)
            sed -i "/\\"path\\":\\"Draft\\/Sea.txt\\"/s/\\"fields\\":{/&\\"alias\\":\\"$id\\",\\"place\\":null,\\"tag:$id\\":true,\\"lost:0\\":1,/" manifest.json; grep -q lost:0 manifest.json
            """)
        let imported = try shelf.shed("import", "out", "Again")
        #expect(imported.code == 0, "\(imported.everything)")
        #expect(try shelf.held("Again") == shelf.held("Poems"))
        #expect(try shelf.told("Again").count == shelf.told("Poems").count)
        #expect(try shelf.shed("check", in: "Again").code == 0)
    }

    @Test func `two folders of one role, and types that nobody knows`() throws {
        let shelf = try shelf("""
            sed -i 's/"role":"ready"/"role":"draft"/; s/"type":"file","path":"Draft\\/Sea.txt"/"type":"spaceship","path":"Draft\\/Sea.txt"/' manifest.json
            """)
        let imported = try shelf.shed("import", "out", "Again", "--json")
        #expect(imported.code == 0, "\(imported.everything)")
        let notes = try imported.json()["notes"]?.array?.compactMap { $0["message"]?.string } ?? []
        #expect(notes.contains { $0.contains("role") }, "\(notes)")
        #expect(notes.contains { $0.contains("type") }, "\(notes)")
        #expect(try shelf.held("Again") == shelf.held("Poems"))
    }

    @Test func `a folder that the manifest calls Trash, and that nobody would take for it`() throws {
        let shelf = try shelf("sed -i 's/\"role\":\"draft\"/\"role\":\"was\"/; s/\"role\":\"trash\"/\"role\":\"draft\"/; s/\"role\":\"was\"/\"role\":\"trash\"/' manifest.json")
        let imported = try shelf.shed("import", "out", "Again", "--json")
        #expect(imported.code == 0, "\(imported.everything)")
        let notes = try imported.json()["notes"]?.array?.compactMap { $0["message"]?.string } ?? []
        #expect(notes.contains { $0.contains("the role of Trash") }, "\(notes)")
        #expect(try !shelf.told("Again").contains { $0.hasPrefix("Draft |") && $0.contains("| trash |") })
        _ = try shelf.shed("empty-trash", "--yes", in: "Again")
        #expect(shelf.exists("Again/Draft/Ode.txt") && shelf.exists("Again/Draft/Old/Older/Deep.txt"))
    }

    @Test func `an archive with a path that leads out of it`() throws {
        let shelf = try Shelf.withPoems()
        let made = try shelf.script("""
            python3 - <<'P'
            import zipfile
            for name, path in (("up", "../evil"), ("root", "/tmp/evil"), ("in", "files/../../evil")):
                with zipfile.ZipFile(name + ".zip", "w") as z: z.writestr("manifest.json", "{}"); z.writestr("files/a", "a"); z.writestr(path, "evil")
            P
            """, in: ".")
        // Without Python the archives of ShedExchangeTests stand for these.
        guard made.code == 0 else { return }
        for name in ["up", "root", "in"] {
            let refused = try shelf.shed("import", "\(name).zip", "Again")
            #expect(refused.code == 2 && refused.err.contains("leads nowhere"), "\(refused.everything)")
        }
        #expect(!shelf.exists("Again") && !shelf.exists("evil") && !shelf.exists("../evil"))
    }

    @Test func `is called by its name, whatever is wrong with it`() throws {
        let shelf = try shelf("printf 'Sleet\\n' > files/Draft/Sea.txt")
        let cut = try shelf.script("\"$SHED\" export --zip ../whole.zip -q && cd .. && head -c 200 whole.zip > half.scriv.zip && cp -r Poems Other", in: "Poems")
        try #require(cut.code == 0, "\(cut.everything)")
        for (words, expected) in [
            (["half.scriv.zip"], "half.scriv.zip: it is no ZIP archive"), (["out"], "out: “files/Draft/Sea.txt” is not as it was exported"),
            (["whole.zip", "--max-files", "1"], "whole.zip: it holds more than 1 files and folders"), (["Other"], "shed: “Other” is a project of shed already"),
        ] {
            let refused = try shelf.run((["import"] + words).map { Array($0.utf8) })
            #expect(refused.code == 2 && refused.err.contains(expected), "\(words): \(refused.everything)")
        }
    }

    @Test func `what is nothing of the sort`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeDirectory("folder")
        shelf.makeFile("text.bin", "nothing\n")
        for source in ["folder", "none", "text.bin"] {
            let refused = try shelf.shed("import", source, "Again")
            #expect(refused.code == 2, "\(source): \(refused.everything)")
        }
        #expect(!shelf.exists("Again"))
        #expect(try shelf.shed("import", "folder", "Again").err.contains("shed can import"))
    }

    /// A rule that nobody knows is whatever somebody wrote.
    @Test func `a rule of a rejection is shown by its beginning`() throws {
        let shelf = try shelf("""
            sed -i '/"path":"Draft\\/Sea.txt"/s/"mode"/"rejection":{"rule":"LONG","origin":"Draft\\/Sea.txt","time":"2026-01-01T00:00:00Z"},"mode"/' manifest.json
            sed -i "s/LONG/$(printf 'x%.0s' $(seq 1 5000))/" manifest.json; grep -q xxxx manifest.json
            """)
        try #require(try shelf.shed("import", "out", "Again").code == 0)
        let shown = try shelf.script("\"$SHED\" status; \"$SHED\" show Draft/Sea.txt", in: "Again")
        #expect(shown.text.contains("xxxx…") && !shown.text.contains(String(repeating: "x", count: 61)), "\(shown.everything)")
    }
}
