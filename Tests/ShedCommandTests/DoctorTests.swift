import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `shed doctor`, on real file systems where the suite may mount them.
@Suite(.waitsForPrograms, .onDisk) struct `The doctor` {
    /// Whether mounts in a namespace of the test's own are allowed.
    private static let canMount: Bool = {
        guard let shelf = try? Shelf() else { return false }
        return (try? shelf.spawn("/usr/bin/unshare", ["-m", "mount", "-t", "tmpfs", "none", shelf.work].map { Array($0.utf8) }, input: nil, in: "/"))?.code == 0
    }()

    private static func can(_ program: String) -> Bool { canMount && access(program, X_OK) == 0 }

    /// Runs a script in a mount namespace, in the work directory. `said CHECK` prints the check's status and message,
    /// one a line.
    private func mounted(_ shelf: Shelf, _ script: String) throws -> String {
        let prelude = """
            set -eu; SHED='\(ShedProgram.path)'
            said() { "$SHED" doctor --json | tr -d '\\n' | sed 's/{ *"check"/\\n&/g' | sed -n 's/.*"check": "'$1'", *"status": "\\([^"]*\\)".*"message": "\\([^"]*\\)".*/\\1: \\2/p'; }

            """
        let words = ["-m", "sh", "-c", prelude + script].map { Array($0.utf8) }
        let result = try shelf.spawn("/usr/bin/unshare", words, input: nil, in: shelf.work)
        #expect(result.err == "")
        return result.text
    }

    private func check(_ name: String, _ json: JSONValue) -> [JSONValue] {
        (json["checks"]?.array ?? []).filter { $0["check"]?.string == name }
    }

    // MARK: What it prints

