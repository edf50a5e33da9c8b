import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What is said of templates, of what they make, and of what they take back.
@Suite(.waitsForPrograms) struct `What is said of templates` {
    private static let atlas = """
        name = "atlas"
        [[section]]
        key = "desk"
        titles = { en = "DESK", de = "PULT" }
        [[section]]
        key = "trash"
        [[folder]]
        role = "world"
        section = "desk"
        accepts = "both"
        names = { en = "World", de = "Welt" }
        [[folder]]
        role = "sketches"
        in = "world"
        accepts = "files"
        name = "Sketches"
        [[folder]]
        role = "trash"
        section = "trash"
        accepts = "nothing"
        filling = "anything"
        [[file]]
        in = "sketches"
        name = "Coast.txt"
        text = "sea\\n"

        """

    private func shelf() throws -> Shelf {
        let shelf = try Shelf()
        shelf.makeFile("atlas.toml", Self.atlas)
        for words in [["template", "import", "atlas.toml"], ["new", "atlas", "Maps", "--language", "en"], ["new", "blank", "Plain", "--language", "en"]] {
            let done = try shelf.run(words.map { Array($0.utf8) })
            try #require(done.code == 0, "\(done.everything)")
        }
        return shelf
    }

    /// What is in Trash is deleted one day: no folder becomes that by a name of which only a template says that it is Trash.
    @Test func `a template that calls Trash by another name is told of, and takes nobody's folder for it`() throws {
        let shelf = try Shelf()
        shelf.makeFile("trap.toml", Self.atlas.replacing("name = \"atlas\"", with: "name = \"trap\"").replacing("role = \"trash\"", with: "role = \"trash\"\nname = \"Documents\""))
        let told = try shelf.shed("template", "import", "trap.toml")
        #expect(told.code == 0 && told.err.contains("calls Trash “Documents”"), "\(told.everything)")
        #expect(try shelf.shed("template", "import", "trap.toml", "--dry-run").code == 2)
        _ = try shelf.script("mkdir -p Mine/World Mine/Documents; echo will > Mine/Documents/Will.txt", in: ".")
        let refused = try shelf.shed("adopt", "Mine", "--kind", "trap", "--yes")
        #expect(refused.code == 1 && refused.err.contains("Documents cannot become Trash"), "\(refused.everything)")
        #expect(!shelf.exists("Mine/.shed"))
        // Who says himself that it is, and what is empty, is taken at the word.
        _ = try shelf.script("cp -r Mine Said; cp -r Mine Bare; rm Bare/Documents/*", in: ".")
        for words in [["adopt", "Said", "--kind", "trap", "--yes", "--role", "trash=Documents"], ["adopt", "Bare", "--kind", "trap", "--yes"]] {
            let adopted = try shelf.run(words.map { Array($0.utf8) })
            #expect(adopted.code == 0, "\(adopted.everything)")
        }
        let plain = try shelf.script("sed -e 's/trap/tame/' -e 's/Documents/Papierkorb/' trap.toml > tame.toml; \"$SHED\" template import tame.toml", in: ".")
        #expect(plain.code == 0 && !plain.everything.contains("empty-trash"), "\(plain.everything)")
    }

    @Test func `a template is found by its name in a folder of too many entries, and a list says that they are`() throws {
        let shelf = try shelf()
        let kinds = "../home/.config/shed/kinds"
        _ = try shelf.script("cd \(kinds) && touch $(seq -f 'n%g' 1100)", in: ".")
        let listed = try shelf.shed("template", "list")
        #expect(listed.code == 2 && listed.err.contains("holds more than the 1000 entries that are looked through for templates"), "\(listed.everything)")
        let made = try shelf.shed("new", "atlas", "More", "--language", "en")
        #expect(made.code == 0, "\(made.everything)")
    }

