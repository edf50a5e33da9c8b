import ShedModel
import ShedProject
import ShedProjectTestSupport
import Testing

@testable import ShedRecordsKind

/// A project of records that was opened to be looked at.
struct `A project of records that is only looked at` {
    private let library: Library
    private let project: Project

    init() throws {
        library = try Library("Books")
        library.write("{\"Title\": \"a\"}\n", to: "Books/a.json")
        try library.project.sync()
        project = try library.shelf.reopen(library.project, purpose: .look)
    }

    @Test func `is given no schema`() throws {
        let books = try library.collection("Books")
        for text in [Array("[key.Title]\n".utf8), nil] {
            #expect(throws: ShedError.self) {
                try project.write(after: .nothing) { transaction throws(ShedError) in try transaction.setSchema(of: books, to: text) }
            }
        }
        #expect(try library.reading.schemaText(of: books.id) == nil)
        #expect(try library.shell("ls .shed").contains("schemas") == false)
    }

    @Test func `keeps no rows, and finds all the same`() throws {
        let books = try library.collection("Books")
        let before = try library.shell("find ../state -type f | sort | xargs -d '\\n' sha256sum")
        #expect(throws: ShedError.self) {
            try project.write(after: .nothing) { transaction throws(ShedError) in _ = try transaction.refreshRows(of: books) }
        }
        #expect(throws: ShedError.self) {
            try project.write(after: .nothing) { transaction throws(ShedError) in _ = try transaction.refreshRows(atMost: 1) }
        }
        #expect(try project.refresh().records(in: books).count == 1)
        #expect(try library.shell("find ../state -type f | sort | xargs -d '\\n' sha256sum") == before)
    }
}
