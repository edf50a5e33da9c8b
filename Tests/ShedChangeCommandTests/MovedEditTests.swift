import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// One device has moved a file by hand, another has changed it where it was, and a sync program has brought that back to the old place.
@Suite(.waitsForPrograms) struct `Edits of what was moved` {
    /// `one` and `two` run shed on a device each; `bring FILE SIDE` brings a file to the other side's copy as a sync program does, with the
    /// time that it has; `batches` brings the batches both ways. The poem has been known to both for long, and was written an hour ago.
    private static let prelude = """
        set -u; cd Poems; mkdir .stfolder; printf 'grace = 1\\n' > .shed/settings.toml
        one() { "$SHED" -C "$T/work/Poems" "$@"; }
        two() { SHED_STATE_DIR=$T/elsewhere "$SHED" -C "$T/work/There" "$@"; }
        bring() { cp -p "$1" "$2/$(dirname "$1")/.syncthing.tmp"; mv "$2/$(dirname "$1")/.syncthing.tmp" "$2/$1"; }
        batches() { cp -an ../There/.shed/ops/. .shed/ops/; cp -an .shed/ops/. ../There/.shed/ops/; }
        seq -f 'line %g of the ode, which goes on' 12 > Draft/Ode.txt; touch -d '2 hours ago' Draft/Ode.txt; one sync -q; cd ..; cp -a Poems There
        two trust . -q; two adopt . --as replica -q; cd There; seq 40 > Draft/Two.txt; two sync -q; bring Draft/Two.txt ../Poems; cd ../Poems; batches; one sync -q

        """
    /// The other device has changed it an hour ago; this one moves it.
    private static let parted = prelude + """
        sed -i 's/line 3/LINE 3/' ../There/Draft/Ode.txt; touch -d '1 hour ago' ../There/Draft/Ode.txt; mv Draft/Ode.txt Ready/; one sync -q

        """
    /// As Syncthing does: the deletion is outrun by the edit.
    private static let carried = "(cd ../There; bring Draft/Ode.txt ../Poems); bring Ready/Ode.txt ../There; batches; one sync --now -q; two sync --now -q; batches; one sync -q; two sync -q\n"

    private func poems(_ script: String = Self.parted + Self.carried) throws -> Shelf {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(script)
        #expect(output == "", "\(output)")
        return shelf
    }

    private func two(_ words: String..., on shelf: Shelf) throws -> String { try shelf.scenario("cd There; SHED_STATE_DIR=$T/elsewhere \"$SHED\" \(words.joined(separator: " "))") }

    private func paths(_ shelf: Shelf) throws -> [String] {
        let pairs = try shelf.shed("conflicts", "--json", in: "Poems").json()["edits"]?.array ?? []
        return pairs.map { "\($0["path"]?.string ?? "") \($0["moved"]?["path"]?.string ?? "")" }
    }

    private func id(_ path: String, _ shelf: Shelf) throws -> String? { try shelf.shed("show", path, "--json", in: "Poems").json()["id"]?.string }

