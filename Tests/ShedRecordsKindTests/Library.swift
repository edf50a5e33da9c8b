import Glibc
import ShedModel
import ShedRecords
import ShedTestSupport

@testable import ShedEngine

/// A records project “Library” with collections, whose files other programs write.
final class Library {
    let shelf: Shelf
    var project: Project
    /// The project's directory.
    let root: String

    init(_ collections: String...) throws {
        shelf = try Shelf(kinds: [RecordsKind()])
        project = try shelf.project("records", named: "Library")
        root = shelf.path + "/Library"
        for name in collections { mkdir("\(root)/\(name)", 0o755) }
        try project.sync()
    }

    /// Writes a file in its place, as a simple editor does.
    func write(_ text: String, to path: String) { TestFile.write(text, to: "\(root)/\(path)") }

    func read(_ path: String) -> String { String(decoding: TestFile.read("\(root)/\(path)"), as: UTF8.self) }

    /// Runs a command in the project's directory.
    @discardableResult
    func shell(_ command: String) throws -> String { try shelf.shell("cd Library; \(command)") }

    func collection(_ name: String) throws -> RecordCollection { try project.collection(Array(name.utf8)) }

    func record(_ path: String) throws -> FoundRecord { try project.record(path.path, id: nil) }

    /// Takes in what is there, and finds.
    func find(_ query: String?, in name: String = "Books") throws -> [FoundRecord] {
        try project.takeIn()
        let found = try collection(name)
        return try project.records(in: found, RecordSearch(query: query.map { text throws(RecordsError) in try Query.parse(text) }))
    }

    func setSchema(_ text: String, of name: String = "Books") throws {
        try project.takeIn()
        try project.setSchema(of: collection(name), to: Array(text.utf8))
    }

    /// Where changes wait before they come into the project, seen from its directory.
    var staging: String { ".shed/staging/\(project.replica)" }

    /// Everything in the project but what the sidecar says, with contents.
    func visible() throws -> String {
        try shell("find . -name .shed -prune -o -type f -print | sort | while read -r file; do echo \"== $file\"; cat \"$file\"; done")
    }
}
