import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Kills shed at every point at which a change is half done, runs it again, and looks for what was lost.
@Suite(.waitsForPrograms, .onDisk) struct `Nothing is lost when shed is killed` {
    private func sh(_ shelf: Shelf, _ script: String) throws -> Shelf.Result {
        let text = "export SHED='\(ShedProgram.path)'; \(script)"
        return try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
    }

    /// The contents of all visible files, sorted.
    private func contents(_ shelf: Shelf) throws -> String {
        try sh(shelf, "find . -path '*/.shed' -prune -o -type f -exec cat {} + | sort").text
    }

    private func ids(_ shelf: Shelf) throws -> [String: String] {
        var result: [String: String] = [:]
        func walk(_ value: JSONValue) {
            if let path = value["path"]?.string, let id = value["id"]?.string { result[path] = id }
            for child in value["children"]?.array ?? [] { walk(child) }
        }
        for value in try shelf.shed("tree", "--json", in: "Poems").json().array ?? [] { walk(value) }
        return result
    }

    @Test(arguments: ["folder", "drafted", "published"])
    func `new leaves a whole project or none`(point: String) throws {
        let shelf = try Shelf()
        let killed = try sh(shelf, "SHED_INTERRUPT_AT=\(point) \"$SHED\" new poetry Poems")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL)
        let isWhole = shelf.exists("Poems")
        #expect(isWhole == (point == "published"))
        if isWhole {
            #expect(try shelf.shed("ls", "--json", in: "Poems").json().array?.count == 13)
            // It was not registered yet: who made it is asked like anybody.
            #expect(try shelf.shed("sync", in: "Poems").code == 2)
            #expect(try shelf.shed("trust", "Poems").code == 0)
            #expect(try shelf.shed("sync", in: "Poems").code == 0)
        }
        // The next run removes what the killed one left behind.
        #expect(try shelf.shed("new", "blank", "Other").code == 0)
        #expect(try sh(shelf, "ls -A | grep -c shed-new").text == "0\n")
    }

    @Test(arguments: ["began", "drafted"])
    func `new leaves nothing of a kind whose projects begin with files`(point: String) throws {
        let shelf = try Shelf()
        let killed = try shelf.script("""
            mkdir -p ../home/.config/shed/kinds; cat > ../home/.config/shed/kinds/diary.toml <<'END'
            name = "diary"
            [[section]]
            key = "desk"
            title = "DESK"
            [[folder]]
            role = "days"
            section = "desk"
            accepts = "files"
            name = "Days"
            [[file]]
            in = "days"
            name = "First day.md"
            text = "Dear diary"
            [[file]]
            in = "days"
            name = "Second day.md"
            text = "Dear diary"
            END
            SHED_INTERRUPT_AT=\(point) "$SHED" new diary Mine
            """, in: ".")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL, "\(killed.everything)")
        #expect(!shelf.exists("Mine"))
        #expect(try sh(shelf, "find . -name 'First day.md' | wc -l").text == "1\n")
        #expect(try shelf.shed("new", "blank", "Other").code == 0)
        #expect(try sh(shelf, "ls -A | grep -c shed-new").text == "0\n")
    }

    /// The name alone is no proof: who can write there could else have anything removed by giving its folder one.
    @Test func `new removes no folder that only bears the name of what a killed one left`() throws {
        let shelf = try Shelf()
        let output = try sh(shelf, """
            d=.shed-new-01a20e05-cd4c-7f88-85f3-756b01c95e00; mkdir -p $d/Draft .shed-new-mine .shed-new-01a20e05-cd4c-7f88-85f3-756b01c95e01/Draft
            echo mine > $d/Draft/poem.txt; "$SHED" new blank Other -q; ls -A | grep shed-new; cat $d/Draft/poem.txt
            """)
        #expect(output.text == """
            .shed-new-01a20e05-cd4c-7f88-85f3-756b01c95e00
            .shed-new-mine
            mine

            """, "\(output.text)\(output.err)")
    }

    /// Of each thing that a draft holds there is one in another kind, and one that lies deeper.
    @Test func `new removes no folder in which something lies where a killed one leaves nothing`() throws {
        let shelf = try Shelf()
        let inside = [
            "Thesis/.gitkeep/chapter", "Thesis/.shed-tmp-a", "ops/x", "ops/.gitkeep", "ops/0123456789abcdef/x", ".shed/letters", ".shed/ops/x", ".shed/project.json",
        ]
        let output = try sh(shelf, """
            i=0; for inside in \(inside.joined(separator: " ")); do
              d=.shed-new-01a20e05-cd4c-7f88-85f3-756b01c95e0$i; mkdir -p $d/$inside; echo mine > $d/$inside/letter.odt; i=$((i+1))
            done
            d=.shed-new-01a20e05-cd4c-7f88-85f3-756b01c95e10; mkdir -p $d/ops; echo mine > $d/ops/letter.odt
            "$SHED" new blank Other -q; find .shed-new-* -name letter.odt | wc -l
            """)
        #expect(output.text == "\(inside.count + 1)\n", "\(output.err)")
    }

    /// Wherever the kill comes, what is there afterwards is whole: the outcome does not depend on the moment.
    @Test func `new that is killed at any moment leaves a whole project or none`() throws {
        let shelf = try Shelf()
        let output = try sh(shelf, """
            for i in $(seq 10 \(ShortRun.isWhole ? 1 : 3) 69); do
              timeout -s KILL 0.0$i "$SHED" new poetry P$i --quiet > /dev/null 2>&1
              [ -e P$i ] || continue
              [ "$(ls P$i | wc -l)" = 13 ] && "$SHED" trust P$i --quiet && "$SHED" -C P$i sync --quiet && "$SHED" -C P$i check --quiet || echo "P$i is not whole"
            done
            "$SHED" new blank Last --quiet; ls -A | grep -c shed-new
            """)
        #expect(output.text == "0\n")
    }

    @Test(arguments: ["noted", "moved", "written"])
    func `a rejection that was interrupted is finished by the next sync`(point: String) throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "known\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let id = try ids(shelf)["Draft/a.txt"]
        shelf.makeFile("Poems/Collections/x.txt", "stranger\n")
        shelf.move("Poems/Draft/a.txt", "Poems/Submissions/a.txt")
        let before = try contents(shelf)
        #expect(try sh(shelf, "cd Poems; SHED_INTERRUPT_AT=\(point) \"$SHED\" sync").code == 128 + SIGKILL)
        #expect(try contents(shelf) == before)
        let batches = try sh(shelf, "find Poems/.shed/ops -type f | wc -l").text
        // Where it was moved by the one that was killed, the next says so.
        let told = try shelf.shed("sync", in: "Poems").text
        // What a batch says is not said once more.
        if point == "written" { #expect(try sh(shelf, "find Poems/.shed/ops -type f | wc -l").text == batches) }
        let words = "what stood at Collections/x.txt is in Rejected/x.txt: the command that put it there was interrupted"
        #expect(told.contains("rejected Collections/x.txt") || told.contains(words), "\(told)")
        #expect(try contents(shelf) == before)
        #expect(try ids(shelf)["Draft/a.txt"] == id)
        let status = try shelf.shed("status", "--json", in: "Poems").json()
        let rejected = try #require(status["rejected"]?.array?.first)
        #expect(status["rejected"]?.array?.count == 1)
        #expect(rejected["path"]?.string == "Rejected/x.txt")
        #expect(rejected["origin"]?.string == "Collections/x.txt")
        #expect(rejected["rule"]?.string == "wrong-type")
        #expect(status["missing"]?.array?.isEmpty == true)
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let findings = try shelf.shed("check", "--json", in: "Poems").json()["findings"]?.array ?? []
        #expect(findings.allSatisfy { $0["rule"]?.string == "rejected-leftover" })
    }

    @Test(arguments: ["noted", "moved", "written"])
    func `what another device wrote is known after a rejection that was interrupted`(point: String) throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "known\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let there = try sh(shelf, """
            cp -a Poems ../there && cd ../there && export SHED_STATE_DIR='\(shelf.path)/elsewhere' && "$SHED" trust . -q && echo new > Draft/new.txt && mv Draft/a.txt Ready/ && \
            { "$SHED" sync --quiet > ../said; "$SHED" show --json Draft/new.txt; }
            """)
        let id = try #require(there.json()["id"]?.string)
        // A sync engine brings files and batches, and somebody adds what is to be rejected.
        #expect(try sh(shelf, "mv Poems/Draft/a.txt Poems/Ready/; cp -a ../there/Draft/new.txt Poems/Draft/; cp -a ../there/.shed/ops/. Poems/.shed/ops/").code == 0)
        shelf.makeFile("Poems/Collections/x.txt", "stranger\n")
        #expect(try sh(shelf, "cd Poems; SHED_INTERRUPT_AT=\(point) \"$SHED\" sync --now").code == 128 + SIGKILL)
        _ = try shelf.shed("sync", "--now", in: "Poems")
        let now = try ids(shelf)
        #expect(now["Draft/new.txt"] == id)
        #expect(now["Ready/a.txt"] != nil && now["Draft/a.txt"] == nil)
        #expect(shelf.exists("Poems/Rejected/x.txt"))
        // As one that has no index sees it.
        let elsewhere = try sh(shelf, "export SHED_STATE_DIR='\(shelf.path)/nowhere'; cd Poems; \"$SHED\" show --json Draft/new.txt")
        #expect(try elsewhere.json()["id"]?.string == id)
    }

    /// A file came before its batch, and got an ID here. What was interrupted is finished by the run that learns which file that was.
    @Test(arguments: ["noted", "moved", "written"], [false, true])
    func `what is known by two IDs keeps the other device's, when a rejection is finished and that is interrupted too`(point: String, isKilledAgain: Bool) throws {
        let shelf = try Shelf.withPoems()
        let there = try sh(shelf, """
            cp -a Poems ../there && cd ../there && export SHED_STATE_DIR='\(shelf.path)/elsewhere' && "$SHED" trust . -q && echo new > Draft/Untitled.txt && "$SHED" sync --quiet; \
            mv Draft/Untitled.txt Draft/Rose.txt && "$SHED" sync --quiet; "$SHED" show --json Draft/Rose.txt
            """)
        let id = try #require(there.json()["id"]?.string)
        #expect(try sh(shelf, "cp -a ../there/Draft/Rose.txt Poems/Draft/; cd Poems; \"$SHED\" sync -q; \"$SHED\" tag add mine Draft/Rose.txt --create").code == 0)
        let made = try #require(ids(shelf)["Draft/Rose.txt"])
        #expect(made != id)
        shelf.makeFile("Poems/Collections/x.txt", "stranger\n")
        #expect(try sh(shelf, "cd Poems; SHED_INTERRUPT_AT=\(point) \"$SHED\" sync --now").code == 128 + SIGKILL)
        #expect(try sh(shelf, "cp -an ../there/.shed/ops/. Poems/.shed/ops/").code == 0)
        if isKilledAgain { #expect(try sh(shelf, "cd Poems; SHED_INTERRUPT_AT=resumed \"$SHED\" sync --now").code == 128 + SIGKILL) }
        _ = try shelf.shed("sync", "--now", in: "Poems")
        #expect(try shelf.shed("sync", "--now", in: "Poems").text == "Nothing changed.\n")
        let rejected = try shelf.shed("status", "--json", in: "Poems").json()["rejected"]?.array ?? []
        #expect(rejected.map { $0["path"]?.string } == ["Rejected/x.txt"] && rejected.first?["origin"]?.string == "Collections/x.txt")
        // Also as one sees it that has no index.
        for state in [shelf.state, shelf.path + "/nowhere"] {
            let look = "export SHED_STATE_DIR='\(state)'; cd Poems; \"$SHED\""
            #expect(try sh(shelf, "\(look) show --json Draft/Rose.txt").json()["id"]?.string == id)
            #expect(try sh(shelf, "\(look) find --tag mine").text == "Draft/Rose.txt\n")
            #expect(try sh(shelf, "\(look) find --id \(made)").text == "Draft/Rose.txt\n")
        }
        #expect(try shelf.shed("status", "--missing", "--json", in: "Poems").json()["missing"]?.array?.isEmpty == true)
    }

    @Test(arguments: [
        ("trashed", "rm Draft/a.txt"), ("written", "rm Draft/a.txt"), ("restored", "restore Trash/b.txt"), ("written", "restore Trash/b.txt"),
        ("accepted", "accept Rejected/x.txt --to Draft"), ("written", "accept Rejected/x.txt --to Draft"),
        ("forgotten", "empty-trash --yes"), ("written", "empty-trash --yes"), ("written", "mv Draft/a.txt Ready"),
        ("written", "relink Draft/c.txt $LOST"),
    ]) func `a verb that was interrupted loses no content and no ID`(point: String, verb: String) throws {
        let shelf = try Shelf.withPoems()
        for name in ["a", "b", "c"] { shelf.makeFile("Poems/Draft/\(name).txt", "\(name)\n") }
        shelf.makeFile("Poems/Draft/lost.txt", "lost\n")
        _ = try shelf.shed("sync", in: "Poems")
        let lost = try ids(shelf)["Draft/lost.txt"] ?? ""
        unlink(shelf.work + "/Poems/Draft/lost.txt")
        _ = try shelf.shed("rm", "Draft/b.txt", in: "Poems")
        shelf.makeFile("Poems/Collections/x.txt", "x\n")
        _ = try shelf.shed("sync", in: "Poems")
        let before = try contents(shelf)
        // Rejected itself goes when nothing is left in it.
        let known = Set(try ids(shelf).filter { $0.key != "Rejected" }.values)
        #expect(try sh(shelf, "cd Poems; LOST=\(lost); SHED_INTERRUPT_AT=\(point) \"$SHED\" \(verb)").code == 128 + SIGKILL)
        #expect(try contents(shelf) == before)
        _ = try shelf.shed("sync", in: "Poems")
        #expect(try contents(shelf) == before)
        let after = try ids(shelf)
        #expect(Set(after.values).count == after.count)
        if !verb.hasPrefix("relink") { #expect(known.isSubset(of: after.values)) }
        #expect(try shelf.shed("check", "--max-warnings", "1", in: "Poems").code == 0)
        #expect(try shelf.shed("status", "--json", in: "Poems").json()["clean"]?.bool == true)
    }

    /// What stands by exception alone would be sent back by a walk that took the move for a person's.
    @Test(arguments: ["noted", "restored", "written"])
    func `what was restored as an exception stays where it is after an interruption`(point: String) throws {
        let shelf = try Shelf.withPoems()
        for name in ["a", "b", "c"] { shelf.makeFile("Poems/\(name).txt", "\(name)\n") }
        _ = try sh(shelf, "cd Poems; \"$SHED\" sync; \"$SHED\" accept Rejected/*.txt --to .; \"$SHED\" rm [abc].txt")
        let known = Set(try ids(shelf).values)
        #expect(try sh(shelf, "cd Poems; SHED_INTERRUPT_AT=\(point) \"$SHED\" restore --all").code == 128 + SIGKILL)
        let left = try contents(shelf)
        let isBack = ["a", "b", "c"].filter { shelf.exists("Poems/\($0).txt") }
        if point != "written" { #expect(isBack.count == (point == "noted" ? 0 : 1)) }
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try contents(shelf) == left)
        #expect(["a", "b", "c"].filter { shelf.exists("Poems/\($0).txt") } == isBack)
        #expect(Set(try ids(shelf).values) == known)
        _ = try shelf.shed("restore", "--all", in: "Poems")
        #expect(["a", "b", "c"].allSatisfy { shelf.exists("Poems/\($0).txt") })
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.shed("status", "--json", in: "Poems").json()["clean"]?.bool == true)
    }

    @Test(arguments: ["noted", "accepted", "written"])
    func `what was accepted as an exception stays where it is after an interruption`(point: String) throws {
        let shelf = try Shelf.withPoems()
        for name in ["a", "b", "c"] { shelf.makeFile("Poems/Submissions/\(name).txt", "\(name)\n") }
        _ = try shelf.shed("sync", in: "Poems")
        #expect(try sh(shelf, "ls Poems/Rejected").text == "a.txt\nb.txt\nc.txt\n")
        let known = Set(try ids(shelf).filter { $0.key != "Rejected" }.values)
        #expect(try sh(shelf, "cd Poems; SHED_INTERRUPT_AT=\(point) \"$SHED\" accept Rejected/*.txt --to Submissions").code == 128 + SIGKILL)
        let isThere = ["a", "b", "c"].filter { shelf.exists("Poems/Submissions/\($0).txt") }
        if point != "written" { #expect(isThere.count == (point == "noted" ? 0 : 1)) }
        _ = try shelf.shed("sync", in: "Poems")
        #expect(["a", "b", "c"].filter { shelf.exists("Poems/Submissions/\($0).txt") } == isThere)
        #expect(known.isSubset(of: try ids(shelf).values))
        #expect(try shelf.shed("status", "--json", in: "Poems").json()["clean"]?.bool == true)
    }

    @Test(arguments: ["noted", "accepted", "written"])
    func `what was accepted with what is in it is so after an interruption`(point: String) throws {
        let shelf = try Shelf.withPoems()
        _ = try sh(shelf, "mkdir -p Poems/Draft/Box/In/Deep; echo a > Poems/Draft/Box/In/Deep/a.txt")
        _ = try shelf.shed("sync", "--now", in: "Poems")
        #expect(try sh(shelf, "cd Poems; SHED_INTERRUPT_AT=\(point) \"$SHED\" accept Rejected/Box --to Draft").code == 128 + SIGKILL)
        _ = try shelf.shed("sync", in: "Poems")
        if point != "accepted", !shelf.exists("Poems/Draft/Box") {
            #expect(try shelf.shed("accept", "Rejected/Box", "--to", "Draft", in: "Poems").code == 0)
        }
        #expect(shelf.exists("Poems/Draft/Box/In/Deep/a.txt"))
        let check = try shelf.shed("check", in: "Poems")
        #expect(check.code == 0, "\(check)")
        shelf.makeFile("Poems/Draft/Box/In/b.txt", "b\n")
        #expect(try shelf.shed("sync", in: "Poems").text == "added    Draft/Box/In/b.txt\n")
    }

    @Test func `folders of the template that were being made again are made by the next run, with their IDs`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "a\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let before = try ids(shelf)
        // Another machine, to which the empty folders were not brought.
        let killed = try sh(shelf, """
            rm Poems/All/*; find Poems -mindepth 1 -maxdepth 1 -type d -empty -delete; rm -rf '\(shelf.state)'; "$SHED" trust Poems -q; "$SHED" -C Poems sync -q
            cd Poems; for i in 1 2 3; do SHED_INTERRUPT_AT=foldered "$SHED" repair --folders -q; echo $?; done; ls | wc -l
            """)
        #expect(killed.text == "137\n137\n137\n4\n", "\(killed)")
        let again = try shelf.shed("repair", "--folders", in: "Poems")
        #expect(again.code == 0, "\(again)")
        #expect(try ids(shelf) == before)
        #expect(try contents(shelf) == "a\n")
        #expect(try shelf.shed("check", "--json", in: "Poems").json()["findings"]?.array == [])
        #expect(try shelf.shed("status", "--json", in: "Poems").json()["clean"]?.bool == true)
    }

    /// Then the index is not written by the walk that takes it in.
    @Test func `what was restored as an exception while the sidecar is not whole is said once`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/a.txt", "a\n")
        let output = try sh(shelf, """
            cd Poems; "$SHED" sync -q > ../said; "$SHED" accept Rejected/a.txt --to . -q; echo b > Draft/b.txt; "$SHED" sync -q; batch=$(ls .shed/ops/*/*.jsonl | tail -n 1)
            "$SHED" rm a.txt -q; mv $batch ../gone; "$SHED" restore Trash/a.txt -q; ls .shed/ops/* > ../before
            "$SHED" sync -q > ../said 2>&1; ls .shed/ops/* | cmp ../before - && cat a.txt
            mv ../gone $batch; "$SHED" sync -q; "$SHED" status --json | grep -c '"clean": true'; cat a.txt
            """)
        #expect(output.text == "a\n1\na\n", "\(output)")
    }

    /// The batch is written and the index does not know it yet: what it says is shed's own word, and not another device's, which
    /// would mean that the file at the new place is the node whatever file it is.
    @Test func `a file that was moved keeps its ID when another takes its place before the next sync`() throws {
        let shelf = try Shelf.withPoems()
        _ = try sh(shelf, "cd Poems; echo n > Draft/n.txt; \"$SHED\" sync")
        let id = try #require(try ids(shelf)["Draft/n.txt"])
        #expect(try sh(shelf, "cd Poems; mv Draft/n.txt Draft/q.txt; SHED_INTERRUPT_AT=written \"$SHED\" sync").code == 128 + SIGKILL)
        _ = try sh(shelf, "cd Poems; mv Draft/q.txt Draft/s.txt; echo k > Draft/q.txt; \"$SHED\" sync")
        let after = try ids(shelf)
        #expect(after["Draft/s.txt"] == id)
        #expect(after["Draft/q.txt"] != nil && after["Draft/q.txt"] != id)
    }

    @Test func `a project that goes to the desktop's trash is there or here`() throws {
        let shelf = try Shelf.withPoems()
        #expect(try sh(shelf, "SHED_INTERRUPT_AT=informed \"$SHED\" delete Poems --yes").code == 128 + SIGKILL)
        #expect(shelf.exists("Poems"))
        #expect(try shelf.shed("delete", "Poems", "--yes").code == 0)
        #expect(!shelf.exists("Poems"))
        #expect(try sh(shelf, "ls -d ../home/data/Trash/files/* /tmp/.Trash-*/files/Poems* 2>/dev/null | wc -l").text != "0\n")
    }
}
