import ShedModel
import ShedPhotosKind
import ShedProject
import ShedProjectTestSupport
import ShedRecordsKind
import Testing

@Suite struct `A template with what is special about two kinds` {
    @Test func `makes no project, and the error says which kinds`() throws {
        let shelf = try Shelf(kinds: [RecordsKind(), PhotosKind()])
        let text = """
            name = "catalogue"
            root-folders = "collection"
            [[section]]
            key = "trash"
            [[folder]]
            role = "albums"
            name = "Albums"
            section = "trash"
            accepts = "folders"
            inner-folders = "album"
            """
        let kind = try shelf.surroundings.kinds.kinds.kind(fromTOML: Array(text.utf8), path: "catalogue.toml")
        let message = "the template of the kind “catalogue” has what is special about “records” and “photos”, and a project is of one kind"
        func refused(_ make: () throws -> Void) { #expect(#expect(throws: ShedError.self, performing: make)?.message == message) }
        refused { _ = try Project.new(kind, named: "Catalogue", in: Array(shelf.path.utf8), language: .english, surroundings: shelf.surroundings) }
        try shelf.shell("mkdir Folder")
        refused {
            let adoption = try Adoption(of: Array("\(shelf.path)/Folder".utf8), kind: kind, language: .english, surroundings: shelf.surroundings)
            _ = try adoption.perform()
        }
        #expect(try shelf.shell("ls -A . Folder") == ".:\nFolder\nhome\n\nFolder:\n")
    }
}
