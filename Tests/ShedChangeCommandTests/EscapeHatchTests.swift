import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import Testing

/// The ways out: without shed, and around its rules.
@Suite(.waitsForPrograms) struct `The escape hatches` {
    @Test func `without its sidecar a project is what it was, a directory of documents`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; mkdir Collections/Book; echo one > Collections/Book/1.txt; for n in a b c; do echo $n > Draft/$n.txt; done; "$SHED" sync > /dev/null
            "$SHED" mv Draft/a.txt Ready > /dev/null; "$SHED" rm Draft/b.txt > /dev/null; echo x > Collections/x.txt; "$SHED" sync > /dev/null
            find . -path ./.shed -prune -o -print | sort > $T/names; files > $T/files
            rm -r .shed; find . -print | sort | cmp $T/names - && files | cmp $T/files - && echo 'all there'
            r status; said 'was the project “Poems”, and its .shed is gone'; "$SHED" adopt . --kind poetry --yes > /dev/null 2>&1; echo "adopt $?"
            find . -path ./.shed -prune -o -print | sort | cmp $T/names - && files | cmp $T/files - && echo 'all there'; r sync
            """)
        #expect(output == "all there\nstatus 2\nadopt 0\nall there\nsync 0\n")
    }

    @Test func `without its index a project has the same IDs`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; mkdir Collections/Book; echo one > Collections/Book/1.txt; echo a > Draft/a.txt; "$SHED" sync > /dev/null
            "$SHED" mv Draft/a.txt Ready > /dev/null; "$SHED" rm Collections/Book/1.txt > /dev/null; echo x > Collections/x.txt; "$SHED" sync > /dev/null
            ids > $T/before; rm -r $T/state
            r status; said Rejected/x.txt; unsaid Clean; r trust .; r sync; ids | cmp $T/before - && echo same
            r restore --all; said 'Collections/Book/1.txt'; r accept Rejected/x.txt --to Draft; r sync; r check
            """)
        #expect(output == "status 0\ntrust 0\nsync 0\nsame\nrestore 0\naccept 0\nsync 0\ncheck 0\n")
    }

    // MARK: accept

    /// A file that a person's `accept` lets stand in a folder that fills by moves; and by a daemon's absence, what was
    /// taken in there and reported.
    @Test(arguments: ["Ready", "Set Aside", "Published", "Trash"])
    func `accept lets stand what was reported where only moves fill`(folder: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; echo x > '\(folder)/x.txt'; r sync; said unexplained-addition; ids > $T/before; r check --format concise; said 'x.txt.*unexplained-addition'
            r accept '\(folder)/x.txt'; r sync; r check --max-warnings 0; r status; said Clean; ids | cmp $T/before - && echo same; cat '\(folder)/x.txt'
            """)
        #expect(output == "sync 1\ncheck 1\naccept 0\nsync 0\ncheck 0\nstatus 0\nsame\nx\n")
    }

    @Test func `a folder that appeared in Trash is accepted as a whole`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; mkdir -p Trash/Old/Older; for i in 1 2 3; do echo $i > Trash/Old/Older/$i.txt; done
            r sync; grep -c unexplained-addition $T/results; r accept Trash/Old; r sync; r check --max-warnings 0; ids | grep -c null; files
            """)
        #expect(output == "sync 1\n1\naccept 0\nsync 0\ncheck 0\n0\n1\n2\n3\n")
    }

    @Test(arguments: ["Ready", "Set Aside", "Published", "Trash"])
    func `accept brings a refused file to a folder that moves fill`(folder: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; echo x > Collections/x.txt; "$SHED" sync > /dev/null; i=$(ids | sed -n 's/.*Rejected.x.txt" //p')
            r accept Rejected/x.txt; said 'Rejected/x.txt --to Collections” makes an exception, “shed allow Collections both” allows it for good'; r accept Rejected/x.txt --to '\(folder)'
            r sync; r sync; said 'Nothing changed'; r check; [ "$(ids | sed -n 's/.*\(folder).x.txt" //p')" = "$i" ] && echo same; cat '\(folder)/x.txt'
            ls -d Rejected 2> /dev/null; r accept Nowhere/x.txt
            """)
        #expect(output == "accept 1\naccept 0\nsync 0\nsync 0\ncheck 0\nsame\nx\naccept 2\n")
    }

    @Test(arguments: ["Ready", "Set Aside", "Published"])
    func `accept brings a refused folder back to the folder that moves fill, with what is in it`(folder: String) throws {
        let output = try Shelf.withPoems().scenario("""
            cd Poems; mkdir '\(folder)/D'; echo x > '\(folder)/D/x.txt'; "$SHED" sync > /dev/null; i=$(ids | sed -n 's/.*Rejected.D" //p'); ls Rejected
            r accept Rejected/D --dry-run; said 'would have moved Rejected/D to \(folder)/D'; r accept Rejected/D; r sync; said 'Nothing changed'; r check
            [ -n "$i" ] && [ "$(ids | sed -n 's/.*\(folder).D" //p')" = "$i" ] && echo same; cat '\(folder)/D/x.txt'; ls -d Rejected 2> /dev/null
            r undo; ls Rejected
            """)
        #expect(output == "D\naccept 0\naccept 0\nsync 0\ncheck 0\nsame\nx\nundo 0\nD\n")
    }

    @Test func `accept brings a file where a person says, but into no view and not over another one`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; echo x > Collections/x.txt; echo other > Draft/x.txt; "$SHED" sync > /dev/null
            r accept Rejected/x.txt --to All; r accept Rejected/x.txt --to ..; r accept Rejected/x.txt --to Nowhere; r accept Rejected/x.txt --to Draft
            cat Draft/x.txt 'Draft/x (2).txt'
            """)
        #expect(output == "accept 1\naccept 2\naccept 2\naccept 0\nother\nx\n")
    }

    @Test func `relink joins by hand, and only what is missing`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; echo a > Draft/a.txt; echo b > Draft/b.txt; "$SHED" sync > /dev/null
            idof() { ids | sed -n "s/.*$1\\" //p" | tr -d '"'; }
            i=$(idof Draft.a.txt); b=$(idof Draft.b.txt); rm Draft/a.txt; echo 'wholly new' > Draft/new.txt; "$SHED" sync > /dev/null
            r relink Draft/new.txt nonsense; r relink Draft/new.txt 01a1fdd0-04d0-73cd-ae5b-000000000001; r relink Draft/new.txt $b; said 'is not missing'
            r relink Draft $i; r relink Draft/new.txt $i; [ "$(idof Draft.new.txt)" = "$i" ] && echo joined
            r sync; r status; said Clean; rm -r $T/state; r trust .; r sync; [ "$(idof Draft.new.txt)" = "$i" ] && echo joined
            """)
        #expect(output == "relink 2\nrelink 2\nrelink 1\nrelink 1\nrelink 0\njoined\nsync 0\nstatus 0\ntrust 0\nsync 0\njoined\n")
    }

    // MARK: Settings

    @Test func `with rejection set to report nothing is ever moved`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; echo 'rejection = "report"' > .shed/settings.toml; echo a > Draft/a.txt; "$SHED" sync > /dev/null
            mv Draft/a.txt Collections/; echo r > root.txt; mkdir Draft/Love; echo l > Draft/Love/l.txt; echo x > Collections/x.txt; echo t > All/t.txt
            # Links in All follow.
            find . -path ./.shed -prune -o ! -type l -print | sort > $T/names
            r sync; said wrong-type; said file-at-root; r sync; r sync --now
            find . -path ./.shed -prune -o ! -type l -print | sort | cmp $T/names - && echo unmoved; r check; said file-at-root; ids | grep -c null
            """)
        #expect(output.hasPrefix("sync 1\nsync "))
        #expect(output.hasSuffix("unmoved\ncheck 1\n0\n"))
    }

    @Test(arguments: [(100, "moved\n"), (101, "left\n")])
    func `more than a hundred additions at once are somebody's doing, and stay`(count: Int, expected: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; for i in $(seq \(count)); do echo $i > Collections/$i.txt; done; r sync
            [ $(ls Collections | wc -l) = \(count) ] && { echo left; said bulk-addition; }; [ -d Rejected ] && [ $(ls Rejected | wc -l) = \(count) ] && echo moved
            r sync --reject-all; ls Rejected | wc -l; ls Collections | wc -l; r sync; files | wc -l
            """)
        let second = count > 100 ? "sync 1\n" : "sync 0\n"
        #expect(output == "sync 1\n\(expected)\(second)\(count)\n0\nsync 0\n\(count)\n")
    }

    @Test func `status says of what is too much at once what can be done, before a sync and after it`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; echo 'bulk = 1' > .shed/settings.toml; mkdir Draft/a Draft/b
            r status; said 'shed sync --reject-all'; said 'shed allow Draft both'; r sync; r status; said 'shed allow Draft both'
            r allow Draft both; r status; unsaid bulk-addition; r sync; r status; said Clean
            """)
        #expect(output == "status 0\nsync 1\nstatus 0\nallow 0\nstatus 0\nsync 0\nstatus 0\n")
    }

    // MARK: Adoption

    @Test func `a messy tree is adopted as it is, reported, and left alone`() throws {
        let shelf = try Shelf()
        let output = try shelf.scenario("""
            mkdir -p Mess/Draft/Deep/Deeper Mess/Research/Folder Mess/Collections Mess/Ready Mess/Old/Older Mess/out; cd Mess
            echo r > root.txt; echo R > ROOT.TXT; echo d > Draft/Deep/Deeper/d.txt; echo c > Collections/c.txt; echo e > Ready/e.txt; echo o > Old/Older/o.txt
            echo n > "Draft/$(printf 'bad\\377\\nname')"; echo h > .hidden; ln -s /etc/passwd Draft/link; ln -s nowhere dangling; mkfifo pipe; echo b > 'Draft/a~'
            find . | sort > $T/names; files > $T/files
            r adopt . --kind poetry --dry-run; [ -e .shed ] && echo written; r adopt . --kind poetry; r adopt . --kind poetry --yes
            left() { find . -path ./.shed -prune -o -print | sort | comm -23 $T/names - ; files | cmp $T/files - && echo "left $1"; }
            left 1; r sync; left 2; r sync; said 'Nothing changed'; r sync --now; r sync --reject-all; left 3; r status; said Clean
            r check --format concise; said 'root.txt.*file-at-root'; said 'Collections/c.txt.*wrong-type'; said 'Research/Folder.*wrong-type'; unsaid 'Deep.*wrong-type'; said name-collision; said leaving-link; said dangling-link; said special-file
            ids | grep -c null; rm -r $T/state; r trust .; r sync; left 4
            """)
        #expect(output.hasPrefix("adopt 0\nadopt "))
        #expect(output.hasSuffix("""
            adopt 0\nleft 1\nsync 0\nleft 2\nsync 0\nsync 0\nsync 0\nleft 3\nstatus 0\ncheck 1\n0\ntrust 0\nsync 0\nleft 4\n
            """))
    }

    // MARK: Kinds

    @Test(arguments: ["blank", "poetry", "short-story", "novel", "script"])
    func `new makes exactly the folders of its kind`(kind: String) throws {
        let roles: [String: String] = [
            "blank": "files trash",
            "poetry": "all draft ready set-aside published collections submissions research magazines competitions commissions other trash",
            "short-story": "all draft ready set-aside published collections submissions research magazines competitions commissions other trash",
            "novel": "novel chapters scenes characters locations set-aside research competitions commissions other trash",
            "script": "script acts scenes characters locations set-aside research competitions commissions other trash",
        ]
        var english: [String] = []
        for language in ["en", "fr", "de", "es", "ja"] {
            let shelf = try Shelf()
            #expect(try shelf.shed("new", kind, "P", "--language", language).code == 0)
            let listed = try shelf.shed("ls", "--json", in: "P").json().array ?? []
            #expect(listed.compactMap { $0["role"]?.string }.joined(separator: " ") == roles[kind])
            let names = listed.compactMap { $0["name"]?.string }
            let visible = try shelf.scenario("find P -mindepth 1 -path P/.shed -prune -o -printf '%P%y\\n' | sort").split(separator: "\n").map(String.init)
            #expect(visible.filter { $0 != ".shedd" } == visible && Set(visible) == Set(names.map { $0 + "d" }), "\(language)")
            if language == "en" { english = names } else { #expect(names != english, "\(language)") }
            #expect(try shelf.shed("check", in: "P").err.contains("Nothing found"), "\(language)")
        }
    }
}
