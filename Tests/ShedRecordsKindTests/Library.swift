import Glibc
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRecords
import ShedRecordsKind
import ShedTestSupport

/// A records project “Library” with collections, whose files other programs write.
final class Library {
    let shelf: Shelf
    var project: Project
    /// The project's directory.
    let root: String

    /// - Parameter directory: in which it stands, in a folder of its own: `/tmp` for tests that go by inodes, or name places there.
    init(_ collections: String..., in directory: String = TestFile.quick) throws {
        shelf = try Shelf(kinds: [RecordsKind()], in: directory)
        project = try shelf.project("records", named: "Library")
        root = shelf.path + "/Library"
        for name in collections { mkdir("\(root)/\(name)", 0o755) }
        try project.sync()
    }

    /// The project as it was last taken in.
    var reading: Reading { project.asKnown }

    /// Writes a file in its place, as a simple editor does.
    func write(_ text: String, to path: String) { TestFile.write(text, to: "\(root)/\(path)") }

    func read(_ path: String) -> String { String(decoding: TestFile.read("\(root)/\(path)"), as: UTF8.self) }

    /// Runs a command in the project's directory.
    @discardableResult
    func shell(_ command: String) throws -> String { try shelf.shell("cd Library; \(command)") }

    func collection(_ name: String) throws -> RecordCollection { try reading.collection(Array(name.utf8)) }

    func record(_ path: String) throws -> FoundRecord { try reading.record(path.path, id: nil) }

    /// Takes in what is there, and finds.
    func find(_ query: String?, in name: String = "Books") throws -> [FoundRecord] {
        let reading = try project.refresh()
        let search = RecordSearch(query: try query.map { text throws(RecordsError) in try Query.parse(text) })
        return try reading.records(in: reading.collection(Array(name.utf8)), search)
    }

    func setSchema(_ text: String, of name: String = "Books") throws {
        try project.write { transaction throws(ShedError) in
            try transaction.setSchema(of: transaction.collection(Array(name.utf8)), to: Array(text.utf8))
        }
    }

    /// Puts a staged change into the project.
    func carryOut(_ change: StagedChange) throws {
        try project.write(after: .nothing) { transaction throws(ShedError) in try transaction.carryOut(change) }
    }

    /// Hashes files as a daemon does in idle moments.
    func hash(_ ids: [NodeID], savesAll: Bool) throws {
        _ = try project.write(after: .nothing) { transaction throws(ShedError) in try transaction.hash(ids, savesAll: savesAll) }
    }

    /// Where changes wait before they come into the project, seen from its directory.
    var staging: String { ".shed/staging/\(project.home.replica)" }

    /// Everything in the project but what the sidecar says, with contents.
    func visible() throws -> String {
        try shell("find . -name .shed -prune -o -type f -print | sort | while read -r file; do echo \"== $file\"; cat \"$file\"; done")
    }
}
