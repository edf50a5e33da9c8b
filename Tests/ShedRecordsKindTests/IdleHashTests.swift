import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@Suite("Hashes that are taken in idle moments")
struct IdleHashTests {
    private func unhashed(_ library: Library) throws -> [NodeID] {
        for number in 0..<80 { library.write("{\"Year\": \"\(number)\"}", to: "Books/\(number).json") }
        try library.project.syncWithoutHashing()
        return library.project.store.unhashedFiles()
    }

    @Test func `are written when a sixteenth of the project has come together, or all`() throws {
        let library = try Library("Books")
        let files = try unhashed(library)
        #expect(files.count == 80)
        let most = try library.project.load().memory.seen.count / 16
        #expect(most >= 5)
        let index = try library.project.store.writableIndex()
        let before = try index.generation()
        try library.hash(Array(files[..<(most - 1)]), savesAll: false)
        #expect(try index.generation() == before)
        #expect(library.project.store.unhashedFiles() == Array(files[(most - 1)...]))
        try library.hash([files[most - 1]], savesAll: false)
        let after = try index.generation()
        #expect(after > before)
        try library.hash([files[most]], savesAll: true)
        #expect(try index.generation() > after)
        library.project = try library.shelf.reopen(library.project)
        _ = try library.project.store.writableIndex()
        _ = try library.project.load()
        #expect(library.project.store.unhashedFiles() == Array(files[(most + 1)...]))
    }

    @Test func `are taken again where the index was loaded anew before they were written`() throws {
        let library = try Library("Books")
        let files = try unhashed(library)
        try library.hash(Array(files[..<3]), savesAll: false)
        library.project.store.forget()
        try library.hash([files[3]], savesAll: true)
        #expect(library.project.store.unhashedFiles() == Array(files[4...]))
    }
}
