import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Submitting on the command line` {
    private func poems() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        for name in ["Ode", "Sea"] { shelf.makeFile("Poems/Draft/\(name).txt", "\(name)\n") }
        shelf.makeDirectory("Poems/Magazines/Granta")
        try #require(try shelf.shed("sync", in: "Poems").code == 0)
        return shelf
    }

    @Test func `makes records of several texts, from wherever one stands, and prints them`() throws {
        let shelf = try poems()
        let made = try shelf.shed("submit", "Ode.txt", "Sea.txt", "--to", "Magazines/Granta", "--date", "2026-11-22", "--due", "2027-02-01", "--note", "a: b", "--json", in: "Poems/Draft").json()
        #expect(made.array?.map { $0["path"]?.string } == ["Submissions/Granta/2026-11-22 Ode.md", "Submissions/Granta/2026-11-22 Sea.md"])
        let listed = try shelf.shed("submissions", "--json", in: "Poems").json()
        #expect(listed.array?.map { $0["id"]?.string } == made.array?.map { $0["id"]?.string })
        let first = try #require(listed.array?.first)
        #expect(first["piece"] == "Draft/Ode.txt" && first["venue"] == "Magazines/Granta" && first["sent"] == "2026-11-22" && first["due"] == "2027-02-01")
        #expect(first["status"] == "out" && first["answered"] == .null && first["file"] == "Submissions/Granta/2026-11-22 Ode.txt" && first["notes"] == "a: b")
        let id = try shelf.shed("show", "Draft/Ode.txt", "--json", in: "Poems").json()["id"]
        #expect(first["pieceID"] == id && id != nil)
        #expect(try shelf.shed("show", "Draft/Ode.txt", "--json", in: "Poems").json()["submissions"] == .array([first]))
        #expect(try shelf.shed("show", "Submissions/Granta/2026-11-22 Ode.txt", "--json", in: "Poems").json()["submissions"] == nil)
    }

    @Test func `says what it would do, and does nothing, in a dry run`() throws {
        let shelf = try poems()
        let before = try shelf.fingerprint()
        let result = try shelf.shed("submit", "Draft/Ode.txt", "--to", "Magazines/Ambit", "--create", "--date", "2026-11-22", "-n", in: "Poems")
        #expect(result.text == "would have submitted Draft/Ode.txt to Magazines/Ambit: Submissions/Ambit/2026-11-22 Ode.md\n" && result.code == 0)
        #expect(try shelf.fingerprint() == before)
    }

    @Test(arguments: [
        (["Draft/Ode.txt", "--to", "Magazines/Ambit"], 1), (["Draft/Ode.txt", "--to", "Draft"], 1), (["Draft", "--to", "Granta"], 1), (["Draft/None.txt", "--to", "Granta"], 2),
        (["Draft/Ode.txt", "--to", "Granta", "--date", "2026-02-30"], 2), (["Draft/Ode.txt", "--to", "Granta", "--due", "soon"], 2), (["Draft/Ode.txt", "--to", "../Granta"], 2),
    ] as [([String], Int32)]) func `refuses, and makes nothing`(words: [String], code: Int32) throws {
        let shelf = try poems()
        let result = try shelf.run((["submit"] + words).map { Array($0.utf8) }, in: "Poems")
        #expect(result.code == code && result.text.isEmpty && result.err.hasPrefix("shed: "), "\(result.err)")
        #expect(!shelf.exists("Poems/Submissions/Granta"))
    }

    @Test func `asks before a second venue, and --yes answers`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("submit", "Draft/Ode.txt", "--to", "Granta", "-q", in: "Poems").code == 0)
        #expect(try shelf.shed("submit", "Draft/Sea.txt", "Draft/Ode.txt", "--to", "New Review", "--create", in: "Poems").code == 2)
        #expect(!shelf.exists("Poems/Submissions/New Review") && !shelf.exists("Poems/Other/New Review"))
        #expect(try shelf.shed("submit", "Draft/Sea.txt", "Draft/Ode.txt", "--to", "New Review", "--create", "--yes", "-q", in: "Poems").code == 0)
        #expect(shelf.exists("Poems/Other/New Review"))
        #expect(try shelf.shed("submissions", "--out", "-0", in: "Poems").out.count { $0 == 0 } == 3)
    }

    @Test func `and accepted is taken back together with the move`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("submit", "Draft/Ode.txt", "--to", "Granta", "--date", "2026-11-22", "-q", in: "Poems").code == 0)
        let record = "Poems/Submissions/Granta/2026-11-22 Ode.md"
        let before = TestFile.read("\(shelf.work)/\(record)")
        #expect(try shelf.shed("submissions", "accept", "Draft/Ode.txt", "--publish", "--note", "Yes", "-q", in: "Poems").code == 0)
        #expect(shelf.exists("Poems/Published/Ode.txt") && TestFile.read("\(shelf.work)/\(record)") != before)
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(shelf.exists("Poems/Draft/Ode.txt") && TestFile.read("\(shelf.work)/\(record)") == before)
    }

    @Test(arguments: [false, true]) func `is taken back with its folder, if that was made for it`(isKnown: Bool) throws {
        let shelf = try poems()
        if isKnown { #expect(try shelf.shed("submit", "Draft/Sea.txt", "--to", "Granta", "--date", "2026-11-22", "-q", in: "Poems").code == 0) }
        #expect(try shelf.shed("submit", "Draft/Ode.txt", "--to", "Granta", "--date", "2026-11-22", "-q", in: "Poems").code == 0)
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(!shelf.exists("Poems/Submissions/Granta/2026-11-22 Ode.md") && !shelf.exists("Poems/Submissions/Granta/2026-11-22 Ode.txt"))
        #expect(shelf.exists("Poems/Draft/Ode.txt") && shelf.exists("Poems/Submissions/Granta") == isKnown)
        #expect(try shelf.shed("submissions", "--json", in: "Poems").json().array?.count == (isKnown ? 1 : 0))
        // And done again.
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(shelf.exists("Poems/Submissions/Granta/2026-11-22 Ode.md"))
        #expect(try shelf.shed("submissions", "--json", in: "Poems").json().array?.count == (isKnown ? 2 : 1))
    }

    @Test func `offers the move of what was accepted, and of nothing else`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("submit", "Draft/Ode.txt", "Draft/Sea.txt", "--to", "Granta", "--date", "2026-11-22", "-q", in: "Poems").code == 0)
        let rejected = try shelf.shed("submissions", "reject", "Draft/Sea.txt", in: "Poems")
        #expect(rejected.text == "recorded: Draft/Sea.txt was rejected by Magazines/Granta\n")
        let accepted = try shelf.shed("submissions", "accept", "Draft/Ode.txt", in: "Poems")
        #expect(accepted.text == "recorded: Draft/Ode.txt was accepted by Magazines/Granta\n“shed mv Draft/Ode.txt Published” moves it to where what was published is.\n")
        // The record says it already: the move alone is left to be done.
        #expect(try shelf.shed("submissions", "accept", "Submissions/Granta/2026-11-22 Ode.md", "--publish", in: "Poems").code == 0)
        #expect(shelf.exists("Poems/Published/Ode.txt"))
        #expect(try shelf.shed("submissions", "accept", "Submissions/Granta/2026-11-22 Ode.md", "--publish", in: "Poems").code == 1)
    }

    @Test func `and accepted a while ago is published by the name of the text`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("submit", "Draft/Ode.txt", "--to", "Granta", "--date", "2026-11-22", "-q", in: "Poems").code == 0)
        #expect(try shelf.shed("submissions", "accept", "Draft/Ode.txt", "--date", "2026-11-23", "-q", in: "Poems").code == 0)
        let record = TestFile.read("\(shelf.work)/Poems/Submissions/Granta/2026-11-22 Ode.md")
        #expect(try shelf.shed("submissions", "accept", "Draft/Ode.txt", in: "Poems").code == 1)
        #expect(try shelf.shed("submissions", "accept", "Draft/Ode.txt", "--publish", "-q", in: "Poems").code == 0)
        #expect(shelf.exists("Poems/Published/Ode.txt") && TestFile.read("\(shelf.work)/Poems/Submissions/Granta/2026-11-22 Ode.md") == record)
        #expect(try shelf.shed("submissions", "accept", "Published/Ode.txt", "--publish", in: "Poems").code == 1)
    }

    @Test func `of a venue that it was never sent to, or is out at no more, says so, and where it is out`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("submit", "Draft/Ode.txt", "--to", "Granta", "--date", "2026-11-22", "-q", in: "Poems").code == 0)
        let never = try shelf.shed("submissions", "withdraw", "Draft/Ode.txt", "--venue", "Ambit", in: "Poems")
        #expect(never.code == 1 && never.err == "shed: Draft/Ode.txt was never sent to Ambit. It is out at Magazines/Granta.\n", "\(never.err)")
        #expect(try shelf.shed("submissions", "withdraw", "Draft/Ode.txt", "--venue", "Granta", "-q", in: "Poems").code == 0)
        let again = try shelf.shed("submissions", "withdraw", "Draft/Ode.txt", "--venue", "Granta", in: "Poems")
        #expect(again.code == 1, "\(again.err)")
        #expect(again.err == "shed: Draft/Ode.txt is not out at Granta any more. It is out nowhere; “shed submissions” lists what was sent.\n", "\(again.err)")
        #expect(try shelf.shed("undo", "--list", in: "Poems").text.split(separator: "\n").count == 2)
    }

    @Test(arguments: [[], ["-0"], ["-q"]]) func `and taken back leaves a record that somebody has edited, and names it first`(options: [String]) throws {
        let shelf = try poems()
        #expect(try shelf.shed("submit", "Draft/Ode.txt", "--to", "Granta", "--date", "2026-11-22", "-q", in: "Poems").code == 0)
        let record = "Submissions/Granta/2026-11-22 Ode.md"
        let edited = TestFile.read("\(shelf.work)/Poems/\(record)") + Array("Mine.\n".utf8)
        shelf.makeFile("Poems/\(record)", String(decoding: edited, as: UTF8.self))
        let undone = try shelf.run((["undo"] + options).map { Array($0.utf8) }, in: "Poems")
        #expect(undone.code == 1 && undone.err.hasPrefix("shed: \(record) was left as it is: it was changed since"), "\(undone.err)")
        #expect(undone.err.contains("shed: Submissions/Granta was left as it is: something else is in it."))
        #expect(TestFile.read("\(shelf.work)/Poems/\(record)") == edited)
    }

    @Test func `in a project without the folder says who has one`() throws {
        let shelf = try Shelf()
        try #require(try shelf.shed("new", "blank", "Notes", "--language", "en").code == 0)
        shelf.makeFile("Notes/a.txt")
        for words in [["submit", "a.txt", "--to", "Granta"], ["submissions"], ["submissions", "accept", "a.txt"]] {
            let result = try shelf.run(words.map { Array($0.utf8) }, in: "Notes")
            #expect(result.code == 1 && result.err.contains("no folder for submissions") && result.err.contains("shed new poetry"), "\(result.err)")
        }
    }

    @Test(arguments: ["withdraw", "accept", "reject"]) func `refuses a day of an answer before the one of sending, and names both`(verb: String) throws {
        let shelf = try poems()
        #expect(try shelf.shed("submit", "Draft/Ode.txt", "--to", "Granta", "--date", "2026-11-22", "-q", in: "Poems").code == 0)
        let early = try shelf.shed("submissions", verb, "Draft/Ode.txt", "--date", "2026-11-21", in: "Poems")
        #expect(early.code == 2 && early.err.contains("2026-11-21") && early.err.contains("2026-11-22"), "\(early.err)")
        #expect(try shelf.shed("submissions", "--out", "--json", in: "Poems").json().array?.count == 1)
        #expect(try shelf.shed("submissions", verb, "Draft/Ode.txt", "--date", "2026-11-22", "-q", in: "Poems").code == 0)
    }

    @Test func `of a venue that there is none of says so, with the nearest, and of one to which nothing went that there is nothing`() throws {
        let shelf = try poems()
        shelf.makeDirectory("Poems/Magazines/Die Horen")
        #expect(try shelf.shed("submit", "Draft/Ode.txt", "--to", "Granta", "--date", "2026-11-22", "-q", in: "Poems").code == 0)
        for (word, near) in [("Horen", "Did you mean “Magazines/Die Horen”?"), ("Garnta", "Did you mean “Magazines/Granta”?"), ("Xyzzy", "There are: Magazines/Die Horen")] {
            let none = try shelf.shed("submissions", "--venue", word, in: "Poems")
            #expect(none.code == 2 && none.text == "" && none.err.contains("there is no venue “\(word)”") && none.err.contains(near), "\(none.err)")
        }
        let empty = try shelf.shed("submissions", "--venue", "die horen", in: "Poems")
        #expect(empty.code == 1 && empty.err == "", "\(empty.err)")
        #expect(try shelf.shed("submissions", "--venue", "Granta", in: "Poems").code == 0)
    }

    @Test func `lists under a daemon what it lists without`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("submit", "Draft/Ode.txt", "--to", "Granta", "--date", "2026-11-22", "--due", "2026-12-01", "-q", in: "Poems").code == 0)
        shelf.makeFile("Poems/Submissions/Granta/broken.md", "---\npiece: x\nsent: soon\n---\n")
        let script = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + """
            cd Poems; "$SHED" sync -q
            look() { for verb in "submissions" "submissions --due" "submissions --by piece -v" "submissions --venue none" "submissions --piece Draft" "submissions accept nowhere"; do
              echo "$verb"; "$SHED" $verb --json 2>&1; echo "$?"; "$SHED" $verb 2>&1; echo "$?"; "$SHED" $verb -0 2>&1 | od -c; done; }
            look > "$T/alone"; begin "$SHED" watch --json; look > "$T/asked"
            cmp "$T/alone" "$T/asked" && echo same || diff "$T/alone" "$T/asked" | head -20
            end
            """
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: shelf.work)
        #expect(result.text == "same\nended 0\n" && result.err == "")
    }
}

/// Kills shed between the first and the last file, and looks at what the next command makes of it.
@Suite(.waitsForPrograms) struct `A submission that is interrupted` {
    private func poems() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt", "Ode\n")
        shelf.makeDirectory("Poems/Magazines/Granta")
        try #require(try shelf.shed("sync", in: "Poems").code == 0)
        return shelf
    }

    private func interrupt(_ shelf: Shelf, at point: String, _ command: String) throws {
        let output = try shelf.scenario("cd Poems; SHED_INTERRUPT_AT=\(point) \"$SHED\" \(command) > \"$T/results\" 2>&1; echo $?")
        try #require(output == "\(128 + SIGKILL)\n", "\(point) was not reached: \(output)")
    }

    private func requireSound(_ shelf: Shelf) throws {
        #expect(try shelf.scenario("cd Poems; find .shed/staging -mindepth 2") == "")
        #expect(try shelf.shed("check", in: "Poems").code == 0)
        #expect(try shelf.shed("status", "--json", in: "Poems").json()["clean"]?.bool == true)
    }

    @Test(arguments: ["sealed", "placed", "carried", "taken-in"], [false, true]) func `is finished by the next command, whichever it is`(point: String, isKnown: Bool) throws {
        let shelf = try poems()
        if isKnown { #expect(try shelf.shed("submit", "Draft/Ode.txt", "--to", "Granta", "--date", "2026-01-01", "-q", in: "Poems").code == 0) }
        try interrupt(shelf, at: point, "submit Draft/Ode.txt --to \(isKnown ? "Granta" : "Magazines/Ambit --create") --date 2026-11-22 --yes")
        let folder = isKnown ? "Granta" : "Ambit"
        let listed = try shelf.shed("submissions", "--json", in: "Poems").json().array?.map { $0["path"]?.string }
        #expect(listed?.contains("Submissions/\(folder)/2026-11-22 Ode.md") == true)
        #expect(try shelf.scenario("cd Poems; cat 'Submissions/\(folder)/2026-11-22 Ode.txt' Draft/Ode.txt; ls -d Magazines/\(folder)") == "Ode\nOde\nMagazines/\(folder)\n")
        try requireSound(shelf)
    }

    @Test func `is taken back where its name is taken meanwhile`() throws {
        let shelf = try poems()
        try interrupt(shelf, at: "sealed", "submit Draft/Ode.txt --to Granta --date 2026-11-22")
        shelf.makeDirectory("Poems/Submissions/Granta")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.scenario("cd Poems; ls Submissions/Granta; cat Draft/Ode.txt") == "Ode\n")
        try requireSound(shelf)
    }

    @Test(arguments: ["sealed", "placed", "carried"]) func `and accepted says so, and its text is whole`(point: String) throws {
        let shelf = try poems()
        #expect(try shelf.shed("submit", "Draft/Ode.txt", "--to", "Granta", "--date", "2026-11-22", "-q", in: "Poems").code == 0)
        try interrupt(shelf, at: point, "submissions accept Draft/Ode.txt --note Yes --publish")
        #expect(try shelf.shed("submissions", "--json", in: "Poems").json().array?.first?["status"] == "accepted")
        // By the text, as before: it is out no more, and goes on to Published.
        #expect(try shelf.shed("submissions", "accept", "Draft/Ode.txt", "--note", "Yes", "--publish", in: "Poems").code == 0)
        #expect(try shelf.scenario("cd Poems; cat Published/Ode.txt") == "Ode\n")
        #expect(try shelf.scenario("cd Poems; grep '^answer:' Submissions/Granta/*.md") == "answer: Yes\n")
        try requireSound(shelf)
    }

    @Test func `and answered keeps an edit that was made meanwhile`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("submit", "Draft/Ode.txt", "--to", "Granta", "--date", "2026-11-22", "-q", in: "Poems").code == 0)
        try interrupt(shelf, at: "sealed", "submissions reject Draft/Ode.txt")
        _ = try shelf.scenario("cd Poems/Submissions/Granta; echo mine >> '2026-11-22 Ode.md'; cd ../..; \"$SHED\" sync -q")
        #expect(try shelf.scenario("cd Poems/Submissions/Granta; tail -n 1 '2026-11-22 Ode.md'; grep -c 'status: out' '2026-11-22 Ode.md'") == "mine\n1\n")
        try requireSound(shelf)
    }
}
