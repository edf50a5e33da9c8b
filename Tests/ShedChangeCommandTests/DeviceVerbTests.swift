import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `shed devices`, and what becomes of machines that are clones of each other: two state directories in which one ID stands.
@Suite(.waitsForPrograms) struct `The devices of a project` {
    /// What scripts are made of: `on MACHINE VERB …` does it with another state directory, `batches` counts, `twice` says which numbers
    /// were given twice under one ID, `carry` brings what the folder “there” has to “Poems” and back.
    private static let prelude = """
        on() { machine=$1; shift; SHED_STATE_DIR="$PWD/../state-$machine" "$SHED" "$@"; }
        batches() { ls Poems/.shed/ops/*/* | wc -l; }
        twice() { for d in Poems/.shed/ops/*; do grep -ho '"sequence":[0-9]*' $d/* | sort | uniq -d; done; }
        carry() { cp -an there/.shed/ops/. Poems/.shed/ops/; cp -an Poems/.shed/ops/. there/.shed/ops/; }

        """

    private func poems(named name: String = "desk") throws -> Shelf {
        let shelf = try Shelf()
        try shelf.shellDone("mkdir -p ../home/.config/shed; echo 'device-name = \"\(name)\"' > ../home/.config/shed/config.toml")
        #expect(try shelf.shed("new", "poetry", "Poems", "--language", "en").code == 0)
        return shelf
    }

    private func run(_ shelf: Shelf, _ script: String) throws -> RunResult { try shelf.script(Self.prelude + script, in: ".") }