    @Test func `are told on both devices`() throws {
        let shelf = try poems()
        let told = try shelf.shed("conflicts", in: "Poems")
        #expect(told.code == 1 && told.text.hasPrefix("""
            1 file that one device moved while another changed it at the old place
              Draft/Ode.txt
                another version of Ready/Ode.txt, which was here before it was moved
                they differ: it has 
            """), "\(told.everything)")
        #expect(told.text.contains("“shed resolve FILE --diff”"))
        let json = try shelf.shed("conflicts", "--json", in: "Poems").json()
        let pair = try #require(json["edits"]?.array?.first)
        #expect(try pair["path"]?.string == "Draft/Ode.txt" && pair["id"]?.string == id("Draft/Ode.txt", shelf) && pair["moved"]?["path"]?.string == "Ready/Ode.txt")
        #expect(try pair["moved"]?["id"]?.string == id("Ready/Ode.txt", shelf) && pair["size"]?.integer != nil && json["copies"]?.array?.isEmpty == true)
        #expect(try shelf.shed("conflicts", "-0", in: "Poems").text == "Draft/Ode.txt\0")
        #expect(try two("conflicts -0", on: shelf) == "Draft/Ode.txt\0")
    }

    @Test func `are told where both were found at one look, and where the other was renamed`() throws {
        let script = Self.prelude + """
            sed -i 's/line 3/LINE 3/' ../There/Draft/Ode.txt; mv Draft/Ode.txt Draft/Elegy.txt
            (cd ../There; bring Draft/Ode.txt ../Poems); touch -d '1 hour ago' Draft/Ode.txt; one sync -q; bring Draft/Elegy.txt ../There; batches; two sync --now -q

            """
        let shelf = try poems(script)
        #expect(try paths(shelf) == ["Draft/Ode.txt Draft/Elegy.txt"])
        #expect(try two("conflicts -0", on: shelf) == "Draft/Ode.txt\0")
    }

    @Test func `are told where the other device was the last to write, and has said so`() throws {
        // No time tells this device anything: only the other one's word on what the file held.
        let script = Self.prelude + """
            sed -i 's/line 3/LINE 3/' ../There/Draft/Ode.txt; seq 50 > ../There/Draft/Three.txt; two sync -q
            mv Draft/Ode.txt Ready/; one sync -q; bring Ready/Ode.txt ../There; batches; two sync --now -q; batches
            cp ../There/Draft/Ode.txt Draft/Ode.txt; one sync -q

            """
        #expect(try paths(try poems(script)) == ["Draft/Ode.txt Ready/Ode.txt"])
    }

    @Test func `are told on a device that has never written a batch, and so are files at the old place of a folder`() throws {
        let script = """
            set -u; cd Poems; mkdir .stfolder; printf 'grace = 1\\n' > .shed/settings.toml
            one() { "$SHED" -C "$T/work/Poems" "$@"; }
            two() { SHED_STATE_DIR=$T/elsewhere "$SHED" -C "$T/work/There" "$@"; }
            one allow Research both -q
            seq -f 'line %g of the ode, which goes on' 12 > Draft/Ode.txt; touch -d '2 hours ago' Draft/Ode.txt; mkdir Research/Songs; seq 9 > Research/Songs/Song.txt; one sync --now -q
            cd ..; cp -a Poems There; two trust . -q; two adopt . --as replica -q; cd Poems
            sed -i 's/line 3/LINE 3/' ../There/Draft/Ode.txt; touch -d '1 hour ago' ../There/Draft/Ode.txt
            mv Draft/Ode.txt Ready/; mv Research/Songs Research/Old; one sync -q; cp -p ../There/Draft/Ode.txt Draft/; cp -rp ../There/Research/Songs Research/; one sync --now -q
            for folder in Ready Research; do cp -rp $folder/. ../There/$folder/; done; cp -an .shed/ops/. ../There/.shed/ops/; two sync --now -q; rm -r ../There/.stfolder; ls ../There/.shed/ops | wc -l

            """
        let shelf = try Shelf.withPoems()
        #expect(try shelf.scenario(script) == "1\n")
        #expect(try two("conflicts -0", on: shelf) == "Draft/Ode.txt\0")
        #expect(try two("conflicts --json | grep -c Song.txt", on: shelf) == "2\n")
    }

    @Test func `end with what stands at the old place, in the place and with the ID of what was moved`() throws {
        let shelf = try poems()
        let moved = try id("Ready/Ode.txt", shelf)
        #expect(try shelf.shed("resolve", "Draft/Ode.txt", "--diff", in: "Poems").text.contains("[-line-]{+LINE+} 3"))
        let before = try shelf.fingerprint()
        for which in ["this", "other", "both"] { #expect(try shelf.shed("resolve", "Draft/Ode.txt", "--keep", which, "-n", in: "Poems").text.contains("would ")) }
        #expect(try shelf.fingerprint() == before)
        let done = try shelf.shed("resolve", "Draft/Ode.txt", "--keep", "this", in: "Poems")
        #expect(done.code == 0 && done.text == "Ready/Ode.txt holds now what Draft/Ode.txt held\nmoved Draft/Ode.txt to Trash/Ode.txt\n", "\(done.everything)")
        #expect(try shelf.scenario("cd Poems; grep -c LINE Ready/Ode.txt Trash/Ode.txt; ls Draft") == "Ready/Ode.txt:1\nTrash/Ode.txt:0\nTwo.txt\n")
        #expect(try id("Ready/Ode.txt", shelf) == moved && paths(shelf).isEmpty)
        let history = try shelf.shed("log", in: "Poems").text
        #expect(history.contains("Ready/Ode.txt holds what Draft/Ode.txt held: another version of it, where it was before it was moved"), "\(history)")
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(try shelf.scenario("cd Poems; grep -c LINE Ready/Ode.txt Draft/Ode.txt") == "Ready/Ode.txt:0\nDraft/Ode.txt:1\n")
        // What stands at the old place was written here now, by undo, so that times tell nothing any more.
        #expect(try id("Ready/Ode.txt", shelf) == moved)
    }

    @Test(arguments: [("Draft/Ode.txt", "other"), ("Ready/Ode.txt", "this")]) func `end with what was moved`(path: String, choice: String) throws {
        let shelf = try poems()
        #expect(try shelf.shed("resolve", path, "--keep", choice, in: "Poems").text == "moved Draft/Ode.txt to Trash/Ode.txt\n")
        #expect(try shelf.scenario("cd Poems; grep -c LINE Ready/Ode.txt Trash/Ode.txt") == "Ready/Ode.txt:0\nTrash/Ode.txt:1\n")
        #expect(try paths(shelf).isEmpty)
    }

    @Test func `end with both, and are told no more, on the other device neither`() throws {
        let shelf = try poems()
        let done = try shelf.shed("resolve", "Ready/Ode.txt", "--keep", "both", in: "Poems")
        #expect(done.code == 0 && done.text == "Draft/Ode.txt and Ready/Ode.txt are two files that have nothing to do with each other\n", "\(done.everything)")
        #expect(try paths(shelf).isEmpty && shelf.shed("resolve", "Draft/Ode.txt", "--diff", in: "Poems").err.contains("nothing conflicts"))
        #expect(try shelf.scenario("cd Poems; cp -an .shed/ops/. ../There/.shed/ops/; cd ../There; SHED_STATE_DIR=$T/elsewhere \"$SHED\" conflicts") == "No conflicts.\n")
        #expect(try shelf.shed("undo", "--list", in: "Poems").text.contains("resolve: Draft/Ode.txt and Ready/Ode.txt are two files"))
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(try paths(shelf) == ["Draft/Ode.txt Ready/Ode.txt"])
    }

    @Test(.enabled(if: access("/usr/bin/git", X_OK) == 0, "needs git")) func `are put together`() throws {
        let script = Self.prelude + """
            one snapshot -q; sed -i 's/line 3/LINE 3/' ../There/Draft/Ode.txt; touch -d '1 hour ago' ../There/Draft/Ode.txt; mv Draft/Ode.txt Ready/; one sync -q
            sed -i 's/line 10/LINE 10/' Ready/Ode.txt; one sync -q

            """ + Self.carried
        let shelf = try poems(script)
        let done = try shelf.shed("resolve", "Draft/Ode.txt", "--merge", "--base", "1", in: "Poems")
        #expect(done.code == 0, "\(done.everything)")
        #expect(try shelf.scenario("cd Poems; grep -o 'LINE [0-9]*' Ready/Ode.txt; ls Draft Trash") == "LINE 3\nLINE 10\nDraft:\nTwo.txt\n\nTrash:\nOde.txt\n")
    }

    @Test(.enabled(if: access("/usr/bin/git", X_OK) == 0, "needs git")) func `are put together by what Syncthing kept of the old place`() throws {
        let script = Self.prelude + """
            mkdir -p .stversions/Draft; cp -p Draft/Ode.txt .stversions/Draft/Ode~20240101-120000.txt
            sed -i 's/line 3/LINE 3/' ../There/Draft/Ode.txt; touch -d '1 hour ago' ../There/Draft/Ode.txt; mv Draft/Ode.txt Ready/; one sync -q
            sed -i 's/line 10/LINE 10/' Ready/Ode.txt; one sync -q

            """ + Self.carried
        let shelf = try poems(script)
        let json = try shelf.shed("resolve", "Draft/Ode.txt", "--merge", "--json", in: "Poems").json()
        #expect(json["base"]?.string == ".stversions/Draft/Ode~20240101-120000.txt" && json["conflicts"]?.integer == 0)
        #expect(try shelf.scenario("cd Poems; grep -o 'LINE [0-9]*' Ready/Ode.txt") == "LINE 3\nLINE 10\n")
    }

    @Test func `end with a file of its own for each that was there before`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; mkdir .stfolder; old() { touch -d 2019-01-01 "$@"; }; seq 100 > Draft/Ode.txt; old Draft/Ode.txt; "$SHED" sync -q; mv Draft/Ode.txt Draft/First.txt; "$SHED" sync -q
            seq 101 > Draft/Ode.txt; old Draft/Ode.txt; "$SHED" sync -q; mv Draft/Ode.txt Draft/Second.txt; "$SHED" sync -q
            seq 102 > Draft/Ode.txt; touch -d 2020-01-01 Draft/Ode.txt; "$SHED" sync -q
            for round in 1 2; do "$SHED" resolve Draft/Ode.txt --keep both -q; echo $?; done; "$SHED" conflicts
            """)
        #expect(output == "0\n0\nNo conflicts.\n")
    }

    /// More than is read for all.
    @Test func `are told beside one that is too large to compare, and none is not said then`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; mkdir .stfolder; for file in A Ode; do seq 100 > Draft/$file.txt; touch -d 2019-01-01 Draft/$file.txt; done; "$SHED" sync -q; mv Draft/A.txt Draft/B.txt; mv Draft/Ode.txt Draft/Elegy.txt
            "$SHED" sync -q; for file in A Ode; do seq 101 > Draft/$file.txt; touch -d 2020-01-01 Draft/$file.txt; done; "$SHED" sync -q
            truncate -s 5G Draft/A.txt; touch -d 2020-01-01 Draft/A.txt; "$SHED" sync -q
            "$SHED" conflicts -0 | tr '\\0' '\\n'; "$SHED" resolve Draft/Ode.txt --keep both -q; "$SHED" conflicts 2>&1; "$SHED" conflicts --json | grep complete
            """)
        #expect(output == "Draft/Ode.txt\nshed: There are more than are told.\n  \"complete\": false\n", "\(output)")
    }

    // MARK: None

    @Test(arguments: [
        // A new poem, and one that is made of the other.
        "mv Draft/Ode.txt Ready/; one sync -q; seq 9 > Draft/Ode.txt; one sync -q",
        "mv Draft/Ode.txt Ready/; one sync -q; sed 's/line 3/LINE 3/' Ready/Ode.txt > Draft/Ode.txt; one sync -q",
        "mv Draft/Ode.txt Ready/; sed 's/line 3/LINE 3/' Ready/Ode.txt > Draft/Ode.txt; one sync -q",
        // A copy that has its time, while the other is gone on with.
        "mv Draft/Ode.txt Ready/; one sync -q; cp -p Ready/Ode.txt Draft/; sed -i 's/line 3/LINE 3/' Ready/Ode.txt; one sync -q",
        // The other device knows of the move, and what it said that the file held is where that is now.
        "mv Draft/Ode.txt Ready/; one sync -q; batches; bring Ready/Ode.txt ../There; rm ../There/Draft/Ode.txt; two sync --now -q; sed 's/line 3/LINE 3/' Ready/Ode.txt > ../There/Draft/Ode.txt; two sync --now -q; (cd ../There; bring Draft/Ode.txt ../Poems); batches; one sync -q",
    ])
    func `are not what was begun by somebody who knew of the move`(script: String) throws {
        let shelf = try poems(Self.prelude + script + "\nfor file in Draft/Ode.txt Ready/Ode.txt; do bring $file ../There; done; batches; two sync --now -q\n")
        #expect(try paths(shelf).isEmpty, "\(script)")
        #expect(try two("conflicts", on: shelf) == "No conflicts.\n", "\(script)")
    }

    @Test func `are not told in Trash, nor where nothing carries`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("mv", "Draft/Ode.txt", "Trash", in: "Poems").code == 0)
        #expect(try paths(shelf).isEmpty)
        let alone = try Shelf.withPoems()
        let output = try alone.scenario("""
            cd Poems; seq -f 'line %g of the ode' 12 > Draft/Ode.txt; touch -d '2 hours ago' Draft/Ode.txt; "$SHED" sync -q; mv Draft/Ode.txt Ready/; sed 's/line 3/LINE 3/' Ready/Ode.txt > Draft/Ode.txt
            touch -d '1 hour ago' Draft/Ode.txt; "$SHED" sync -q; "$SHED" conflicts; mkdir .stfolder; "$SHED" conflicts -0 | tr '\\0' '\\n'
            """)
        #expect(output == "No conflicts.\nDraft/Ode.txt\n", "\(output)")
    }
}
