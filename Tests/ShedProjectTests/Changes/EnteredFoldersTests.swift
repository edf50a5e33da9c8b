import ShedModel
import ShedProjectTestSupport
import Testing

@testable import ShedProject

@Suite struct `Folders that something is put into` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("cd 'My Poems/Draft'; mkdir -p a/b/c a/b/d a/x/.shed a/x/y; echo '{}' > a/x/.shed/project.json")
    }

    @Test func `are gone into once, and only one level from one that is known`() throws {
        try project.change { transaction in
            var entered = EnteredFolders()
            for _ in 0..<100 { for folder in ["Draft/a/b/c", "Draft/a/b/d", "Draft/a"] as [RelativePath] { try transaction.requireEntered(folder, &entered) } }
            #expect(entered.count == 3)
            for _ in 0..<100 { try transaction.isNoIgnoredName("Draft/a/b/new.txt", .file, &entered) }
            #expect(entered.count == 4)
        }
    }

    @Test func `are refused in another project, whatever is known of the folders above`() throws {
        try project.change { transaction in
            var entered = EnteredFolders()
            try transaction.requireEntered("Draft/a", &entered)
            for folder in ["Draft/a/x", "Draft/a/x/y"] as [RelativePath] {
                let known = #expect(throws: ShedError.self) { try transaction.requireEntered(folder, &entered) }
                let fresh = #expect(throws: ShedError.self) { try transaction.requireEntered(folder) }
                #expect(known?.kind == .refused && known?.description == fresh?.description && known?.description.contains("Draft/a/x") == true)
            }
            // What is not there is for others to say, and is not known.
            try transaction.requireEntered("Draft/a/none/deeper", &entered)
            #expect(entered.count == 1)
        }
    }

    @Test func `are refused where they are too deep, whatever is known of the folders above`() throws {
        let deepest = RelativePath(Array(repeating: "d", count: RelativePath.deepest - 1))
        try shelf.shell("cd 'My Poems'; mkdir -p \(String(repeating: "d/", count: RelativePath.deepest + 3))")
        try project.change { transaction in
            var entered = EnteredFolders()
            try transaction.requireEntered(deepest, &entered)
            try transaction.requireEntered(deepest.appending(Name("d")), &entered)
            #expect(entered.count == 2)
            #expect(throws: ShedError.self) { try transaction.requireEntered(deepest.appending(Name("d")).appending(Name("d")), &entered) }
            #expect(throws: ShedError.self) { try transaction.requireEntered(deepest.appending(Name("d")).appending(Name("d")).appending(Name("d")), &entered) }
        }
    }
}
