import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// The kind and the template of a trusted project are files of its sidecar, which others write too.
@Suite(.waitsForPrograms) struct `A project of which another made another kind` {
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "a\n")
        try #require(try shelf.shed("sync", in: "Poems").code == 0)
        try #require(try shelf.shed("new", "papers", "Exams", "--language", "en").code == 0)
        return shelf
    }

    @Test(arguments: ["cp Exams/.shed/template.json Poems/.shed/", "sed -i 's/\"kind\": *\"poetry\"/\"kind\": \"papers\"/' Poems/.shed/project.json"])
    func `is only looked at until somebody trusts it again`(change: String) throws {
        let shelf = try shelf()
        try shelf.shellDone(change)
        shelf.makeFile("Poems/Draft/b.txt", "b\n")
        let before = try shelf.fingerprint()
        for words in [["sync"], ["sync", "--now"], ["mv", "Draft/a.txt", "Ready"], ["rm", "Draft/a.txt", "--yes"], ["empty-trash", "--yes"]] {
            let result = try shelf.run(words.map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == 2 && result.err.contains("another one than when it was trusted here"), "\(words) \(result.code) \(result.err)")
        }
        let status = try shelf.shed("status", in: "Poems")
        #expect(status.code == 0 && status.err.contains("another one than when it was trusted here"), "\(status)")
        #expect(try shelf.fingerprint() == before)
        #expect(try shelf.shed("trust", "Poems", "--again").code == 0)
        #expect(try shelf.shed("sync", in: "Poems").code != 2)
    }

    @Test func `is changed once it is again as it was`() throws {
        let shelf = try shelf()
        try shelf.shellDone("cp Poems/.shed/template.json kept; cp Exams/.shed/template.json Poems/.shed/")
        #expect(try shelf.shed("sync", in: "Poems").code == 2)
        try shelf.shellDone("cp kept Poems/.shed/template.json")
        shelf.makeFile("Poems/Draft/b.txt", "b\n")
        #expect(try shelf.shed("sync", in: "Poems").text == "added    Draft/b.txt\n")
    }

    /// What an earlier shed wrote down of a root says nothing of that.
    @Test func `is changed where nothing was written down yet, and from then on asked about`() throws {
        let shelf = try shelf()
        let records = "state/projects/*/record.json"
        try shelf.shellDone("cd ..; python3 - \"$(grep -l 506f656d73 \(records))\" <<'END'\nimport json, sys\nrecord = json.load(open(sys.argv[1]))\nassert len(record.pop('shapes')) == 1\njson.dump(record, open(sys.argv[1], 'w'))\nEND")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        try shelf.shellDone("cp Exams/.shed/template.json Poems/.shed/")
        #expect(try shelf.shed("sync", in: "Poems").code == 2)
    }
}
