import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What was neither made nor adopted on this machine is only looked at, until somebody trusts it.
@Suite(.waitsForPrograms) struct `A project that others made` {
    /// “Poems” with a file, and a clone of it that this machine never changed; the state directory knows Poems alone.
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "a\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        try shelf.shellDone("cp -a Poems Clone; touch Clone/.stignore Poems/.stignore; echo new > Clone/Draft/new.txt")
        return shelf
    }

    @Test func `is looked at, which registers nothing, mints nothing, and is said by status and where it stops something`() throws {
        let shelf = try shelf()
        let before = try shelf.fingerprint()
        for words in [["tree"], ["ls"], ["show", "Draft/a.txt"], ["find", "a"], ["status"], ["check"], ["info"], ["log"], ["mv", "-n", "Draft/a.txt", "Ready"]] {
            let looked = try shelf.run(words.map { Array($0.utf8) }, in: "Clone")
            #expect(looked.code == 0 || words == ["find", "a"], "\(words) \(looked.err)")
        }
        #expect(try shelf.fingerprint() == before)
        for words in [["tree"], ["ls"], ["show", "Draft/a.txt"], ["find", "a"], ["log"]] {
            #expect(try shelf.run(words.map { Array($0.utf8) }, in: "Clone").err == "", "\(words)")
        }
        #expect(try !shelf.shed("check", in: "Clone").err.contains("looked at"))
        let said = try shelf.shed("status", in: "Clone")
        #expect(said.err.contains("Clone is only looked at") && said.err.contains("“shed trust \(shelf.work)/Clone”"), "\(said.err)")
        #expect(said.err.split(separator: "\n").count == 1)
        let doctor = try shelf.shed("doctor", "--verbose", in: "Clone")
        #expect(doctor.text.contains("Clone is only looked at") && doctor.text.contains("shed trust \(shelf.work)/Clone"), "\(doctor)")
        #expect(try !shelf.shed("doctor", "--verbose").text.contains("only looked at"))
        let foreseen = try shelf.shed("mv", "-n", "Draft/a.txt", "Ready", in: "Clone")
        #expect(foreseen.code == 0 && foreseen.text.contains("would have moved"), "\(foreseen)")
        #expect(foreseen.err.contains("as things are this would not be done") && foreseen.err.contains("“shed trust \(shelf.work)/Clone”"), "\(foreseen.err)")
        #expect(try shelf.shed("mv", "-n", "Draft/a.txt", "Ready", in: "Poems").err == "")
        for words in [["mv", "-n", "-q", "Draft/a.txt", "Ready"], ["status", "-q"], ["status", "-0"], ["status", "--json"]] {
            #expect(try shelf.run(words.map { Array($0.utf8) }, in: "Clone").err == "", "\(words)")
        }
        let tree = try shelf.shed("ls", "Draft", "--json", in: "Clone").json().array ?? []
        #expect(tree.map { $0["id"]?.string == nil } == [false, true], "only what has an ID shows one: \(tree)")
    }

    @Test func `is changed by no verb, not with --yes, and not by check --fix or a daemon`() throws {
        let shelf = try shelf()
        let before = try shelf.fingerprint()
        for words in [["sync"], ["sync", "--yes"], ["mv", "Draft/a.txt", "Ready"], ["rm", "Draft/a.txt", "--yes"], ["empty-trash", "--yes"], ["tag", "new", "x"], ["undo", "--yes"]] {
            let result = try shelf.run(words.map { Array($0.utf8) }, in: "Clone")
            #expect(result.code == 2 && result.err.contains("“shed trust \(shelf.work)/Clone”"), "\(words) \(result.code) \(result.err)")
        }
        #expect(try shelf.shed("delete", "Clone", "--yes").code == 2)
        #expect(try shelf.fingerprint() == before)
        // It is the one daemon before it looks at projects.
        let watched = try shelf.shed("watch", ".", in: "Clone")
        #expect(watched.code == 2 && watched.err.contains("shed trust"), "\(watched)")
        #expect(try (shelf.shed("projects", "--json").json().array ?? []).count == 1)
    }

    @Test func `is changed once it was trusted, and not any more once it was forgotten`() throws {
        let shelf = try shelf()
        let shown = try shelf.shed("trust", "Clone", "--dry-run")
        #expect(shown.code == 0 && shown.text.contains("would have trusted") && shown.text.contains("trash     Clone/Trash"), "\(shown)")
        #expect(try shelf.shed("sync", in: "Clone").code == 2)
        let trusted = try shelf.shed("trust", "Clone", "--json").json()
        #expect(trusted["trusted"]?.bool == true && trusted["writers"]?.array?.count == 1)
        #expect(try shelf.shed("sync", in: "Clone").text == "added    Draft/new.txt\n")
        #expect(try shelf.shed("tree", in: "Clone").err == "")
        #expect(try shelf.shed("trust", in: "Clone").code == 0)
        let again = try shelf.shed("trust", "Clone")
        #expect(again.code == 0 && again.text.contains("is trusted already"))
        // Where it was moved it is the same.
        shelf.move("Clone", "Moved")
        #expect(try shelf.shed("sync", in: "Moved").code == 0)
        #expect(try shelf.shed("projects", "forget", "Moved", "--yes").code == 0)
        #expect(try shelf.shed("sync", in: "Moved").code == 2)
    }

    @Test func `is asked about again in another directory, and where the state directory is lost`() throws {
        let shelf = try shelf()
        #expect(try shelf.shed("trust", "Clone").code == 0)
        try shelf.shellDone("mv Clone x; cp -a x Clone; rm -r x")
        #expect(try shelf.shed("sync", in: "Clone").code == 2)
        #expect(try shelf.shed("trust", "Clone").code == 0)
        #expect(try shelf.shed("sync", in: "Clone").code == 0)
        try shelf.shellDone("rm -r ../state")
        for name in ["Clone", "Poems"] {
            #expect(try shelf.shed("status", in: name).code == 0)
            #expect(try shelf.shed("sync", in: name).code == 2)
        }
        #expect(!shelf.exists("../state"))
    }

    /// What an earlier shed has registered, which asked nobody.
    @Test func `is trusted if an earlier shed wrote in it from here, and not if that only looked`() throws {
        let shelf = try shelf()
        #expect(try shelf.shed("trust", "Clone").code == 0)
        for folder in try shelf.shell("ls ../state/projects").text.split(separator: "\n") {
            let path = "\(shelf.state)/projects/\(folder)/record.json"
            let members = try #require(JSONParser.parse(TestFile.read(path)).object?.members)
            let old = JSONObject(members.filter { !["trusted", "shelters"].contains($0.name) })
            try #require(old.members.count == members.count - 2)
            TestFile.write(String(decoding: JSONValue.object(old).pretty, as: UTF8.self), to: path)
        }
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.shed("sync", in: "Clone").code == 2)
        let found = try shelf.shed("doctor").text
        #expect(found.contains("nobody has trusted it on this machine"), "\(found)")
        #expect(try shelf.shell("cat ../state/projects/*/record.json").text.contains("\"trusted\""))
    }

    // MARK: Whose it is

    @Test(.enabled(if: geteuid() == 0)) func `is changed for somebody else only where their own settings list it`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt")
        try shelf.shellDone("chown -R 65534 Poems; mkdir -p ../home/.config/shed")
        #expect(try shelf.shed("check", in: "Poems").code == 0)
        let refused = try shelf.shed("sync", in: "Poems")
        #expect(refused.code == 2 && refused.err.contains("belongs to user 65534"), "\(refused)")
        #expect(try shelf.shed("tree", in: "Poems").err == "")
        #expect(try shelf.shed("status", in: "Poems").err.contains("belongs to user 65534"))
        let settings = "\(shelf.path)/home/.config/shed/config.toml"
        TestFile.write("safe-directories = [\"\(shelf.work)/Poems\"]\n", to: settings)
        chmod(settings, 0o666)
        let unsafe = try shelf.shed("sync", in: "Poems")
        #expect(unsafe.code == 2 && unsafe.err.contains("“safe-directories” in \(settings) is not heeded"), "\(unsafe)")
        chmod(settings, 0o644)
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        TestFile.write("safe-directories = [\"*\"]\n", to: settings)
        #expect(try shelf.shed("sync", in: "Poems").code == 2)
    }

    @Test func `settings that list what is no absolute path are a fault with its line`() throws {
        let shelf = try Shelf.withPoems()
        try shelf.shellDone("mkdir -p ../home/.config/shed")
        for list in ["[\"Poems\"]", "[\"*\"]", "[1]", "\"/srv\""] {
            TestFile.write("plain = true\nsafe-directories = \(list)\n", to: "\(shelf.path)/home/.config/shed/config.toml")
            let result = try shelf.shed("sync", in: "Poems")
            #expect(result.code == 2 && result.err.contains("line 2: ") && result.err.contains("“safe-directories”"), "\(result)")
        }
    }

    /// Where the machine lets somebody mount.
    @Test func `is not looked for beyond a mount`() throws {
        let shelf = try Shelf.withPoems()
        let result = try shelf.shell("""
            unshare -Urm true 2> /dev/null || exit 77
            unshare -Urm sh -c 'mount --bind Poems/Draft Poems/Draft || exit 77; cd Poems/Draft; "$0" status' '\(ShedProgram.path)'
            """)
        #expect(result.code == 77 || result.code == 2 && result.err.contains("Poems/Draft, where another file system begins"), "\(result)")
    }

    // MARK: Trash

    /// Gives a role to a folder by a batch that is well formed and sealed, as another device writes it: later than all others.
    private func forge(_ shelf: Shelf, _ folder: String, _ role: String) throws {
        let node = try #require(try shelf.shed("show", folder, "--json", in: "Poems").json()["id"]?.string)
        try shelf.shellDone("""
            cd Poems; P=$(sed -n 's/.*"id": *"\\([^"]*\\)".*/\\1/p' .shed/project.json); O=.shed/ops/00000000deadbeef; mkdir -p $O
            { printf '{"checksum":"%064d","count":1,"format":1,"parents":[],"project":"%s","replica":"00000000deadbeef","sequence":1}\\n' 0 $P
            echo '{"at":"7a1fdd0043800000-00000000deadbeef","id":"\(node)","set":{"accepts":"nothing","role":"\(role)"}}'; } > ../batch
            h=$(sha256sum ../batch | cut -c1-64); sed "1s/0\\{64\\}/$h/" ../batch > $O/01a1fdd004380000-00000000deadbeef-$h.jsonl; rm ../batch
            """)
        let report = try shelf.shed("check", "--json", in: "Poems").text
        try #require(!report.contains("torn-batch") && !report.contains("foreign-batch"), "\(report)")
    }

    @Test func `does not choose what is deleted by giving the role of Trash to another folder`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/novel.txt", "all of it\n")
        shelf.makeFile("Poems/Draft/old.txt", "rubbish\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.shed("rm", "Draft/old.txt", in: "Poems").code == 0)
        try forge(shelf, "Draft", "trash")
        let refused = try shelf.shed("empty-trash", "--yes", in: "Poems")
        #expect(refused.code == 1 && refused.err.contains("“Draft” claims to be Trash too") && refused.err.contains("“Trash”"), "\(refused)")
        #expect(refused.err.contains("--again"))
        #expect(shelf.exists("Poems/Draft/novel.txt") && shelf.exists("Poems/Trash/old.txt"))
        let shown = try shelf.shed("trust", "Poems", "--again")
        #expect(shown.code == 0 && shown.text.contains("Poems/Draft bears this role too"), "\(shown)")
        #expect(try shelf.shed("empty-trash", "--yes", in: "Poems").code == 0)
        #expect(shelf.exists("Poems/Draft/novel.txt") && !shelf.exists("Poems/Trash/old.txt"))
        // What is thrown away goes where it did.
        shelf.makeFile("Poems/Research/x.txt")
        #expect(try shelf.shed("rm", "Research/x.txt", in: "Poems").code == 0)
        #expect(shelf.exists("Poems/Trash/x.txt"))
    }

    /// A role that somebody else has given to a folder makes it no Trash here, so it can be thrown away like others.
    @Test(arguments: [("Collections/Book", "trash"), ("Collections/Book", "rejected"), ("Research", "trash"), ("Research", "rejected")])
    func `does not keep a folder from being thrown away by giving it a role`(folder: String, role: String) throws {
        let shelf = try Shelf.withPoems()
        shelf.makeDirectory("Poems/Collections/Book")
        shelf.makeFile("Poems/\(folder)/x.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        try forge(shelf, folder, role)
        // A question there is, since a folder of the template seems to go.
        let removed = try shelf.shed("rm", folder, "--yes", in: "Poems")
        let name = String(folder.split(separator: "/").last ?? "")
        #expect(removed.code == 0 && shelf.exists("Poems/Trash/\(name)/x.txt") && !shelf.exists("Poems/\(folder)"), "\(removed)")
        // What this machine has confirmed stays.
        let kept = try shelf.shed("rm", "Trash", in: "Poems")
        #expect(kept.code == 1 && kept.err.contains("empty-trash"), "\(kept)")
    }

    @Test func `does not choose where refused files go`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        try forge(shelf, "Draft", "rejected")
        shelf.makeFile("Poems/Collections/x.txt")
        _ = try shelf.shed("sync", "--now", in: "Poems")
        #expect(shelf.exists("Poems/Rejected/x.txt") && !shelf.exists("Poems/Draft/x.txt"))
        #expect(shelf.exists("Poems/Draft/a.txt"))
    }

    // MARK: A folder that hides

    @Test func `does not hide a folder of the template by a sidecar in it`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        try shelf.shellDone("mkdir -p Poems/Draft/.shed Poems/Collections/Inner/.shed; echo '{}' | tee Poems/Draft/.shed/project.json > Poems/Collections/Inner/.shed/project.json; echo x > Poems/Draft/x.txt")
        let check = try shelf.shed("check", "--format", "concise", in: "Poems")
        #expect(check.code == 1 && check.text.contains("hidden-folder") && check.text.contains("nested-project"), "\(check)")
        let status = try shelf.shed("status", in: "Poems").text
        #expect(status.contains("Draft: This folder holds a .shed of its own") && status.contains("hidden-folder") && status.contains("nested-project"), "\(status)")
        #expect(!status.contains("Clean"))
        #expect(try shelf.shed("sync", in: "Poems").code == 1)
        try shelf.shellDone("rm -r Poems/Draft/.shed Poems/Collections/Inner")
        #expect(try shelf.shed("sync", in: "Poems").text.contains("added    Draft/x.txt\n"))
    }
}