    @Test func `are listed, this one first, with what they wrote; and who lists them writes nothing`() throws {
        let shelf = try poems()
        shelf.makeFile("Poems/Draft/a.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let before = try shelf.fingerprint()
        let text = try shelf.shed("devices", in: "Poems")
        #expect(text.code == 0 && text.text.contains("  desk  (this device)\n  2 batches, from "), "\(text)")
        let json = try shelf.shed("devices", "--json", in: "Poems").json()
        let devices = try #require(json["devices"]?.array)
        #expect(devices.count == 1 && json["unread"]?.integer == 0)
        let own = try #require(devices.first)
        #expect(own["name"]?.string == "desk" && own["this"] == .bool(true) && own["batches"]?.integer == 2 && own["forks"] == .array([]))
        #expect(own["retired"] == .null && own["givenUp"] == .null && own["replica"]?.string?.utf8.count == 16 && own["ahead"]?.integer == 0)
        #expect(try shelf.fingerprint() == before)
    }

    @Test func `say their names once, with what they write anyway, and none where a person wants none`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            grep -c device: Poems/.shed/ops/*/*; "$SHED" -C Poems sync -q; "$SHED" -C Poems status > ../out1; batches
            for n in a b c; do echo $n > Poems/Draft/$n.txt; "$SHED" -C Poems sync -q; done; batches; cat Poems/.shed/ops/*/* | grep -o '"device:[^}]*}' | sed 's/[0-9a-f]\\{16\\}/R/'
            """)
        #expect(output.text == "0\n1\n4\n\"device:R\":{\"name\":\"desk\"}\n", "\(output)")
        let silent = try poems(named: "")
        silent.makeFile("Poems/Draft/a.txt")
        #expect(try silent.shed("sync", in: "Poems").code == 0)
        #expect(try run(silent, "cat Poems/.shed/ops/*/* | grep -c device:").text == "0\n")
        let list = try silent.shed("devices", "--json", in: "Poems").json()
        #expect(list["devices"]?.array?.first?["name"] == .null)
    }

    @Test func `are named by people, which can be taken back`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("devices", "rename", "Kitchen table", "--dry-run", in: "Poems").text.contains("would have called"))
        #expect(try run(shelf, "batches").text == "1\n")
        #expect(try shelf.shed("devices", "rename", "Kitchen table", in: "Poems").code == 0)
        #expect(try shelf.shed("devices", in: "Poems").text.contains("  Kitchen table  (this device)"))
        #expect(try shelf.shed("log", in: "Poems").text.contains("Kitchen table"))
        // Nothing new is no batch.
        #expect(try shelf.shed("devices", "rename", "Kitchen table", in: "Poems").code == 0)
        #expect(try run(shelf, "batches").text == "2\n")
        #expect(try shelf.shed("undo", "--yes", in: "Poems").code == 0)
        #expect(try !shelf.shed("devices", in: "Poems").text.contains("Kitchen table"))
        for name in ["", " ", String(repeating: "n", count: 256)] { #expect(try shelf.shed("devices", "rename", name, in: "Poems").code == 2) }
        #expect(try shelf.shed("devices", "rename", "x", "--device", "nobody", in: "Poems").code == 2)
    }

    @Test func `are retired, and what they write again counts and is said`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            mkdir Poems/.git; echo a > Poems/Draft/a.txt; "$SHED" -C Poems sync -q; cp -a Poems there; on B -C there trust . -q; on B -C there devices rename Laptop -q; carry
            "$SHED" -C Poems devices retire Laptop --dry-run; "$SHED" -C Poems devices retire Laptop 2> ../err1; echo "code $?"
            "$SHED" -C Poems devices retire desk -y 2>&1 | grep -c 'the device that you work on'
            "$SHED" -C Poems devices retire Laptop --yes; "$SHED" -C Poems devices | grep -c 'retired on'; "$SHED" -C Poems devices | grep -c 'again'
            "$SHED" -C Poems devices retire Laptop --yes 2> ../err2; echo "code $?"
            carry; echo n > there/Draft/n.txt; on B -C there sync -q; carry; cp there/Draft/n.txt Poems/Draft/; "$SHED" -C Poems sync -q
            "$SHED" -C Poems devices | grep -c 'has written again'
            [ "$("$SHED" -C Poems show Draft/n.txt --json | grep '"id"')" = "$(on B -C there show Draft/n.txt --json | grep '"id"')" ] && echo same
            "$SHED" -C Poems undo --list | grep -c 'retired Laptop'
            """)
        #expect(output.text == "would have retired Laptop\ncode 2\n1\nretired Laptop\n1\n0\ncode 1\n1\nsame\n1\n", "\(output)")
    }

    @Test func `have names that steer no terminal`() throws {
        let shelf = try poems(named: "x")
        #expect(try shelf.shed("devices", "rename", "a\u{1b}[31mred\nline\u{202e}", in: "Poems").code == 0)
        let list = try shelf.shed("devices", in: "Poems")
        #expect(!list.text.contains("\u{1b}[31m") && !list.text.contains("\u{202e}") && list.text.split(separator: "\n").count == 2, "\(list)")
    }

    @Test func `that are clones take IDs of their own when they meet, and nothing of theirs is lost`() throws {
        let shelf = try poems()
        // The clone has all that the other had, to the number and the birth of the root's directory: they are in turn at one place.
        let output = try run(shelf, """
            echo a > Poems/Draft/a.txt; "$SHED" -C Poems sync -q; cp -a ../state ../state-B; rm -f ../state-B/projects/*/index.sqlite-shm
            mkdir aside; cp -a Poems/.shed/ops aside/
            echo b > Poems/Draft/b.txt; "$SHED" -C Poems sync -q
            mv Poems/.shed/ops aside/ops-A; mv Poems/Draft/b.txt aside/; mv aside/ops Poems/.shed/ops
            echo c > Poems/Draft/c.txt; on B -C Poems sync -q
            cp -an aside/ops-A/. Poems/.shed/ops/; mv aside/b.txt Poems/Draft/
            echo "twice $(twice)"; "$SHED" -C Poems check --json | grep -c '"rule": "forked-replica"'
            echo d > Poems/Draft/d.txt; "$SHED" -C Poems sync 2>&1 | grep -c 'writes under a new ID'; echo e > Poems/Draft/e.txt; on B -C Poems sync 2>&1 | grep -c 'writes under a new ID'
            echo f > Poems/Draft/f.txt; "$SHED" -C Poems sync 2>&1 | grep -c 'new ID'; echo g > Poems/Draft/g.txt; on B -C Poems sync 2>&1 | grep -c 'new ID'
            echo "twice $(twice)"; ls Poems/.shed/ops | wc -l; ls Poems/Draft; "$SHED" -C Poems devices | grep -c 'different batches'; "$SHED" -C Poems devices | grep -c formerly
            "$SHED" -C Poems tree --json | grep '"id"' | sort > ../one; on C -C Poems tree --json | grep '"id"' | sort > ../two; cmp ../one ../two && echo same
            "$SHED" doctor --verbose | grep -c '\\[replica\\]'
            """)
        #expect(output.text == "twice \"sequence\":3\n1\n1\n1\n0\n0\ntwice \"sequence\":3\n3\na.txt\nb.txt\nc.txt\nd.txt\ne.txt\nf.txt\ng.txt\n1\n1\nsame\n1\n", "\(output)")
    }

    @Test(arguments: ["batch-noted", "renewed"]) func `take their IDs whole, or not at all, where that is interrupted`(point: String) throws {
        let shelf = try poems()
        let output = try run(shelf, """
            echo a > Poems/Draft/a.txt; "$SHED" -C Poems sync -q; cp -a ../state ../state-B; rm -f ../state-B/projects/*/index.sqlite-shm
            echo b > Poems/Draft/b.txt; on B -C Poems sync -q
            echo c > Poems/Draft/c.txt; SHED_INTERRUPT_AT=\(point) "$SHED" -C Poems sync -q; echo "code $?"
            "$SHED" -C Poems sync -q; echo d > Poems/Draft/d.txt; "$SHED" -C Poems sync -q; on B -C Poems sync -q
            echo "twice $(twice)"; ls Poems/.shed/ops | wc -l; "$SHED" -C Poems check --json | grep -c '"rule"'; "$SHED" -C Poems status --json | grep -c '"clean": true'
            """)
        #expect(output.text == "code 137\ntwice \n2\n0\n1\n", "\(output)")
    }

    /// The note of a batch stands before the batch.
    @Test func `keep their ID where a batch was noted and not written`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            for n in a b c; do echo $n > Poems/Draft/$n.txt; SHED_INTERRUPT_AT=batch-noted "$SHED" -C Poems sync -q; echo "code $?"; done
            "$SHED" -C Poems sync 2>&1 | grep -c 'new ID'; ls Poems/.shed/ops | wc -l; echo "twice $(twice)"; "$SHED" -C Poems devices --json | grep -c '"givenUp": null'
            """)
        #expect(output.text == "code 137\ncode 137\ncode 137\n0\n1\ntwice \n1\n", "\(output)")
    }
}
