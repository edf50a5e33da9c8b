import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import Testing

/// A sidecar and a state directory in which anything may stand.
@Suite(.waitsForPrograms) struct `A sidecar that others wrote` {
    private static let poems = """
        cd Poems; echo a > Draft/a.txt; "$SHED" sync > /dev/null; ids > $T/before
        same() { ids | cmp $T/before - && echo same; }

        """

    @Test func `what is no batch is left alone and reported`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(Self.poems + """
            "$SHED" new poetry Foreign --in "$T/work" > /dev/null; cp ../Foreign/.shed/ops/*/*.jsonl .shed/ops/foreign.jsonl
            o=$(echo .shed/ops/????????????????); echo garbage > $o/garbage.jsonl; head -c 2000000 /dev/urandom > $o/noise; : > $o/empty.jsonl
            ln -s /etc/passwd $o/link.jsonl; ln -s / .shed/ops/linkdir; mkfifo $o/fifo.jsonl .shed/ops/fifo; mkdir -p $o/dir.jsonl .shed/ops/x/y/z
            find .shed | sort > $T/listed
            r status; said Clean; r check --format concise
            for p in ops/foreign.jsonl $o/garbage.jsonl $o/noise $o/link.jsonl ops/linkdir $o/fifo.jsonl ops/fifo $o/dir.jsonl ops/x/y; do said "$p:1:1: warning"; done
            r sync; said 'Nothing changed'; find .shed | sort | cmp $T/listed - && echo 'left alone'; same
            rm -r $T/state; r trust .; r sync; same
            """)
        #expect(output == "status 0\ncheck 1\nsync 0\nleft alone\nsame\ntrust 0\nsync 0\nsame\n")
    }

    @Test func `while a batch is torn nothing is minted and nothing moves`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(Self.poems + """
            b=$(ls .shed/ops/*/*.jsonl | head -1); cp $b $T/whole; head -c 1500 $T/whole > $b
            echo n > Draft/n.txt; echo x > Collections/x.txt; mv Draft/a.txt Ready/; n=$(ls .shed/ops/* | wc -l)
            r status; said 'torn'; r check; said 'error: It is torn'; r sync; said 'no ID yet'
            ls Collections; [ $(ls .shed/ops/* | wc -l) = $n ] && echo 'nothing written'; cmp -n 1500 $b $T/whole
            cp $T/whole $b; r sync; said 'rejected Collections/x.txt'; ids | grep -v -e n.txt -e Rejected | sed 's/Ready.a/Draft\\/a/' | sort | cmp $T/before - && echo same
            """)
        #expect(output == "status 0\ncheck 1\nsync 1\nx.txt\nnothing written\nsync 1\nsame\n")
    }

    @Test(arguments: [
        ("sed -i 's/\"format\": *1/\"format\": 99/' $F", "has format 99: it was made by a newer shed"),
        ("head -c 2097152 /dev/zero | tr '\\0' ' ' > $F", "larger than 1 MiB"), ("echo '{' > $F", "is damaged"), (": > $F", "is damaged"),
        ("head -c 9999 /dev/urandom > $F", "is damaged"), ("printf '[%.0s' $(seq 100000) > $F", "nested deeper"),
        ("sed -i 's/\"id\": *\"[^\"]*\"/\"id\": \"nonsense\"/' $F", "“id”"), ("rm $F", "has no project.json"),
        ("sed -i 's/\"created\": *\"[^\"]*\"/\"created\": \"yesterday\"/' $F", "“created”"),
    ]) func `a damaged project file is an error that says what to do`(damage: String, message: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(Self.poems + """
            F=.shed/project.json; cp $F $T/whole; \(damage)
            for v in status check sync 'rm Draft/a.txt'; do r $v; said '\(message)'; done
            cp $T/whole $F; r sync; same; cat Draft/a.txt
            """)
        #expect(output == "status 2\ncheck 2\nsync 2\nrm 2\nsync 0\nsame\na\n")
    }

    /// Files count nanoseconds, which end in 2262.
    @Test(arguments: ["0000", "1600", "2300", "9999"]) func `a project of any year can be shown`(year: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(Self.poems + """
            sed -i 's/"created": *"[^"]*"/"created": "\(year)-01-01T00:00:00Z"/' .shed/project.json
            for v in tree ls info 'show .' 'show . --json' status check; do r $v; done
            """)
        #expect(output == "tree 0\nls 0\ninfo 0\nshow 0\nshow 0\nstatus 0\ncheck 0\n")
    }

    @Test func `what steers a terminal is never printed as it is`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(Self.poems + #"""
            cat > "$T/edit" <<'END'
            import json
            evil = "\x1b[2Jx\u009b1m\u202ey"
            def edit(name, change):
                with open(".shed/" + name) as file: value = json.load(file)
                change(value)
                with open(".shed/" + name, "w") as file: json.dump(value, file)
            def template(value):
                value["kind"] = value["language"] = evil
                for folder in value["folders"]: folder["section"] = evil
                value["folders"][1]["role"] = evil
            edit("project.json", lambda value: value.update(kind=evil))
            edit("template.json", template)
            END
            python3 "$T/edit"; timeout 60 "$SHED" trust . > $T/results 2>&1; LC_ALL=C grep -c -P '\x1b|\xc2\x9b|\xe2\x80\xae' $T/results
            raw() { timeout 60 "$SHED" "$@" > $T/results 2>&1; echo "$* $(LC_ALL=C grep -c -P '\x1b|\xc2\x9b|\xe2\x80\xae' $T/results)"; }
            raw tree; said 'u{9b}'; raw info; said 'u{9b}'; raw projects; said 'u{9b}'; raw show .; said 'u{9b}'; raw show Ready; said 'u{9b}'
            raw status; raw check; said 'u{9b}'; raw check --format github; rmdir Ready; raw check
            printf 'quiet = "\033\302\233\342\200\256' > .shed/settings.toml
            raw status; raw sync; raw check
            """#)
        #expect(output == """
            0\ntree 0\ninfo 0\nprojects 0\nshow . 0\nshow Ready 0\nstatus 0\ncheck 0\ncheck --format github 0\ncheck 0\nstatus 0\nsync 0\ncheck 0

            """)
    }

    @Test func `another project's ID in the project file loses nothing`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(Self.poems + """
            F=.shed/project.json; cp $F $T/whole; echo x > Ready/x.txt; "$SHED" sync > /dev/null; ids > $T/before; files > $T/files
            sed -i 's/"id": *"[^"]*"/"id": "01a1fdcd-f97f-7d92-8aa6-4d766dac7755"/' $F
            r status; r check; said foreign-batch; r sync; unsaid rejected; files | cmp $T/files - && echo 'all there'
            cp $T/whole $F; "$SHED" sync > /dev/null; files | cmp $T/files - && echo 'all there'; same
            """)
        #expect(output == "status 0\ncheck 1\nsync 2\nall there\nall there\nsame\n")
    }

    @Test(arguments: ["../../evil", "a/b", "..", ".", "", ".shed", "x\\\\u0000y"])
    func `a template cannot name a place outside of the project`(name: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(Self.poems + """
            sed -i 's#"name": *"Trash"#"name": "\(name)"#' .shed/template.json; rmdir Trash
            for v in 'rm Draft/a.txt' status check sync; do r $v; said 'template.json is damaged: its member “name”'; done
            find "$T/work" -name a.txt -type f | wc -l; cat Draft/a.txt; find "$T" -name 'evil*'
            """)
        #expect(output == "rm 2\nstatus 2\ncheck 2\nsync 2\n1\na\n")
    }

    @Test(arguments: ["s#\"role\": *\"trash\"#\"role\": \"../x\"#", "s#\"accepts\": *\"files\"#\"accepts\": \"world\"#", "s#.*##"])
    func `a template that says nonsense moves no document`(edit: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(Self.poems + """
            sed -i '\(edit)' .shed/template.json; for v in status check sync tree; do r $v | sed 's/[012]$/ok/'; done; cat Draft/a.txt; find "$T/work" -name 'x*'
            """)
        #expect(output == "status ok\ncheck ok\nsync ok\ntree ok\na\n")
    }

    @Test(arguments: [
        ("quiet = 2\\nbulk = \"many\"", "line 2: “bulk” must be"), ("quiet =", "line 1"), ("quiet = 2\\nnonsuch = 1", "line 2: “nonsuch”"),
        ("quiet = -5", "line 1: “quiet”"), ("quiet = nan", "line 1: “quiet”"), ("bulk = 99999999999999999999", "line 1"),
        ("rejection = \"maybe\"", "line 1: “rejection”"), ("grace = 1e300", "line 1: “grace”"), ("\\377\\376", "not UTF-8"),
    ]) func `settings that are wrong are named with their line`(settings: String, message: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(Self.poems + """
            printf '\(settings)\\n' > .shed/settings.toml; echo x > Collections/x.txt
            for v in status check sync 'rm Draft/a.txt'; do r $v; said 'settings.toml: .*\(message.hasPrefix("not") ? "" : message)'; done
            head -c 3000000 /dev/zero > .shed/settings.toml; r sync; said 'larger than 1 MiB'; ls Draft Collections
            """)
        #expect(output == "status 2\ncheck 2\nsync 2\nrm 2\nsync 2\nCollections:\nx.txt\n\nDraft:\na.txt\n")
    }

    // MARK: The state directory

    @Test(arguments: ["echo garbage", "echo '{}'", "echo '[]'", ":", "head -c 3000000 /dev/zero"])
    func `a record of this machine that is garbage costs no ID`(content: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(Self.poems + """
            for f in $T/state/projects/*/record.json; do \(content) > $f; done
            r status; r check; r projects; r sync; said 'shed trust'; r trust .; r sync; same; r status; said Clean
            """)
        #expect(output == "status 0\ncheck 0\nprojects 0\nsync 2\ntrust 0\nsync 0\nsame\nstatus 0\n")
    }

    @Test(arguments: ["echo garbage >", ": >", "rm", "head -c 3000000 /dev/urandom >", "truncate -s 5000"])
    func `an index that is garbage is made anew, with the same IDs`(damage: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(Self.poems + """
            for f in $T/state/projects/*/index.sqlite; do \(damage) $f; done
            r status; said Clean; r check; r sync; same; r status; said Clean; r sync; said 'Nothing changed'
            """)
        #expect(output == "status 0\ncheck 0\nsync 0\nsame\nstatus 0\nsync 0\n")
    }

    @Test(arguments: ["mkdir $f", "mkfifo $f", "ln -s $T/nowhere $f"])
    func `what is no file in place of the index is an error or made anew, and never followed`(command: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(Self.poems + """
            for f in $T/state/projects/*/index.sqlite; do rm $f*; \(command); done
            r status; r check; r sync; said 'something that is no file stands there'; ls $T/nowhere 2> /dev/null; rm -r $T/state; r trust .; r sync; same
            """)
        #expect(output == "status 0\ncheck 0\nsync 2\ntrust 0\nsync 0\nsame\n")
    }
}
