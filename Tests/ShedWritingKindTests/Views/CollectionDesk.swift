import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedTestSupport

@testable import ShedWritingKind

/// A project with a few poems and a collection “Book”, and what is done to it by other programs.
struct CollectionDesk {
    let shelf: Shelf
    var project: Project
    static let book: RelativePath = "Collections/Book"

    init(_ files: [String: String] = ["Draft/Ode.txt": "ode\n", "Draft/Rain.txt": "rain\n", "Draft/Sea.txt": "sea\n"], collecting paths: [RelativePath] = []) throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shell("mkdir Collections/Book")
        for (path, text) in files { TestFile.write(text, to: "\(shelf.path)/My Poems/\(path)") }
        try project.sync()
        if !paths.isEmpty { try collect(paths) }
    }

    @discardableResult func shell(_ command: String) throws -> String { try shelf.shell("cd 'My Poems' && { \(command)\n}") }
    func read(_ path: String) throws -> String { try shell("cat '\(path)'") }

    /// Everything in the collection: links with what they hold, then other things.
    func all(_ folder: String = "Collections/Book") throws -> String { try shell("cd '\(folder)' && find . -mindepth 1 -printf '%f %y %l\\n' | LC_ALL=C sort") }

    func collect(_ paths: [RelativePath], _ place: OrderPlace? = nil) throws {
        try project.change { _ = try $0.collect(paths, in: CollectionDesk.book, place, dryRun: false) }
    }

    func uncollect(_ paths: [RelativePath]) throws { try project.change { _ = try $0.dismiss(paths, from: CollectionDesk.book) } }

    /// Everything in it in its order, as `order` tells it.
    func order() throws -> [String] { try project.refresh().order(of: CollectionDesk.book).items.map { "\($0.path)" } }

    /// The same as `ls` shows it.
    func listed() throws -> [String] {
        try project.listing(of: CollectionDesk.book, depth: 1).contents(of: CollectionDesk.book).map { "\($0.path)" }
    }

    /// The pieces in it, as the sidecar has them.
    func members() throws -> Set<String> {
        let state = try project.refresh().load()
        guard let folder = state.node(at: CollectionDesk.book).flatMap({ state.model.nodes[$0] }) else { return [] }
        return Set(FolderGuests.named(by: folder, in: state.model).compactMap { state.model.path(of: $0.id).map { "\($0)" } })
    }

    mutating func reopen() throws { project = try shelf.reopen(project) }
}
