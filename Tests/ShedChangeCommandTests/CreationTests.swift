import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedProject
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `created` and `updated`: when an ID was made, and when anything of it last changed.
@Suite(.waitsForPrograms) struct `Dates of creation` {
    private func created(_ shelf: Shelf, _ path: String, in directory: String = "Poems") throws -> String? {
        try shelf.shed("show", path, "--json", in: directory).json()["created"]?.string
    }

    /// The times of all stamps of an ID, in milliseconds since 1970.
    private func stamps(_ shelf: Shelf, of id: String, in directory: String) throws -> [Int64] {
        let lines = try shelf.spawn(
            "/bin/sh", ["-c", "cat \(directory)/.shed/ops/*/*.jsonl"].map { Array($0.utf8) }, input: nil, in: shelf.work).text.split(separator: "\n")
        return lines.compactMap { line in
            guard let json = try? JSONParser.parse(Array(line.utf8)), json["id"]?.string == id else { return nil }
            return json["at"]?.string.flatMap { Int64($0.prefix(12), radix: 16) }
        }
    }

    @Test func `stay through saves, renames and moves, and are the same on another device`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "one\n")
        shelf.makeFile("Poems/Draft/b.txt", "two\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let dates = try ["Draft/a.txt", "Draft/b.txt", "Draft"].map { try created(shelf, $0) }
        #expect(dates.allSatisfy { $0 != nil })
        // A new file each time, by its inode and its birth.
        try shelf.shellDone("cd Poems; sed -i s/one/ONE/ Draft/a.txt; mv Draft/b.txt Ready/c.txt; cp Draft/a.txt x; mv x Draft/a.txt; rm -r Trash; mkdir Trash")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try ["Draft/a.txt", "Ready/c.txt", "Draft"].map { try created(shelf, $0) } == dates)
        #expect(try shelf.shed("ls", "Draft", "--json", in: "Poems").json().array?.first?["created"]?.string == dates[0])
        #expect(try shelf.shed("find", "--sort", "created", "--json", "a", in: "Poems").json().array?.contains { $0["created"]?.string == dates[0] } == true)
        // Another clone, whose files were all born elsewhere.
        try shelf.shellDone("cp -r Poems Clone; touch Clone/.stignore; sed -i s/ONE/TWO/ Clone/Draft/a.txt")
        #expect(try shelf.shed("adopt", "Clone", "--as", "replica").code == 0)
        #expect(try shelf.shed("sync", in: "Clone").code == 0)
        #expect(try ["Draft/a.txt", "Ready/c.txt", "Draft"].map { try created(shelf, $0, in: "Clone") } == dates)
    }

    @Test func `of what is adopted are the files' own, and go with what moves to another project`() throws {
        let shelf = try Shelf.withPoems()
        try shelf.shellDone("mkdir -p Old/Draft; echo a > Old/Draft/a.txt; echo b > Old/Draft/b.txt")
        #expect(try shelf.shed("adopt", "Old", "--kind", "poetry", "--language", "en", "--yes").code == 0)
        let date = try #require(try created(shelf, "Draft/a.txt", in: "Old"))
        let birth = try shelf.spawn("/bin/sh", ["-c", "stat -c %W Old/Draft/a.txt"].map { Array($0.utf8) }, input: nil, in: shelf.work).text
        // Where the file system keeps no birth times, it is the adoption's.
        if let seconds = Int64(birth.split(separator: "\n").first ?? ""), seconds > 0 {
            let day = try shelf.spawn("/bin/date", ["-u", "-d", "@\(seconds)", "+%FT%T"].map { Array($0.utf8) }, input: nil, in: "/").text
            #expect(date.hasPrefix(String(day.prefix(19))))
        }
        let id = try shelf.shed("show", "Draft/b.txt", "--json", in: "Old").json()["id"]?.string
        let old = try created(shelf, "Draft/b.txt", in: "Old")
        shelf.move("Old/Draft/b.txt", "Poems/Draft/b.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        if try shelf.shed("show", "Draft/b.txt", "--json", in: "Poems").json()["id"]?.string == id {
            #expect(try created(shelf, "Draft/b.txt") == old)
        }
    }

    @Test func `stand in the sidecar, and follow from stamps where they do not`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let view = try shelf.shed("show", "Draft/a.txt", "--json", in: "Poems").json()
        let id = try #require(view["id"]?.string)
        let lines = try shelf.spawn("/bin/sh", ["-c", "grep -h \(id) Poems/.shed/ops/*/*.jsonl | grep -v '\"seen\":'"].map { Array($0.utf8) }, input: nil, in: shelf.work).text
        #expect(lines.split(separator: "\n").count == 1 && lines.contains("\"created\":"))
        #expect(view["updated"] == nil)
    }

    @Test func `come with a date of the last change, in papers`() throws {
        let shelf = try Shelf()
        #expect(try shelf.shed("new", "papers", "Papers", "--language", "en").code == 0)
        #expect(try shelf.shed("doc", "new", "Finals", in: "Papers").code == 0)
        #expect(try shelf.shed("tag", "new", "open", in: "Papers").code == 0)
        for step in 0..<2 {
            if step == 1 { #expect(try shelf.shed("tag", "add", "open", "Docs/Finals", in: "Papers").code == 0) }
            let view = try shelf.shed("show", "Docs/Finals", "--json", in: "Papers").json()
            let id = try #require(view["id"]?.string)
            let stamps = try stamps(shelf, of: id, in: "Papers")
            #expect(stamps.count == step + 1)
            #expect(view["updated"]?.string == stamps.max().map { Timestamp.text($0) } && view["created"]?.string != nil)
            #expect(try shelf.shed("doc", "show", "Finals", "--json", in: "Papers").json()["updated"] == view["updated"])
        }
    }
}
