import Glibc
import ShedDisk
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedTestSupport

@testable import ShedWritingKind

/// A project of poems, with what is kept of it.
final class SnapshotShelf {
    let shelf: Shelf
    let project: Project
    var root: String { shelf.path + "/My Poems" }

    init(now: @escaping @Sendable () -> Int64 = Surroundings.clock) throws {
        shelf = try Shelf(now: now)
        project = try shelf.project()
    }

    func write(_ text: String, to path: String) { TestFile.write(text, to: "\(root)/\(path)") }

    /// Takes a snapshot as the verb does.
    @discardableResult
    func take(_ paths: [RelativePath] = [], name: String? = nil) throws -> TakenSnapshot {
        let reading = try project.refresh()
        return try reading.takeSnapshot(of: try reading.wantedFiles(paths), name: name, cause: .hand, try reading.heldSnapshots(patience: nil))
    }

    func store() throws -> SnapshotStore {
        guard let store = project.asKnown.snapshotStore() else { throw ShedError(.environment, .verbatim("not registered")) }
        return store
    }

    /// What a snapshot has: a line of path and content for each file.
    func kept(_ number: Int) throws -> [String] {
        let store = try store()
        return try (store.manifest(number)?.files ?? []).map { file in
            "\(file.path): \(String(decoding: try store.content(file).read(at: 0, atMost: Int(file.size)), as: UTF8.self))"
        }
    }

    /// How many contents are kept.
    func contents() throws -> Int { try DirectoryHandle(path: store().path + "/contents").list(atMost: 1_000).count }

    func versions(of path: RelativePath) throws -> [Int] {
        let reading = try project.refresh()
        return try reading.versions(of: try reading.versionedFile(path)).map(\.snapshot.number)
    }

    func text(_ path: String) -> String { String(decoding: TestFile.read("\(root)/\(path)"), as: UTF8.self) }
}
