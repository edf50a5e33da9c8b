import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedProject
@testable import ShedRecordsKind

/// An overlay of two disks, where files have other device numbers than their folders.
private final class Overlay {
    private let place: String
    var path: String { place + "/both" }

    /// - Returns: `nil` where none can be mounted.
    init?() {
        guard Mounting.isAllowed, let place = try? TestFile.temporaryDirectory("shed-overlay") else { return nil }
        self.place = place
        guard Overlay.mountAll(in: place) else {
            Overlay.remove(place)
            return nil
        }
    }

    deinit { Overlay.remove(place) }

    private static func mountAll(in place: String) -> Bool {
        for folder in ["lower", "upper", "both"] { mkdir("\(place)/\(folder)", 0o755) }
        guard mount("tmpfs", place + "/upper", "tmpfs", 0, "size=64m") == 0 else { return false }
        for folder in ["files", "work"] { mkdir("\(place)/upper/\(folder)", 0o755) }
        let options = "lowerdir=\(place)/lower,upperdir=\(place)/upper/files,workdir=\(place)/upper/work,xino=off"
        return mount("overlay", place + "/both", "overlay", 0, options) == 0
    }

    private static func remove(_ place: String) {
        for folder in ["both", "upper"] { umount2("\(place)/\(folder)", Int32(MNT_DETACH)) }
        guard let parent = try? DirectoryHandle(path: "/tmp") else { return }
        try? parent.removeTree(Name(place.split(separator: "/").last.map(String.init) ?? ""))
    }

    static let isAllowed = Overlay() != nil
}

@Suite(.enabled(if: Overlay.isAllowed, "no overlay can be mounted here")) struct `An interrupted change on several disks` {
    private let library: Library
    private let overlay: Overlay
    private let ids: [NodeID]

    init() throws {
        overlay = try #require(Overlay())
        library = try Library("Books", in: overlay.path)
        for name in ["a", "b"] { library.write("{\"Title\": \"\(name)\"}\n", to: "Books/\(name).json") }
        try library.project.sync()
        ids = [library.reading.newID(), library.reading.newID(), library.reading.newID()]
    }

    /// Two records are replaced, one comes, and a folder with one in it; the process is killed once the folder and the first are in place.
    private func interrupt() throws {
        let root = library.project.home.root
        let books = try root.openDirectory("Books")
        let file = try #require(try books.evidence(of: "a.json"))
        #expect(try file.device != books.ownEvidence().device)
        var change = try library.project.refresh().stageChange()
        let films = try change.makeFolder(for: "Films")
        try change.write(Array("{\"Title\": \"x\"}\n".utf8), into: films, as: "x.json")
        for name in ["a", "b"] as [Name] {
            let target = RelativePath(["Books", Name(bytes: name.bytes + Array(".json".utf8))])
            let there = try #require(try books.evidence(of: target.last ?? ""))
            try change.write(Array("{\"Title\": \"other\"}\n".utf8), to: target, replacing: (there, books))
        }
        try change.write(Array("{\"Title\": \"n\"}\n".utf8), to: "Books/n.json")
        for (path, id) in zip(["Films", "Films/x.json", "Books/n.json"] as [RelativePath], ids) { change.assigned[path] = id }
        try change.seal(in: root)
        let (folder, first) = (change.entries[0], change.entries[1])
        try change.folder.directory.rename(folder.name, to: root, as: "Films", expecting: folder.identity)
        try change.folder.directory.exchange(first.name, with: books, "a.json", expecting: first.identity, otherExpecting: file.identity)
    }

    /// - Parameter deed: what people do before the next command.
    @Test(arguments: [("true", "Films/x", "Books/b"), ("mv Films/x.json Films/z.json; mv Books/b.json Books/c.json", "Films/z", "Books/c")])
    func `is finished, and its files are known again`(deed: String, film: String, book: String) throws {
        let known = try ["Books/a", "Books/b"].map { try library.record($0).id }
        try interrupt()
        try library.shell(deed)
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        #expect(library.read("Books/a.json") == "{\"Title\": \"other\"}\n" && library.read("\(book).json") == "{\"Title\": \"other\"}\n")
        #expect(try ["Books/a", book].map { try library.record($0).id } == known)
        #expect(try [film, "Books/n"].map { try library.record($0).id } == [ids[1], ids[2]])
        #expect(try library.shell("ls -A \(library.staging)").isEmpty)
    }
}
