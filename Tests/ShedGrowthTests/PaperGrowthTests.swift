import ShedModel
@testable import ShedPapers
import ShedProject
import ShedProjectTestSupport
import Testing

@testable import ShedPapersKind

/// What is done to many papers, as far as no PDF is needed for it.
extension GrowthTests {
    /// A papers project with a doc of so many page groups.
    private func papers(_ count: Int) throws -> Bench {
        let bench = try Bench("papers")
        bench.folders(1, in: "Docs")
        bench.folders(count, in: "Docs/00000", " G")
        try bench.project.sync()
        return bench
    }

    private func renumber(_ bench: Bench, _ order: ([NodeID]) -> [NodeID]) throws -> Int {
        try bench.project.writePapers { transaction throws(ShedError) in
            let groups = try transaction.papers().groups.map(\.id)
            return try transaction.renumber(order(groups), in: "Docs/00000").count
        }
    }

    @Test func `reading the text of a page of many lines`() throws {
        try Growth.expect(20_000) { count in
            let text = Array(String(repeating: "a\n", count: count).utf8)
            return { PlainText.normalised(text, atMost: .max) }
        }
    }

    @Test func `putting page groups into another order`() throws {
        try Growth.expect(150) { count in
            let bench = try papers(count)
            return { try #expect(renumber(bench) { groups in groups.suffix(1) + groups.dropLast() } == count) }
        }
    }

    @Test func `putting page groups into the opposite order`() throws {
        try Growth.expect(150) { count in
            let bench = try papers(count)
            return { try #expect(renumber(bench) { groups in groups.reversed() } >= count - 1) }
        }
    }

    @Test func `the order of very many page groups`() throws {
        try Growth.expect(2_500) { count in
            let keys = try #require(OrderKey.keys(count))
            let items = (0..<count).map { position in
                let number = position % 3 == 0 ? nil : (position * 7) % count
                let key = position % 5 == 0 ? nil : keys[(position * 11) % count]
                return PaperOrder.Item(id: NodeID(high: 1, low: UInt64(position)), name: Name("\(position) G"), number: number, key: key)
            }
            return {
                let order = PaperOrder(items).positions.map { items[$0].place }
                #expect(order.count == count && OrderKey.ascending(order).count < count)
            }
        }
    }

    @Test func `giving page groups of an earlier project their places, and one more`() throws {
        try Growth.expect(150) { count in
            let bench = try papers(count)
            let nodes = try bench.project.load().model.nodes.values.filter { $0.order != nil }
            try bench.project.commit(nodes.map { Operation($0.id, [.order(nil)]) })
            bench.folders(1, in: "Docs/00000", " New")
            return {
                try bench.project.sync()
                #expect(try bench.project.asKnown.papers().groups.compactMap(\.orderKey).count == count + 1)
            }
        }
    }

    @Test func `telling what many words mean`() throws {
        try Growth.expect(500) { count in
            let places = (1...count).map { PlaceFinder.Place(NodeID(high: 1, low: UInt64($0)), RelativePath(["Docs", "Finals", Name("\($0) G")]), [OrderedName(Name("\($0) G"))]) }
            return {
                let finder = PlaceFinder(places)
                for number in 1...count { #expect(finder.chooseNumbered(Array("\(number)".utf8)) == places[number - 1].id) }
            }
        }
    }

    @Test func `what is to be done about many bundles and their pages`() throws {
        try Growth.expect(150) { count in
            let bench = try papers(1)
            let bundles = bench.folders(count, in: "Bundles")
            try fill(bench, with: bundles, pages: bench.files(count, in: "Docs/00000/00000 G", ".pdf"))
            return {
                try bench.write { transaction in
                    let view = try transaction.papers()
                    #expect(view.bundles.count == count)
                    let settling = PapersSettling(transaction, try transaction.papersProject, formerNames: [:], overridesWriters: false, awaitsQuiet: false)
                    #expect(try !view.tasks(settling.facts(view)).isEmpty)
                    #expect(throws: ShedError.self) { try transaction.trash(bundles) }
                }
            }
        }
    }

    @Test func `telling which of many PDFs are not sound`() throws {
        try Growth.expect(100) { count in
            let bench = try papers(1)
            let pdfs = bench.files(count, in: "Docs/00000/00000 G", ".pdf")
            try bench.project.walk(.adopt)
            var complaints = PDFComplaints(nil)
            for path in pdfs {
                let name = try #require(path.last)
                let evidence = try bench.project.home.root.openDirectory(at: path.parent).evidence(of: name)
                complaints.note(PDFComplaint("It is empty", isGivenUp: false), about: try #require(evidence))
            }
            try bench.write { transaction in try transaction.papersProject.project.store.changeMeta { $0.kindData[PDFComplaints.key] = complaints.bytes } }
            return {
                try bench.write { transaction in
                    let unsound = try UnsoundPDFs(transaction)
                    let state = try transaction.load()
                    #expect(pdfs.count { path in state.node(at: path).map(unsound.nodes.contains) == true } == count)
                }
            }
        }
    }

    /// Says of folders that they are bundles, and of files that each shows a page of one of these.
    private func fill(_ bench: Bench, with bundles: [RelativePath], pages: [RelativePath]) throws {
        let hash = try #require(ContentHash(bytes: Array(repeating: 7, count: 32)))
        try bench.project.walk(.adopt)
        let state = try bench.project.load()
        var operations: [Operation] = []
        for (bundle, page) in zip(bundles, pages) {
            let (bundle, page) = (try #require(state.node(at: bundle)), try #require(state.node(at: page)))
            operations.append(Operation(bundle, [.type(.bundle), BundleFile(hash: hash, size: 1, pages: 9).field(.display)]))
            let made = PageFile(hash: hash, size: 0, source: hash)
            operations.append(Operation(page, [.type(.page), PageReference(bundle: bundle, number: 1).field, made.field]))
        }
        try bench.project.commit(operations)
    }
}
