import Glibc
import ShedCheck
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRecords
import ShedRecordsKind
import ShedTestSupport
import Testing

/// What is done to many records.
extension GrowthTests {
    private func csv(_ count: Int, _ title: (Int) -> String = { "Book \($0)" }) -> [UInt8] {
        Array(("Title,Year,Number\n" + (0..<count).map { "\(title($0)),1984,\($0)\n" }.joined()).utf8)
    }

    private func library(_ count: Int, _ schema: String? = nil) throws -> Bench {
        let bench = try Bench("records")
        bench.files(count, in: "Books", ".json") { "{\"Title\": \"Book \($0)\", \"Number\": \"\($0)\"}\n" }
        try bench.project.sync()
        if let schema { try bench.write { try $0.setSchema(of: books(bench), to: Array(schema.utf8)) } }
        return bench
    }

    private func books(_ bench: Bench) throws -> RecordCollection { try bench.project.asKnown.collection(Array("Books".utf8)) }

    private func order(into collection: RecordCollection? = nil) -> ImportOrder {
        var order = ImportOrder(format: .csv, fallbackName: "Books")
        order.into = collection
        return order
    }

    @Test func `importing`() throws {
        try Growth.expect(600) { count in
            let bench = try Bench("records")
            let input = csv(count)
            return { try #expect(bench.project.importRecords(order(), from: { input.source() }).created == count) }
        }
    }

    @Test func `importing records of one title`() throws {
        try Growth.expect(125) { count in
            let bench = try Bench("records")
            let input = csv(count) { _ in "Book" }
            return { try #expect(bench.project.importRecords(order(), from: { input.source() }).created == count) }
        }
    }

    @Test func `importing into a collection with a unique key`() throws {
        try Growth.expect(250) { count in
            let bench = try library(0, "[key.Number]\nunique = true\n")
            let input = csv(count)
            let books = try books(bench)
            return { try #expect(bench.project.importRecords(order(into: books), from: { input.source() }).created == count) }
        }
    }

    @Test func `making records`() throws {
        try Growth.expect(125) { count in
            let bench = try library(0)
            let records = (0..<count).map { IdentifiedRecord(id: NodeID(high: 9, low: UInt64($0)), record: Record([Pair("Title", "Book")]), line: $0) }
            let books = try books(bench)
            return { try #expect(bench.project.refresh().makeRecords(records, in: books).count == count) }
        }
    }

    @Test func `changing records`() throws {
        try Growth.expect(125) { count in
            let bench = try library(count, "[key.Number]\nunique = true\n")
            let records = try bench.project.refresh().records(in: books(bench))
            return { try #expect(bench.project.asKnown.change(records, [.set("Shelf", "A")]).count == count) }
        }
    }

    @Test func `changing titles that names follow`() throws {
        try Growth.expect(125) { count in
            let bench = try library(count, "title = \"Title\"\nfollow-title = true\n[key.Title]\n")
            let records = try bench.project.refresh().records(in: books(bench))
            return { try #expect(bench.project.asKnown.change(records, [.set("Title", "New")]).count == count) }
        }
    }

    @Test func `a walk that meets new records`() throws {
        try Growth.expect(125) { count in
            let bench = try library(0, "[key.Number]\nunique = true\n")
            bench.files(count, in: "Books", ".json") { "{\"Number\": \"\($0)\"}" }
            return { try #expect(bench.project.sync().changes.count == count) }
        }
    }

    @Test func `a walk that meets new records of one unique value`() throws {
        try Growth.expect(125) { count in
            let bench = try library(0, "[key.Number]\nunique = true\n[key.Other]\nunique = true\n")
            bench.files(count, in: "Books", ".json") { "{\"Number\": \"\($0 / 2)\", \"Other\": \"\($0)\"}" }
            return { try #expect(bench.project.sync().changes.count == (count + 1) / 2) }
        }
    }

    @Test func `finding records, and checking them`() throws {
        try Growth.expect(125) { count in
            let bench = try library(count, "[key.Number]\nunique = true\n")
            return {
                try #expect(bench.project.refresh().records(in: books(bench)).count == count)
                _ = try bench.project.check()
            }
        }
    }
}
