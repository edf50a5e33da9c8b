import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Kills shed between the first and the last file of a change, and looks at what the next command makes of it.
@Suite(.waitsForPrograms) struct `A change of many records that is interrupted` {
    private static let known = "01a1ffc2-0000-7000-8000-00000000000"

    /// A project with three known records, and a file with two of them changed and three new ones.
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withBooks()
        let old = (1...3).map { "{\"id\": \"\(Self.known)\($0)\", \"keyValuePairs\": {\"Title\": \"old \($0)\"}}" }.joined(separator: ", ")
        shelf.makeFile("old.json", "[\(old)]")
        #expect(try shelf.library("import", "../old.json", "--into", "Books").code == 0)
        let new = [1, 2, 4, 5, 6].map { "{\"id\": \"\(Self.known)\($0)\", \"keyValuePairs\": {\"Title\": \"new \($0)\"}}" }.joined(separator: ",\n")
        shelf.makeFile("new.json", "{\"id\": \"\(Self.known)9\", \"name\": \"Films\", \"records\": [\(new)]}")
        return shelf
    }

    private func interrupt(_ shelf: Shelf, at point: String, _ command: String) throws {
        let output = try shelf.scenario("cd Library; SHED_INTERRUPT_AT=\(point) \"$SHED\" \(command) > \"$T/results\" 2>&1; echo $?")
        try #require(output == "\(128 + SIGKILL)\n", "\(point) was not reached: \(output)")
    }

    /// `name: ID title` of all records of a collection.
    private func records(_ shelf: Shelf, _ collection: String = "Books") throws -> [String] {
        try (shelf.library("record", "list", collection, "--json").json().array ?? []).map {
            "\($0["path"]?.string ?? "") \($0["id"]?.string?.suffix(1) ?? "") \($0["keyValuePairs"]?["Title"]?.string ?? "")"
        }
    }

    private static let before = ["Books/old 1.json 1 old 1", "Books/old 2.json 2 old 2", "Books/old 3.json 3 old 3"]
    private static let after = [
        "Books/new 4.json 4 new 4", "Books/new 5.json 5 new 5", "Books/new 6.json 6 new 6", "Books/old 1.json 1 new 1", "Books/old 2.json 2 new 2",
        "Books/old 3.json 3 old 3",
    ]

    private func requireSound(_ shelf: Shelf) throws {
        #expect(try shelf.staged() == "")
        #expect(try shelf.library("check").code == 0)
        #expect(try shelf.library("status", "--json").json()["clean"]?.bool == true)
        #expect(try shelf.library("sync").text == "Nothing changed.\n")
    }

    @Test(arguments: ["sealed", "placed", "carried"], ["sync", "record list Books", "record set Books/nothing a=b", "import ../new.json --into Books"])
    func `an import into a collection is finished by the next command, whichever it is`(point: String, next: String) throws {
        let shelf = try shelf()
        try interrupt(shelf, at: point, "import ../new.json --into Books")
        _ = try shelf.run(next.split(separator: " ").map { Array($0.utf8) }, in: "Library")
        #expect(try records(shelf) == Self.after)
        try requireSound(shelf)
    }

    @Test(arguments: ["sealed", "placed", "carried"]) func `a bulk change is finished`(point: String) throws {
        let shelf = try shelf()
        let names = try shelf.library("ls", "Books", "-0").text
        try interrupt(shelf, at: point, "record set Books --all Shelf=Old")
        // Who only looks sees the one or the other, and changes nothing.
        let paused = try shelf.books()
        _ = try shelf.library("record", "set", "Books", "--all", "a=b", "--dry-run")
        _ = try shelf.library("check")
        #expect(try shelf.books() == paused)
        #expect(try shelf.library("record", "find", "Books", "Shelf = Old", "-0").out.count { $0 == 0 } == 3)
        #expect(try records(shelf) == Self.before)
        #expect(try shelf.library("ls", "Books", "-0").text == names)
        try requireSound(shelf)
    }

    @Test(arguments: ["sealed", "placed", "carried"]) func `a new collection is there as a whole, with its IDs`(point: String) throws {
        let shelf = try shelf()
        // Its own records' IDs are free here, unlike those of the other tests.
        #expect(try shelf.library("collection", "delete", "Books", "--permanently", "--yes").code == 0)
        try interrupt(shelf, at: point, "import ../new.json")
        #expect(try shelf.library("sync").code == 0)
        #expect(try records(shelf, "Films") == [1, 2, 4, 5, 6].map { "Films/new \($0).json \($0) new \($0)" })
        #expect(try shelf.library("collection", "show", "Films", "--json").json()["id"]?.string == "\(Self.known)9")
        try requireSound(shelf)
    }

    @Test(arguments: [false, true]) func `an import is taken back if its way is barred meanwhile, also when that is interrupted`(twice: Bool) throws {
        let shelf = try shelf()
        let before = try shelf.books()
        try interrupt(shelf, at: "placed", "import ../new.json --into Books")
        shelf.makeFile("Library/Books/new 6.json", "{\"Title\": \"mine\"}")
        if twice { try interrupt(shelf, at: "aborted", "sync") }
        #expect(try shelf.library("sync").code == 0)
        unlink("\(shelf.work)/Library/Books/new 6.json")
        #expect(try shelf.books() == before)
        #expect(try shelf.library("sync").code == 0)
        #expect(try records(shelf) == Self.before)
        try requireSound(shelf)
    }

    @Test(arguments: [false, true]) func `a bulk change is taken back if one record was edited meanwhile, whose edit stays`(twice: Bool) throws {
        let shelf = try shelf()
        try interrupt(shelf, at: "placed", "record set Books --all Shelf=Old")
        let changed = try #require(try (1...3).first { try shelf.scenario("grep -c Shelf 'Library/Books/old \($0).json' || true") == "1\n" })
        let edited = changed == 3 ? 2 : 3
        shelf.makeFile("Library/Books/old \(edited).json", "{\"Title\": \"mine\"}")
        if twice { try interrupt(shelf, at: "aborted", "sync") }
        #expect(try shelf.library("sync").code == 0)
        #expect(try records(shelf) == (1...3).map { "Books/old \($0).json \($0) \($0 == edited ? "mine" : "old \($0)")" })
        #expect(try shelf.library("record", "find", "Books", "has Shelf").code == 1)
        try requireSound(shelf)
    }

    @Test func `a bulk change is finished in a collection that was renamed meanwhile`() throws {
        let shelf = try shelf()
        try interrupt(shelf, at: "placed", "record set Books --all Shelf=Old")
        #expect(try shelf.scenario("cd Library; mv Books Shelf; ls Shelf | wc -l") == "3\n")
        #expect(try shelf.library("sync").code == 0)
        #expect(try records(shelf, "Shelf") == (1...3).map { "Shelf/old \($0).json \($0) old \($0)" })
        #expect(try shelf.library("record", "find", "Shelf", "Shelf = Old", "-0").out.count { $0 == 0 } == 3)
        try requireSound(shelf)
    }

    @Test(arguments: [false, true]) func `a bulk change is taken back in a collection that was renamed meanwhile, if one record was edited`(twice: Bool) throws {
        let shelf = try shelf()
        try interrupt(shelf, at: "placed", "record set Books --all Shelf=Old")
        let changed = try #require(try (1...3).first { try shelf.scenario("grep -c Shelf 'Library/Books/old \($0).json' || true") == "1\n" })
        let edited = changed == 3 ? 2 : 3
        shelf.makeFile("Library/Books/old \(edited).json", "{\"Title\": \"mine\"}")
        #expect(try shelf.scenario("cd Library; mv Books Shelf; ls Shelf | wc -l") == "3\n")
        if twice { try interrupt(shelf, at: "aborted", "sync") }
        #expect(try shelf.library("sync").code == 0)
        #expect(try records(shelf, "Shelf") == (1...3).map { "Shelf/old \($0).json \($0) \($0 == edited ? "mine" : "old \($0)")" })
        #expect(try shelf.library("record", "find", "Shelf", "has Shelf").code == 1)
        try requireSound(shelf)
    }

    /// Out of the project nothing is looked for: what was replaced in it comes back from where it is kept.
    @Test(arguments: [false, true]) func `what was replaced is not lost with a collection that was moved out of the project meanwhile`(twice: Bool) throws {
        let shelf = try shelf()
        try interrupt(shelf, at: "placed", "record set Books --all Shelf=Old")
        #expect(try shelf.scenario("cd Library; mv Books ../Shelf; ls ../Shelf | wc -l") == "3\n")
        if twice { try interrupt(shelf, at: "aborted", "sync") }
        _ = try shelf.library("sync")
        // The three texts as they were, wherever they stand now; of one also the newer text.
        let texts = try shelf.scenario("find Library Shelf -name .shed -prune -o -name '*.json' -type f -print0 | xargs -0 grep -hc Shelf | sort | tr '\\n' ' '; grep -rho 'old [123]\"' Shelf Library/Rejected | sort -u | tr -d '\\n'")
        #expect(texts == "0 0 0 1 old 1\"old 2\"old 3\"")
        #expect(try shelf.staged() == "")
    }

    @Test(arguments: [false, true]) func `a new collection is not made if its name is taken meanwhile`(twice: Bool) throws {
        let shelf = try shelf()
        #expect(try shelf.library("collection", "delete", "Books", "--permanently", "--yes").code == 0)
        try interrupt(shelf, at: "sealed", "import ../new.json")
        shelf.makeDirectory("Library/Films")
        if twice { try interrupt(shelf, at: "aborted", "sync") }
        #expect(try shelf.library("sync").code == 0)
        #expect(try records(shelf, "Films").isEmpty)
        try requireSound(shelf)
        #expect(try shelf.library("import", "../new.json").code == 0)
        #expect(try records(shelf, "Films (2)").count == 5)
    }

    @Test func `a bulk change is finished, whoever holds what it was staged in`() throws {
        let shelf = try shelf()
        try interrupt(shelf, at: "placed", "record set Books --all Shelf=Old")
        // As long as the command runs, its folder is locked by another.
        _ = try shelf.scenario("cd Library; flock .shed/staging/*/* \"$SHED\" sync -q")
        #expect(try shelf.library("record", "find", "Books", "Shelf = Old", "-0").out.count { $0 == 0 } == 3)
        try requireSound(shelf)
    }

    @Test func `what was staged but never sealed is swept away`() throws {
        let shelf = try shelf()
        let before = try shelf.books()
        let output = try shelf.scenario("""
            cd Library; replica=$(ls .shed/staging); mkdir .shed/staging/$replica/left; echo '{}' > .shed/staging/$replica/left/0; "$SHED" sync
            """)
        #expect(output == "Nothing changed.\n")
        #expect(try shelf.staged() == "")
        #expect(try shelf.books() == before)
    }
}
