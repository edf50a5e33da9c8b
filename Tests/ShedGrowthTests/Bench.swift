import Glibc
import ShedDisk
import ShedModel
import ShedPapersKind
import ShedProject
import ShedProjectTestSupport
import ShedReconcile
import ShedRecordsKind
import ShedTestSupport

/// A project in a directory of its own, with what is done to it from outside.
final class Bench {
    /// The project's directory.
    let root: String
    private(set) var project: Project
    private let shelf: Shelf

    /// - Parameter settings: the text of its file of settings; `nil`: it has none.
    init(_ kind: String, _ settings: String? = nil) throws {
        // A clock that stands still: nothing ends early since it takes long.
        let now = Surroundings.clock()
        shelf = try Shelf(kinds: [PapersKind(), RecordsKind()], in: TestFile.inMemory, now: { now })
        project = try shelf.project(kind, named: "P")
        root = "\(shelf.path)/P"
        guard let settings else { return }
        TestFile.write(settings, to: root + "/.shed/settings.toml")
        try reopen()
    }

    var surroundings: Surroundings { shelf.surroundings }

    /// Opens the project anew, as another run would.
    func reopen() throws { project = try shelf.reopen(project) }

    /// Changes the project, as a verb does.
    func write<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
        try project.write { transaction throws(ShedError) in Result { try body(transaction) } }.get()
    }

    /// Removes what is in the project's directory, with all that is below it.
    func remove(_ path: RelativePath) throws { try project.home.root.openDirectory(at: path.parent).removeTree(path.last ?? "") }

    /// Makes so many folders in a folder, called 00000 and so on with what is put behind it.
    /// - Returns: their paths.
    @discardableResult
    func folders(_ count: Int, in folder: String, _ suffix: String = "") -> [RelativePath] {
        paths(count, in: folder, suffix) { mkdir("\(root)/\($0)", 0o755) }
    }

    /// Makes so many files in a folder, called 00000.txt and so on, empty where nothing else is said.
    /// - Returns: their paths.
    @discardableResult
    func files(_ count: Int, in folder: String, _ suffix: String = ".txt", _ content: (Int) -> String = { _ in "" }) -> [RelativePath] {
        var number = 0
        return paths(count, in: folder, suffix) { path in
            TestFile.write(content(number), to: "\(root)/\(path)")
            number += 1
        }
    }

    private func paths(_ count: Int, in folder: String, _ suffix: String, _ make: (String) -> Void) -> [RelativePath] {
        mkdir("\(root)/\(folder)", 0o755)
        return (0..<count).map { number in
            let path = "\(folder)/\(String(100_000 + number).dropFirst())\(suffix)"
            make(path)
            return path.path
        }
    }

    /// Renames on the disk, as a file manager does.
    func rename(_ from: RelativePath, to: RelativePath) { Glibc.rename("\(root)/\(from)", "\(root)/\(to)") }

    /// Moves files on the disk into another folder.
    func move(_ paths: some Sequence<RelativePath>, to folder: Name) {
        for path in paths { rename(path, to: RelativePath([folder] + path.names.suffix(1))) }
    }

    /// Deletes files on the disk.
    func delete(_ paths: [RelativePath]) { for path in paths { unlink("\(root)/\(path)") } }
}
