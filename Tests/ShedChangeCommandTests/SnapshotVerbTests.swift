import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Snapshots by verbs` {
    /// A project with one poem, of which “one” is kept as snapshot 1 and “two” is in its place.
    private func poems() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt", "The old house\nstood on a hill.\n")
        #expect(try shelf.shed("snapshot", "--name", "before the edit", in: "Poems").text == "kept 1 file as snapshot 1, “before the edit”\n")
        shelf.makeFile("Poems/Draft/Ode.txt", "The new home\nstood on a hill.\nIt rained.\n")
        return shelf
    }

    private func sh(_ shelf: Shelf, _ script: String) throws -> Shelf.Result {
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'; cd Poems; \(script)"
        return try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
    }

    @Test func `are taken, listed and deleted`() throws {
        let shelf = try poems()
        let taken = try shelf.shed("snapshot", "Draft", "--json", in: "Poems").json()
        #expect(taken["number"]?.integer == 2 && taken["files"]?.integer == 1 && taken["name"] == .null && taken["cause"]?.string == "hand")
        #expect(taken["leftOut"]?.array?.isEmpty == true)
        let list = try shelf.shed("snapshot", "--list", "--json", in: "Poems").json().array ?? []
        #expect(list.compactMap { $0["number"]?.integer } == [2, 1] && list.last?["name"]?.string == "before the edit")
        #expect(try shelf.shed("snapshot", "--list", in: "Poems").text.contains("“before the edit”"))
        #expect(try shelf.shed("snapshot", "--delete", "before the edit", "--delete", "2", "-n", in: "Poems").text.hasPrefix("would have deleted snapshot 1\n"))
        #expect(try shelf.shed("snapshot", "--delete", "before the edit", "--delete", "2", in: "Poems").text.hasPrefix("deleted snapshot 1\ndeleted snapshot 2\n"))
        #expect(try shelf.shed("snapshot", "--list", in: "Poems").text == "No snapshots yet: “shed snapshot” takes one.\n")
        #expect(try shelf.shed("snapshot", "--delete", "7", in: "Poems").code == 2)
    }

    @Test func `have names in the quotation marks of the language`() throws {
        let shelf = try poems()
        for words in ["snapshot --list", "versions Draft/Ode.txt"] {
            let shown = try sh(shelf, "LC_ALL=de_DE.UTF-8 \"$SHED\" \(words)")
            #expect(shown.text.contains("  „before the edit“\n"), "\(shown.text)\(shown.err)")
        }
    }

    @Test func `are named by their name too, the newest of it`() throws {
        let shelf = try poems()
        let text = try shelf.shed("diff", "Draft/Ode.txt", "before the edit", in: "Poems").text
        #expect(text == (try shelf.shed("diff", "Draft/Ode.txt", "1", in: "Poems").text) && text.contains("[-old house-]{+new home+}"))
        #expect(try shelf.shed("restore", "Draft/Ode.txt", "--version", "before the edit", in: "Poems").text == "put back version 1 of Draft/Ode.txt\n")
        shelf.makeFile("Poems/Draft/Ode.txt", "Another one\n")
        #expect(try shelf.shed("snapshot", "--name", "before the edit", in: "Poems").code == 0)
        #expect(try shelf.shed("diff", "Draft/Ode.txt", "before the edit", in: "Poems").text.hasSuffix("They are the same.\n"))
        #expect(try shelf.shed("diff", "Draft/Ode.txt", "after the edit", in: "Poems").code == 2)
    }

    @Test func `looking writes nothing, and a dry run leaves no trace`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let before = try shelf.fingerprint()
        for words in [["snapshot", "--list"], ["snapshot", "-n"], ["snapshot", "--prune", "-n"], ["snapshot", "--delete", "1", "-n"], ["restore", "Draft/Ode.txt", "--version", "1", "-n"],
            ["restore", "Draft/Ode.txt", "--version", "1", "--copy", "-n"]]
        {
            let result = try shelf.run(words.map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == 0, "\(words): \(result.err)")
            #expect(try shelf.fingerprint() == before, "\(words)")
        }
        let kept = "find \"$T/state\" -path '*snapshots*' -printf '%p %i %s %T@\\n' | sort"
        let there = try sh(shelf, kept).text
        for verb in ["versions", "diff"] { #expect(try shelf.shed(verb, "Draft/Ode.txt", in: "Poems").code == 0) }
        #expect(try sh(shelf, kept).text == there && !there.isEmpty)
    }

    @Test func `what changed is shown by words`() throws {
        let shelf = try poems()
        let text = try shelf.shed("diff", "Draft/Ode.txt", "1", in: "Poems").text
        #expect(text.contains("The [-old house-]{+new home+}\nstood on a hill.\n{+It rained."), "\(text)")
        #expect(try shelf.shed("diff", "Draft/Ode.txt", in: "Poems").text == text)
        let json = try shelf.shed("diff", "Draft/Ode.txt", "1", "--json", in: "Poems").json()
        #expect(json["differ"] == true && json["removed"]?.integer == 2 && json["added"]?.integer == 4)
        #expect(json["old"]?["version"]?.string == "1" && json["new"]?["version"] == .null)
        #expect(json["changes"]?.array?.first?["removed"]?.string == "old house" && json["changes"]?.array?.first?["oldStart"]?.integer == 4)
        #expect(try shelf.shed("diff", "Draft/Ode.txt", "1", "1", in: "Poems").text.hasSuffix("They are the same.\n"))
        #expect(try shelf.shed("diff", "Draft/Ode.txt", "--color", "always", in: "Poems").text.contains("\u{1b}[31mold house\u{1b}[0m"))
        #expect(try shelf.shed("diff", "Draft/Ode.txt", "3", in: "Poems").code == 2)
        #expect(try shelf.shed("diff", "Draft/Ode.txt", "1", "1", "1", in: "Poems").code == 2)
    }

    @Test func `of what is no text sizes and hashes are shown`() throws {
        let shelf = try Shelf.withPoems()
        #expect(try sh(shelf, "printf 'a\\000b' > Draft/x.bin; \"$SHED\" snapshot -q; printf 'a\\000bc' > Draft/x.bin").code == 0)
        #expect(try shelf.shed("diff", "Draft/x.bin", in: "Poems").text.contains("They differ, and are not compared by words: 3 bytes ("))
        let json = try shelf.shed("diff", "Draft/x.bin", "--json", in: "Poems").json()
        #expect(json["differ"] == true && json["changes"] == .null && json["new"]?["size"]?.integer == 4)
    }

    @Test func `what steers a terminal is not printed`() throws {
        let shelf = try Shelf.withPoems()
        let script = "printf 'a \\033[31m\\n' > Draft/x.txt; \"$SHED\" snapshot -q --name \"$(printf 'n\\033[32m')\"; printf 'b \\033]0;t\\007 c\\n' > Draft/x.txt"
        #expect(try sh(shelf, script).code == 0)
        for verb in [["diff", "Draft/x.txt"], ["versions", "Draft/x.txt"], ["snapshot", "--list"]] {
            let result = try shelf.run(verb.map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == 0 && !result.out.contains(0x1b) && !result.out.contains(0x07), "\(verb)")
        }
    }

    @Test func `versions are shown by ID, and go back in place or as a copy`() throws {
        let shelf = try poems()
        shelf.move("Poems/Draft/Ode.txt", "Poems/Research/Song.txt")
        let versions = try shelf.shed("versions", "Research/Song.txt", "--json", in: "Poems").json().array ?? []
        #expect(versions.compactMap { $0["version"]?.string } == ["1"] && versions.first?["path"]?.string == "Draft/Ode.txt")
        #expect(versions.first?["words"]?.integer == 7 && versions.first?["source"]?.string == "snapshot")
        #expect(try shelf.shed("restore", "Research/Song.txt", "--version", "1", in: "Poems").text == "put back version 1 of Research/Song.txt\n")
        #expect(TestFile.read("\(shelf.work)/Poems/Research/Song.txt").elementsEqual("The old house\nstood on a hill.\n".utf8))
        #expect(try shelf.shed("restore", "Research/Song.txt", "--version", "1", in: "Poems").text == "Research/Song.txt holds what version 1 has already\n")
        #expect(try shelf.shed("undo", "--yes", in: "Poems").code == 0)
        #expect(TestFile.read("\(shelf.work)/Poems/Research/Song.txt").elementsEqual("The new home\nstood on a hill.\nIt rained.\n".utf8))
        let copied = try shelf.shed("restore", "Research/Song.txt", "--version", "1", "--copy", "--json", in: "Poems").json()
        #expect(copied["path"]?.string?.hasPrefix("Research/Song (20") == true && copied["id"]?.string != nil)
        let refused = try shelf.shed("restore", "Research/Song.txt", "--version", "1", "--to", "Collections", in: "Poems")
        #expect(refused.code == 1 && refused.err.contains("--to"))
        for words in [["--copy"], ["--version", "1", "--all"], ["--version", "1", "Draft"], ["--to", "x"]] {
            #expect(try shelf.run((["restore", "Research/Song.txt"] + words).map { Array($0.utf8) }, in: "Poems").code == 2, "\(words)")
        }
    }

    @Test func `a file that an editor has open is asked about`() throws {
        let shelf = try poems()
        shelf.makeFile("Poems/Draft/.~lock.Ode.txt#", "")
        let asked = try shelf.shed("restore", "Draft/Ode.txt", "--version", "1", in: "Poems")
        #expect(asked.code == 2 && asked.err.contains(".~lock.Ode.txt#"))
        let written = try sh(shelf, "rm Draft/.~lock*; exec 7>> Draft/Ode.txt; \"$SHED\" restore Draft/Ode.txt --version 1; code=$?; exit $code")
        #expect(written.code == 2 && written.err.contains("has Draft/Ode.txt open to write to it"), "\(written.err)")
        #expect(TestFile.read("\(shelf.work)/Poems/Draft/Ode.txt").starts(with: "The new".utf8))
        #expect(try shelf.shed("restore", "Draft/Ode.txt", "--version", "1", "--yes", in: "Poems").code == 0)
        #expect(TestFile.read("\(shelf.work)/Poems/Draft/Ode.txt").starts(with: "The old".utf8))
    }

    @Test(.enabled(if: hasSetpriv, "needs setpriv")) func `what cannot be kept is named, and exit code 1`() throws {
        let output = try poems().scenario("""
            cd Poems; "$SHED" sync -q; echo $?; chmod 000 Draft/Ode.txt; echo x > Draft/x.txt; "$SHED" snapshot; echo $?; chmod 644 Draft/Ode.txt
            """, asNobody: true)
        #expect(output.hasPrefix("0\nkept 1 file as snapshot 2") && output.contains("\n1\n") && output.contains("Draft/Ode.txt was not kept: "), "\(output)")
    }

    @Test func `where there is no room nothing half is kept`() throws {
        let shelf = try poems()
        // A limit of the size of files stands for a full disk.
        let result = try sh(shelf, "head -c 3000000 /dev/zero > Draft/large.txt; (trap '' XFSZ; ulimit -f 1000; \"$SHED\" snapshot); code=$?; find \"$T/state\" -path '*contents/*' | wc -l; exit $code")
        #expect(result.code == 2 && result.err.contains("no snapshot was taken"), "\(result.err)")
        #expect(result.text == "1\n")
        #expect(try shelf.shed("snapshot", "--list", "--json", in: "Poems").json().array?.count == 1)
        #expect(try shelf.shed("snapshot", in: "Poems").code == 0)
    }

    @Test(arguments: ["snapshot-content", "snapshot-listed"])
    func `one that is killed is there whole or not at all`(point: String) throws {
        let shelf = try poems()
        let killed = try sh(shelf, "echo b > Draft/b.txt; SHED_INTERRUPT_AT=\(point) \"$SHED\" snapshot")
        #expect(killed.code == 128 + SIGKILL)
        let expected = point == "snapshot-listed" ? 2 : 1
        #expect(try shelf.shed("snapshot", "--list", "--json", in: "Poems").json().array?.count == expected)
        #expect(try shelf.shed("snapshot", in: "Poems").code == 0)
        #expect(try sh(shelf, "find \"$T/state\" -path '*contents/*' | wc -l; find \"$T/state\" -name unfinished | wc -l").text == "3\n0\n")
    }

    @Test(arguments: ["sealed", "placed", "carried", "taken-in", "said"])
    func `a restoring that is killed is finished or taken back by the next command`(point: String) throws {
        let shelf = try poems()
        #expect(try sh(shelf, "SHED_INTERRUPT_AT=\(point) \"$SHED\" restore Draft/Ode.txt --version 1").code == 128 + SIGKILL)
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let text = String(decoding: TestFile.read("\(shelf.work)/Poems/Draft/Ode.txt"), as: UTF8.self)
        #expect(["The old house\nstood on a hill.\n", "The new home\nstood on a hill.\nIt rained.\n"].contains(text), "\(text)")
        #expect(try sh(shelf, "ls -A; ls Draft; find .shed/staging -type f | wc -l").text.hasSuffix("Ode.txt\n0\n"))
        // What was in its place is kept whatever happened.
        #expect(try shelf.shed("diff", "Draft/Ode.txt", "2", "1", in: "Poems").text.contains("[-new home-]{+old house+}"))
    }

    @Test func `a daemon that watches puts back what a file held`() throws {
        let shelf = try poems()
        let script = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + """
            cd Poems; begin "$SHED" watch --json; echo new > Draft/Ode.txt
            "$SHED" restore Draft/Ode.txt --version 1; cat Draft/Ode.txt; "$SHED" undo --yes -q; cat Draft/Ode.txt
            "$SHED" snapshot -q; "$SHED" diff Draft/Ode.txt 1 --json | grep '"differ"'; end
            """
        let output = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: shelf.work).text
        #expect(output == "put back version 1 of Draft/Ode.txt\nThe old house\nstood on a hill.\nnew\n  \"differ\": true,\nended 0\n")
    }

    @Test func `git's commits are versions too`() throws {
        let shelf = try poems()
        let made = try sh(shelf, "git init -q && git config user.name a && git config user.email a@b && git add Draft && git commit -qm 'A commit' && echo changed > Draft/Ode.txt")
        #expect(made.code == 0, "\(made.err)")
        let versions = try shelf.shed("versions", "Draft/Ode.txt", "--json", in: "Poems").json().array ?? []
        #expect(versions.compactMap { $0["source"]?.string } == ["snapshot", "git"])
        let commit = try #require(versions.last?["version"]?.string)
        #expect(versions.last?["name"]?.string == "A commit")
        #expect(try shelf.shed("diff", "Draft/Ode.txt", commit, "1", in: "Poems").text.contains("[-new home-]{+old house+}"))
        #expect(try shelf.shed("restore", "Draft/Ode.txt", "--version", commit, in: "Poems").code == 0)
        #expect(TestFile.read("\(shelf.work)/Poems/Draft/Ode.txt").starts(with: "The new home".utf8))
    }

    @Test func `git's commits are those of a file that was renamed and not committed since too`() throws {
        let shelf = try poems()
        let made = try sh(shelf, "git init -q && git config user.name a && git config user.email a@b && git add Draft && git commit -qm 'A commit'")
        #expect(made.code == 0, "\(made.err)")
        #expect(try shelf.shed("mv", "Draft/Ode.txt", "Ready/Hymn.txt", "-q", in: "Poems").code == 0)
        let versions = try shelf.shed("versions", "Ready/Hymn.txt", "--json", in: "Poems").json().array ?? []
        #expect(versions.compactMap { $0["source"]?.string } == ["snapshot", "git"])
        let commit = try #require(versions.last?["version"]?.string)
        #expect(try shelf.shed("diff", "Ready/Hymn.txt", commit, in: "Poems").code == 0)
    }

    @Test func `a document's text is pandoc's to read, which is named where it is missing`() throws {
        let shelf = try Shelf.withPoems()
        #expect(try sh(shelf, "echo one > Draft/x.docx; \"$SHED\" snapshot -q; echo two > Draft/x.docx; mkdir \"$T/empty\" \"$T/bin\"").code == 0)
        let missing = try sh(shelf, "PATH=\"$T/empty\" \"$SHED\" diff Draft/x.docx")
        #expect(missing.code == 2 && missing.err.contains("apt install pandoc"))
        try TestFile.writeProgram("case \"$*\" in '--sandbox --from=docx --to=markdown --wrap=none') echo the text; cat;; *) exit 3;; esac", to: "\(shelf.path)/bin/pandoc")
        let read = try sh(shelf, "PATH=\"$T/bin:/usr/bin:/bin\" \"$SHED\" diff Draft/x.docx")
        #expect(read.code == 0 && read.text.contains("the text\n[-one-]{+two+}"), "\(read.text)\(read.err)")
        try TestFile.writeProgram("echo broken >&2; exit 1", to: "\(shelf.path)/bin/pandoc")
        let failed = try sh(shelf, "PATH=\"$T/bin:/usr/bin:/bin\" \"$SHED\" diff Draft/x.docx")
        #expect(failed.code == 2 && failed.err.contains("pandoc could not work on Draft/x.docx: broken"), "\(failed.err)")
    }

    @Test func `one kind of thing is done at a time`() throws {
        let shelf = try poems()
        for words in [["--list", "--prune"], ["Draft", "--list"], ["--name", "x", "--delete", "1"], ["--name", ""]] {
            #expect(try shelf.run((["snapshot"] + words).map { Array($0.utf8) }, in: "Poems").code == 2, "\(words)")
        }
        #expect(try shelf.shed("snapshot", "nowhere", in: "Poems").code == 2)
        #expect(try shelf.shed("versions", "nowhere", in: "Poems").code == 2)
        #expect(try shelf.shed("versions", "Draft", in: "Poems").code == 2)
        #expect(try shelf.shed("snapshot", "--prune", in: "Poems").text == "no snapshot is to go\n")
    }

    @Test func `they go with what is known of the project, and not with its index`() throws {
        let shelf = try poems()
        #expect(try sh(shelf, "rm -f \"$T\"/state/projects/*/index.sqlite*").code == 0)
        #expect(try shelf.shed("versions", "Draft/Ode.txt", "--json", in: "Poems").json().array?.count == 1)
        #expect(try shelf.shed("projects", "forget", "Poems", "--yes").code == 0)
        #expect(try sh(shelf, "find \"$T/state\" -path '*snapshots*'").text == "")
    }
}
