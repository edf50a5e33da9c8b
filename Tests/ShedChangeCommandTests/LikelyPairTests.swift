import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Files that were saved as new ones and renamed before anybody looked: named, and joined when a person says so.
@Suite(.waitsForPrograms) struct `Likely pairs` {
    private static let poem = "The wind is in the barley,\nthe barley in the wind,\nand summer, late and early,\nis nowhere to be pinned.\n"

    /// “Poems” with a tagged poem that is known.
    private func made() throws -> (shelf: Shelf, id: String) {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt", Self.poem)
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.shed("tag", "new", "lent", in: "Poems").code == 0)
        #expect(try shelf.shed("tag", "add", "lent", "Draft/Ode.txt", in: "Poems").code == 0)
        return (shelf, try #require(try shelf.shed("show", "Draft/Ode.txt", "--json", in: "Poems").json()["id"]?.string))
    }

    private func change(_ shelf: Shelf, to path: String) throws {
        // The new one is made before the old one goes, so that it is another file.
        shelf.makeFile("Poems/\(path)", Self.poem.split(separator: "\n").dropLast().joined(separator: "\n") + "\nwas never to be pinned.\n")
        try shelf.shellDone("rm Poems/Draft/Ode.txt")
    }

    private func likely(_ result: Shelf.Result) throws -> [JSONValue] { try result.json()["likely"]?.array ?? [] }

    @Test(arguments: ["Draft/Ode II.txt", "Research/Ode.txt"])
    func `are named before and after they are taken in, and joined`(path: String) throws {
        let (shelf, id) = try made()
        try change(shelf, to: path)
        for verb in [["status", "--json"], ["sync", "--dry-run", "--json"], ["sync", "--json"], ["status", "--json"]] {
            let pair = try #require(try likely(shelf.run(verb.map { Array($0.utf8) }, in: "Poems")).first, "\(verb)")
            #expect(pair["path"]?.string == path && pair["missing"]?.string == id && pair["from"]?.string == "Draft/Ode.txt")
            #expect((50..<100).contains(pair["likeness"]?.integer ?? 0))
        }
        #expect(try shelf.shed("status", in: "Poems").text.contains("likely-pair"))
        let checked = try shelf.shed("check", in: "Poems")
        #expect(checked.code == 0 && checked.text.contains("likely what was Draft/Ode.txt"), "\(checked.text)")
        // Nothing is joined by itself, nor where nobody can be asked.
        #expect(try shelf.shed("relink", "--likely", "--dry-run", in: "Poems").text.contains("would have relinked"))
        #expect(try shelf.shed("relink", "--likely", in: "Poems").code == 2)
        #expect(try shelf.shed("show", path, "--json", in: "Poems").json()["id"]?.string != id)
        #expect(try shelf.shed("relink", "--likely", "--yes", in: "Poems").code == 0)
        let view = try shelf.shed("show", path, "--json", in: "Poems").json()
        #expect(view["id"]?.string == id && view["tags"]?.array == [.string("lent")])
        #expect(try likely(shelf.shed("status", "--json", in: "Poems")).isEmpty)
        #expect(try !shelf.shed("check", in: "Poems").text.contains("likely-pair"))
        #expect(try shelf.shed("relink", "--likely", in: "Poems").text.contains("Nothing is likely"))
    }