    @Test func `an export keeps the keys and the titles of sections in all languages`() throws {
        let shelf = try shelf()
        try #require(try shelf.shed("template", "export", "../copy.toml", in: "Maps").code == 0)
        let text = try shelf.script("cat copy.toml", in: ".").text
        #expect(text.contains("key = \"desk\"") && text.contains("titles = { en = \"DESK\", de = \"PULT\" }") && !text.contains("section-1"), "\(text)")
        #expect(text.contains("{ en = \"World\", de = \"Welt\" }"), "\(text)")
        let again = try shelf.shed("template", "apply", "../copy.toml", in: "Maps")
        #expect(again.code == 0 && again.text.contains("has nothing that the project lacks"), "\(again.everything)")
    }

    @Test func `where only names are added, nothing is said to be applied`() throws {
        let shelf = try shelf()
        try #require(try shelf.shed("rename", "World", "Globe", in: "Maps").code == 0)
        try #require(try shelf.shed("template", "export", "../copy.toml", in: "Maps").code == 0)
        let applied = try shelf.shed("template", "apply", "../copy.toml", in: "Maps")
        #expect(applied.code == 0 && applied.text.contains("no folder and no file that the project lacks") && !applied.text.contains("applied"), "\(applied.everything)")
    }

    @Test func `a dry run of undo lists the folders that go`() throws {
        let shelf = try shelf()
        let applied = try shelf.shed("template", "apply", "atlas", in: "Plain")
        try #require(applied.code == 0, "\(applied.everything)")
        let paths = { (result: RunResult) in Set(result.text.split(separator: "\0").map(String.init)) }
        let foreseen = paths(try shelf.shed("undo", "--dry-run", "-0", in: "Plain"))
        let said = try shelf.shed("undo", "--dry-run", in: "Plain")
        #expect(said.text.contains("World/Sketches") && said.text.contains("World\n"), "\(said.everything)")
        let done = paths(try shelf.shed("undo", "--yes", "-0", in: "Plain"))
        #expect(foreseen.contains("World") && foreseen.contains("World/Sketches") && foreseen.contains("Trash/Coast.txt"), "\(foreseen)")
        #expect(foreseen == done, "\(foreseen) \(done)")
        #expect(!shelf.exists("Plain/World"))
    }

    /// What `status` says of what is missing.
    private func missing(_ shelf: Shelf) throws -> String {
        try shelf.script("\"$SHED\" status | grep removed; \"$SHED\" status --missing --json | grep -c World; \"$SHED\" find --missing --name Sketches | wc -l", in: "Plain").text
    }

    @Test func `folders that were made and taken away again are not said to be removed`() throws {
        let shelf = try shelf()
        for round in 1...2 {
            try #require(try shelf.shed("template", "apply", "atlas", in: "Plain").code == 0)
            try #require(try shelf.shed("undo", "--yes", in: "Plain").code == 0)
            #expect(!shelf.exists("Plain/World"))
            #expect(try missing(shelf) == "0\n0\n", "\(round)")
        }
        // Done again, and taken back again.
        let id = try shelf.script("\"$SHED\" undo -q --yes; \"$SHED\" show World/Sketches --json | grep '\"id\"'", in: "Plain")
        #expect(shelf.exists("Plain/World/Sketches/Coast.txt") && id.text.contains("id"), "\(id.everything)")
        _ = try shelf.shed("undo", "--yes", in: "Plain")
        #expect(try !shelf.exists("Plain/World") && missing(shelf) == "0\n0\n")
        _ = try shelf.shed("undo", "--yes", in: "Plain")
        #expect(try shelf.script("\"$SHED\" show World/Sketches --json | grep '\"id\"'", in: "Plain").text == id.text)
    }

    @Test(arguments: ["foldered", "begun"]) func `folders of what was interrupted are not said to be removed`(point: String) throws {
        let shelf = try shelf()
        let killed = try shelf.script("SHED_INTERRUPT_AT=\(point) \"$SHED\" template apply atlas > /dev/null 2>&1; echo $?; \"$SHED\" sync -q > /dev/null 2>&1; ls -d World 2> /dev/null", in: "Plain")
        #expect(killed.text == "137\n", "\(killed.everything)")
        #expect(try missing(shelf) == "0\n0\n")
    }

