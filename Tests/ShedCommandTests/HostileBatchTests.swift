import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import Testing

/// Batches that are well formed and sealed, and lie.
@Suite(.waitsForPrograms) struct `A batch that lies` {
    /// `batch` seals the operations that it reads; `id PATH` prints an ID. `$X` and `$Y` are IDs of nothing.
    private static let prelude = """
        mkdir out; cd Poems; echo a > Draft/a.txt; echo b > Draft/b.txt; "$SHED" sync > /dev/null
        P=$(sed -n 's/.*"id": *"\\([^"]*\\)".*/\\1/p' .shed/project.json); X=01a1fdd0-04d0-73cd-ae5b-000000000001; Y=01a1fdd0-04d0-73cd-ae5b-000000000002
        AT=01a1fdd004380000-00000000deadbeef; LATE=7a1fdd0043800000-00000000deadbeef
        id() { "$SHED" show --json "$1" | sed -n 's/^ *"id": *"\\([^"]*\\)".*/\\1/p' | head -1; }
        batch() {
            cat > $T/lines; mkdir -p .shed/ops/00000000deadbeef
            { printf '{"checksum":"%064d","count":%d,"format":1,"parents":[],"project":"%s","replica":"00000000deadbeef","sequence":%d}\\n' 0 $(wc -l < $T/lines) $P ${1:-1}; cat $T/lines; } > $T/batch
            h=$(sha256sum $T/batch | cut -c1-64); sed "1s/0\\{64\\}/$h/" $T/batch > .shed/ops/00000000deadbeef/$AT-$h.jsonl
        }
        counts() { "$SHED" check --json > $T/c; grep -q -e torn -e foreign $T/c && cat $T/c; }
        # Where every document is, and that nothing is where people do not look.
        inside() { find "$T/work" "$T/home" -name '[abx].txt' -type f | grep -v '/\\.[^/]*/' | wc -l; ls ../out; find "$T/work" \\( -name 'evil*' -o -name 'settings.toml' -o -name '.git' -o -name '.hid*' \\); }

        """

    private func run(_ script: String) throws -> String {
        try Shelf.withPoems().scenario(Self.prelude + script)
    }

    /// Lines with the IDs of the scenario: `XXX` and `YYY` are IDs of nothing, `AAA` is a.txt's, `DDD` Draft's, `PPP` the
    /// project's, `LATE` a stamp after all others.
    private func batch(_ lines: String..., sequence: Int = 1) -> String {
        let quoted = lines.map { "'\($0)'" }.joined(separator: " ")
        return """
            printf '%s\\n' \(quoted) | sed "s/LATE/$LATE/g;s/XXX/$X/g;s/YYY/$Y/g;s/AAA/$A/g;s/DDD/$D/g;s/PPP/$P/g" | batch \(sequence); counts
            """
    }