    @Test func `are joined together, in one batch, and each is said`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; exec 2>&1; batches() { cat .shed/ops/*/*.jsonl | grep -c '"parents"'; }
            for i in 1 2 3 4; do seq -f "%g of poem $i" 40 > Draft/p$i.txt; done; "$SHED" sync -q
            for i in 1 2 3 4; do (cat Draft/p$i.txt; echo more) > ../new; mv ../new Draft/q$i.txt; rm Draft/p$i.txt; done; "$SHED" sync -q > ../said
            before=$(batches); "$SHED" relink --likely --yes | sed 's/to .*, /to ID, /'; echo $(($(batches) - before))
            "$SHED" undo --list | cut -d' ' -f6- | sed 's/missing [-0-9a-f]*/missing ID/g'; "$SHED" undo
            "$SHED" undo --list --json | grep -c 'q1.*q2.*q3.*q4'; "$SHED" log | grep joined | sed 's/^ *[0-9:]* *//'; "$SHED" find --type file | wc -l
            """)
        let pairs = (1...4).map { "relinked Draft/q\($0).txt to ID, which was Draft/p\($0).txt\n" }.joined()
        let joined = (1...3).map { "joined Draft/q\($0).txt with the missing ID for good" }.joined(separator: ", ")
        let log = (1...4).map { "Draft/q\($0).txt was joined with what was Draft/p\($0).txt\n" }
        #expect(output.hasPrefix("\(pairs)1\nrelink: \(joined), and more (cannot be taken back)\n"), "\(output)")
        #expect(output.hasSuffix("4\n") && log.allSatisfy(output.contains) && output.contains("and more. “shed undo --list” lists what can be.\n2\n"), "\(output)")
    }

    @Test func `are joined before they were taken in, too`() throws {
        let (shelf, id) = try made()
        try change(shelf, to: "Draft/Ode II.txt")
        #expect(try shelf.shed("relink", "--likely", "--dry-run", in: "Poems").text.contains(id))
        #expect(try shelf.shed("relink", "--likely", "--yes", in: "Poems").code == 0)
        #expect(try shelf.shed("show", "Draft/Ode II.txt", "--json", in: "Poems").json()["id"]?.string == id)
    }

    @Test func `are not of other kinds, other contents, other times, or two that are as likely`() throws {
        let (shelf, id) = try made()
        shelf.makeFile("Poems/Draft/Ode.md", Self.poem + "more\n")
        shelf.makeFile("Poems/Draft/Snow.txt", "Under white fields\nno road remembers\nwhere anybody went.\n")
        shelf.makeFile("Poems/Research/Other.txt", Self.poem + "more\n")
        try shelf.shellDone("rm Poems/Draft/Ode.txt")
        #expect(try likely(shelf.shed("sync", "--json", in: "Poems")).isEmpty)
        #expect(try shelf.shed("relink", "Draft/Ode.md", id, in: "Poems").code == 0)
        shelf.makeFile("Poems/Draft/A.md", Self.poem + "less\n")
        shelf.makeFile("Poems/Draft/B.md", Self.poem + "less\n")
        try shelf.shellDone("rm Poems/Draft/Ode.md")
        #expect(try likely(shelf.shed("sync", "--json", in: "Poems")).isEmpty)
        #expect(try shelf.shed("forget", id, "--yes", in: "Poems").code == 0)
    }

    @Test func `are forgotten with the one that is given up`() throws {
        let (shelf, id) = try made()
        try change(shelf, to: "Draft/Ode II.txt")
        #expect(try likely(shelf.shed("sync", "--json", in: "Poems")).count == 1)
        #expect(try shelf.shed("forget", id, "--yes", in: "Poems").code == 0)
        #expect(try likely(shelf.shed("status", "--json", in: "Poems")).isEmpty)
        #expect(try shelf.shed("check", in: "Poems").err.contains("Nothing found"))
    }

    @Test func `are asked for alone`() throws {
        let (shelf, _) = try made()
        for words in [["relink"], ["relink", "Draft/Ode.txt"], ["relink", "--likely", "Draft/Ode.txt"]] {
            #expect(try shelf.run(words.map { Array($0.utf8) }, in: "Poems").code == 2)
        }
    }

    @Test func `are not with what stood beside the missing one before, while a daemon watches`() throws {
        let (shelf, _) = try made()
        try change(shelf, to: "Draft/Ode II.txt")
        #expect(try shelf.shed("relink", "--likely", "--yes", in: "Poems").code == 0)
        let script = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + """
            begin "$SHED" watch --json; cd Poems
            (cat "Draft/Ode II.txt"; echo more) > Draft/Late.txt; "$SHED" status --json | grep -c '"clean": true'
            rm "Draft/Ode II.txt"; await '"$SHED" status --json | grep -q "Draft/Ode II.txt"'; "$SHED" status | grep -c likely-pair
            kill -STOP $(worker); (cat Draft/Late.txt; echo more) > Draft/Later.txt; rm Draft/Late.txt; kill -CONT $(worker)
            await '"$SHED" status | grep -q likely-pair'; "$SHED" status | grep likely-pair | grep -c "Later.txt.*Draft/Late.txt"
            end
            """
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: shelf.work)
        #expect(result.text == "1\n0\n1\nended 0\n" && result.err == "", "\(result.text) \(result.err)")
    }
}
