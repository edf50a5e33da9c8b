import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Records under a daemon. The barrier is a verb itself: what it answers, it has seen.
@Suite(.serialized, .waitsInTurn) struct `Records that a daemon watches` {
    private func run(_ shelf: Shelf, _ script: String) throws -> String {
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + "cd Library\n" + script
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        // A verb may say that it waits for a daemon that has much to take in.
        let said = result.err.split(separator: "\n").filter { !$0.hasPrefix("shed: waiting for the daemon (process ") }
        #expect(said == [])
        return result.text
    }

    /// Records, one of them broken, a schema, a second collection.
    private func library() throws -> Shelf {
        let shelf = try Shelf.withBooks()
        for year in 1940..<1950 { #expect(try shelf.library("record", "new", "Books", "Title=B\(year)", "Year=\(year)", "-q").code == 0) }
        #expect(try shelf.library("collection", "new", "Films", "-q").code == 0)
        #expect(try shelf.library("record", "list", "Books", "-q").code == 0)
        shelf.makeFile("Library/Books/B1945.json", "{\"Title\": \"B1945\",\n\"Year\": 1945}")
        #expect(try shelf.library("sync").code == 0)
        return shelf
    }

    @Test func `are shown and found as without it`() throws {
        let output = try run(library(), """
            look() { for verb in "record list Books" "record find Books Year>1944" "record find Books Year=1945" "record find --text b194" "record find Books Year>" "record show Books/B1945" "record show Books/B1940" \\
              "record show Books/none" "collection list" "collection show Books" "collection schema Books" "record list Films" "record list Nowhere" "record set Books --all a=b --dry-run" "export Books --output -"; do
              echo "$verb"; "$SHED" $verb --json 2>&1; echo "$?"; "$SHED" $verb -v 2>&1; echo "$?"; "$SHED" $verb -0 2>&1 | od -c | head -40; done; }
            look > "$T/alone"
            begin "$SHED" watch --json
            look > "$T/asked"
            cmp "$T/alone" "$T/asked" && echo same || diff "$T/alone" "$T/asked" | head -20
            "$SHED" status --json | grep -c "\\"pid\\": $daemon"
            end
            """)
        #expect(output == "same\n1\nended 0\n")
    }

    @Test func `are changed as without it`() throws {
        let script = """
            r() { timeout 60 "$SHED" "$@" > "$T/results" 2>&1; echo "$1 $?"; sed 's/[0-9a-f]\\{8\\}-[-0-9a-f]*/ID/g' "$T/results"; }
            r record new Films Title=M Year=1931; echo '[{"Title": "N"}, {"Title": "O"}]' > "$T/in.json"
            "$SHED" record new Films --json - < "$T/in.json" | grep -c '"id"'
            r record set Films --all Shelf=1; r record set Books --all Shelf=1; r record unset Films/M Shelf; r record rename Films/M Metropolis; r record rename Films --all --key Title Name
            r record delete Films/N; r restore Trash/N.json; r import "$T/in.json" --name Shorts; r import "$T/in.json" --name Shorts; r collection rename Shorts Reels
            printf '[key.Year]\\ntype = "integer"\\n' | "$SHED" collection schema Films --set -; r record set Films/Metropolis Year=x; r record set Films/Metropolis Year=1927
            r collection delete Reels; r record delete Films/O --permanently --yes; r collection new Films; EDITOR='sed -i s/1927/1926/' r record edit Films/Metropolis; r record find Films 'Year < 1927'
            r sync; find . -name .shed -prune -o -type f -print | sort | while read -r file; do echo "$file"; cat "$file"; done

            """
        let alone = try run(library(), script)
        let asked = try run(library(), "begin \"$SHED\" watch --json\n" + script + "end\n")
        #expect(asked == alone + "ended 0\n")
        #expect(alone.contains("Metropolis  1926") || alone.contains("1926"))
    }

    /// What a program wrote before a verb was called is in its answer, however fast it wrote.
    @Test func `that a program writes at speed are found just as the files say`() throws {
        let count = getenv("SHED_TORTURE") == nil ? 2_000 : 10_000
        let shelf = try Shelf.withBooks()
        // Written in pieces and in place, replaced by a rename, removed, renamed.
        let writer = """
            my ($count, $round) = @ARGV; my %values;
            for my $n (1 .. $count) {
              next if $round > 1 && $n % 3 == $round % 3;
              if ($round == 3 && $n % 10 == 2) { unlink "Books/$n.json"; next }
              my $way = $n % 2; my $file = $way ? "Books/.$n.tmp" : "Books/$n.json";
              open my $f, '>', $file or die; $f->autoflush(1); print $f qq({"n": "$n",); print $f qq( "round": "$round", "v": "), ($n * $round) % 97, qq("}\\n); close $f;
              rename $file, "Books/$n.json" if $way;
              rename "Books/$n.json", "Books/x$n.json" if $round == 3 && $n % 10 == 3;
            }
            """
        shelf.makeFile("write.pl", "use IO::Handle;\n" + writer)
        let output = try run(shelf, """
            begin "$SHED" watch --json
            for round in 1 2 3; do
              perl ../write.pl \(count) $round
              "$SHED" record find Books 'v < 20' --format csv --columns n,round,v | tr -d '\\r' | sed '1d;s/^[^,]*,//;s/,/ /g' | sort > "$T/found"
              cat Books/*.json | perl -ne 'print "$1 $2 $3\\n" if /^\\{"n": "(\\d+)", "round": "(\\d+)", "v": "(\\d+)"\\}$/ && $3 < 20' | sort > "$T/true"
              cmp "$T/found" "$T/true" && awk 'END { print (NR > 100 ? "many" : "few") }' "$T/true"
            done
            "$SHED" record list Books -0 | tr '\\0' '\\n' | sort > "$T/found"; ls -d Books/*.json | sort | cmp - "$T/found" && echo all
            ls; "$SHED" check -q; echo $?
            end
            """)
        #expect(output == "many\nmany\nmany\nall\nBooks\nTrash\n0\nended 0\n")
    }

    @Test(.enabled(if: access("/usr/bin/vim", X_OK) == 0), arguments: ["no", "yes", "auto"])
    func `that vim saves broken are shown as they last were, until vim mends them`(backupcopy: String) throws {
        let shelf = try library()
        let output = try run(shelf, """
            begin "$SHED" watch --json
            before=$(id Books/B1940.json)
            edit() { vim -u NONE -es -c 'set backupcopy=\(backupcopy)' -c "$1" -c x Books/B1940.json < /dev/null; }
            edit '3s/"1940"/1940/'; "$SHED" record show Books/B1940 2>&1 | sed '/B1940.json  /d'; "$SHED" record find Books 'Year = 1940' -0 | tr '\\0' '\\n'
            "$SHED" check --select not-a-record Books/B1940.json --json | grep -E '"(line|rule)"' | tr -d ' ,'; [ "$(id Books/B1940.json)" = "$before" ] && echo same
            edit '3s/1940/"1941"/'; "$SHED" record show Books/B1940 2>&1 | sed '/B1940.json  /d'; "$SHED" check Books/B1940.json 2>&1; [ "$(id Books/B1940.json)" = "$before" ] && echo same
            ls Books | wc -l; ls
            end
            """)
        #expect(output == """
            shed: Books/B1940.json is no record now; what it last held is shown. Line 3: The value of “Year” is a number, not a text. [not-a-record]
            Title  B1940\nYear   1940\nBooks/B1940.json\n"rule":"not-a-record"\n"line":3\nsame
            Title  B1940\nYear   1941\nNothing found.\nsame\n10\nBooks\nFilms\nTrash\nended 0\n
            """)
    }
}
