import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What files held is kept before shed writes them, and comes back.
@Suite(.waitsForPrograms) struct `What records held is taken back` {
    /// A collection of records. That it was made is number 1.
    private func shelf(_ count: Int = 3) throws -> Shelf {
        let shelf = try Shelf.withBooks()
        for number in 1...count { shelf.makeFile("Library/Books/\(number).json", "{\"Title\": \"old \(number)\", \"Shelf\": \"A\(number)\"}\n") }
        #expect(try shelf.library("sync").code == 0)
        return shelf
    }

    /// What all visible files hold.
    private func texts(_ shelf: Shelf) throws -> String {
        try shelf.spawn("/bin/sh", ["-c", "for f in Library/*/*; do echo \"$f\"; cat \"$f\"; done"].map { Array($0.utf8) }, input: nil, in: shelf.work).text
    }

    /// `path ID content` of all records.
    private func records(_ shelf: Shelf) throws -> [String] {
        try (shelf.library("record", "list", "Books", "--json").json().array ?? []).map {
            "\($0["path"]?.string ?? "") \($0["id"]?.string ?? "") \(String(decoding: $0["keyValuePairs"]?.compact ?? [], as: UTF8.self))"
        }
    }

    @Test func `a bulk edit, and that again`() throws {
        let shelf = try shelf()
        let before = try records(shelf)
        let held = try texts(shelf)
        #expect(try shelf.library("record", "set", "Books", "--all", "Shelf=wrong").code == 0)
        let after = try records(shelf)
        #expect(after != before)
        #expect(try shelf.library("undo", "--dry-run").text.hasPrefix("would have put back what Books/"))
        #expect(try records(shelf) == after)
        #expect(try shelf.library("undo").code == 0)
        #expect(try records(shelf) == before)
        #expect(try texts(shelf) == held, "to the byte")
        #expect(try shelf.library("undo").code == 0)
        #expect(try records(shelf) == after)
        #expect(try shelf.library("undo", "2").code == 0)
        #expect(try records(shelf) == before)
        #expect(try shelf.library("check").code == 0)
    }

    /// As programs do that write in place and give a file its time back.
    @Test(arguments: [false, true]) func `but not over an edit of the same length and time, whichever shed wrote it down`(isEarlier: Bool) throws {
        // What an earlier shed wrote of it: neither hash nor time. Then nothing tells the edit, as before.
        let forget = isEarlier ? #"perl -ni -e 's/,?"(hash|changed)":("[^"]*"|\d+)//g; print unless /"do":"placed"/' "$T"/state/projects/*/undo/[0-9]"# : "true"
        let output = try Shelf.withBooks().scenario("""
            edit() { sed "s/2/$1/" Books/A.json > ../new; touch -r Books/A.json ../time; cat ../new > Books/A.json; touch -r ../time Books/A.json; }
            cd Library; "$SHED" record new Books Title=A Y=1 -q > /dev/null; "$SHED" record set Books/A Y=2 -q; edit 7; \(forget)
            "$SHED" undo > /dev/null 2>&1; echo $?; grep -o '[127]"$' Books/A.json
            """)
        #expect(output == (isEarlier ? "0\n1\"\n" : "1\n7\"\n"))
    }

    @Test func `also where only permissions have changed since`() throws {
        let output = try Shelf.withBooks().scenario("""
            cd Library; "$SHED" record new Books Title=A Y=1 -q > /dev/null; "$SHED" record set Books/A Y=2 -q; chmod 600 Books/A.json
            "$SHED" undo -q; echo $?; grep -o '[12]"$' Books/A.json
            """)
        #expect(output == "0\n1\"\n")
    }

    @Test func `what was made is left where it was edited in its own length and time`() throws {
        let output = try Shelf.withPoems().scenario("""
            cd Poems; "$SHED" add file Draft/a.txt --text x -q; touch -r Draft/a.txt ../time; printf 'y\\n' > Draft/a.txt; touch -r ../time Draft/a.txt
            "$SHED" undo > /dev/null 2>&1; echo $?; ls Draft
            """)
        #expect(output == "1\na.txt\n")
    }

