import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `find --text` by words, and the index that `repair --search` makes.
@Suite(.waitsForPrograms) struct `Finding words` {
    private func shelf(_ files: [String: String]) throws -> Shelf {
        let shelf = try Shelf.withPoems()
        for (name, content) in files { shelf.makeFile("Poems/\(name)", content) }
        return shelf
    }

    private func find(_ shelf: Shelf, _ words: String...) throws -> [String] {
        try shelf.run((["find", "-0"] + words).map { Array($0.utf8) }, in: "Poems").text.split(separator: "\0").map(String.init)
    }

    @Test func `finds whole words, beginnings, phrases and what is exact, with an index and without`() throws {
        let shelf = try shelf(["Draft/a.txt": "offspring\n", "Draft/b.txt": "Spring, the sea\n", "Draft/c.txt": "springs\n", "Draft/d.txt": "東京都のスプリング café\n"])
        for isIndexed in [false, true] {
            if isIndexed { #expect(try shelf.shed("repair", "--search", "-q", in: "Poems").code == 0) }
            #expect(try find(shelf, "--text", "spring") == ["Draft/b.txt"])
            #expect(try find(shelf, "--text", "spring*").sorted() == ["Draft/b.txt", "Draft/c.txt"])
            #expect(try find(shelf, "--text", "spring", "--exact") == ["Draft/a.txt", "Draft/b.txt", "Draft/c.txt"])
            #expect(try find(shelf, "--text", "\"spring\"") == ["Draft/a.txt", "Draft/b.txt", "Draft/c.txt"])
            #expect(try find(shelf, "--text", "\"pring, the s\" SEA") == ["Draft/b.txt"])
            #expect(try find(shelf, "--text", "京都 CAFE") == ["Draft/d.txt"] && find(shelf, "--text", "リン") == ["Draft/d.txt"])
            #expect(try shelf.shed("find", "--text", "sprin", in: "Poems").code == 1)
        }
        shelf.makeFile("Poems/Draft/a.txt", "spring\n")
        #expect(try find(shelf, "--text", "spring").sorted() == ["Draft/a.txt", "Draft/b.txt"])
        #expect(try shelf.shed("find", "--text", "spring sea", in: "Poems").text == "Draft/b.txt\n  1: «Spring», the «sea»\n")
    }

    @Test func `is told apart by tags that are not there`() throws {
        let shelf = try shelf(["Draft/a.txt": "x", "Draft/b.txt": "x", "Draft/c.txt": "x"])
        _ = try shelf.shed("tag", "add", "red", "Draft/a.txt", "Draft/b.txt", "--create", in: "Poems")
        _ = try shelf.shed("tag", "add", "urgent", "Draft/a.txt", "--create", in: "Poems")
        #expect(try find(shelf, "--type", "file", "--tag", "red", "--not", "urgent") == ["Draft/b.txt"])
        #expect(try find(shelf, "--type", "file", "--not", "red") == ["Draft/c.txt"] && find(shelf, "--type", "file", "--untagged") == ["Draft/c.txt"])
        #expect(try find(shelf, "--text", "x", "--not", "urgent", "--tag", "red") == ["Draft/b.txt"])
        #expect(try shelf.shed("find", "--not", "rde", in: "Poems").code == 2)
    }

    @Test func `makes an index that says what it holds, and none where nobody wants one`() throws {
        let shelf = try shelf(["Draft/a.txt": "spring"])
        #expect(try shelf.shed("repair", "--search", "--dry-run", in: "Poems").text == "would index the words of 1 file, 6 bytes\n")
        #expect(try shelf.shed("repair", "--search", in: "Poems").text == "indexed the words of 1 file, 6 bytes\n")
        #expect(try shelf.shed("repair", "--search", "--json", in: "Poems").json() == ["files": 1, "size": 6])
        let damaged = try shelf.scenario("""
            cd Poems; for f in "$SHED_STATE_DIR"/projects/*/search-*.sqlite; do head -c 9000 /dev/zero | tr '\\0' x > "$f"; done
            "$SHED" find --text spring -0 2>&1 | tr '\\0' '\\n'; "$SHED" find --text spring 2>&1; ls "$SHED_STATE_DIR"/projects/*/ | grep -c 'search-.*sqlite' || true
            echo 'search = false' > .shed/settings.toml; "$SHED" repair --search 2>/dev/null; echo $?
            """)
        #expect(damaged.contains("the index of words was damaged and is thrown away") && damaged.contains("Draft/a.txt\n  1: «spring»\n0\n2\n"), "\(damaged)")
        for words in [["--search", "--prune"], ["--search", "--compact"], ["--search", "--folders"]] {
            #expect(try shelf.run((["repair"] + words).map { Array($0.utf8) }, in: "Poems").code == 2)
        }
    }

    /// Whatever is missing of it when somebody was interrupted while making or throwing it away, texts are read.
    @Test func `finds the same with any part of an index gone`() throws {
        let shelf = try shelf(["Draft/a.txt": "spring", "Draft/b.txt": "autumn", "Draft/c.txt": "spring"])
        let output = try shelf.scenario("""
            cd Poems; S=$(echo "$SHED_STATE_DIR"/projects/*/)
            for gone in search 'search-*-0.sqlite' 'search-*-1.sqlite' 'search-*-wal' 'search-*-shm' 'search-*.sqlite' 'search*'; do
                "$SHED" repair --search -q; rm -f "$S"$gone
                "$SHED" find --text spring -0 --sort path | tr '\\0' ' '; echo "$?"
                "$SHED" repair --search -q; echo $?; "$SHED" find --text spring -0 --sort path | tr '\\0' ' '; ls "$S" | grep -c '^search-.*sqlite$'
            done
            """)
        let lines = output.split(separator: "\n").map(String.init)
        #expect(lines.count == 21, "\(output)")
        for (position, line) in lines.enumerated() {
            switch position % 3 {
            case 0: #expect(line == "Draft/a.txt Draft/c.txt 0", "\(output)")
            case 1: #expect(line == "0", "\(output)")
            // One whose naming was lost is swept.
            default: #expect(line == "Draft/a.txt Draft/c.txt 2", "\(output)")
            }
        }
    }
}
