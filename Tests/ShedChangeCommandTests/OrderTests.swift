import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Putting things in order` {
    private func book(_ names: [String] = ["a", "b", "c", "d"]) throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeDirectory("Poems/Collections/Book")
        for name in names { shelf.makeFile("Poems/Collections/Book/\(name).md", "\(name)\n") }
        try #require(try shelf.shed("sync", in: "Poems").code == 0)
        return shelf
    }

    private let folder = "Poems/Collections/Book"

    /// As `ls` shows it; `tree` and `order` have to show the same.
    private func order(_ shelf: Shelf, _ location: SourceLocation = #_sourceLocation) throws -> [String] {
        func names(_ paths: [String]) -> [String] { paths.map { String($0.split(separator: "/").last ?? "") } }
        func zeros(_ arguments: String...) throws -> [String] {
            names(try shelf.run(arguments.map { Array($0.utf8) }, in: "Poems").text.split(separator: "\0").map(String.init))
        }
        let listed = try zeros("ls", "-0", "Collections/Book")
        #expect(try zeros("tree", "-0", "Collections/Book") == listed, sourceLocation: location)
        #expect(try zeros("order", "-0", "Collections/Book") == listed, sourceLocation: location)
        let json = try shelf.shed("ls", "--json", "Collections/Book", in: "Poems").json(location).array ?? []
        #expect(json.compactMap { $0["name"]?.string } == listed, sourceLocation: location)
        return listed
    }

    private func sh(_ shelf: Shelf, _ script: String) throws -> Shelf.Result { try shelf.script(script) }

    @Test func `says where they went, and ls and tree follow`() throws {
        let shelf = try book()
        #expect(try shelf.shed("order", "d.md", "--first", in: folder).text == "put first in .: d.md\n")
        #expect(try order(shelf) == ["d.md", "a.md", "b.md", "c.md"])
        #expect(try shelf.shed("order", "Collections/Book/b.md", "Collections/Book/d.md", "--after", "Collections/Book/c.md", in: "Poems").text
            == "put behind Collections/Book/c.md: 2 things, Collections/Book/b.md the first\n")
        #expect(try order(shelf) == ["a.md", "c.md", "b.md", "d.md"])
        #expect(try shelf.shed("order", "b.md", "--after", "c.md", in: folder).text == "nothing to change: . is in this order\n")
        #expect(try shelf.shed("ls", "--sort", "name", "-0", in: folder).text == "a.md\0b.md\0c.md\0d.md\0")
        shelf.makeFile("\(folder)/0.md")
        #expect(try shelf.shed("order", ".", in: folder).text == "1  a.md\n2  c.md\n3  b.md\n4  d.md\n5  0.md  by name\n")
        let said = try shelf.spawn(ShedProgram.path, ["order", "-", "--first"].map { Array($0.utf8) }, input: "d.md\nc.md\n", in: "\(shelf.work)/\(folder)")
        #expect(said.code == 0, "\(said.err)")
        #expect(try order(shelf) == ["d.md", "c.md", "a.md", "b.md", "0.md"])
    }

    @Test func `is described in JSON`() throws {
        let shelf = try book(["a", "b"])
        let json = try shelf.shed("order", "Collections/Book/b.md", "--first", "--json", in: "Poems").json()
        #expect(json["folder"]?.string == "Collections/Book" && json["written"]?.integer == 1 && json["renamed"]?.array?.isEmpty == true)
        let items = json["order"]?.array ?? []
        #expect(items.map { $0["path"]?.string } == ["Collections/Book/b.md", "Collections/Book/a.md"])
        #expect(items.map { $0["order"] } == ["a0", .null] && items.map { $0["number"] } == [.null, .null])
        #expect(items.allSatisfy { $0["id"]?.string != nil })
        let numbered = try shelf.shed("order", "Collections/Book", "--numbered", "--json", in: "Poems").json()
        #expect(numbered["renamed"]?.array?.map { $0["to"]?.string } == ["Collections/Book/01 b.md", "Collections/Book/02 a.md"])
        #expect(numbered["renamed"]?.array?.map { $0["id"]?.string } == items.map { $0["id"]?.string })
        #expect(numbered["order"]?.array?.map { $0["number"]?.integer } == [1, 2])
    }

    @Test func `is told by the log, and taken back and done again by undo`() throws {
        let shelf = try book()
        #expect(try shelf.shed("order", "Collections/Book/d.md", "--first", in: "Poems").code == 0)
        #expect(try shelf.shed("log", in: "Poems").text.contains("Collections/Book/d.md was put elsewhere in the order of its folder"))
        #expect(try shelf.shed("log", "--json", in: "Poems").json().array?.first?["event"]?.string == "ordered")
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(try order(shelf) == ["a.md", "b.md", "c.md", "d.md"])
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(try order(shelf) == ["d.md", "a.md", "b.md", "c.md"])
        #expect(try shelf.shed("order", "Collections/Book", "--numbered", in: "Poems").code == 0)
        #expect(try order(shelf) == ["01 d.md", "02 a.md", "03 b.md", "04 c.md"])
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(try order(shelf) == ["d.md", "a.md", "b.md", "c.md"])
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try order(shelf) == ["d.md", "a.md", "b.md", "c.md"])
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(try order(shelf) == ["01 d.md", "02 a.md", "03 b.md", "04 c.md"])
        // What was numbered counts as that again.
        #expect(try shelf.shed("order", "Collections/Book", "--unnumbered", in: "Poems").code == 0)
        #expect(try order(shelf) == ["d.md", "a.md", "b.md", "c.md"])
        #expect(try shelf.shed("order", "Collections/Book", "--by", "name", in: "Poems").text == "put Collections/Book in order by name\n")
        #expect(try order(shelf) == ["a.md", "b.md", "c.md", "d.md"])
        #expect(try shelf.shed("log", in: "Poems").text.contains("Collections/Book was put in order: by name"))
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(try order(shelf) == ["d.md", "a.md", "b.md", "c.md"])
    }

    @Test func `moving away is taken back with the place`() throws {
        let shelf = try book()
        #expect(try shelf.shed("order", "Collections/Book/c.md", "--first", in: "Poems").code == 0)
        #expect(try shelf.shed("mv", "Collections/Book/c.md", "Draft", in: "Poems").code == 0)
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(try order(shelf) == ["c.md", "a.md", "b.md", "d.md"])
    }

    @Test func `is only shown by a dry run`() throws {
        let shelf = try book()
        let before = try shelf.fingerprint()
        #expect(try shelf.shed("order", "d.md", "--first", "--dry-run", in: folder).text == "would have put first in .: d.md\n")
        #expect(try shelf.shed("order", ".", "--numbered", "--dry-run", in: folder).text
            == "would have renamed a.md to 01 a.md\nwould have renamed b.md to 02 b.md\nwould have renamed c.md to 03 c.md\nwould have renamed d.md to 04 d.md\n")
        #expect(try shelf.fingerprint() == before)
    }

    private static let impossible: [(arguments: [String], code: Int32, words: String)] = [
        (["Collections/Book/a.md"], 2, "is no folder"),
        (["Collections/Book/a.md", "--by", "name"], 2, "is no folder"),
        (["Collections/Book/a.md", "--first", "--last"], 2, "Say one of"),
        (["Collections/Book/a.md", "Collections/Book/b.md"], 2, "Say where they go"),
        (["Collections/Book", "Draft", "--numbered"], 2, "Name one folder"),
        (["Collections/Book", "--digits", "3"], 2, "--digits goes with"),
        (["Collections/Book", "--numbered", "--digits", "7"], 2, "--digits is 1 to 6"),
        (["Collections/Book", "--numbered", "--digits", "-1"], 2, "--digits is 1 to 6"),
        (["Collections/Book/a.md", "--before", "Draft"], 2, "do not stand in one folder"),
        (["Collections/Book/a.md", "--before", "Collections/Book/a.md"], 2, "before or behind itself"),
        (["Collections/Book/a.md", "--after", "Collections/Book/x.md"], 2, "x.md"),
        (["Collections/Book/x.md", "--first"], 2, "x.md"),
        (["Collections/Book/a.md", "Draft", "--first"], 2, "do not stand in one folder"),
        ([".", "--first"], 2, "the project itself"),
        (["Trash", "--first"], 1, "no place in an order"),
        (["Trash", "--numbered"], 1, "no place in an order"),
        (["Collections/Book/a.md", "--by", "size"], 2, "size"),
    ]

    /// One project does for all, since nothing changes it: what any of them wrote would be there in the end, as a batch of the sidecar.
    @Test func `says what it cannot do, and changes nothing`() throws {
        let shelf = try book()
        let files = "find Poems -type f -printf '%p %s\\n' | sort"
        let before = try sh(shelf, "cd ..; \(files)").text
        for (arguments, code, words) in Self.impossible {
            let result = try shelf.run((["order"] + arguments).map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == code && result.err.contains(words), "\(arguments): \(result.code) \(result.err)")
        }
        #expect(try order(shelf) == ["a.md", "b.md", "c.md", "d.md"])
        let after = try sh(shelf, "cd ..; \(files)").text
        #expect(before.contains(".jsonl ") && after == before, "\(after)")
    }

    @Test func `is the same when a daemon does it, which follows numbers by itself`() throws {
        let shelf = try book()
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + """
            cd Poems; echo 'quiet = 0.2' > .shed/settings.toml
            begin "$SHED" watch --json
            cd Collections/Book
            "$SHED" order d.md --first; "$SHED" order . --numbered -q; "$SHED" ls -0 | tr '\\0' '\\n'
            mv "04 c.md" "01 c.md"
            await '[ "$("$SHED" order . -0 | tr "\\0" " ")" = "01 c.md 01 d.md 02 a.md 03 b.md " ]'
            "$SHED" order . > "$T/asked"
            end
            "$SHED" order . | cmp - "$T/asked" && echo same
            "$SHED" order . --unnumbered -q; "$SHED" ls -0 | tr '\\0' '\\n'
            """
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        #expect(result.text == "put first in .: d.md\n01 d.md\n02 a.md\n03 b.md\n04 c.md\nended 0\nsame\nc.md\nd.md\na.md\nb.md\n", "\(result.text)\(result.err)")
    }

    @Test func `a number that is changed is followed by a daemon also where links in All follow the file`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/.shed/settings.toml", "quiet = 0.2\nviews = true\n")
        for name in ["a", "b", "c"] { shelf.makeFile("Poems/Draft/\(name).md", "\(name)\n") }
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + """
            cd Poems; "$SHED" order Draft --numbered -q
            begin "$SHED" watch --json
            mv "Draft/01 a.md" "Draft/09 a.md"
            await '[ "$("$SHED" order Draft -0 | tr "\\0" " ")" = "Draft/02 b.md Draft/03 c.md Draft/09 a.md " ]'
            readlink "All/09 a.md"
            end
            """
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        #expect(result.text == "../Draft/09 a.md\nended 0\n", "\(result.text)\(result.err)")
    }

    @Test func `hands papers over to the verb that orders them`() throws {
        let shelf = try Shelf()
        #expect(try shelf.shed("new", "papers", "Exam", "--language", "en").code == 0)
        #expect(try shelf.shed("doc", "new", "Finals", in: "Exam").code == 0)
        let result = try shelf.shed("order", "Docs/Finals", "--by", "name", in: "Exam")
        #expect(result.code == 1 && result.err.contains("shed doc order Docs/Finals"), "\(result.err)")
        let numbers = try shelf.shed("order", "Docs", "--numbered", in: "Exam")
        #expect(numbers.code == 1 && numbers.err.contains("have no numbers before names"), "\(numbers.err)")
        #expect(try shelf.shed("doc", "new", "Algebra", in: "Exam").code == 0)
        #expect(try shelf.shed("order", "Docs/Finals", "--first", in: "Exam").code == 0)
        #expect(try shelf.shed("ls", "Docs", "-0", in: "Exam").text == "Docs/Finals\0Docs/Algebra\0")
    }

    // MARK: Interruptions

    /// Every place at which the work of writing numbers is half done; `renumbered` ends it behind the first name.
    @Test(arguments: ["set", "renumbered", "undo-noted", "written"]) func `loses nothing when it is killed, and goes on`(point: String) throws {
        let shelf = try book(["a", "b", "c", "3 d"])
        #expect(try shelf.shed("order", "Collections/Book/c.md", "--first", in: "Poems").code == 0)
        let ids = try shelf.shed("ls", "--json", "Collections/Book", in: "Poems").json().array?.compactMap { $0["id"]?.string } ?? []
        let killed = try sh(shelf, "SHED_INTERRUPT_AT=\(point) \"$SHED\" order Collections/Book --numbered; echo $?")
        guard killed.text.hasSuffix("\(128 + SIGKILL)\n") else { return #expect(point != "set" && point != "renumbered", "\(killed.text)") }
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let names = try order(shelf)
        // All have their numbers; none has, where it was killed while it looked what there is.
        if names.first?.hasPrefix("01 ") == true {
            #expect(names == ["01 c.md", "02 3 d.md", "03 a.md", "04 b.md"])
        } else {
            #expect(names == ["c.md", "3 d.md", "a.md", "b.md"] && point == "written")
        }
        #expect(try shelf.shed("ls", "--json", "Collections/Book", in: "Poems").json().array?.compactMap { $0["id"]?.string } == ids)
        #expect(try sh(shelf, "cat Collections/Book/* | sort").text == "3 d\na\nb\nc\n")
        #expect(try shelf.shed("sync", in: "Poems").text == "Nothing changed.\n")
        #expect(try shelf.shed("order", "Collections/Book", "--unnumbered", in: "Poems").code == 0)
        #expect(try order(shelf) == ["c.md", "3 d.md", "a.md", "b.md"])
    }

    @Test func `goes on before the next order, and not where undo took the places back`() throws {
        for then in ["order Collections/Book --numbered", "undo --yes"] {
            let shelf = try book(["a", "b", "c"])
            #expect(try shelf.shed("order", "Collections/Book/c.md", "--first", in: "Poems").code == 0)
            let killed = try sh(shelf, "SHED_INTERRUPT_AT=set \"$SHED\" order Collections/Book --numbered; \"$SHED\" \(then)")
            #expect(killed.code == 0, "\(killed.err)")
            #expect(try shelf.shed("sync", in: "Poems").code == 0)
            #expect(try order(shelf) == (then.hasPrefix("undo") ? ["c.md", "a.md", "b.md"] : ["01 c.md", "02 a.md", "03 b.md"]))
        }
    }

    @Test func `goes on also where names were changed with each other, or is taken back`() throws {
        let shelf = try book(["a", "b", "c"])
        // All have one title: each wants the name that another one has.
        #expect(try sh(shelf, "cd Collections/Book; rm *.md; for n in a b c; do echo $n > $n; done").code == 0)
        #expect(try shelf.shed("order", "Collections/Book", "--numbered", in: "Poems").code == 0)
        #expect(try sh(shelf, "cd Collections/Book; mv '01 a' '01 x'; mv '02 b' '02 x'; mv '03 c' '03 x'").code == 0)
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        func contents() throws -> String { try sh(shelf, "cd Collections/Book; for f in *; do printf '%s=' \"$f\"; cat \"$f\"; done").text }
        let killed = try sh(shelf, "SHED_INTERRUPT_AT=renumbered \"$SHED\" order 'Collections/Book/03 x' --first; echo $?")
        #expect(killed.text.hasSuffix("\(128 + SIGKILL)\n"), "\(killed.text)")
        #expect(try sh(shelf, "cat Collections/Book/* | sort").text == "a\nb\nc\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try contents() == "01 x=c\n02 x=a\n03 x=b\n")
        #expect(try order(shelf) == ["01 x", "02 x", "03 x"])
        #expect(try sh(shelf, "SHED_INTERRUPT_AT=renumbered \"$SHED\" order 'Collections/Book/03 x' --first; \"$SHED\" undo --yes").code == 0)
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try contents() == "01 x=c\n02 x=a\n03 x=b\n")
    }
}
