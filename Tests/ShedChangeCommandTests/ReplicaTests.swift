import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What another device, which has only the tree with its sidecar, makes of it.
@Suite(.waitsForPrograms, .onDisk) struct `Another device` {
    @Test func `knows what stands at a path that another node had before`() throws {
        let shelf = try Shelf()
        #expect(try shelf.shed("new", "blank", "Notes").code == 0)
        #expect(try shelf.shed("allow", "Files", "both", in: "Notes").code == 0)
        for folder in ["d", "e"] {
            shelf.makeDirectory("Notes/Files/\(folder)")
            shelf.makeFile("Notes/Files/\(folder)/f.txt", "\(folder)\n")
        }
        shelf.makeFile("Notes/Files/g.txt", "g\n")
        shelf.makeFile("Notes/Files/h.txt", "h\n")
        #expect(try shelf.shed("sync", in: "Notes").code == 0)
        func rm(_ path: String) throws { _ = try shelf.spawn("/bin/rm", ["-r", path].map { Array($0.utf8) }, input: nil, in: shelf.work) }
        try rm("Notes/Files/d")
        try rm("Notes/Files/g.txt")
        #expect(try shelf.shed("sync", in: "Notes").code == 0)
        shelf.move("Notes/Files/e", "Notes/Files/d")
        shelf.move("Notes/Files/h.txt", "Notes/Files/g.txt")
        #expect(try shelf.shed("sync", in: "Notes").code == 0)
        let here = try shelf.shed("tree", "--json", in: "Notes").json()

        _ = try shelf.spawn("/bin/cp", ["-a", "Notes", shelf.path + "/there"].map { Array($0.utf8) }, input: nil, in: shelf.work)
        let there = try shelf.spawn(
            "/usr/bin/env", ["SHED_STATE_DIR=\(shelf.path)/elsewhere", ShedProgram.path, "tree", "--json", "-C", shelf.path + "/there"].map { Array($0.utf8) },
            input: nil, in: shelf.work)
        #expect(ids(here) == ids(try there.json()))
        #expect(ids(here).count == 5)
    }

    @Test func `a copy that has a repository in it keeps its IDs, and that is said until somebody says what it is`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; mkdir .git; echo o > Draft/o.txt; "$SHED" sync -q; "$SHED" status | grep -c 'same project'; cd ..; cp -a Poems Copy; cd Copy; "$SHED" trust . -q; "$SHED" sync -q
            "$SHED" status | grep 'same project'; "$SHED" status --json | tr -d '\\n ' | grep -o '"otherRoots":[^]]*]'; "$SHED" -C ../Poems status | grep -c 'same project'
            [ "$("$SHED" show Draft/o.txt --json | grep '"id"')" = "$("$SHED" -C ../Poems show Draft/o.txt --json | grep '"id"')" ] && echo same
            cd ..; "$SHED" -C Poems status | grep -o 'shed adopt Poems --as replica'; "$SHED" adopt Copy --as copy -q; for p in Poems Copy; do "$SHED" -C $p status | grep -c 'same project'; done
            [ "$("$SHED" -C Copy show Draft/o.txt --json | grep '"id"')" = "$("$SHED" -C Poems show Draft/o.txt --json | grep '"id"')" ] || echo different
            cp -a Poems Second; "$SHED" trust Second -q; "$SHED" -C Second sync -q; "$SHED" -C Second status | grep -c 'same project'; "$SHED" adopt Second --as replica -q; for p in Poems Second; do "$SHED" -C $p status | grep -c 'same project'; done
            """).replacing(shelf.work, with: "WORK")
        #expect(output == """
            0
            The same project, with the same IDs, is also at WORK/Poems: they are taken for one project on two devices. If this is a copy: “shed adopt . --as copy”; if it is meant: “shed adopt . --as replica”.
            "otherRoots":[{"path":"WORK/Poems"}]
            1
            same
            shed adopt Poems --as replica
            0
            0
            different
            1
            0
            0

            """, "\(output)")
    }

    @Test func `a copy without marks is said to get IDs of its own, and once that it has them`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            mkdir Repo; mv Poems Repo; mkdir Repo/.git; "$SHED" -C Repo/Poems sync -q; cp -a Repo Clone; cd Clone/Poems
            "$SHED" status 2> /dev/null | grep -i copy; "$SHED" status --json | tr -d '\\n ' | grep -o '"otherRoots":[^]]*]'; "$SHED" -C ../../Repo/Poems status | grep -ci copy
            "$SHED" trust . -q 2>&1; "$SHED" sync 2>&1; "$SHED" sync; "$SHED" status | grep -ci 'copy\\|same project'; "$SHED" status --json | tr -d '\\n ' | grep -o '"otherRoots":[^]]*]'
            cd ../..; cp -a Repo Second; "$SHED" adopt Second/Poems --as replica; "$SHED" -C Second/Poems sync; "$SHED" -C Second/Poems status | grep -c copy
            """).replacing(shelf.work, with: "WORK")
        #expect(output == """
            This is a copy of WORK/Repo/Poems, still with its IDs: “shed trust .” gives it IDs of its own. If it is to be the same project at two places: “shed adopt . --as replica”.
            "otherRoots":[{"path":"WORK/Repo/Poems"}]
            0
            shed: This is a copy of WORK/Repo/Poems: it has IDs of its own from now on.
            Nothing changed.
            Nothing changed.
            0
            "otherRoots":[]
            declared WORK/Second/Poems a replica
            Nothing changed.
            0

            """, "\(output)")
    }

    private func ids(_ tree: JSONValue) -> [String: String] {
        var result: [String: String] = [:]
        for node in tree.array ?? [] {
            result[node["path"]?.string ?? ""] = node["id"]?.string ?? "none"
            result.merge(ids(node["children"] ?? .null)) { $1 }
        }
        return result
    }
}
