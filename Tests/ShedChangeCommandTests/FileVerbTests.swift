import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Verbs that change files` {
    @Test func `add makes files and folders where they are accepted`() throws {
        let shelf = try Shelf.withPoems()
        #expect(try shelf.shed("add", "file", "Draft/Ode.txt", "--text", "O spring", in: "Poems").text == "added Draft/Ode.txt\n")
        #expect(TestFile.read(shelf.work + "/Poems/Draft/Ode.txt") == Array("O spring\n".utf8))
        #expect(try shelf.shed("add", "file", "Lines.txt", "--stdin", in: "Poems/Draft", input: "a\nb").code == 0)
        #expect(TestFile.read(shelf.work + "/Poems/Draft/Lines.txt") == Array("a\nb".utf8))
        let refused = try shelf.shed("add", "folder", "Draft/Love", in: "Poems")
        #expect(refused.code == 1)
        #expect(refused.err == "shed: Draft/Love: No folders are allowed in “Draft” [wrong-type]. Name a folder that takes it (Collections, Submissions, Magazines), or allow it: “shed allow Draft both”.\n")
        #expect(try shelf.shed("add", "file", "Draft/Ode.txt", in: "Poems").code == 1)
        #expect(try shelf.shed("add", "folder", "Collections/X", "--text", "x", in: "Poems").code == 2)
    }

    @Test func `mv keeps the ID and takes paths from inside the project`() throws {
        let shelf = try Shelf.withPoems()
        let id = try shelf.shed("add", "file", "Draft/Ode.txt", "--json", in: "Poems").json()["id"]?.string
        #expect(try shelf.shed("mv", "Ode.txt", "../Ready", in: "Poems/Draft").text == "moved Ode.txt to ../Ready/Ode.txt\n")
        let back = try #require(try shelf.shed("mv", shelf.work + "/Poems/Ready/Ode.txt", "Draft/Song.txt", "--json", in: "Poems").json().array?.first)
        #expect(back.object?.members.map(\.name) == ["from", "to", "id"])
        #expect(back["from"]?.string == "Ready/Ode.txt")
        #expect(back["to"]?.string == "Draft/Song.txt")
        #expect(back["id"]?.string == id)
        #expect(try shelf.shed("mv", "Draft/Song.txt", "Collections", in: "Poems").code == 1)
        let again = try shelf.shed("mv", "Draft/Song.txt", "Draft", in: "Poems")
        #expect(again.code == 1 && again.err == "shed: Draft/Song.txt is already where it is to go. Nothing was moved.\n", "\(again)")
        #expect(try shelf.shed("mv", "Draft/Song.txt", in: "Poems").code == 2)
    }

    @Test func `a folder that is not there is said to be not there, and nothing is done`() throws {
        let output = try Shelf.withPoems().scenario("""
            cd Poems; exec 2>&1; "$SHED" add file Draft/Ode.txt -q; "$SHED" add file Draft/Sea.txt -q
            for verb in "add file Nope/" "add file Draft/" "add file Nope/X.txt" "add folder Nope/X" "mv Draft/Ode.txt Nope" "mv Draft/Ode.txt Nope/" "mv Draft/Ode.txt Draft/Sea.txt/" \
              "mv Draft/Ode.txt Nope/X.txt" "mv Draft/Ode.txt Draft/Sea.txt Nope" "mv Draft/Ode.txt Draft/Sea.txt Nope/" "accept Draft/Ode.txt --to Nope"; do
              "$SHED" $verb; echo $?; "$SHED" $verb --dry-run > /dev/null 2>&1; echo $?; done; find . -name .shed -prune -o -type f -print | sort
            """)
        let missing = "there is no such file or folder in this project. “shed tree” shows what there is."
        #expect(output == """
            shed: there is no folder Nope. “shed add folder” makes one.\n2\n2
            shed: Draft is a folder. Name the file too: “shed add file Draft/NAME”.\n2\n2
            shed: Nope: \(missing)\n2\n2\nshed: Nope: \(missing)\n2\n2
            shed: there is no folder Nope to move into, nor can it be a new name: Nope: A file cannot stand at the project's root [file-at-root]. Name a folder that is there; “shed tree” shows them.\n1\n1
            shed: there is no folder Nope. “shed add folder” makes one.\n2\n2
            shed: Draft/Sea.txt is no folder. “shed add folder” makes one.\n2\n2
            shed: Nope: \(missing)\n2\n2
            shed: there is no folder Nope, and several things are to move there. Name a folder as the last argument.\n2\n2
            shed: there is no folder Nope. “shed add folder” makes one.\n2\n2
            shed: there is no folder Nope to move into, nor can it be a new name: Nope: A file cannot stand at the project's root [file-at-root]. Name a folder that is there; “shed tree” shows them.\n1\n1
            ./Draft/Ode.txt\n./Draft/Sea.txt

            """)
    }

    @Test func `a path outside of the project is refused, and links inside are not followed`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("outside.txt", "secret\n")
        let outside = try shelf.shed("show", "../outside.txt", in: "Poems")
        #expect(outside.code == 2)
        #expect(outside.err.contains("outside of the project"))
        symlink("../..", shelf.work + "/Poems/Draft/up")
        let linked = try shelf.shed("show", "Draft/up/outside.txt", in: "Poems")
        #expect(linked.code == 2)
        #expect(!linked.text.contains("secret"))
        symlink("Poems", shelf.work + "/door")
        #expect(try shelf.shed("show", shelf.work + "/door/Draft", "--json", in: "Poems").json()["path"]?.string == "Draft")
    }

    @Test(arguments: [
        (["Draft/x.txt"], "shed add file Draft/x.txt"), (["-C", "Poems", "Draft/a b"], "shed add file 'Draft/a b'"),
        (["Draft/New/"], "shed add folder Draft/New/"), (["Draft/New/", "more"], "shed add file Draft/New/more"),
        (["Draft", "neu.txt"], "shed add file Draft/neu.txt"), (["Draft", "My", "Book/", "--dry-run"], "shed add folder 'Draft/My Book/'"),
        (["-C", "Poems", "Poems", "x"], "shed add file Poems/x"), (["-qC", "Poems", "Poems"], "shed add file Poems"),
        (["--text", "Draft", "Draft", "x"], "shed add file Draft/x"),
    ])
    func `add without file or folder says how it is meant`(words: [String], meant: String) throws {
        let result = try Shelf.withPoems().run((["add"] + words).map { Array($0.utf8) })
        #expect(result.code == 2)
        #expect(result.err.contains("Did you mean “\(meant)”?"), "\(result.err)")
    }

    /// What was in a folder when it was adopted as Trash came from nobody knows where.
    @Test func `restore --all brings back what it can, and names what it cannot`() throws {
        let output = try Shelf().scenario("""
            mkdir -p A1/Draft A1/Trash; echo a > A1/Trash/alt.txt; echo x > A1/Draft/x.txt; "$SHED" adopt A1 --kind poetry --language en --yes -q; cd A1
            "$SHED" rm Draft/x.txt -q; "$SHED" restore --all --dry-run 2>&1; echo $?; "$SHED" restore --all 2>&1; echo $?; ls Trash Draft
            "$SHED" restore --all 2>&1; echo $?; "$SHED" rm Draft/x.txt -q; "$SHED" restore Trash/alt.txt Trash/x.txt 2>&1; echo $?
            """)
        let left = "shed: nothing is recorded of where Trash/alt.txt came from. Move it with “shed mv” to where it belongs.\n"
        #expect(output == "\(left)would have restored Trash/x.txt to Draft/x.txt\n1\n\(left)restored Trash/x.txt to Draft/x.txt\n1\nDraft:\nx.txt\n\nTrash:\nalt.txt\n\(left)1\n\(left)1\n")
    }

    /// A file stands where the folder was.
    @Test func `restore --all goes on behind what has no folder to go to`() throws {
        let output = try Shelf.withPoems().scenario("""
            cd Poems; "$SHED" allow Collections both -q; mkdir -p Collections/F; echo a > Collections/F/a.txt; echo b > Draft/b.txt; echo z > Draft/z.txt; "$SHED" sync -q
            "$SHED" rm Draft/b.txt Collections/F/a.txt Draft/z.txt -q; rm -r Collections/F; echo mine > Collections/F; "$SHED" sync -q
            "$SHED" restore --all --dry-run 2>&1; echo $?; "$SHED" restore --all 2>&1; echo $?; ls Trash Draft; cat Collections/F; "$SHED" restore Trash/a.txt 2>&1; echo $?
            """)
        let left = "shed: Trash/a.txt: Collections/F is no folder. Move it with “shed mv” to where it belongs.\n"
        #expect(output == """
            \(left)would have restored Trash/b.txt to Draft/b.txt
            would have restored Trash/z.txt to Draft/z.txt
            1
            \(left)restored Trash/b.txt to Draft/b.txt
            restored Trash/z.txt to Draft/z.txt
            1
            Draft:
            b.txt
            z.txt

            Trash:
            a.txt
            mine
            \(left)1

            """)
    }

    @Test func `verbs that take several paths read a list of them from standard input`() throws {
        let output = try Shelf.withPoems().scenario("""
            cd Poems; for name in a b "c d"; do echo "$name" > "Draft/$name.txt"; done; "$SHED" sync -q
            "$SHED" find --type file | "$SHED" mv - Ready; cd Ready; printf 'a.txt\\0c d.txt\\0' | "$SHED" rm - b.txt -0 | tr '\\0' '|'; echo; cd ..
            find Trash -name '?.txt' | sort | "$SHED" restore - --dry-run; "$SHED" find --in Trash | "$SHED" restore -; echo l > late.txt; "$SHED" sync -q > ../said
            ls Rejected; find Rejected -type f | "$SHED" accept - --to Draft; "$SHED" find nothing 2> ../said | "$SHED" rm - 2>&1; echo $?; "$SHED" mv Draft/late.txt - 2>&1 | head -n 1
            """)
        #expect(output == """
            moved Draft/a.txt to Ready/a.txt
            moved Draft/b.txt to Ready/b.txt
            moved Draft/c d.txt to Ready/c d.txt
            ../Trash/a.txt|../Trash/c d.txt|../Trash/b.txt|
            would have restored Trash/a.txt to Ready/a.txt
            would have restored Trash/b.txt to Ready/b.txt
            restored Trash/a.txt to Ready/a.txt
            restored Trash/b.txt to Ready/b.txt
            restored Trash/c d.txt to Ready/c d.txt
            late.txt
            moved Rejected/late.txt to Draft/late.txt
            shed: the list on standard input names nothing
            1
            shed: Name what to move, and where to.

            """)
    }

    @Test func `a name that collides is refused with the command that gives it another`() throws {
        let output = try Shelf.withPoems().scenario("""
            cd Poems; echo a > Draft/a.txt; "$SHED" sync -q; echo b > 'Draft/A.TXT'; "$SHED" sync
            "$SHED" mv Rejected/A.TXT Draft/NEW-NAME
            """)
        #expect(output.contains("[name-collision]") && output.contains("To have it under another name: “shed mv Rejected/A.TXT Draft/NEW-NAME”."), "\(output)")
        #expect(output.contains("moved Rejected/A.TXT to Draft/NEW-NAME"), "\(output)")
    }

    @Test func `rm, restore and empty-trash`() throws {
        let shelf = try Shelf.withPoems()
        let id = try shelf.shed("add", "file", "Draft/Ode.txt", "--json", in: "Poems").json()["id"]?.string
        #expect(try shelf.shed("rm", "Draft/Ode.txt", in: "Poems").text == "moved Draft/Ode.txt to Trash/Ode.txt\n")
        #expect(try shelf.shed("restore", "--all", in: "Poems").text == "restored Trash/Ode.txt to Draft/Ode.txt\n")
        #expect(try shelf.shed("show", "Draft/Ode.txt", "--json", in: "Poems").json()["id"]?.string == id)
        _ = try shelf.shed("rm", "Draft/Ode.txt", in: "Poems")
        let unconfirmed = try shelf.shed("empty-trash", in: "Poems")
        #expect(unconfirmed.code == 2)
        #expect(unconfirmed.err.contains("--yes"))
        #expect(shelf.exists("Poems/Trash/Ode.txt"))
        let emptied = try shelf.shed("empty-trash", "--yes", "--json", in: "Poems").json().array?.first
        #expect(emptied?["from"]?.string == "Trash/Ode.txt")
        #expect(emptied?["to"] == .null)
        #expect(emptied?["id"]?.string == id)
        #expect(!shelf.exists("Poems/Trash/Ode.txt"))
    }

    @Test func `rm --permanently asks, and deletes`() throws {
        let shelf = try Shelf.withPoems()
        _ = try shelf.shed("add", "file", "Draft/Ode.txt", in: "Poems")
        #expect(try shelf.shed("rm", "--permanently", "Draft/Ode.txt", in: "Poems").code == 2)
        #expect(shelf.exists("Poems/Draft/Ode.txt"))
        #expect(try shelf.shed("rm", "--permanently", "Draft/Ode.txt", "--yes", in: "Poems").text == "deleted Draft/Ode.txt for good\n")
        #expect(!shelf.exists("Poems/Draft/Ode.txt"))
    }

    @Test func `rm --permanently deletes what lies in a folder that is named too along with it`() throws {
        let output = try Shelf.withPoems().scenario("""
            cd Poems; exec 2>&1; mkdir -p Songs; echo a > Songs/a.txt; echo z > Draft/z.txt; "$SHED" sync -q
            "$SHED" rm --permanently Songs/a.txt Songs Draft/z.txt; "$SHED" rm --permanently --yes Songs/a.txt Songs Draft/z.txt; echo $?
            ls -d Songs Draft/z.txt 2> ../said; "$SHED" sync; "$SHED" status --missing
            """)
        #expect(output == """
            shed: deleting Songs/a.txt, Songs, Draft/z.txt (1 folder and 2 files) for good needs a confirmation, and there is no terminal to ask on. Add --yes to confirm.
            deleted Songs/a.txt for good\ndeleted Songs for good\ndeleted Draft/z.txt for good\n0\nNothing changed.\nClean.\nNo daemon watches this project.\n
            """, "\(output)")
    }

    @Test func `a folder of the template goes to Trash with all that is in it once it is confirmed`() throws {
        let shelf = try Shelf.withPoems()
        for name in ["a", "b", ".hidden"] { shelf.makeFile("Poems/Draft/\(name).txt") }
        let asked = try shelf.shed("rm", "Draft", "Draft/a.txt", in: "Poems")
        #expect(asked.code == 2 && asked.err == "shed: moving Draft, Draft/a.txt (1 folder and 3 files, with the template folder Draft) to Trash needs a confirmation, and there is no terminal to ask on. Add --yes to confirm.\n", "\(asked.err)")
        #expect(shelf.exists("Poems/Draft/a.txt"))
        #expect(try shelf.shed("rm", "Draft", "--dry-run", in: "Poems").text == "would have moved Draft to Trash/Draft\n")
        // What is refused is refused before anybody is asked.
        #expect(try shelf.shed("rm", "Draft", "Trash", in: "Poems").err.contains("Trash is Trash itself"))
        #expect(try shelf.shed("rm", "Draft", "--yes", in: "Poems").text == "moved Draft to Trash/Draft\n")
        let collected = try shelf.shed("add", "folder", "Collections/Book", in: "Poems")
        #expect(collected.code == 0)
        shelf.makeFile("Poems/Collections/Book/1.txt")
        #expect(try shelf.shed("rm", "Collections/Book", in: "Poems").code == 0)
        #expect(try shelf.shed("empty-trash", in: "Poems").err.contains("deleting everything in Trash (2 folders and 4 files, with the template folder Draft) for good needs"))
        #expect(try shelf.shed("rm", "Trash/Book", "--permanently", in: "Poems").err.contains("deleting Trash/Book (1 folder and 1 file) for good needs"))
        #expect(try shelf.shed("rm", "Trash/Book/1.txt", "--permanently", in: "Poems").err.contains("deleting Trash/Book/1.txt for good needs"))
        #expect(try shelf.shed("delete", "Poems").err.contains("Poems (14 folders and 4 files) to the desktop's trash needs"))
    }

    @Test func `allow changes what a folder accepts`() throws {
        let shelf = try Shelf.withPoems()
        #expect(try shelf.shed("add", "folder", "Research/Maps", in: "Poems").code == 1)
        #expect(try shelf.shed("allow", "Research", "both", in: "Poems").text == "Research accepts both now\n")
        #expect(try shelf.shed("add", "folder", "Research/Maps", in: "Poems").code == 0)
        #expect(try shelf.shed("allow", "Research", "anything", in: "Poems").code == 2)
    }

    @Test func `allow takes in what lay there, and does not say that it was left`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/.shed/settings.toml", "quiet = \"1 hour\"\n")
        shelf.makeDirectory("Poems/Draft/Love")
        shelf.makeFile("Poems/loose.txt")
        #expect(try shelf.shed("allow", "Draft", "both", "--dry-run", in: "Poems").err == "")
        let result = try shelf.shed("allow", "Draft", "both", in: "Poems")
        #expect(result.code == 0)
        #expect(result.err == "shed: loose.txt was left where it is: A file cannot stand at the project's root. [file-at-root]\n")
        #expect(try shelf.shed("status", "--json", in: "Poems").json()["changes"]?.array?.compactMap { $0["path"]?.string } == ["loose.txt"])
    }

    @Test func `what was refused and thrown away is refused still, and back in Rejected when it is restored`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/All/New.txt", "n\n")
        shelf.makeFile("Poems/loose.txt", "l\n")
        let refused = try shelf.shed("sync", "--now", in: "Poems")
        #expect(refused.text.contains(" To have it in another folder: “shed accept Rejected/New.txt --to FOLDER”. [closed-folder]\n"), "\(refused.text)")
        #expect(refused.text.contains(" To have it in another folder: “shed accept Rejected/loose.txt --to FOLDER”. [file-at-root]\n"), "\(refused.text)")
        func rejected() throws -> JSONValue? { try shelf.shed("status", "--json", in: "Poems").json()["rejected"] }
        let before = try rejected()
        #expect(before?.array?.count == 2)
        #expect(try shelf.shed("rm", "Rejected/New.txt", "Rejected/loose.txt", in: "Poems").code == 0)
        _ = try shelf.shed("sync", in: "Poems")
        #expect(!shelf.exists("Poems/Rejected"))
        // It lies in Trash, and is no matter of now.
        #expect(try rejected() == [])
        #expect(try shelf.shed("find", "--rejected", in: "Poems").code == 1)
        let shown = try shelf.shed("show", "Trash/New.txt", in: "Poems").text
        #expect(shown.contains("closed-folder") && shown.contains("from      All/New.txt"), "\(shown)")
        #expect(try shelf.shed("check", "--select", "rejected-leftover", in: "Poems").code == 0)
        #expect(try shelf.shed("restore", "Trash/New.txt", "Trash/loose.txt", "--dry-run", in: "Poems").text.contains("Trash/New.txt to Rejected/New.txt"))
        let restored = try shelf.shed("restore", "Trash/New.txt", "Trash/loose.txt", in: "Poems")
        #expect(restored.code == 0 && restored.text.contains("Trash/New.txt to Rejected/New.txt"), "\(restored.text)\(restored.err)")
        #expect(try rejected() == before)
        #expect(try shelf.shed("sync", in: "Poems").text == "Nothing changed.\n")
        // From Trash it is no more at home in Ready than from Rejected.
        #expect(try shelf.shed("rm", "Rejected/New.txt", in: "Poems").code == 0)
        #expect(try shelf.shed("mv", "Trash/New.txt", "Ready", in: "Poems").code == 1)
        #expect(try shelf.shed("mv", "Trash/New.txt", "Draft", in: "Poems").code == 0)
        #expect(try shelf.shed("mv", "Draft/New.txt", "Ready", in: "Poems").code == 0)
    }

    @Test func `restore of something in Rejected says what takes it back`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeDirectory("Poems/Draft/Old Love")
        _ = try shelf.shed("sync", in: "Poems")
        let refused = try shelf.shed("restore", "Rejected/Old Love", in: "Poems")
        #expect(refused.code == 1)
        #expect(refused.err == "shed: Rejected/Old Love is in Rejected, not in Trash. “shed accept 'Rejected/Old Love'” takes it back; add --to FOLDER to say where to.\n")
        #expect(try shelf.shed("restore", "Rejected", in: "Poems").err == "shed: Rejected is in Rejected, not in Trash. Name what is in it to “shed accept”.\n")
    }

    @Test func `what is only reported stays in status and in check until it is accepted`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/.shed/settings.toml", "rejection = \"report\"\n")
        shelf.makeFile("Poems/loose.txt")
        func reported() throws -> [String?] {
            let status = try shelf.shed("status", "--json", in: "Poems").json()
            return status["reports"]?.array?.map { $0["path"]?.string } ?? []
        }
        #expect(try reported() == ["loose.txt"])
        #expect(try shelf.shed("sync", in: "Poems").code == 1)
        #expect(try reported() == ["loose.txt"])
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try reported() == ["loose.txt"])
        #expect(try shelf.shed("check", "--format", "gnu", in: "Poems").text.hasPrefix("loose.txt:1:1: error: "))
        _ = try shelf.shed("accept", "loose.txt", in: "Poems")
        #expect(try reported() == [])
        #expect(try shelf.shed("check", in: "Poems").code == 0)
    }

    @Test func `what was rejected can be accepted elsewhere`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeDirectory("Poems/Draft/Love")
        let sync = try shelf.shed("sync", in: "Poems")
        #expect(sync.code == 1)
        #expect(sync.text.contains("rejected Draft/Love → Rejected/Love: No folders are allowed in “Draft”. To allow it: “shed allow Draft both”. [wrong-type]\n"))
        #expect(try shelf.shed("accept", "Rejected/Love", in: "Poems").code == 1)
        #expect(try shelf.shed("accept", "Rejected/Love", "--to", "Collections", in: "Poems").text == "moved Rejected/Love to Collections/Love\n")
        #expect(!shelf.exists("Poems/Rejected"))
    }

    @Test func `relink joins a file with a missing ID`() throws {
        let shelf = try Shelf.withPoems()
        let id = try #require(try shelf.shed("add", "file", "Draft/Ode.txt", "--text", "one", "--json", in: "Poems").json()["id"]?.string)
        unlink(shelf.work + "/Poems/Draft/Ode.txt")
        _ = try shelf.shed("sync", in: "Poems")
        shelf.makeFile("Poems/Draft/Other.txt", "something else\n")
        #expect(try shelf.shed("relink", "Draft/Other.txt", "no-id", in: "Poems").code == 2)
        #expect(try shelf.shed("relink", "Draft/Other.txt", id, in: "Poems").code == 0)
        #expect(try shelf.shed("show", "Draft/Other.txt", "--json", in: "Poems").json()["id"]?.string == id)
    }

    @Test func `other verbs leave what would be refused and say so on stderr`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeDirectory("Poems/Draft/Love")
        let added = try shelf.shed("add", "file", "Draft/Ode.txt", in: "Poems")
        #expect(added.code == 0)
        #expect(added.text == "added Draft/Ode.txt\n")
        #expect(added.err.contains("Draft/Love was left where it is"))
        #expect(shelf.exists("Poems/Draft/Love"))
    }

    @Test func `names that are not UTF-8 go in and out byte for byte`() throws {
        let shelf = try Shelf.withPoems()
        // The last bytes are U+10FF80, which also stands for bytes while arguments are parsed.
        let name: [UInt8] = Array("Draft/b".utf8) + [0xff, 0x2e, 0xf4, 0x8f, 0xbe, 0x80]
        func words(_ verb: String...) -> [[UInt8]] { verb.map { Array($0.utf8) } }
        #expect(try shelf.run(words("add", "file") + [name], in: "Poems").code == 0)
        #expect(try shelf.shed("ls", "Draft", "-0", in: "Poems").out == name + [0])
        let json = try shelf.run(words("show", "--json") + [name], in: "Poems").json()
        #expect(json["path"]?.string == "Draft/b\\xff.\u{10ff80}")
        #expect(json["pathBytes"]?.string == "RHJhZnQvYv8u9I++gA==")
        #expect(json["nameBytes"]?.string == "Yv8u9I++gA==")
        #expect(try shelf.run(words("mv") + [name] + words("Ready"), in: "Poems").code == 0)
        #expect(try shelf.shed("ls", "Ready", "-0", in: "Poems").out == Array("Ready/".utf8) + name.dropFirst(6) + [0])
        let unknown = try shelf.run([[0x2d, 0x2d, 0xff]], in: "Poems")
        #expect(unknown.code == 2)
        #expect(unknown.err.contains("\\xff"))
    }

    @Test func `a folder that is not there is said to be not there, by accept too`() throws {
        let shelf = try Shelf.withPoems()
        for path in ["Rejected/x.txt", "Nope/x.txt"] {
            let result = try shelf.shed("accept", path, in: "Poems")
            #expect(result.code == 2)
            #expect(result.err == "shed: \(path): there is no such file or folder in this project. “shed tree” shows what there is.\n")
        }
    }
}
