import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import Testing

@Suite(.waitsForPrograms) struct `Finding` {
    /// The paths that a search prints, which must end as it should for that.
    private func find(_ shelf: Shelf, _ words: String..., location: SourceLocation = #_sourceLocation) throws -> [String] {
        let result = try shelf.run((["find"] + words + ["-0"]).map { Array($0.utf8) }, in: "Poems")
        #expect(result.code == (result.out.isEmpty ? 1 : 0), "\(result.err)", sourceLocation: location)
        return result.text.split(separator: "\0").map(String.init)
    }

    private func shelf(_ files: [String: String]) throws -> Shelf {
        let shelf = try Shelf.withPoems()
        for (name, content) in files { shelf.makeFile("Poems/\(name)", content) }
        return shelf
    }

    // MARK: Names

    @Test func `names are found by parts, best first, whatever their case and normalisation`() throws {
        let shelf = try shelf([
            "Draft/An ode.txt": "", "Draft/Ode.txt": "", "Draft/Ode to É.txt": "", "Research/ODE": "", "Draft/Straße.txt": "", "Draft/e\u{301}tude.txt": "",
        ])
        #expect(try find(shelf, "ode") == ["Research/ODE", "Draft/Ode.txt", "Draft/Ode to É.txt", "Draft/An ode.txt"])
        #expect(try find(shelf, "ode", "--sort", "path") == ["Draft/An ode.txt", "Draft/Ode to É.txt", "Draft/Ode.txt", "Research/ODE"])
        #expect(try find(shelf, "ode", "--limit", "2") == ["Research/ODE", "Draft/Ode.txt"])
        #expect(try find(shelf, "TO", "ode") == ["Draft/Ode to É.txt"])
        #expect(try find(shelf, "STRASSE") == ["Draft/Straße.txt"])
        // Accents do not count, as in texts.
        for word in ["étude", "E\u{301}TUDE", "etude"] { #expect(try find(shelf, word) == ["Draft/e\u{301}tude.txt"], "\(word)") }
        #expect(try find(shelf, "to e") == ["Draft/Ode to É.txt"])
        #expect(try find(shelf, "to é") == ["Draft/Ode to É.txt"])
        #expect(try find(shelf, "nowhere") == [])
    }

    @Test func `a word that only texts have is looked for there by the command that is named`() throws {
        let shelf = try shelf(["Draft/Sea.txt": "Die Möwe am Strand, l'eau\n"])
        for (words, quoted) in [("Mowe", "Mowe"), ("mowe strand", "'mowe strand'")] {
            let result = try shelf.script("\"$SHED\" find \(words)")
            #expect(result.code == 1 && result.err.contains("“shed find --text \(quoted)” looks into the files."), "\(result.everything)")
            let pasted = try shelf.script("\"$SHED\" find --text \(quoted)")
            #expect(pasted.code == 0 && pasted.text.contains("Draft/Sea.txt"), "\(pasted.everything)")
        }
    }

    @Test func `words that no text has are answered with what could help`() throws {
        let shelf = try shelf(["Draft/Sea.txt": "Dampfschifffahrt und Möwe\n"])
        func said(_ words: String...) throws -> String {
            let result = try shelf.run((["find", "--text"] + words).map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == 1 && result.text.filter { !"[] \n".contains($0) }.isEmpty, "\(result.everything)")
            return result.err
        }
        #expect(try said("schifffahrt") == "shed: Words are looked for as whole words; with --exact “schifffahrt” is found within longer ones too.\n")
        #expect(try said("*fahrt").contains("“*” stands for what follows only at the end of a word; with --exact “fahrt”"))
        #expect(try said("möwe OR wal").contains("“OR” is a word like any other: look for each of the words by itself."))
        for words in [["schifffahrt", "--quiet"], ["schifffahrt", "--json"], ["schifffahrt", "--exact", "--in", "Ready"], ["\"wal\""], ["wal*"], ["鯨"]] {
            let result = try shelf.run((["find", "--text"] + words).map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == 1 && result.err == "", "\(words): \(result.err)")
        }
        #expect(try find(shelf, "--text", "schifffahrt", "--exact") == ["Draft/Sea.txt"])
    }

    @Test func `with a role, words are looked for in what is in its folder`() throws {
        let shelf = try shelf(["Draft/a.txt": "Möwe\n", "Research/b.txt": "Möwe\n"])
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        shelf.move("Poems/Draft", "Poems/Entwürfe")
        #expect(try find(shelf, "--role", "draft", "--text", "möwe") == ["Entwürfe/a.txt"])
        #expect(try find(shelf, "--role", "draft", "--in", ".", "--text", "möwe") == ["Entwürfe/a.txt"])
        #expect(try find(shelf, "--role", "draft", "--in", "Research", "--text", "möwe") == [])
        #expect(try find(shelf, "--role", "research", "--text", "mowe", "--exact") == [])
        #expect(try find(shelf, "--role", "draft") == ["Entwürfe"])
    }

    @Test func `globs are for the whole name`() throws {
        let shelf = try shelf(["Draft/a1.txt": "", "Draft/B2.TXT": "", "Draft/c3.md": "", "Draft/[x].txt": ""])
        #expect(try find(shelf, "*.txt") == ["Draft/B2.TXT", "Draft/[x].txt", "Draft/a1.txt"])
        #expect(try find(shelf, "--name", "[ab]?.txt") == ["Draft/B2.TXT", "Draft/a1.txt"])
        #expect(try find(shelf, "--name", "*.txt", "2") == ["Draft/B2.TXT"])
        #expect(try find(shelf, "\\[x\\]*") == ["Draft/[x].txt"])
        #expect(try find(shelf, "??.txt") == ["Draft/B2.TXT", "Draft/a1.txt"])
    }

    private static let oddNames: [[UInt8]] = ["new\nline", "u\u{202e}gnp", "שיר عربي", "👩‍👩‍👧 🇩🇪", "\u{1b}[31mred", "-rf", "tab\there"].map { Array($0.utf8) }
        + [Array("bad".utf8) + [0xff, 0xfe] as [UInt8], [UInt8](repeating: 0x78, count: 255)]

    @Test(arguments: oddNames)
    func `a name of any bytes is found byte for byte, and shown safely`(name: [UInt8]) throws {
        let shelf = try Shelf.withPoems()
        shelf.write("spring\n", to: Array("Poems/Draft/".utf8) + name)
        shelf.makeFile("Poems/Draft/other", "autumn\n")
        func run(_ words: [UInt8]...) throws -> Shelf.Result { try shelf.run([Array("find".utf8)] + words, in: "Poems") }
        #expect(try run(Array("-0".utf8), Array("--".utf8), name).out == Array("Draft/".utf8) + name + [0])
        #expect(try run(Array("-0".utf8), Array("--text".utf8), Array("Spring".utf8)).out == Array("Draft/".utf8) + name + [0])
        for color in ["never", "always"] {
            let shown = try run(Array("--color".utf8), Array(color.utf8), Array("--".utf8), name)
            #expect(shown.code == 0)
            #expect(shown.text.split(separator: "\n").count == 1)
            #expect(!shown.text.contains("\u{1b}[31m") && !shown.text.contains("\u{202e}"))
        }
        let json = try run(Array("--json".utf8), Array("--text".utf8), Array("spring".utf8)).json()
        #expect(json.array?.count == 1)
        #expect((json.array?.first?["nameBytes"] != nil) == (String(validating: name, as: UTF8.self) == nil))
    }

    @Test func `marks are bold where there is color, and paths stay paths where there is none`() throws {
        let shelf = try shelf(["Draft/My Ode.txt": "O Spring, spring\u{1b}[31m\n"])
        #expect(try shelf.shed("find", "ode", in: "Poems").text == "Draft/My Ode.txt\n")
        #expect(try shelf.shed("find", "ode", "--color", "always", in: "Poems").text == "\u{1b}[2mDraft/\u{1b}[0mMy \u{1b}[1mOde\u{1b}[0m.txt\n")
        #expect(try shelf.shed("find", "--text", "spring", in: "Poems").text == "Draft/My Ode.txt\n  1: O «Spring», «spring»\\u{1b}[31m\n")
        #expect(try shelf.shed("find", "--text", "spring", "--color", "always", in: "Poems").text.contains("O \u{1b}[1mSpring\u{1b}[0m, "))
        #expect(try shelf.shed("find", "ode", "--quiet", in: "Poems").out.isEmpty)
    }

    // MARK: Facts

    @Test func `folders, types, roles and IDs narrow it`() throws {
        let shelf = try shelf(["Draft/Ode.txt": "", "Ready/Ode.txt": ""])
        _ = try shelf.shed("add", "folder", "Collections/Odes", in: "Poems")
        #expect(try find(shelf, "ode", "--type", "folder") == ["Collections/Odes"])
        #expect(try find(shelf, "ode", "--type", "file") == ["Draft/Ode.txt", "Ready/Ode.txt"])
        #expect(try find(shelf, "ode", "--in", "Ready") == ["Ready/Ode.txt"])
        #expect(try find(shelf, "--role", "trash") == ["Trash"])
        let id = try #require(try shelf.shed("show", "Draft/Ode.txt", "--json", in: "Poems").json()["id"]?.string)
        shelf.move("Poems/Draft/Ode.txt", "Poems/Set Aside/Hymn.txt")
        #expect(try find(shelf, "--id", id) == ["Set Aside/Hymn.txt"])
        for words in [["--in", "Nowhere"], ["--in", "Set Aside/Hymn.txt"], ["--in", ".."], ["--role", "bogus"], ["--id", "x"], ["--type", "x"]] {
            let result = try shelf.run((["find"] + words).map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == 2 && result.out.isEmpty && result.err.hasPrefix("shed: "), "\(words)")
        }
    }

    @Test func `sizes and times are bounds that do not count themselves`() throws {
        let shelf = try shelf(["Draft/small.txt": String(repeating: "x", count: 1_024), "Draft/large.txt": String(repeating: "x", count: 1_025)])
        #expect(try find(shelf, "--larger", "1k") == ["Draft/large.txt"])
        #expect(try find(shelf, "--smaller", "1KiB") == [])
        #expect(try find(shelf, "--smaller", "1025") == ["Draft/small.txt"])
        #expect(try find(shelf, "--larger", "1023", "--sort", "size") == ["Draft/large.txt", "Draft/small.txt"])
        try shelf.shellDone("touch -d '2020-05-01T12:00:00Z' Poems/Draft/small.txt; touch -d '2020-05-03T12:00:00Z' Poems/Draft/large.txt")
        #expect(try find(shelf, "--type", "file", "--older", "2020-05-01T12:00:00Z") == [])
        #expect(try find(shelf, "--type", "file", "--older", "2020-05-01T12:00:01Z") == ["Draft/small.txt"])
        #expect(try find(shelf, "--type", "file", "--newer", "2020-05-02", "--older", "2020-05-05") == ["Draft/large.txt"])
        #expect(try find(shelf, "--type", "file", "--newer", "2d") == [])
        #expect(try find(shelf, "--type", "file", "--newer", "yesterday") == [])
        #expect(try find(shelf, "--type", "file", "--older", "2020-05-01 12:00:01Z", "--newer", "2020-05-01T11:59:59.5Z") == ["Draft/small.txt"])
        #expect(try find(shelf, "--type", "file", "--older", "2d", "--sort", "modified") == ["Draft/large.txt", "Draft/small.txt"])
        try shelf.shellDone("touch Poems/Draft/small.txt")
        #expect(try find(shelf, "--type", "file", "--newer", "1h") == ["Draft/small.txt"])
    }

    private static let senseless = [
        ["--newer", "2x"], ["--newer", "2026-02-30"], ["--older", "2026-1-1"], ["--older", "d"], ["--newer", ""], ["--newer", "2026-01-01T25:00"], ["--larger", "k"],
        ["--larger", "9999999999T"], ["--smaller", "10q"], ["--limit", "0"], ["--text", " "], ["--text", "a", "--missing"], ["--text", "\"a\nb\""], [""], ["--sort", "taste"],
    ]

    @Test func `what makes no sense ends with 2 and says so`() throws {
        let shelf = try Shelf.withPoems()
        for words in Self.senseless {
            let result = try shelf.run((["find"] + words).map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == 2 && result.out.isEmpty && result.err.hasPrefix("shed: "), "\(words): \(result)")
        }
    }

    @Test func `a word longer than any name is refused, and so are too many`() throws {
        let shelf = try Shelf.withPoems()
        #expect(try shelf.shed("find", String(repeating: "x", count: 1_025), in: "Poems").code == 2)
        #expect(try shelf.run((["find"] + (0..<65).map { "w\($0)" }).map { Array($0.utf8) }, in: "Poems").code == 2)
        #expect(try shelf.shed("find", "--text", String(repeating: "x", count: 1_024), in: "Poems").code == 1)
    }

    // MARK: State

    @Test func `missing and rejected things are found by what they were`() throws {
        let shelf = try shelf(["Draft/Ode.txt": "one", "Draft/Song.txt": "two"])
        _ = try shelf.shed("sync", in: "Poems")
        #expect(try find(shelf, "--missing") == [])
        unlink(shelf.work + "/Poems/Draft/Ode.txt")
        for _ in 0..<2 {
            #expect(try find(shelf, "--missing") == ["Draft/Ode.txt"])
            #expect(try find(shelf, "--missing", "song") == [])
            #expect(try find(shelf, "ode") == [])
        }
        let missing = try #require(try shelf.shed("find", "ode", "--missing", "--json", in: "Poems").json().array?.first)
        #expect(missing["id"]?.string != nil && missing["kind"]?.string == "file")
        #expect(try find(shelf, "--rejected") == [])
        shelf.makeDirectory("Poems/Draft/Love")
        shelf.makeFile("Poems/Draft/Love/loose.txt")
        _ = try shelf.shed("sync", in: "Poems")
        #expect(try find(shelf, "--rejected") == ["Rejected/Love"])
        #expect(try find(shelf, "--rejected", "ode") == [])
    }

    @Test func `what appeared a moment ago is found, with its ID where it may be given one`() throws {
        let shelf = try shelf(["Draft/Ode.txt": "spring", "loose.txt": "spring"])
        let found = try #require(try shelf.shed("find", "--text", "spring", "--json", in: "Poems").json().array)
        #expect(found.map { $0["path"]?.string } == ["Draft/Ode.txt", "loose.txt"])
        #expect(found[0]["id"]?.string != nil)
        #expect(found[1]["id"] == .null)
    }

    // MARK: Text

    @Test func `JSON is that of ls, with the lines`() throws {
        let shelf = try shelf(["Draft/Ode.txt": "first\nthe Wind, the wind\n"])
        let plain = try shelf.shed("find", "ode", "--json", in: "Poems").json()
        #expect(try plain == shelf.shed("ls", "Draft", "--json", in: "Poems").json())
        let found = try #require(try shelf.shed("find", "ode", "--text", "wind", "--json", in: "Poems").json().array?.first)
        #expect(found["matches"] == .array([["line": 2, "column": 5, "text": "the Wind, the wind"]]))
        #expect(found.object?.members.map(\.name) == (plain.array?.first?.object?.members.map(\.name) ?? []) + ["matches"])
        #expect(try shelf.shed("find", "nowhere", "--json", in: "Poems").text == "[]\n")
    }

    @Test func `what is no text is left out and counted, and what is too large is said`() throws {
        let shelf = try shelf(["Draft/a.txt": "spring"])
        shelf.write("", to: Array("Poems/Draft/latin".utf8))
        try shelf.shellDone("cd Poems/Draft; printf 'spring \\351' > latin; printf 'spring\\0' > zero; printf spring > huge; truncate -s 65M huge; mkfifo pipe; ln -s a.txt link")
        let result = try shelf.shed("find", "--text", "spring", "--verbose", in: "Poems")
        #expect(result.text.hasPrefix("Draft/a.txt  6 bytes"))
        #expect(result.text.split(separator: "\n").count == 2)
        #expect(result.err.contains("Draft/huge was not searched: it holds more than 64 MiB"))
        #expect(result.err.contains("2 files not searched: no UTF-8 text"))
        #expect(try !shelf.shed("find", "--text", "spring", in: "Poems").err.contains("UTF-8"))
    }

    @Test func `a file that cannot be read is said, and the others are searched`() throws {
        let shelf = try shelf(["Draft/a.txt": "spring", "Draft/b.txt": "spring"])
        let output = try shelf.scenario("""
            cd Poems; chmod 0 Draft/b.txt; r find --text spring; said Draft/a.txt; said 'cannot read .*Draft/b.txt'
            """, asNobody: true)
        #expect(output == "find 0\n")
    }

    // MARK: Oracles

    /// Trees of ASCII names and texts, as find(1) and grep(1) see them.
    @Test(arguments: 1...4 as ClosedRange<UInt64>) func `random trees are searched as find and grep would`(seed: UInt64) throws {
        let shelf = try Shelf.withPoems()
        var random = seed &* 0x9e37_79b9_7f4a_7c15
        func number(_ bound: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % bound
        }
        let syllables = ["a", "B", "ode", "Od", "x", "Spring", "RING", "in", "g", " ", ".", "txt", "[", "é", "E"]
        func word(_ most: Int) -> String { (0...number(most)).map { _ in syllables[number(syllables.count)] }.joined() }
        var folders = ["Draft", "Research"]
        for count in 0..<80 {
            let folder = folders[number(folders.count)]
            let name = "\(word(3))\(count)".drop { $0 == "." }
            if number(6) == 0, folder.count < 150 {
                shelf.makeDirectory("Poems/\(folder)/\(name)")
                folders.append("\(folder)/\(name)")
            } else {
                shelf.makeFile("Poems/\(folder)/\(name)", (0..<number(30)).map { _ in word(6) + (number(3) == 0 ? "\n" : " ") }.joined())
            }
        }
        func oracle(_ line: String) throws -> [String] {
            let result = try shelf.shell("cd Poems && \(line)")
            #expect(result.err.isEmpty)
            return result.text.split(separator: "\0").map(String.init).sorted()
        }
        var found = 0
        for text in ["spring", "INGO", "aOd", "x b", "odeode", "[", ".txt", "ring spring"] {
            let expected = try oracle("LC_ALL=C grep -rilZF --exclude-dir=.shed -e '\(text)' .").map { String($0.dropFirst(2)) }
            #expect(try find(shelf, "--text", "\"\(text)\"").sorted() == expected, "\(text)")
            found += expected.count
        }
        for glob in ["*ode*", "[abx]*", "?d*", "*[0-9]", "*.*", "*spring*7*", "*[!a-z0-9]*"] {
            let expected = try oracle("LC_ALL=C find . -mindepth 1 \\( -path './.*' -o -path './All/*' \\) -prune -o -mindepth 1 -iname '\(glob)' -print0").map { String($0.dropFirst(2)) }
            // One byte is a character to find(1) there; names that are ASCII are the same to both.
            #expect(try find(shelf, "--name", glob).filter { $0.utf8.allSatisfy { $0 < 0x80 } }.sorted() == expected.filter { $0.utf8.allSatisfy { $0 < 0x80 } }, "\(glob)")
            found += expected.count
        }
        #expect(found > 100)
    }

    // MARK: Near misses

    @Test func `a misspelt path is answered with what may have been meant`() throws {
        let shelf = try shelf(["Draft/Ode.txt": "", "Research/Notes.txt": ""])
        for (path, meant) in [("Draft/Oed.txt", "Draft/Ode.txt"), ("ode.txt", "Draft/Ode.txt"), ("Drft/Ode.txt", "Draft/Ode.txt"), ("Reserch", "Research")] {
            for verb in ["ls", "show", "tree"] {
                let result = try shelf.shed(verb, path, in: "Poems")
                #expect(result.code == 2)
                #expect(result.err.contains("Did you mean “\(meant)”?"), "\(verb) \(path): \(result.err)")
            }
        }
        #expect(try !shelf.shed("show", "Draft/Quite another.txt", in: "Poems").err.contains("Did you mean"))
    }

    @Test func `a misspelt verb is answered with what may have been meant`() throws {
        let shelf = try Shelf()
        for (words, meant) in [(["stauts"], "status"), (["fnd", "x"], "find"), (["--json", "tre"], "tree")] {
            let result = try shelf.run(words.map { Array($0.utf8) })
            #expect(result.code == 2)
            #expect(result.err.contains("Did you mean '\(meant)'?"), "\(words): \(result.err)")
        }
        #expect(try !shelf.shed("xyzzy").err.contains("Did you mean"))
        #expect(try !shelf.shed("status", "extra").err.contains("Did you mean"))
    }
}
