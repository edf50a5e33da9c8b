import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRecords
import ShedRecordsKind
import ShedTestSupport
import Testing

@Suite("Finding records, from the index and from the files")
struct FindingRecordsTests {
    /// Queries, each with what it means in plain Swift.
    static let queries: [(text: String, fits: @Sendable (Record) -> Bool)] = [
        ("Year > 1950", { ($0["Year"].flatMap { Int($0) } ?? 0) > 1950 }),
        ("Year in (1940, 1941, 1942) or has a", { record in record["a"] != nil || record["Year"].map { ["1940", "1941", "1942"].contains($0) } ?? false }),
        ("Title = Borges", { $0["Title"] == "Borges" }),
        ("Title ~ borges and not Year < 1930", { record in
            record["Title"].map { $0.lowercased() == "borges" } ?? false && !(record["Year"].flatMap { Int($0) } ?? 9999 < 1930)
        }),
        ("not has `two words`", { $0["two words"] == nil }),
        ("* ~ CAFE", { record in record.pairs.contains { $0.value.unicodeScalars.starts(with: "caf".unicodeScalars) } }),
        ("a = \"\"", { $0["a"].map(\.isEmpty) ?? false }),
    ]

    private func pairs(_ found: [FoundRecord]) -> [String: Record] {
        Dictionary(uniqueKeysWithValues: found.map { ("\($0.path)", $0.record) })
    }

    /// Twelve rounds of random edits; after each, every query is answered by one who may write the index, by one who may
    /// not, and by the test's own account of what the files hold.
    @Test(arguments: ShortRun.part(of: [UInt64(1), 2, 3], every: 3)) func `gives just what the files say, whatever was edited between`(seed: UInt64) throws {
        let library = try Library("Books", "Films")
        var world = RandomLibrary(seed: seed)
        for _ in 0..<60 { world.change(library.root) }
        // What is broken before shed saw it as a record would be refused.
        for path in world.broken { try library.shell("rm '\(path)'"); world.shown[path] = nil }
        world.broken = []
        try library.project.sync()
        _ = try library.find(nil) + library.find(nil, in: "Films")
        world.wasSeen()
        var answers = 0
        for round in 0..<12 {
            for _ in 0..<(round % 4 == 3 ? 0 : 15) { world.change(library.root) }
            if round % 3 == 2 { library.project = try library.shelf.reopen(library.project) }
            let look = try library.shelf.reopen(library.project, purpose: .look).refresh()
            for name in RandomLibrary.collections {
                let expected = world.shown.filter { $0.key.hasPrefix(name + "/") }
                #expect(try pairs(look.records(in: look.collection(Array(name.utf8)))) == expected, "look, round \(round)")
                #expect(try pairs(library.find(nil, in: name)) == expected, "round \(round)")
                for query in Self.queries {
                    let fitting = expected.filter { query.fits($0.value) }
                    #expect(try pairs(library.find(query.text, in: name)) == fitting, "\(query.text), round \(round)")
                    let search = RecordSearch(query: try Query.parse(query.text))
                    #expect(try pairs(look.records(in: look.collection(Array(name.utf8)), search)) == fitting, "look: \(query.text), round \(round)")
                    answers += fitting.count
                }
            }
            let problems = try (library.find(nil) + library.find(nil, in: "Films")).filter { $0.problem != nil }
            #expect(Set(problems.map { "\($0.path)" }) == world.broken, "round \(round)")
            world.wasSeen()
        }
        #expect(answers > 100)
        // And nothing is left to be done.
        let outcome = try library.project.sync()
        #expect(outcome.changes.isEmpty && outcome.moves.isEmpty)
        let batches = try library.shell("ls .shed/ops/*")
        #expect(try library.project.sync().changes.isEmpty)
        #expect(try library.shell("ls .shed/ops/*") == batches)
    }

    @Test func `an index that was lost is made anew, and says the same`() throws {
        let library = try Library("Books")
        for number in 0..<20 { library.write("{\"Year\": \"\(1940 + number)\"}", to: "Books/\(number).json") }
        let before = try library.find("Year > 1950")
        #expect(before.count == 9)
        let folder = try #require(library.project.home.stateFolder)
        try library.shelf.shell("rm '\(folder.path)'/index.sqlite*")
        library.project = try library.shelf.reopen(library.project)
        let after = try library.find("Year > 1950")
        #expect(pairs(after) == pairs(before))
        #expect(after.map(\.id) == before.map(\.id))
    }

    @Test func `sorts, and takes the first of them`() throws {
        let library = try Library("Books")
        for (name, year) in [("a", "9"), ("b", "10"), ("c", "about 10"), ("d", ""), ("e", "2")] {
            library.write("{\"Year\": \"\(year)\"}", to: "Books/\(name).json")
        }
        library.write("{}", to: "Books/f.json")
        let books = try library.project.refresh().collection(Array("Books".utf8))
        for purpose in [Project.Purpose.change, .look] {
            let reading = try library.shelf.reopen(library.project, purpose: purpose).refresh()
            func names(_ order: String, _ limit: Int?) throws -> String {
                try reading.records(in: books, RecordSearch(order: Order.parse(order), limit: limit)).map { "\($0.path.names[1])".prefix(1) }.joined()
            }
            #expect(try names("Year", nil) == "eabdcf")
            #expect(try names("-Year", 3) == "bae")
        }
    }

    @Test func `sorts over several collections, and takes the first of all`() throws {
        let library = try Library("Books", "Films")
        for (path, year) in [("Books/a", "1930"), ("Books/b", "1950"), ("Books/c", "1970"), ("Films/d", "1940"), ("Films/e", "960"), ("Films/f", "unknown")] {
            library.write("{\"Year\": \"\(year)\"}", to: "\(path).json")
        }
        library.write("{\"Year\": 1}", to: "Films/broken.json")
        for purpose in [Project.Purpose.change, .look] {
            let reading = try library.shelf.reopen(library.project, purpose: purpose).refresh()
            func names(_ order: String?, _ limit: Int?) throws -> String {
                let searches = try reading.collections().map { collection in
                    (collection: collection, search: RecordSearch(order: try order.map { try Order.parse($0) }, limit: limit))
                }
                return try reading.records(in: searches).map { "\($0.path.names[1])".prefix(1) }.joined()
            }
            #expect(try names("Year", nil) == "eadbcf")
            #expect(try names("Year", 2) == "ea")
            #expect(try names("-Year", 3) == "cbd")
            #expect(try names(nil, 4) == "abcd")
            #expect(try names("Year", 0) == "")
        }
    }
}
