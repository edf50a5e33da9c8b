import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRecords
import Testing

@testable import ShedRecordsKind

@Suite("What records held, in an export")
struct ExportedVersionTests {
    let library: Library

    init() throws {
        library = try Library("Books")
        for name in ["a", "b"] { library.write("{\"Title\": \"\(name)\"}\n", to: "Books/\(name).json") }
        try library.project.sync()
        for value in ["Old", "New"] { _ = try library.reading.change(library.find(nil), [.set("Shelf", value)]) }
    }

    /// What the journal keeps is read while everybody can go on: under the lock it is not there any more, and comes along all the same.
    @Test(arguments: [ExportForm.archive, .folder]) func `is read before anybody has to wait, and once`(form: ExportForm) throws {
        let shelf = library.shelf
        var calls = 0
        let result = try library.project.exporting(ExportOrder(), as: form, to: Array("\(shelf.path)/out".utf8)) { _ in
            calls += 1
            // Both files are copied by then, and what the second one held is read already.
            if calls == 2 { _ = try? shelf.shell("find state -path '*/undo/*' -name parts -exec mv {} {}.away \\;") }
        }
        #expect(calls == 2)
        #expect(try !shelf.shell("find state -path '*/undo/*' -name parts.away").isEmpty)
        #expect(result.versions == 4 && result.left.isEmpty)
    }

    @Test func `is all that came by the end`() throws {
        let (shelf, project) = (library.shelf, library.project)
        var calls = 0
        let result = try project.exporting(ExportOrder(), as: .archive, to: Array("\(shelf.path)/out".utf8)) { _ in
            calls += 1
            guard calls == 2, let again = try? shelf.reopen(project), let records = try? again.refresh() else { return }
            guard let books = try? records.collection(Array("Books".utf8)), let all = try? records.records(in: books, RecordSearch(query: nil)) else { return }
            _ = try? records.change(all, [.set("Shelf", "Newest")])
        }
        #expect(result.versions == 6 && result.left.isEmpty)
    }
}