    @Test func `absent folders one in the other without end are not made anew`() throws {
        let output = try run(#"""
            "$SHED" allow Draft both -q; mkdir Draft/sub; echo x > Draft/sub/x.txt; "$SHED" sync -q; S=$(id Draft/sub)
            "$SHED" mv Draft/sub/x.txt Ready -q; rmdir Draft/sub; "$SHED" sync -q
            awk -v at=$LATE -v sub_=$S 'BEGIN { n = "01a1fdd0-04d0-73cd-ae5b-"; for (i = 1; i <= 3000; i++)
                printf "{\"at\":\"%s\",\"id\":\"%s%012x\",\"set\":{\"accepts\":\"both\",\"place\":{\"name\":\"f\",\"parent\":\"%s%012x\"},\"type\":\"folder\"}}\n", at, n, i, n, i + 1
                printf "{\"at\":\"%s\",\"id\":\"%s\",\"set\":{\"place\":{\"name\":\"sub\",\"parent\":\"%s%012x\"}}}\n", at, sub_, n, 1 }' | batch
            for times in 1 2; do "$SHED" undo --yes 2>&1; echo $?; done; ls Ready
            "$SHED" rm Ready/x.txt -q; "$SHED" restore Trash/x.txt; echo $?; ls Ready
            """#)
        let left = "shed: Ready/x.txt was left as it is: the folders that it was in are gone, and are more than 256 levels deep.\nshed: Once nothing is in the way any more, “shed undo 2” takes back what was left.\nshed: “shed undo --list” lists what there is.\n1\n"
        #expect(output == left + left + "x.txt\nrestored Trash/x.txt to Ready/x.txt\n0\nx.txt\n")
    }

    @Test(arguments: ["../../evil", "a/evil", "..", ".", "", "x\\u0000evil", ".shed", ".git", ".hidden"])
    func `a place or an origin that is no visible name is not taken`(name: String) throws {
        let forged = batch(
            #"{"at":"LATE","id":"XXX","set":{"accepts":"files","origin":{"name":"\#(name)","parent":"PPP"},"place":{"name":"\#(name)","parent":"PPP"},"type":"folder"}}"#,
            #"{"at":"LATE","id":"AAA","set":{"origin":{"name":"\#(name)","parent":"XXX"},"place":{"name":"\#(name)","parent":"DDD"}}}"#)
        let output = try run("""
            A=$(id Draft/a.txt); D=$(id Draft); "$SHED" rm Draft/a.txt Draft/b.txt > /dev/null
            \(forged)
            r status; r sync; r restore --all; r sync; inside
            """)
        #expect(output == "status 0\nsync 0\nrestore 0\nsync 0\n2\n")
    }

    @Test func `a folder's origin in the sidecar does not lead restore there`() throws {
        let forged = batch(
            #"{"at":"LATE","id":"XXX","set":{"accepts":"files","origin":{"name":".shed","parent":"PPP"},"place":{"name":"x","parent":"PPP"},"type":"folder"}}"#,
            #"{"at":"LATE","id":"AAA","set":{"origin":{"name":"settings.toml","parent":"XXX"}}}"#)
        let output = try run("""
            A=$(id Draft/a.txt); "$SHED" rm Draft/a.txt > /dev/null
            \(forged)
            r restore --all; ls x; ls .shed
            """)
        #expect(output == "restore 0\nsettings.toml\nops\nproject.json\ntemplate.json\n")
    }

    @Test func `folders that stand in one another, or came from one another, hold nobody up`() throws {
        let forged = batch(
            #"{"at":"LATE","id":"XXX","set":{"origin":{"name":"x","parent":"YYY"},"place":{"name":"x","parent":"YYY"},"type":"folder"}}"#,
            #"{"at":"LATE","id":"YYY","set":{"origin":{"name":"y","parent":"XXX"},"place":{"name":"y","parent":"XXX"},"type":"folder"}}"#,
            #"{"at":"LATE","id":"AAA","set":{"origin":{"name":"a.txt","parent":"XXX"}}}"#)
        let output = try run("""
            A=$(id Draft/a.txt); "$SHED" rm Draft/a.txt > /dev/null
            \(forged)
            r status; r sync; r restore --dry-run --all; r restore --all; r sync; r tree; inside
            """)
        #expect(output == "status 0\nsync 0\nrestore 0\nrestore 0\nsync 0\ntree 0\n2\n")
    }

    @Test func `a known file is not put back under a hidden name`() throws {
        let forged = batch(#"{"at":"LATE","id":"AAA","set":{"place":{"name":".hidden","parent":"DDD"}}}"#)
        let output = try run("""
            A=$(id Draft/a.txt); D=$(id Draft)
            \(forged)
            mv Draft/a.txt Collections/; r sync; r sync --now; inside
            """)
        #expect(output.hasSuffix("\n2\n"))
    }

    @Test(arguments: [
        #""folder":null,"origin":["..","out","x.txt"]"#, #""folder":null,"origin":["..","..","x.txt"]"#, #""folder":null,"origin":["/","x.txt"]"#,
        #""folder":null,"origin":[]"#, #""folder":"PPP","origin":["x.txt"]"#, #""folder":null,"origin":[".shed","ops","x.txt"]"#,
        #""folder":"XXX","origin":["Ready",".hidden"]"#, #""folder":"AAA","origin":["x.txt"]"#,
    ]) func `a refused file's origin does not lead accept out of the project`(origin: String) throws {
        let forged = batch(#"{"at":"LATE","id":"AAA","set":{"rejection":{\#(origin),"known":true,"rule":"wrong-type","time":-9223372036854775808}}}"#)
        let output = try run("""
            echo x > Collections/x.txt; "$SHED" sync > /dev/null; A=$(id Rejected/x.txt)
            \(forged)
            r accept Rejected/x.txt; r status --json; r sync; r accept --to Draft Rejected/x.txt; cat Draft/x.txt; inside
            """)
        #expect(output.hasPrefix("accept 1\nstatus 0\nsync ") || output.hasPrefix("accept 2\nstatus 0\nsync "))
        #expect(output.hasSuffix("accept 0\nx\n3\n"))
    }

    @Test(arguments: ["Trash", "Ready"]) func `what was refused is told where it stands, also when a batch has it elsewhere`(folder: String) throws {
        let forged = batch(#"{"at":"LATE","id":"AAA","set":{"place":{"name":"x.txt","parent":"DDD"}}}"#)
        let output = try run("""
            echo x > Collections/x.txt; "$SHED" sync > /dev/null; A=$(id Rejected/x.txt); D=$(id \(folder))
            \(forged)
            told() { "$SHED" status | grep -o -e '^  [^ ]*/x.txt' -e Clean; "$SHED" status --json | grep -A3 '"rejected"' | grep -o 'path.*x.txt'; }
            told; "$SHED" sync > /dev/null 2>&1; ls -d [RT]*/x.txt; test \(folder) = Ready || told
            """)
        let told = "  Rejected/x.txt\npath\": \"Rejected/x.txt\n"
        #expect(output == told + (folder == "Ready" ? "Ready/x.txt\n" : "Rejected/x.txt\n" + told), "\(output)")
    }

    @Test func `values at their limits crash nothing and lose nothing`() throws {
        let zeros = String(repeating: "0", count: 64)
        let forged = batch(
            #"{"at":"7fffffffffffffff-00000000deadbeef","id":"AAA","set":{"content":{"sha256":"\#(zeros)","since":-9223372036854775808,"size":9223372036854775807},"forgotten":-9223372036854775808,"place":{"name":"a","parent":"AAA"},"type":"folder","unexplained":9223372036854775807}}"#,
            #"{"at":"ffffffffffffffff-00000000deadbeef","id":"PPP","set":{"accepts":"nothing","alias":"PPP","place":{"name":"p","parent":"DDD"},"role":"trash","type":"file"}}"#,
            #"{"at":"LATE","id":"DDD","set":{"alias":"PPP","role":"trash","type":"file"}}"#, #"{"at":"LATE","id":"XXX","set":{"alias":"YYY"}}"#,
            #"{"at":"LATE","id":"YYY","set":{"alias":"XXX"}}"#, #"{"at":"LATE","id":"PPP","set":{"details":"\\u001b[31m"}}"#)
        let output = try run("""
            A=$(id Draft/a.txt); D=$(id Draft)
            \(forged)
            for v in status 'status --all' check sync sync tree 'tree --json' 'add file Draft/n.txt' 'rm Draft/a.txt' 'restore --all' info 'sync --now' 'empty-trash --dry-run' check; do
                r $v > $T/code; grep -q ' [012]$' $T/code || cat $T/code
            done
            files | grep -c '^[ab]$'; ls | wc -l
            """)
        #expect(output.hasPrefix("2\n"))
    }
}
