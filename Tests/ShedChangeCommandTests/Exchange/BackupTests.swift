import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Backups` {
    private func backups(_ shelf: Shelf) throws -> [String] {
        try shelf.script("ls -A ../backups", in: "Poems").text.split(separator: "\n").map(String.init)
    }

    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt", "Rain\n")
        shelf.makeDirectory("backups")
        return shelf
    }

    @Test func `a backup is dated, whole, and comes back`() throws {
        let shelf = try shelf()
        let made = try shelf.shed("export", "--backup", "../backups", "--json", in: "Poems")
        #expect(made.code == 0, "\(made.everything)")
        let name = try #require(try backups(shelf).first)
        #expect(name.wholeMatch(of: /Poems-[0-9]{8}-[0-9]{6}\.backup\.zip/) != nil, "\(name)")
        #expect(try made.json()["path"]?.string?.hasSuffix(name) == true)
        #expect(try shelf.shed("import", "backups/\(name)", "Again").code == 0)
        #expect(try shelf.told("Again") == shelf.told("Poems"))
    }

    /// Several within one second get names of their own.
    @Test func `older ones beyond the number go, and nothing else`() throws {
        let shelf = try shelf()
        try #require(try shelf.shed("new", "blank", "Other").code == 0)
        try #require(try shelf.shed("export", "--backup", "../backups", in: "Other").code == 0)
        for name in ["notes.zip", "Poems-20200101-000000.backup.zip", "Poems-20200101-000000.backup.zip.txt"] { shelf.makeFile("backups/\(name)", "mine\n") }
        // An export of the project by another name, and one that a person renamed.
        try #require(try shelf.shed("export", "--zip", "../backups/Poems.zip", in: "Poems").code == 0)
        let others = Set(try backups(shelf))
        for _ in 1...4 { try #require(try shelf.shed("export", "--backup", "../backups", in: "Poems").code == 0) }
        let all = Set(try backups(shelf))
        #expect(all.count == others.count + 4)
        let last = try shelf.shed("export", "--backup", "../backups", "--keep", "2", "--json", in: "Poems")
        #expect(last.code == 0, "\(last.everything)")
        let left = Set(try backups(shelf))
        #expect(left.isSuperset(of: others))
        #expect(left.count == others.count + 2)
        #expect(try last.json()["removed"]?.array?.count == 3)
        // What came first went first.
        let removed = all.subtracting(left).sorted()
        #expect(removed == all.subtracting(others).sorted().prefix(3).map(\.self))
    }

    /// Nothing of an older one is unpacked but its manifest. Here one of its files is said to have 4 GiB, as a project of scanned papers has.
    @Test func `older ones go however much they hold, and what cannot be told is said`() throws {
        let shelf = try shelf()
        for _ in 1...2 { try #require(try shelf.shed("export", "--backup", "../backups", in: "Poems").code == 0) }
        let older = try backups(shelf).sorted()
        let grown = try shelf.script("""
            cd ../backups; for name in *; do python3 - "$name" "$([ "$name" = '\(older[0])' ] && echo files/scan.pdf || echo manifest.json)" <<'END' || exit
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as archive: parts = {name: archive.read(name) for name in archive.namelist()}
            parts.setdefault(sys.argv[2], b"%PDF")
            with zipfile.ZipFile(sys.argv[1], "w") as archive:
                for name, content in parts.items(): archive.writestr(name, content)
                archive.getinfo(sys.argv[2]).file_size = 0xfffffff0
            END
            done
            """, in: "Poems")
        try #require(grown.code == 0, "\(grown.everything)")
        let last = try shelf.shed("export", "--backup", "../backups", "--keep", "1", in: "Poems")
        #expect(last.code == 1, "\(last.everything)")
        #expect(last.err.contains("\(older[1]) could not be removed"), "\(last.everything)")
        let left = try backups(shelf)
        #expect(left.count == 2 && !left.contains(older[0]) && left.contains(older[1]))
    }

    /// Whether shed takes it in or refuses it: whoever keeps a backup keeps it for what stands there.
    @Test func `what was not taken in is in one, is said to be, and lets older ones go`() throws {
        let shelf = try shelf()
        for _ in 1...2 { try #require(try shelf.shed("export", "--backup", "../backups", in: "Poems").code == 0) }
        try #require(try shelf.shed("tag", "add", "--create", "urgent", "Draft/Ode.txt", in: "Poems").code == 0)
        let made = try shelf.script("""
            mkdir -p Draft/Folder/Inner 'Other/.hidden'; printf 'New\\n' > Draft/Folder/Inner/New.txt; mv Draft/Ode.txt Draft/Folder/; printf 'Root\\n' > Root.txt
            ln -s New.txt Draft/Folder/link; "$SHED" export --backup ../backups --keep 1 --json; echo "$?"
            """)
        #expect(made.text.hasSuffix("0\n"), "\(made.everything)")
        #expect(made.err.contains("Draft/Folder is in the export as it stands, though it was not taken in: No folders are allowed in “Draft”"), "\(made.everything)")
        #expect(made.err.contains("Root.txt is in the export"))
        let all = try backups(shelf)
        #expect(all.count == 1)
        let again = try shelf.shed("import", "backups/\(all.first ?? "")", "Again")
        #expect(again.code == 0, "\(again.everything)")
        let stands = try shelf.script("""
            cat Root.txt Draft/Folder/Inner/New.txt Draft/Folder/Ode.txt; "$SHED" find --tag urgent; "$SHED" sync > /dev/null; find . -name '*.txt' | grep -v All | sort
            """, in: "Again")
        #expect(stands.text == "Root\nNew\nRain\nDraft/Folder/Ode.txt\n./Draft/Folder/Inner/New.txt\n./Draft/Folder/Ode.txt\n./Root.txt\n", "\(stands.everything)")
    }

    @Test func `parts of a project have with them what stands there`() throws {
        let shelf = try shelf()
        let told = try shelf.script("""
            mkdir -p Draft/Folder; printf 'New\\n' > Draft/Folder/New.txt; printf 'Root\\n' > Root.txt
            "$SHED" export Draft --tree ../out --json; cd ../out/files; find . -type f | sort
            """)
        #expect(told.text.hasSuffix("./Draft/Folder/New.txt\n./Draft/Ode.txt\n"), "\(told.everything)")
        #expect(told.text.contains("\"untaken\":[{\"path\":\"Draft/Folder\"") || told.text.contains("\"path\": \"Draft/Folder\""), "\(told.everything)")
        #expect(!told.everything.contains("Root.txt"))
    }

    @Test func `a folder that cannot be read is missing from one`() throws {
        let output = try Shelf().scenario("""
            "$SHED" new poetry Poems --language en > /dev/null; cd Poems; mkdir ../backups Collections/Book; "$SHED" sync > /dev/null
            r export --backup ../backups; chmod 000 Collections/Book
            r export --backup ../backups --keep 1; said 'Collections/Book is not in the export'; said 'no older backup was removed'
            r export --tree ../out; said 'Collections/Book is not in the export'; r export --zip ../out.zip --dry-run
            chmod 755 Collections/Book; ls ../backups | wc -l; rmdir Collections/Book; r export --backup ../backups --keep 1; ls ../backups | wc -l
            """, asNobody: true)
        #expect(output == "export 0\nexport 1\nexport 1\nexport 1\n2\nexport 0\n1\n")
    }

    @Test func `an older one that cannot be read is named, and is none of those that stay`() throws {
        let output = try Shelf().scenario("""
            "$SHED" new poetry Poems --language en > /dev/null; cd Poems; mkdir ../backups; r export --backup ../backups; r export --backup ../backups
            first=$(ls ../backups | head -n 1); chmod 000 "../backups/$first"; r export --backup ../backups --keep 1; said "$first could not be removed"
            ls ../backups | wc -l; [ -e "../backups/$first" ] || echo gone
            """, asNobody: true)
        #expect(output == "export 0\nexport 0\nexport 1\n2\n")
    }

    /// One in which something is missing is none of those that are to stay, and goes with what is older than these.
    @Test func `a backup in which something is missing displaces none that is whole`() throws {
        let output = try Shelf().scenario("""
            "$SHED" new poetry Poems --language en > /dev/null; cd Poems; mkdir ../backups Collections/Book; "$SHED" sync > /dev/null
            sums() { sha256sum ../backups/* | cut -d' ' -f1; }
            r export --backup ../backups; r export --backup ../backups; sums > ../whole; chmod 000 Collections/Book
            r export --backup ../backups; chmod 755 Collections/Book; sums | grep -vxFf ../whole > ../missing
            told() { (cd ..; "$SHED" import "$(ls -t backups/*.zip | $1 -n 1)" $2 --yes 2>&1 | grep -c 'the export is not complete'); }
            told head Newest; told tail Oldest
            r export --backup ../backups --keep 2; sums | grep -cxFf ../whole; sums | grep -cxFf ../missing; sums | wc -l
            r export --backup ../backups --keep 2; sums | grep -cxFf ../whole; sums | grep -cxFf ../missing; sums | wc -l
            """, asNobody: true)
        #expect(output == "export 0\nexport 0\nexport 1\n1\n0\nexport 0\n1\n1\n3\nexport 0\n0\n0\n2\n")
    }

    @Test(arguments: ["export-piece", "export-copied", "export-written", "backup-verified"])
    func `one that is interrupted leaves nothing under its name, and the next removes the rest`(point: String) throws {
        let shelf = try shelf()
        try #require(try shelf.shed("export", "--backup", "../backups", in: "Poems").code == 0)
        let good = try backups(shelf)
        let killed = try shelf.script("SHED_INTERRUPT_AT=\(point) \"$SHED\" export --backup ../backups --keep 1")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL, "\(killed.everything)")
        #expect(try backups(shelf).filter { !$0.hasPrefix(".") } == good)
        try #require(try shelf.shed("export", "--backup", "../backups", in: "Poems").code == 0)
        #expect(try backups(shelf).filter { $0.hasPrefix(".") }.isEmpty)
        #expect(try backups(shelf).count == 2)
    }

    @Test(arguments: ["export-placed", "backup-removed"])
    func `the last good one is there wherever an interruption comes`(point: String) throws {
        let shelf = try shelf()
        for _ in 1...2 { try #require(try shelf.shed("export", "--backup", "../backups", in: "Poems").code == 0) }
        let killed = try shelf.script("SHED_INTERRUPT_AT=\(point) \"$SHED\" export --backup ../backups --keep 1")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL, "\(killed.everything)")
        let newest = try #require(try backups(shelf).filter { !$0.hasPrefix(".") }.last)
        #expect(try shelf.shed("import", "backups/\(newest)", "Again").code == 0)
        #expect(try shelf.told("Again") == shelf.told("Poems"))
    }

    @Test func `a daemon watches meanwhile`() throws {
        let shelf = try shelf()
        let watched = try shelf.script(Shelf.watched("""
            printf 'Snow\\n' > Draft/Sea.txt
            "$SHED" export --backup ../backups -q; echo "exported $?"
            """))
        #expect(watched.text.contains("exported 0"), "\(watched.everything)")
        let name = try #require(try backups(shelf).first)
        #expect(try shelf.shed("import", "backups/\(name)", "Again").code == 0)
        #expect(try shelf.script("cat Draft/Sea.txt", in: "Again").text == "Snow\n")
    }

    /// Whatever moment each catches: of two lines that are always alike both are, and what is moved to and fro by shed is there once.
    @Test func `others work meanwhile, by a daemon and beside it`() throws {
        let shelf = try shelf()
        shelf.makeFile("Poems/Draft/Sea.txt", "Sea\n")
        try #require(try shelf.shed("sync", in: "Poems").code == 0)
        let watched = try shelf.script(Shelf.watched("""
            (i=0; while [ ! -e ../stop ]; do
              i=$((i+1)); printf "$i\n$i\n" > ../pair; mv ../pair Draft/Pair.txt
              "$SHED" mv Draft/Sea.txt Ready -q; "$SHED" tag add "day $i" Draft/Ode.txt --create -q; "$SHED" mv Ready/Sea.txt Draft -q
            done) & work=$!
            for n in 1 2 3; do
              while ! "$SHED" export --backup ../backups -q; do :; done
            done
            : > ../stop; wait $work; echo ended
            """))
        #expect(watched.text.contains("ended"), "\(watched.everything)")
        let names = try backups(shelf)
        #expect(names.count == 3, "\(names)")
        for (number, name) in names.enumerated() {
            let imported = try shelf.shed("import", "backups/\(name)", "Again\(number)")
            #expect(imported.code == 0, "\(imported.everything)")
            let seen = try shelf.script("find . -name Sea.txt -type f | wc -l; if [ -e Draft/Pair.txt ]; then sort -u Draft/Pair.txt | wc -l; else echo 1; fi; \"$SHED\" check; echo $?", in: "Again\(number)")
            #expect(seen.text.hasPrefix("1\n1\n") && seen.text.hasSuffix("0\n"), "\(seen.everything)")
        }
    }
}