    @Test func `one edit after the other, by number, whatever file holds by now what was written`() throws {
        let output = try Shelf.withBooks().scenario("""
            cd Library; exec 2>&1; "$SHED" record new Books Title=A Y=1 -q > /dev/null; "$SHED" record set Books/A Y=2 -q; "$SHED" record set Books/A Y=3 -q
            "$SHED" undo -q; echo $?; grep Y Books/A.json; "$SHED" undo 3 -q; echo $?; grep Y Books/A.json
            "$SHED" undo -q; echo $?; grep Y Books/A.json; cp -p Books/A.json copy; rm Books/A.json; cp copy Books/A.json; rm copy; touch -d tomorrow Books/A.json; "$SHED" sync -q
            "$SHED" undo 3; echo $?; grep Y Books/A.json
            "$SHED" record set Books/A Y=5 -q; sed -i 's/5/6/' Books/A.json; "$SHED" undo; echo $?; grep Y Books/A.json
            """)
        #expect(output == """
            0
              "Y": "2"
            0
              "Y": "1"
            0
              "Y": "2"
            put back what Books/A.json held
            “shed undo” does it again; “shed undo --list” shows what was done before.
            0
              "Y": "1"
            shed: Books/A.json was left as it is: it was changed since, and keeps what it holds now.
            shed: “shed undo --list” lists what there is.
            1
              "Y": "6"

            """, "\(output)")
    }

    @Test func `what a person changed since is left, and the others are taken back`() throws {
        let shelf = try shelf()
        #expect(try shelf.library("record", "set", "Books", "--all", "Shelf=wrong").code == 0)
        shelf.makeFile("Library/Books/2.json", "{\"Title\": \"mine\"}\n")
        let result = try shelf.library("undo")
        #expect(result.code == 1)
        #expect(result.err == "shed: Books/2.json was left as it is: it was changed since, and keeps what it holds now.\n")
        let held = try texts(shelf)
        #expect(held.contains("mine") && held.contains("A1") && held.contains("A3") && !held.contains("wrong"))
    }

    @Test func `files that were renamed after their titles get their names and what they held`() throws {
        let shelf = try shelf()
        shelf.makeFile("schema.toml", "title = \"Title\"\nfollow-title = true\n")
        let given = try shelf.library("collection", "schema", "Books", "--set", "../schema.toml")
        try #require(given.code == 0, "\(given.err)")
        let before = try records(shelf)
        #expect(try shelf.library("record", "set", "Books/1", "Title=Neu").code == 0)
        #expect(shelf.exists("Library/Books/Neu.json"))
        #expect(try shelf.library("undo").code == 0)
        #expect(try records(shelf) == before)
        #expect(try shelf.library("undo").code == 0)
        #expect(shelf.exists("Library/Books/Neu.json"))
    }

    @Test func `a record has the versions that shed wrote over, and gets one back`() throws {
        let shelf = try shelf()
        func versions() throws -> [String] {
            try (shelf.library("record", "versions", "Books/1", "--json").json().array ?? []).map { version in
                "\(version["version"]?.integer ?? 0) \(version["by"]?.string ?? "now") \(String(decoding: version["keyValuePairs"]?.compact ?? [], as: UTF8.self))"
            }
        }
        #expect(try versions() == [#"1 now {"Title":"old 1","Shelf":"A1"}"#])
        #expect(try shelf.library("record", "restore", "Books/1", "2").code == 2)
        #expect(try shelf.library("record", "set", "Books", "--all", "Shelf=wrong").code == 0)
        shelf.makeFile("Library/Books/2.json", "{\"Title\": \"by hand\"}\n")
        #expect(try shelf.library("record", "unset", "Books/1", "Title").code == 0)
        #expect(try versions() == [#"1 record set {"Title":"old 1","Shelf":"A1"}"#, #"2 record unset {"Title":"old 1","Shelf":"wrong"}"#, #"3 now {"Shelf":"wrong"}"#])
        let lines = try shelf.library("record", "versions", "Books/1").text.replacing(/until [-0-9]+ [:0-9]+/, with: "until THEN")
        #expect(lines == """
            version 1  until THEN  Shelf “A1”  (shed undo 2)
            version 2  until THEN  Title “old 1”  (shed undo 3)
            version 3  it is the one of now

            """)
        #expect(try shelf.library("record", "restore", "Books/1", "1", "--dry-run").text == "would have restored Books/1.json, version 1\n")
        #expect(try shelf.library("record", "restore", "Books/1", "1").text == "restored Books/1.json, version 1\n")
        #expect(try shelf.library("record", "restore", "Books/1", "4").text == "nothing to change: Books/1.json holds that already\n")
        #expect(try versions().last == #"4 now {"Title":"old 1","Shelf":"A1"}"#)
        #expect(try texts(shelf).contains("{\"Title\": \"old 1\", \"Shelf\": \"A1\"}\n"), "to the byte")
        #expect(try shelf.library("undo").code == 0)
        #expect(try versions().last == #"5 now {"Shelf":"wrong"}"#)
        // The versions go with the record.
        #expect(try shelf.library("record", "rename", "Books/1", "One").code == 0)
        #expect(try shelf.library("record", "versions", "Books/One", "--json").json().array?.count == 5)
        #expect(try shelf.run(["record", "show", "Books/One"].map { Array($0.utf8) }, in: "Library/Books").code == 0, "as it is named at the root")
        // What does not fit the schema of now is refused.
        shelf.makeFile("schema.toml", "[key.Title]\npattern = \"new.*\"\n")
        #expect(try shelf.library("collection", "schema", "Books", "--set", "../schema.toml").code == 0)
        #expect(try shelf.library("record", "restore", "Books/One", "1", "--dry-run").code == 1)
        #expect(try shelf.library("record", "restore", "Books/One", "1").code == 1)
    }

    @Test func `records whose title has another language's word for it`() throws {
        let shelf = try shelf(1)
        for pair in ["Titel=Rayuela", "Nom=Cortázar", "名前=詩"] { #expect(try shelf.library("record", "new", "Books", "Shelf=B", pair).code == 0) }
        for name in ["Rayuela", "Cortázar", "詩"] { #expect(shelf.exists("Library/Books/\(name).json")) }
        #expect(try shelf.library("undo").text.hasPrefix("moved Books/詩.json to Trash/詩.json\n"))
    }

    @Test func `a schema`() throws {
        let shelf = try shelf()
        func schema() throws -> String { try shelf.library("collection", "schema", "Books").text }
        let none = try schema()
        shelf.makeFile("one.toml", "title = \"Title\"\n")
        shelf.makeFile("two.toml", "title = \"Shelf\"\n")
        for file in ["../one.toml", "../two.toml"] { #expect(try shelf.library("collection", "schema", "Books", "--set", file).code == 0) }
        let second = try schema()
        #expect(try shelf.library("undo").text.hasPrefix("put back what .shed/schemas/"))
        #expect(try schema().contains("\"Title\""))
        #expect(try shelf.library("undo", "2").code == 0)
        #expect(try schema() == none)
        #expect(try shelf.library("undo").code == 0)
        #expect(try shelf.library("undo", "4").code == 0)
        #expect(try schema() == second)
        #expect(try shelf.library("check").code == 0)
    }

    @Test func `an import, of a new collection and into one`() throws {
        let shelf = try shelf()
        let before = try records(shelf)
        shelf.makeFile("new.csv", "Title,Shelf\nOne,1\nTwo,2\n")
        #expect(try shelf.library("import", "../new.csv", "--into", "Books").code == 0)
        let after = try records(shelf)
        #expect(after.count == 5)
        #expect(try shelf.library("undo").code == 0)
        #expect(try records(shelf) == before)
        #expect(try shelf.library("undo").code == 0)
        #expect(try records(shelf) == after, "with their IDs")
        #expect(try shelf.library("import", "../new.csv", "--name", "Films").code == 0)
        #expect(try shelf.library("undo").text.hasPrefix("moved Films to Trash/Films\n"))
        #expect(!shelf.exists("Library/Films"))
        #expect(try shelf.library("undo").code == 0)
        #expect(try shelf.library("record", "list", "Films", "--json").json().array?.count == 2)
    }

    @Test func `records that were made and deleted`() throws {
        let shelf = try shelf()
        let before = try records(shelf)
        #expect(try shelf.library("record", "new", "Books", "Title=Neu").code == 0)
        #expect(try shelf.library("undo").code == 0)
        #expect(try records(shelf) == before)
        #expect(try shelf.library("record", "delete", "Books/1").code == 0)
        #expect(try shelf.library("undo").code == 0)
        #expect(try records(shelf) == before)
    }

    // MARK: Interrupted

    private func interrupt(_ shelf: Shelf, at point: String, _ command: String) throws -> Bool {
        let output = try shelf.scenario("cd Library; SHED_INTERRUPT_AT=\(point) \"$SHED\" \(command) > \"$T/results\" 2>&1; echo $?")
        return output == "\(128 + SIGKILL)\n"
    }

    @Test(arguments: ["undo-noted", "sealed", "placed", "carried", "taken-in"]) func `a bulk edit that was killed is taken back whole`(point: String) throws {
        let shelf = try shelf()
        let before = try records(shelf)
        try #require(try interrupt(shelf, at: point, "record set Books --all Shelf=wrong"))
        // The next command finishes it, or it was never begun.
        #expect(try shelf.library("sync").code == 0)
        _ = try shelf.library("undo")
        #expect(try records(shelf) == before)
        #expect(try shelf.staged() == "")
        #expect(try shelf.library("check").code == 0)
    }

    @Test(arguments: ["undo-noted", "sealed", "placed", "carried", "taken-in", "said"]) func `an undo that was killed is gone on with, and can be taken back whole`(point: String) throws {
        let shelf = try shelf()
        let before = try records(shelf)
        #expect(try shelf.library("record", "set", "Books", "--all", "Shelf=wrong").code == 0)
        let after = try records(shelf)
        try #require(try interrupt(shelf, at: point, "undo"))
        #expect(try shelf.library("undo").code == 0)
        #expect(try records(shelf) == before)
        #expect(try shelf.library("undo").code == 0)
        #expect(try records(shelf) == after)
        #expect(try shelf.staged() == "")
        #expect(try shelf.library("undo", "--list", "--json").json().array?.count == 4)
    }
}

/// What was noted and never done, and what was done in between.
@Suite(.waitsForPrograms) struct `An undo beside other deeds` {
    private func books() throws -> Shelf {
        let shelf = try Shelf.withBooks()
        for number in 1...2 { shelf.makeFile("Library/Books/\(number).json", "{\"Title\": \"old \(number)\"}\n") }
        #expect(try shelf.library("sync").code == 0)
        #expect(try shelf.library("record", "set", "Books/1", "Title=new").code == 0)
        return shelf
    }

    private func title(_ shelf: Shelf) throws -> String? { try shelf.library("record", "show", "Books/1", "--json").json()["keyValuePairs"]?["Title"]?.string }

    @Test func `what is as it was before already is passed over from then on`() throws {
        let shelf = try books()
        #expect(try shelf.library("rm", "Books/2.json").code == 0)
        _ = try shelf.scenario("mv Library/Trash/2.json Library/Books/")
        #expect(try shelf.library("sync").code == 0)
        #expect(try shelf.library("undo").text.hasSuffix("Nothing of number 3 was left to be taken back.\n"))
        #expect(try shelf.library("undo").code == 0)
        #expect(try title(shelf) == "old 1")
        #expect(try shelf.library("undo").code == 0)
        #expect(try title(shelf) == "new", "and done again")
    }

    @Test func `what was not even begun is no deed`() throws {
        let shelf = try books()
        let killed = try shelf.scenario("cd Library; SHED_INTERRUPT_AT=undo-noted \"$SHED\" record set Books/2 Title=x > \"$T/results\" 2>&1; echo $?")
        try #require(killed == "\(128 + SIGKILL)\n")
        #expect(try shelf.library("undo", "--list", "--json").json().array?.first?["number"]?.integer == 2)
        #expect(try shelf.library("undo").code == 0)
        #expect(try title(shelf) == "old 1")
        #expect(try shelf.library("undo").code == 0)
        #expect(try title(shelf) == "new", "and done again")
    }

    @Test func `an interrupted undo is gone on with, also when something else was done since`() throws {
        let shelf = try books()
        let killed = try shelf.scenario("cd Library; SHED_INTERRUPT_AT=carried \"$SHED\" undo > \"$T/results\" 2>&1; echo $?")
        try #require(killed == "\(128 + SIGKILL)\n")
        #expect(try shelf.library("tag", "add", "urgent", "Books/2.json", "--create").code == 0)
        let result = try shelf.library("undo", "2")
        #expect(result.code == 0, "\(result.err)")
        #expect(try title(shelf) == "old 1")
        let events = try shelf.library("log", "--json").json().array ?? []
        #expect(events.count { $0["event"]?.string == "undone" } == 1, "\(events)")
        let list = try shelf.library("undo", "--list", "--json").json().array ?? []
        #expect(list.first { $0["number"]?.integer == 2 }?["takenBackBy"]?.integer == 3)
        #expect(list.map { $0["resumed"]?.string == nil } == [true, false, true, true])
        #expect(try shelf.library("undo", "--list").text.contains("(took back 2; gone on with on "))
        #expect(try shelf.library("undo", "3").code == 0)
        #expect(try title(shelf) == "new")
    }

    @Test func `says by which number an interrupted undo is done again where that is not the last`() throws {
        let shelf = try books()
        let killed = try shelf.scenario("cd Library; SHED_INTERRUPT_AT=undo-noted \"$SHED\" undo > \"$T/results\" 2>&1; echo $?")
        try #require(killed == "\(128 + SIGKILL)\n")
        #expect(try shelf.library("undo", "--list").text.contains("(interrupted while it took back 2)"))
        #expect(try shelf.library("tag", "add", "urgent", "Books/2.json", "--create").code == 0)
        let result = try shelf.library("undo", "2")
        #expect(result.code == 0 && result.text.hasSuffix("“shed undo 3” does it again.\n"), "\(result.text)\(result.err)")
        #expect(try title(shelf) == "old 1")
        #expect(try shelf.library("undo", "3").code == 0)
        #expect(try title(shelf) == "new")
    }

    @Test func `a verb changes no other project than the one that is meant`() throws {
        let shelf = try books()
        let id = try shelf.library("info", "--json").json()["id"]?.string ?? ""
        let output = try shelf.scenario("""
            cd Library; SHED_PROJECT=01a1fdd0-04d0-73cd-ae5b-000000000001 "$SHED" undo 2>&1; echo $?
            SHED_PROJECT=\(id) "$SHED" undo --quiet; echo $?
            """).replacing(shelf.work, with: "WORK")
        #expect(output == "shed: WORK/Library is not the project that was meant; nothing was changed. SHED_PROJECT names another: unset it, or go to that project.\n1\n0\n")
        #expect(try title(shelf) == "old 1")
    }
}

/// Moves and fields, killed at each point.
@Suite(.waitsForPrograms) struct `An undo that is killed` {
    private func sh(_ shelf: Shelf, _ script: String) throws -> Shelf.Result { try shelf.script(script) }

    private func tree(_ shelf: Shelf) throws -> String {
        try shelf.shed("sync", in: "Poems").code == 2 ? "" : try sh(shelf, "find . -path ./.shed -prune -o -type f -print | sort").text
    }

    @Test(arguments: ["undo-noted", "undone", "written"], [1, 2]) func `is gone on with`(point: String, times: Int) throws {
        let shelf = try Shelf.withPoems()
        for name in ["a", "b", "c"] { shelf.makeFile("Poems/Draft/\(name).txt", "\(name)\n") }
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        // Moves with what is known of them, in one entry: what is refused has a reason.
        #expect(try sh(shelf, "for n in a b c; do mkdir Draft/D$n; mv Draft/$n.txt Draft/D$n; echo x > Draft/D$n/x; done; \"$SHED\" sync --now").code == 1)
        let refused = try tree(shelf)
        var killed = false
        for _ in 1...times { killed = try sh(shelf, "SHED_INTERRUPT_AT=\(point) \"$SHED\" undo --quiet").code == 128 + SIGKILL || killed }
        try #require(killed)
        let result = try shelf.shed("undo", in: "Poems")
        #expect(result.code == 0, "\(result.err)")
        #expect(try tree(shelf) == "./Draft/Da/a.txt\n./Draft/Da/x\n./Draft/Db/b.txt\n./Draft/Db/x\n./Draft/Dc/c.txt\n./Draft/Dc/x\n")
        let again = try shelf.shed("undo", in: "Poems")
        #expect(again.code == 0, "\(again.err)")
        #expect(try tree(shelf) == refused)
    }

    @Test(arguments: ["undo-noted", "set"]) func `is gone on with, of tags`(point: String) throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "a\n")
        #expect(try shelf.shed("tag", "add", "urgent", "Draft/a.txt", "--create", in: "Poems").code == 0)
        #expect(try sh(shelf, "SHED_INTERRUPT_AT=\(point) \"$SHED\" undo --quiet").code == 128 + SIGKILL)
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(try shelf.shed("show", "Draft/a.txt", "--json", in: "Poems").json()["tags"]?.array?.isEmpty == true)
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(try shelf.shed("show", "Draft/a.txt", "--json", in: "Poems").json()["tags"]?.array?.map(\.string) == ["urgent"])
    }
}