    @Test func `folders that a person removes are said to be removed, also where they were made again between`() throws {
        let shelf = try shelf()
        let gone = try shelf.script("rm -r World/Sketches; \"$SHED\" sync -q; \"$SHED\" repair --folders --deleted -q; \"$SHED\" undo --yes -q; \"$SHED\" status | grep removed", in: "Maps")
        #expect(gone.text == "1 file and 1 folder were removed in the last week: shed status --missing\n", "\(gone.everything)")
    }

    @Test func `a dry run of undo lists no folder in which something else stands`() throws {
        let shelf = try shelf()
        try #require(try shelf.shed("template", "apply", "atlas", in: "Plain").code == 0)
        try #require(try shelf.script("printf 'mine\\n' > World/mine.txt; \"$SHED\" sync -q", in: "Plain").code == 0)
        let foreseen = try shelf.shed("undo", "--dry-run", "--json", in: "Plain")
        #expect(!foreseen.text.contains("\"World\"") || foreseen.text.contains("left"), "\(foreseen.everything)")
        _ = try shelf.shed("undo", "--yes", in: "Plain")
        #expect(shelf.exists("Plain/World/mine.txt"))
    }

    @Test(arguments: [
        ("de_DE", "Solche Namen werden übergangen", "gibt es nicht"), ("fr_FR", "de tels noms sont ignorés", "n’y est pas"),
        ("es_ES", "los nombres así se pasan por alto", "no está la carpeta"), ("ja_JP", "このような名前は無視される", "のフォルダがない"),
    ])
    func `why a folder was not made is said in the language of who asks`(language: String, ignored: String, absent: String) throws {
        let shelf = try shelf()
        shelf.makeFile("Plain/.shedignore", "World/\n")
        let said = try shelf.script("LC_ALL=\(language).UTF-8 \"$SHED\" template apply atlas 2>&1", in: "Plain")
        #expect(said.text.contains(ignored) && said.text.contains(absent), "\(said.everything)")
        #expect(!said.text.contains("names like this") && !said.text.contains("cannot ") && !said.text.contains("No such file"), "\(said.everything)")
    }

    @Test func `why a folder was not made is a text in JSON`() throws {
        let shelf = try shelf()
        shelf.makeFile("Plain/.shedignore", "World/\n")
        let said = try shelf.script("LC_ALL=de_DE.UTF-8 \"$SHED\" template apply atlas --json 2>/dev/null", in: "Plain")
        #expect(said.text.contains("World: names like this are ignored") && !said.text.contains("Solche Namen"), "\(said.everything)")
    }

    @Test func `info says what is there where the kind counts something else`() throws {
        let shelf = try shelf()
        shelf.makeFile("Plain/Files/a.txt", "a\n")
        try #require(try shelf.script("\"$SHED\" add folder Own -q; \"$SHED\" sync -q; \"$SHED\" info --set kind=records -q", in: "Plain").code == 0)
        let info = try shelf.shed("info", in: "Plain")
        #expect(info.text.contains("holds     folders: 1, files: 1"), "\(info.everything)")
    }

    @Test func `a folder of the template that is gone from another one is told with what brings it back`() throws {
        let shelf = try shelf()
        try #require(try shelf.script("rm -r World/Sketches; printf 'x\\n' > World/a.txt; \"$SHED\" sync -q", in: "Maps").code == 0)
        let refused = try shelf.shed("mv", "World/a.txt", "World/Sketches/", in: "Maps")
        #expect(refused.code != 0 && refused.err.contains("“World/Sketches” is a folder of the template that was deleted here: “shed repair --folders --deleted” makes it again"), "\(refused.everything)")
        try #require(try shelf.shed("repair", "--folders", "--deleted", in: "Maps").code == 0)
        #expect(try shelf.shed("mv", "World/a.txt", "World/Sketches/", in: "Maps").code == 0)
    }
}