/// Why a project is only looked at is said by what this machine knows of it.
@Suite(.waitsForPrograms) struct `What is known of a project that is only looked at` {
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "a\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.shed("mv", "Draft/a.txt", "Ready", in: "Poems").code == 0)
        return shelf
    }

    @Test func `tells a backup that was put back from a copy and from what nobody knows`() throws {
        let shelf = try shelf()
        try shelf.shellDone("cp -a Poems Backup; cp -a Poems Clone")
        #expect(try shelf.shed("sync", in: "Clone").err.contains("it is known at \(shelf.work)/Poems; this is another directory"))
        try shelf.shellDone("rm -r Poems; mv Backup Poems")
        #expect(try shelf.shed("sync", in: "Poems").err.contains("another directory stands here than the one that was trusted"))
        try shelf.shellDone("rm -r Poems")
        #expect(try shelf.shed("sync", in: "Clone").err.contains("it is known at \(shelf.work)/Poems"))
        #expect(try shelf.shed("trust", "Clone", "--dry-run").text.contains(
            "at \(shelf.work)/Poems, which is gone: its log, with 1 thing that could be undone, stays"))
        let asked = try shelf.shed("projects", "forget", "--gone")
        #expect(asked.code == 2 && asked.err.contains("of 1 project, the log too and 1 thing that could be undone"), "\(asked)")
        #expect(try shelf.shed("projects", "forget", "--gone", "-y").code == 0)
        #expect(try shelf.shed("sync", in: "Clone").err.contains("it was neither made nor adopted on this machine"))
    }
}
