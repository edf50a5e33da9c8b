import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Conflicts by verbs` {
    private let copy = "Draft/Ode.sync-conflict-20240131-120000-ABCDEFG.txt"

    /// A poem and its conflict copy.
    private func poems(_ mine: String = "mine\n", _ theirs: String = "theirs\n") throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt", mine)
        shelf.makeFile("Poems/\(copy)", theirs)
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        return shelf
    }

    private func sh(_ shelf: Shelf, _ script: String) throws -> Shelf.Result {
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'; cd Poems; \(script)"
        return try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
    }

    private func id(_ path: String, _ shelf: Shelf) throws -> String? { try shelf.shed("show", path, "--json", in: "Poems").json()["id"]?.string }

    @Test func `are listed, and checked`() throws {
        let shelf = try poems()
        let listed = try shelf.shed("conflicts", in: "Poems")
        #expect(listed.code == 1)
        #expect(listed.text.hasPrefix("1 conflict copy\n  \(copy)\n    a copy of Draft/Ode.txt, by Syncthing\n    they differ: it has 7 bytes, "), "\(listed.text)\(listed.err)")
        let json = try shelf.shed("conflicts", "--json", in: "Poems").json()
        let found = try #require(json["copies"]?.array?.first)
        #expect(found["path"]?.string == copy && found["maker"]?.string == "syncthing" && found["differs"] == true && found["original"]?["path"]?.string == "Draft/Ode.txt")
        #expect(found["id"]?.string == (try id(copy, shelf)) && found["size"]?.integer == 7 && json["details"]?.array?.isEmpty == true && json["complete"] == true)
        #expect(try shelf.shed("conflicts", "-0", in: "Poems").text == "\(copy)\0")
        let check = try shelf.shed("check", in: "Poems")
        #expect(check.code == 1 && check.text.contains("conflict-copy") && check.text.contains("“shed resolve”"))
        #expect(try shelf.shed("resolve", copy, "--keep", "other", in: "Poems").code == 0)
        let none = try shelf.shed("conflicts", in: "Poems")
        #expect(none.code == 0 && none.text == "No conflicts.\n")
        #expect(try shelf.shed("check", in: "Poems").code == 0)
    }

    @Test func `are told of as they come, and as long as they are there`() throws {
        let shelf = try poems()
        shelf.makeFile("Poems/Draft/Lied.txt", "a")
        shelf.makeFile("Poems/Draft/Lied (Ann's conflicted copy 2024-01-31).txt", "b")
        let line = "added    Draft/Lied (Ann's conflicted copy 2024-01-31).txt  (a conflict copy: shed conflicts)\n"
        let before = try shelf.shed("status", in: "Poems").text
        #expect(before.contains(line) && before.contains("added    Draft/Lied.txt\n") && before.contains("2 conflict copies: shed conflicts\n"), "\(before)")
        #expect(try shelf.shed("sync", in: "Poems").text.contains(line))
        for _ in 1...2 { #expect(try shelf.shed("status", in: "Poems").text.contains("2 conflict copies: shed conflicts\n")) }
        #expect(try shelf.shed("status", "--json", in: "Poems").json()["conflictCopies"]?.integer == 2)
        for path in ["Draft/Lied.txt", "Draft/Ode.txt"] { #expect(try shelf.shed("resolve", path, "--keep", "this", in: "Poems").code == 0) }
        for _ in 1...2 { #expect(try !shelf.shed("status", in: "Poems").text.contains("conflict")) }
        #expect(try shelf.shed("undo", "--yes", in: "Poems").code == 0)
        for _ in 1...2 { #expect(try shelf.shed("status", in: "Poems").text.contains("1 conflict copy: shed conflicts\n")) }
    }

    @Test func `beside what an editor has open are asked about where that is written over`() throws {
        let shelf = try poems()
        shelf.makeFile("Poems/Draft/.~lock.Ode.txt#", "")
        let asked = try shelf.shed("resolve", "Draft/Ode.txt", "--keep", "other", in: "Poems")
        #expect(asked.code == 2 && asked.err.contains("may write over what it is to hold. Go on?"), "\(asked.err)")
        #expect(try shelf.shed("resolve", "Draft/Ode.txt", "--keep", "this", in: "Poems").code == 0)
    }

    @Test(arguments: [("Document", "~$cument.docx"), ("Letters", "~$etters.docx"), ("Letter", "~$Letter.docx")])
    func `beside what Word has open are asked about, and undo asks too`(name: String, lock: String) throws {
        let shelf = try Shelf.withPoems()
        for (path, text) in [("\(name).docx", "mine\n"), ("\(name).sync-conflict-20240131-120000-ABCDEFG.docx", "theirs\n"), (lock, "")] { shelf.makeFile("Poems/Draft/\(path)", text) }
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let words = ["resolve", "Draft/\(name).docx", "--keep", "other"].map { Array($0.utf8) }
        let asked = try shelf.run(words, in: "Poems")
        #expect(asked.code == 2 && asked.err.contains(lock), "\(asked.err)")
        #expect(unlink("\(shelf.work)/Poems/Draft/\(lock)") == 0)
        #expect(try shelf.run(words, in: "Poems").code == 0)
        shelf.makeFile("Poems/Draft/\(lock)", "")
        let undone = try shelf.shed("undo", in: "Poems")
        #expect(undone.code == 2 && undone.err.contains(lock), "\(undone.err)")
        #expect(try shelf.shed("undo", "--yes", in: "Poems").code == 0)
    }

    @Test func `in Trash are none to any verb`() throws {
        let shelf = try poems()
        #expect(try sh(shelf, "mv Draft/Ode* Trash").code == 0)
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        shelf.makeFile("Poems/Trash/Ode.sync-conflict-20240201-120000-ABCDEFG.txt", "third\n")
        let status = try shelf.shed("status", in: "Poems").text
        #expect(status.contains("added    Trash/Ode.sync-conflict-20240201-120000-ABCDEFG.txt\n") && !status.contains("shed conflicts"), "\(status)")
        let sync = try shelf.shed("sync", in: "Poems")
        #expect(sync.code == 0 && sync.text == "added    Trash/Ode.sync-conflict-20240201-120000-ABCDEFG.txt\n", "\(sync.everything)")
        let check = try shelf.shed("check", in: "Poems")
        #expect(check.code == 0 && !check.text.contains("conflict-copy"), "\(check.everything)")
        #expect(try shelf.shed("conflicts", in: "Poems").code == 0)
    }

    @Test func `of folders, and of what is gone, are told with what can be done`() throws {
        let shelf = try Shelf.withPoems()
        #expect(try sh(shelf, "mkdir Collections/Spring Collections/Spring.sync-conflict-20240131-120000-ABCDEFG").code == 0)
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let folders = try shelf.shed("conflicts", in: "Poems").text
        #expect(folders.contains("Compare the two") && !folders.contains("shed resolve"), "\(folders)")
        for path in ["Collections/Spring", "Collections/Spring.sync-conflict-20240131-120000-ABCDEFG"] {
            let refused = try shelf.shed("resolve", path, "--keep", "this", in: "Poems")
            #expect(refused.code == 1 && refused.err.contains("\(path) is a folder") && refused.err.contains("Compare the two"), "\(refused.err)")
        }
        #expect(try sh(shelf, "rmdir Collections/Spring*").code == 0)
        shelf.makeFile("Poems/\(copy)", "theirs\n")
        let gone = try shelf.shed("conflicts", in: "Poems").text
        #expect(gone.contains("“shed resolve COPY --keep this”") && !gone.contains("--diff"), "\(gone)")
    }

    @Test func `end with one of the two in the place of both, and undo takes that back`() throws {
        let shelf = try poems()
        let (mine, theirs) = (try id("Draft/Ode.txt", shelf), try id(copy, shelf))
        let result = try shelf.shed("resolve", copy, "--keep", "this", in: "Poems")
        #expect(result.code == 0 && result.text == "Draft/Ode.txt holds now what \(copy) held\nmoved \(copy) to Trash/Ode.txt\n", "\(result.text)\(result.err)")
        #expect(try sh(shelf, "cat Draft/Ode.txt Trash/Ode.txt; ls Draft").text == "theirs\nmine\nOde.txt\n")
        #expect(try id("Draft/Ode.txt", shelf) == mine && id("Trash/Ode.txt", shelf) == theirs)
        #expect(try shelf.shed("undo", "--list", in: "Poems").text.contains("resolve"))
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(try sh(shelf, "cat Draft/Ode.txt \"\(copy)\"; ls Trash").text == "mine\ntheirs\n")
        #expect(try id("Draft/Ode.txt", shelf) == mine && id(copy, shelf) == theirs)
        // Its link in All stands for it.
        let json = try shelf.shed("resolve", "All/Ode.txt", "--keep", "both", "--json", in: "Poems").json()
        #expect(json["path"]?.string == "Draft/Ode.txt" && json["rewritten"] == false && json["moved"]?.array?.first?["to"]?.string == "Draft/Ode (2).txt")
    }

    @Test func `are left as they are by a dry run`() throws {
        let shelf = try poems()
        let before = try shelf.fingerprint()
        for which in ["this", "other", "both"] { #expect(try shelf.shed("resolve", copy, "--keep", which, "-n", in: "Poems").text.contains("would have")) }
        #expect(try shelf.fingerprint() == before)
    }

    @Test func `need to be told what to do`() throws {
        let shelf = try poems()
        for words in [[], ["--keep", "this", "--diff"], ["--keep", "mine"], ["--keep", "this", "--markers"], ["--diff", "--base", "1"], ["--merge", "--diff"]] as [[String]] {
            #expect(try shelf.run((["resolve", copy] + words).map { Array($0.utf8) }, in: "Poems").code == 2, "\(words)")
        }
        #expect(try shelf.shed("resolve", "Draft", "--keep", "this", in: "Poems").code == 2)
        #expect(try shelf.shed("resolve", "nowhere", "--keep", "this", in: "Poems").code == 2)
        #expect(try sh(shelf, "LC_ALL=de_DE.UTF-8 \"$SHED\" resolve Draft --keep this").err.contains("„shed conflicts“"))
    }

    @Test func `are shown by words`() throws {
        let shelf = try poems("The old house\nstood on a hill.\n", "The new home\nstood on a hill.\n")
        for path in [copy, "Draft/Ode.txt"] {
            let text = try shelf.shed("resolve", path, "--diff", in: "Poems").text
            #expect(text.contains("The [-old house-]{+new home+}\nstood on a hill."), "\(text)")
        }
        let json = try shelf.shed("resolve", copy, "--diff", "--json", in: "Poems").json().array ?? []
        #expect(json.count == 1 && json.first?["differ"] == true && json.first?["new"]?["path"]?.string == copy)
    }

    /// A snapshot holds what both were made of.
    private func parted(_ mine: String, _ theirs: String) throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt", "one\ntwo\nthree\nfour\nfive\n")
        #expect(try shelf.shed("snapshot", in: "Poems").code == 0)
        shelf.makeFile("Poems/Draft/Ode.txt", mine)
        shelf.makeFile("Poems/\(copy)", theirs)
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        return shelf
    }

    private static let hasGit = access("/usr/bin/git", X_OK) == 0

    @Test(.enabled(if: hasGit, "needs git")) func `are put together where it is known what both were made of`() throws {
        let shelf = try parted("one\ntwo\nthree\nfour\nFIVE\n", "ONE\ntwo\nthree\nfour\nfive\n")
        let foreseen = try shelf.shed("resolve", copy, "--merge", "-n", in: "Poems")
        #expect(foreseen.text.contains("[-one-]{+ONE+}") && foreseen.text.contains("would have put \(copy) together with Draft/Ode.txt; both were made of 1"), "\(foreseen.text)\(foreseen.err)")
        let json = try shelf.shed("resolve", copy, "--merge", "--json", in: "Poems").json()
        #expect(json["base"]?.string == "1" && json["conflicts"]?.integer == 0 && json["rewritten"] == true)
        #expect(try sh(shelf, "cat Draft/Ode.txt; cat Trash/Ode.txt").text == "ONE\ntwo\nthree\nfour\nFIVE\nONE\ntwo\nthree\nfour\nfive\n")
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(try sh(shelf, "cat Draft/Ode.txt; ls Draft").text == "one\ntwo\nthree\nfour\nFIVE\nOde.sync-conflict-20240131-120000-ABCDEFG.txt\nOde.txt\n")
    }

    @Test(.enabled(if: hasGit, "needs git")) func `that touch the same lines are left alone, or get marks`() throws {
        let shelf = try parted("1\ntwo\nthree\nfour\nfive\n", "ONE\ntwo\nthree\nfour\nfive\n")
        let refused = try shelf.shed("resolve", copy, "--merge", in: "Poems")
        #expect(refused.code == 1 && refused.err.contains("both changed at 1 place since 1; nothing was changed"), "\(refused.err)")
        #expect(try sh(shelf, "cat Draft/Ode.txt").text == "1\ntwo\nthree\nfour\nfive\n")
        #expect(try shelf.shed("resolve", copy, "--merge", "--markers", "--base", "1", in: "Poems").code == 0)
        #expect(try sh(shelf, "grep -c '^<<<<<<<' Draft/Ode.txt; ls Draft | wc -l").text == "1\n2\n")
    }

    @Test func `that left their marks in the file are asked about before the copy goes`() throws {
        let shelf = try poems("a\n<<<<<<< mine\nb\n=======\nc\n>>>>>>> theirs\n")
        for (path, choice) in [("Draft/Ode.txt", "this"), (copy, "other")] {
            let asked = try shelf.shed("resolve", path, "--keep", choice, in: "Poems")
            #expect(asked.code == 2 && asked.err.contains("move the copy to Trash, although Draft/Ode.txt still has marks where both were changed needs"), "\(asked.err)")
        }
        #expect(try shelf.shed("resolve", copy, "--keep", "both", "--dry-run", in: "Poems").code == 0)
        #expect(try shelf.shed("resolve", "Draft/Ode.txt", "--keep", "this", "--yes", in: "Poems").code == 0)
    }

    @Test(arguments: [("Draft/Ode.txt", "--keep other", 2), ("COPY", "--keep this", 2), ("Draft/Ode.txt", "--keep this", 0), ("COPY", "--keep both", 0), ("COPY", "--keep this -n", 0)])
    func `are asked about where a program writes to the file that is to hold something else`(path: String, words: String, code: Int) throws {
        let shelf = try poems()
        let path = path == "COPY" ? copy : path
        let written = try sh(shelf, "exec 7>> Draft/Ode.txt; \"$SHED\" resolve \"\(path)\" \(words); code=$?; exit $code")
        #expect(written.code == code && written.err.contains("has Draft/Ode.txt open to write to it") == (code == 2), "\(written.everything)")
        let copied = try sh(try poems(), "exec 7>> \"\(copy)\"; \"$SHED\" resolve \"\(path)\" \(words); code=$?; exit $code")
        #expect(copied.code == code && copied.err.contains("has \(copy) open to write to it") == (code == 2), "\(copied.everything)")
        // Who reads loses nothing.
        let read = try sh(try poems(), "exec 7< Draft/Ode.txt; \"$SHED\" resolve \"\(path)\" \(words); code=$?; exit $code")
        #expect(read.code == 0, "\(read.everything)")
    }

    @Test func `are not taken back unasked while a program writes to what they gave other words`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("resolve", "Draft/Ode.txt", "--keep", "other", in: "Poems").code == 0)
        let path = "\(shelf.work)/Poems/Draft/Ode.txt"
        let kept = TestFile.read(path)
        for words in ["undo -n", "undo"] {
            let written = try sh(shelf, "exec 7>> Draft/Ode.txt; \"$SHED\" \(words); code=$?; exit $code")
            let isAsked = words == "undo"
            #expect(written.code == (isAsked ? 2 : 0) && written.err.contains("has Draft/Ode.txt open to write to it") == isAsked, "\(written.everything)")
            #expect(TestFile.read(path) == kept)
        }
        #expect(try sh(shelf, "exec 7>> Draft/Ode.txt; \"$SHED\" undo --yes; code=$?; exit $code").code == 0)
        #expect(TestFile.read(path) != kept)
    }

    @Test func `are shown beside one that cannot be`() throws {
        let shelf = try Shelf.withPoems()
        #expect(try sh(shelf, "cd Draft; echo one > x.docx; echo two > x.Conflict.docx; echo bad > 'x (conflicted copy 2024-01-31 120000).docx'; mkdir \"$T/bin\"").code == 0)
        try TestFile.writeProgram("read -r line; [ \"$line\" != bad ] || { echo broken >&2; exit 1; }; echo \"$line\"", to: "\(shelf.path)/bin/pandoc")
        let shown = try sh(shelf, "PATH=\"$T/bin:/usr/bin:/bin\" \"$SHED\" resolve Draft/x.docx --diff")
        #expect(shown.code == 2 && shown.text.contains("[-one-]{+two+}") && shown.err.contains("pandoc could not work on Draft/x (conflicted copy 2024-01-31 120000).docx: broken"), "\(shown.everything)")
        #expect(try sh(shelf, "PATH=\"$T/bin:/usr/bin:/bin\" \"$SHED\" resolve Draft/x.docx --diff --json").code == 2)
    }

    @Test(.enabled(if: hasGit, "needs git")) func `are not put together where nobody knows of what both were made`() throws {
        let shelf = try poems("a\n", "b\n")
        let refused = try shelf.shed("resolve", copy, "--merge", in: "Poems")
        #expect(refused.code == 1 && refused.err.contains("it is not known what Draft/Ode.txt and its copy were both made of"), "\(refused.err)")
        #expect(refused.err.contains("and the project lies in no git repository") && refused.err.contains("“shed snapshot”"), "\(refused.err)")
        #expect(try sh(shelf, "git init -q .").code == 0)
        #expect(try shelf.shed("resolve", copy, "--merge", in: "Poems").err.contains("and git has no commit of it"))
        shelf.makeFile("Poems/Draft/x.odt", "no document\n")
        shelf.makeFile("Poems/Draft/x.Conflict.odt", "none\n")
        let document = try shelf.shed("resolve", "Draft/x.odt", "--merge", in: "Poems")
        #expect(document.code == 1 && document.err.contains("Compare Document"), "\(document.err)")
    }

    @Test(.enabled(if: hasGit, "needs git")) func `are put together by what Syncthing kept of both`() throws {
        let shelf = try poems("one\ntwo\nthree\nfour\nFIVE\n", "ONE\ntwo\nthree\nfour\nfive\n")
        // What was kept last was written when the two had parted; a link is not followed, and another file's version is none.
        let kept = try sh(shelf, """
            mkdir -p .stversions/Draft; cd .stversions/Draft
            printf 'one\\ntwo\\nthree\\nfour\\nfive\\n' > Ode~20240131-110000.txt; touch -d 2024-01-31T10:00 Ode~20240131-110000.txt
            printf 'one\\ntwo\\nthree\\nFOUR\\nFIVE\\n' > Ode~20390131-110000.txt; touch -d 2039-01-01 Ode~20390131-110000.txt
            ln -s /etc/passwd Ode~20240131-100000.txt; printf 'ONE\\ntwo\\n' > Ode~2024.txt
            """)
        #expect(kept.code == 0, "\(kept.everything)")
        let json = try shelf.shed("resolve", copy, "--merge", "--json", in: "Poems").json()
        #expect(json["base"]?.string == ".stversions/Draft/Ode~20240131-110000.txt" && json["conflicts"]?.integer == 0)
        #expect(try sh(shelf, "cat Draft/Ode.txt").text == "ONE\ntwo\nthree\nfour\nFIVE\n")
    }

    @Test(arguments: [
        ("sealed", "this"), ("placed", "this"), ("carried", "this"), ("taken-in", "this"), ("said", "this"), ("exchanged", "this"), ("resolved", "this"),
        ("resolved", "other"), ("separated", "both"),
    ])
    func `lose nothing where shed is killed`(point: String, which: String) throws {
        let shelf = try poems()
        let (mine, theirs) = (try id("Draft/Ode.txt", shelf), try id(copy, shelf))
        let killed = try sh(shelf, "SHED_INTERRUPT_AT=\(point) \"$SHED\" resolve \"\(copy)\" --keep \(which)")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL, "\(killed.text)\(killed.err)")
        // The next command that writes takes all of it back.
        let after = try shelf.shed("sync", in: "Poems")
        #expect(after.code != 2, "\(after.err)")
        #expect(try sh(shelf, "cat Draft/Ode.txt; cat \"\(copy)\"; ls Trash; find .shed -path '*staging*' -type f").text == "mine\ntheirs\n")
        #expect(try id("Draft/Ode.txt", shelf) == mine && id(copy, shelf) == theirs)
        #expect(try shelf.shed("resolve", copy, "--keep", "this", in: "Poems").code == 0)
        #expect(try sh(shelf, "cat Draft/Ode.txt Trash/Ode.txt").text == "theirs\nmine\n")
    }

    @Test(.enabled(if: hasGit, "needs git"), arguments: ["sealed", "merged", "resolved"])
    func `that are put together lose nothing where shed is killed`(point: String) throws {
        let shelf = try parted("one\ntwo\nthree\nfour\nFIVE\n", "ONE\ntwo\nthree\nfour\nfive\n")
        let killed = try sh(shelf, "SHED_INTERRUPT_AT=\(point) \"$SHED\" resolve \"\(copy)\" --merge")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL, "\(killed.text)\(killed.err)")
        let after = try shelf.shed("sync", in: "Poems")
        #expect(after.code != 2, "\(after.err)")
        #expect(
            try sh(shelf, "cat Draft/Ode.txt \"\(copy)\"; ls Trash; find .shed -path '*staging*' -type f").text
                == "one\ntwo\nthree\nfour\nFIVE\nONE\ntwo\nthree\nfour\nfive\n")
        #expect(try shelf.shed("resolve", copy, "--merge", "--base", "1", in: "Poems").code == 0)
        #expect(try sh(shelf, "cat Draft/Ode.txt").text == "ONE\ntwo\nthree\nfour\nFIVE\n")
    }

    @Test func `of records end like others`() throws {
        let shelf = try Shelf()
        #expect(try shelf.shed("new", "records", "Poems", "--language", "en").code == 0)
        #expect(try shelf.shed("collection", "new", "People", in: "Poems").code == 0)
        shelf.makeFile("Poems/People/ann.json", "{\"name\": \"Ann\"}\n")
        shelf.makeFile("Poems/People/ann.sync-conflict-20240131-120000-ABCDEFG.json", "{\"name\": \"Anne\"}\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let before = try id("People/ann.json", shelf)
        #expect(try shelf.shed("resolve", "People/ann.json", "--keep", "other", in: "Poems").code == 0)
        #expect(try sh(shelf, "cat People/ann.json; ls People Trash").text == "{\"name\": \"Anne\"}\nPeople:\nann.json\n\nTrash:\nann.json\n")
        #expect(try id("People/ann.json", shelf) == before)
    }

    @Test(arguments: ["echo torn > $ops/0123456789abcdef-0123456789abcdef-$digits.jsonl", "mkdir -p .shed/base; echo torn > .shed/base/$digits.jsonl"])
    func `that a torn batch may tell of are not said to be none`(damage: String) throws {
        let shelf = try Shelf.withPoems()
        let torn = try sh(shelf, "ops=.shed/ops/0123456789abcdef; digits=$(printf '%064d' 0); mkdir $ops; \(damage); \"$SHED\" conflicts; \"$SHED\" conflicts --json | grep complete; \"$SHED\" conflicts -q")
        #expect(torn.text == "No conflicts.\n  \"complete\": false\n" && torn.err.split(separator: "\n").count { $0.contains("could not be read, and may hold more") } == 2, "\(torn.everything)")
    }

    @Test func `are looked at where nobody trusts the project, and no more`() throws {
        let shelf = try poems()
        #expect(try sh(shelf, "rm -rf \"$T/state\"").code == 0)
        #expect(try shelf.shed("conflicts", in: "Poems").code == 1)
        #expect(try shelf.shed("resolve", copy, "--diff", in: "Poems").code == 0)
        #expect(try shelf.shed("resolve", copy, "--keep", "this", in: "Poems").code == 2)
    }
}
