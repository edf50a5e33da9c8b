import Glibc
import ShedModel
import ShedPapers
import ShedTestSupport
import Testing

@testable import ShedEngine

/// What is done to many papers, as far as no PDF is needed for it.
extension GrowthTests {
    /// A papers project with a doc of so many page groups.
    private func papers(_ count: Int) throws -> Bench {
        let bench = try Bench("papers")
        mkdir("\(bench.root)/Docs/Finals", 0o755)
        for number in 1...count { mkdir("\(bench.root)/Docs/Finals/\(Bench.digits(number)) G", 0o755) }
        try bench.sync()
        return bench
    }

    @Test func `putting page groups into another order`() throws {
        try Growth.expect(350) { count in
            let bench = try papers(count)
            let groups = try #require(bench.project.papers().docs.first).groups.map(\.id)
            return { try #expect(bench.project.renumber([groups[groups.count - 1]] + groups.dropLast(), in: "Docs/Finals").count == count) }
        }
    }

    @Test func `putting page groups into the opposite order`() throws {
        try Growth.expect(350) { count in
            let bench = try papers(count)
            let groups = try #require(bench.project.papers().docs.first).groups.map(\.id)
            return { try #expect(bench.project.renumber(groups.reversed(), in: "Docs/Finals").count >= count - 1) }
        }
    }

    @Test func `telling what many words mean`() throws {
        try Growth.expect(500) { count in
            let places = (1...count).map { (id: NodeID(high: 1, low: UInt64($0)), path: RelativePath(["Docs", "Finals", Name("\($0) G")])) }
            return {
                let finder = PlaceFinder(places)
                for number in 1...count { #expect(finder.chooseNumbered(Array("\(number)".utf8)) == places[number - 1].id) }
            }
        }
    }

    @Test func `the book of pages of many bundles`() throws {
        try Growth.expect(300) { count in
            let bench = try papers(1)
            let group = try #require(bench.project.papers().groups.first)
            let bundles = try #require(bench.project.node(at: "Bundles", bench.project.load()))
            for number in 0..<count { mkdir("\(bench.root)/Bundles/\(number)", 0o755) }
            bench.files(count, in: "Docs/Finals/00001 G", ".pdf")
            try bench.sync { $0.judgement = .none }
            let state = try bench.project.load()
            var operations: [Operation] = []
            let hash = try #require(ContentHash(bytes: Array(repeating: 7, count: 32)))
            let there = state.model.children(of: bundles)
            for bundle in there {
                operations.append(Operation(bundle, [.type(.bundle), BundleFile(hash: hash, size: 1, pages: 9).field(.display)]))
            }
            for (bundle, page) in zip(there, state.model.children(of: group.id)) {
                operations.append(Operation(page, [.type(.page), PageReference(bundle: bundle, number: 1).field, PageFile(hash: hash, size: 0, source: hash).field]))
            }
            try bench.project.commit(operations)
            return {
                let book = try bench.project.papers()
                #expect(book.bundles.count == count)
                _ = book.tasks(try bench.project.facts(book))
                #expect(throws: ShedError.self) { try bench.project.trash((0..<count).map { RelativePath(["Bundles", Name("\($0)")]) }) }
            }
        }
    }
}