    @Test func `a sound machine is 0, and the JSON has the shape that is documented`() throws {
        let shelf = try Shelf.withPoems()
        let result = try shelf.shed("doctor", "--json")
        let json = try result.json()
        #expect(json.object?.members.map(\.name) == ["version", "checks", "summary"])
        #expect(json["version"]?.integer == 1)
        let checks = json["checks"]?.array ?? []
        for check in checks { #expect(check.object?.members.map(\.name) == ["check", "status", "subject", "message", "cost", "remedy"]) }
        func count(_ status: String) -> Int64 { Int64(checks.count { $0["status"]?.string == status }) }
        #expect(json["summary"] == ["errors": .integer(count("error")), "warnings": .integer(count("warning")), "notes": .integer(count("note")), "ok": .integer(count("ok"))])
        #expect(result.code == (count("error") + count("warning") > 0 ? 1 : 0))
        #expect(check("sidecar", json).map { $0["status"] } == ["ok"])
        #expect(check("sidecar", json).first?["subject"]?.string == shelf.work + "/Poems")
        #expect(check("sidecar", json).first?["cost"] == .null)
    }

    @Test func `a path that is not UTF-8 has its bytes beside it`() throws {
        let shelf = try Shelf.withPoems()
        _ = try shelf.scenario("mv Poems $(printf 'P\\377'); cd P*; r sync")
        let root = check("root", try shelf.shed("doctor", "--json").json()).first
        #expect(root?["subject"]?.string == shelf.work + "/P\\xff")
        #expect(root?["subjectBytes"]?.string != nil)
    }

    @Test func `a problem ends with 1 and is told with its cost and its cure`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("mkdir Poems/.git; echo .shed > Poems/.gitignore; r doctor --plain; sed -n '/work\\/Poems$/,/^$/p' $T/results | sed \"s|$T||\"; r doctor -0; tr '\\0' '\\n' < $T/results | sed \"s|$T||\"")
        #expect(output == """
            doctor 1
              warning: /work/Poems
                  warning: .gitignore leaves out .shed [git]
                      costs: other devices get the files without their IDs, tags and places in the trash
                      cure: remove the line from /work/Poems/.gitignore, then: git add .shed

            doctor 1
            /work/Poems

            """)
    }

    @Test func `--quiet says only what is wrong, and --verbose all`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            mkdir Poems/.git; echo .shed > Poems/.gitignore
            r doctor --quiet --plain; grep -c 'ok:\\|note:' $T/results; grep -c 'warning:.*\\[git\\]' $T/results
            r doctor --verbose --plain; grep -c '\\[sidecar\\]' $T/results
            """)
        #expect(output == "doctor 1\n0\n1\ndoctor 1\n1\n")
    }

    @Test func `it writes nothing anywhere`() throws {
        let shelf = try Shelf()
        #expect(try shelf.shed("doctor").code == 0)
        #expect(access(shelf.state, F_OK) != 0)
        _ = try shelf.shed("new", "poetry", "Poems", "--language", "en")
        let list = "find state work home -printf '%p %i %s %T@\\n' | sort"
        func listing() throws -> String { try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(list.utf8)], input: nil, in: shelf.path).text }
        let before = try listing()
        _ = try shelf.shed("doctor", "--verbose")
        #expect(try listing() == before && before.contains("record.json"))
    }

    @Test func `it says which projects the daemon watches`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            "$SHED" new poetry Odes > /dev/null; r doctor; said 'no daemon runs'
            \(ShellScript.hear)
            mkfifo $T/says; "$SHED" watch Poems > $T/says 2>&1 & daemon=$!; exec 3< $T/says; hear watching
            r doctor; said "process $daemon watches 1 project "; [ "$(grep -c '\\[watched\\]' $T/results)" = 1 ] && said 'work/Odes: the daemon does not watch'
            kill -TERM $daemon; wait $daemon; r doctor; said 'no daemon runs'
            """)
        #expect(output == "doctor 0\ndoctor 0\ndoctor 0\n")
    }

    // MARK: Permissions

    @Test func `what may not be written is said`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(
            """
            chmod 500 Poems; r doctor; said 'you may not write in it '; chmod 700 Poems
            chmod 500 Poems/.shed/ops; r doctor; said 'may not write in its .shed'; chmod 700 Poems/.shed/ops
            chmod 500 $T/state; r doctor; said 'state directory cannot be written'; chmod 700 $T/state; r doctor
            chmod 000 Poems; r doctor; said 'Permission denied'; chmod 700 Poems
            chmod 000 $T/state; r doctor; said 'state directory cannot be opened'; chmod 700 $T/state
            """, asNobody: true)
        #expect(output == "doctor 1\ndoctor 1\ndoctor 1\ndoctor 0\ndoctor 1\ndoctor 1\n")
    }

    // MARK: Real file systems

    @Test(.enabled(if: canMount)) func `a project in memory, with little room, and read-only`() throws {
        let shelf = try Shelf()
        let output = try mounted(shelf, """
            mkdir m; mount -t tmpfs -o size=5m none m; "$SHED" new poetry P --in m --language en > /dev/null
            said file-system; said space | sed 's/[0-9]/N/'
            mount -o remount,ro m; said access; umount m; said root
            """)
        #expect(output == """
            note: tmpfs is in memory
            error: its disk has N MiB left
            warning: its file system is mounted read-only
            note: it is not there

            """)
    }

    @Test(.enabled(if: canMount)) func `an overlay is known by its name`() throws {
        let shelf = try Shelf()
        let output = try mounted(shelf, """
            mkdir t; mount -t tmpfs none t; mkdir t/lower t/upper t/work m; mount -t overlay -o lowerdir=t/lower,upperdir=t/upper,workdir=t/work none m
            "$SHED" new poetry P --in m --language en > /dev/null; said file-system; said sidecar
            """)
        #expect(output == "ok: overlay has all that shed needs\nok: its sidecar can be read\n")
    }

    @Test(.enabled(if: can("/usr/bin/bindfs"))) func `FUSE is told to be polled`() throws {
        let shelf = try Shelf()
        let output = try mounted(shelf, """
            mkdir a m; bindfs a m; "$SHED" new poetry P --in m --language en > /dev/null; said file-system; umount m
            """)
        #expect(output == "note: fuse does not tell what others do there\nnote: fuse does not keep a file’s inode number\n")
    }

    @Test(.enabled(if: canMount)) func `a state directory in memory is a note`() throws {
        let shelf = try Shelf()
        mkdir(shelf.state, 0o700)
        let output = try mounted(shelf, "mount -t tmpfs -o mode=700 none '\(shelf.state)'; said state-directory")
        #expect(output == "ok: the state directory can be used\nnote: the state directory is in memory (tmpfs)\n")
    }

    // MARK: Many projects

    @Test func `a hundred projects are one process and one answer`() throws {
        let shelf = try Shelf()
        _ = try shelf.scenario("n=0; while [ $n -lt 100 ]; do n=$((n+1)); \"$SHED\" new blank P$n --language en > /dev/null; done")
        let json = try shelf.shed("doctor", "--json").json()
        #expect(check("sidecar", json).count { $0["status"]?.string == "ok" } == 100)
        #expect(check("watch-limit", json).first?["message"]?.string?.contains(" in 100 projects ") == true)
    }
}
