import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Names, folders and sidecars that are made to do harm.
@Suite(.waitsForPrograms) struct `Hostile papers` {
    @Test func `have names that no terminal and no JSON is hurt by`() throws {
        let shelf = try Shelf.withPapers()
        let output = try shelf.exams("""
            odd=$(printf 'b\\377 \\033[2J\\nx'); cp ../short.pdf "Bundles/$odd.pdf"; mkdir -p "Docs/$odd/$odd"; "$SHED" sync; "$SHED" page add "$odd/$odd" --from "$odd" --pages 1-2
            "$SHED" bundle list; "$SHED" bundle show "$odd" | ids; "$SHED" doc list; "$SHED" doc show "$odd" | ids; "$SHED" page list; "$SHED" page show "$odd/$odd/1" | ids
            "$SHED" page list -0 | xargs -0 -n1 test -f && echo there; "$SHED" doc export "$odd" --output ../x.pdf -q; text ../x.pdf; "$SHED" bundle delete "$odd"; echo $?
            "$SHED" page move "$odd/$odd/2" "$odd/$odd" --at 1; "$SHED" doc order "$odd/$odd" 2; "$SHED" page move "$odd/$odd/2" "$odd/Other" -q && "$SHED" page move "$odd/Other/1" "$odd/$odd" -q && echo moved; "$SHED" doc show "$odd" --json > ../doc.json; "$SHED" bundle list --json > ../bundles.json; "$SHED" doc delete "$odd"; "$SHED" check -q 2> /dev/null | grep -c 'error:'
            """)
        #expect(output.contains("added    Bundles/b\\xff \\u{1b}[2J\\nx/\n"), "\(output)")
        #expect(output.contains("there\nShort 1 Short 2 \n1\n"), "\(output)")
        #expect(output.contains("\nmoved\n"), "\(output)")
        #expect(!output.contains("\u{1b}"))
        let bytes = Array("b".utf8) + [0xff] + Array(" \u{1b}[2J\nx".utf8)
        let bundles = try JSONParser.parse(TestFile.read("\(shelf.work)/bundles.json"))
        #expect(bundles.array?.first?["nameBytes"]?.string == Base64.encode(bytes))
        let doc = try JSONParser.parse(TestFile.read("\(shelf.work)/doc.json"))
        let page = doc["groups"]?.array?.first?["pages"]?.array?.first
        #expect(page?["bundleNameBytes"]?.string == Base64.encode(bytes))
        #expect(page?["pathBytes"]?.string != nil)
    }

    @Test func `do not lead out of the project`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            mkdir ../out; for name in ../out/x ../../out/x /tmp/x .shed/x . .. '' "$(head -c 300 /dev/zero | tr '\\0' x)"; do
              "$SHED" bundle add ../short.pdf --name "$name" -q 2> /dev/null; echo "$(($? > 0))"; "$SHED" doc new "$name" -q 2> /dev/null; echo "$(($? > 0))"; "$SHED" page add "Finals/$name" --from Calculus --pages 1 -q 2> /dev/null; echo "$(($? > 0))"; done | sort | uniq -c | tr -s ' '
            ls ../out Docs Docs/Finals Bundles
            """)
        #expect(output.hasPrefix(" 24 1\n../out:\n"), "\(output)")
        #expect(output.hasSuffix("Docs/Finals:\nIntegration\n"), "\(output)")
    }

    /// Seals the operations that it reads as a batch of another device.
    private static let batch = """
        id() { "$SHED" show --json "$1" | sed -n 's/^ *"id": *"\\([^"]*\\)".*/\\1/p' | head -1; }
        batch() {
            cat > $T/lines; mkdir -p .shed/ops/00000000deadbeef; P=$(sed -n 's/.*"id": *"\\([^"]*\\)".*/\\1/p' .shed/project.json)
            { printf '{"checksum":"%064d","count":%d,"format":1,"parents":[],"project":"%s","replica":"00000000deadbeef","sequence":1}\\n' 0 $(wc -l < $T/lines) $P; cat $T/lines; } > $T/batch
            h=$(sha256sum $T/batch | cut -c1-64); sed "1s/0\\{64\\}/$h/" $T/batch > .shed/ops/00000000deadbeef/7a1fdd0043800000-00000000deadbeef-$h.jsonl
        }

        """

    @Test(arguments: ["$(printf '%064d' 7)", "$(sha256sum Bundles/Calculus/display.pdf | cut -c1-64)"])
    func `do not say of a person's file that shed made it, so that it goes for good`(source: String) throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + Self.batch + """
            G=Docs/Finals/Integration; echo 'my own notes' > $G/notes.txt; { "$SHED" sync --now -q; "$SHED" accept Rejected/notes.txt --to $G -q; "$SHED" sync -q; } > ../said 2>&1; cat $G/notes.txt
            N=$(id $G/notes.txt); B=$(id Bundles/Calculus); H=$(sha256sum $G/notes.txt | cut -c1-64); S="\(source)"
            printf '{"at":"7a1fdd0043800000-00000000deadbeef","id":"%s","set":{"page":{"bundle":"%s","number":1},"page-file":{"hash":"%s","size":13,"source":"%s"},"type":"page"}}\\n' $N $B $H $S | batch
            "$SHED" check --json | grep -e torn -e foreign; "$SHED" sync --now -q > ../said 2>&1
            cp ../scan.pdf Bundles/Calculus/display.pdf; "$SHED" sync --now -q >> ../said 2>&1; grep -rhs 'my own notes' Docs Rejected
            """)
        #expect(output == "my own notes\nmy own notes\n")
    }

    /// What is remembered of what was made goes with the index.
    @Test func `are not what pages are that can be made again from their source`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            rm -r "$T"/state/projects/*/index*; "$SHED" sync -q; cp ../scan.pdf Bundles/Calculus/display.pdf; "$SHED" sync | tail -1; ls -d Rejected 2>&1 | grep -c '^Rejected$'
            """)
        #expect(output == "made 3 pages anew, from display.pdf as it is now\n0\n")
    }

    @Test func `whose files were swapped for links, folders and FIFOs are read from their protected copies, or said`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            echo secret > ../secret; mkdir Z
            for make in "ln -s ../../../secret" "mkfifo" "mkdir"; do
              chmod -R u+w Bundles; rm -rf Bundles/Calculus/display.pdf; eval "$make Bundles/Calculus/display.pdf"
              timeout 60 "$SHED" doc export Finals --output ../x.pdf --force -q 2> /dev/null; echo $?; text ../x.pdf; timeout 60 "$SHED" doc sheet Finals --output - 2> /dev/null | head -c 4 | tail -c 3; echo
            done
            cat ../secret
            """)
        #expect(output.split(separator: "\n").filter { $0.hasPrefix("Page 4") }.count == 3, "\(output)")
        #expect(output.hasSuffix("secret\n"))
    }
}
