import Glibc
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedTestSupport

@testable import ShedWritingKind

/// A novel “Sea”, or a script, whose files other programs write.
final class ManuscriptDesk {
    let shelf: Shelf
    var project: Project
    /// The project's directory.
    let root: String

    init(_ kind: String = "novel") throws {
        shelf = try Shelf()
        project = try shelf.project(kind, named: "Sea")
        root = shelf.path + "/Sea"
    }

    /// The novel of `Fixtures/manuscript`.
    static func withNovel() throws -> ManuscriptDesk {
        let desk = try ManuscriptDesk()
        let fixtures = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Fixtures/manuscript"
        for folder in ["Chapters", "Scenes", "Research"] { try desk.shell("cp -R '\(fixtures)/\(folder)/.' \(folder)/") }
        try desk.project.sync()
        return desk
    }

    func write(_ text: String, to path: String) {
        _ = try? shell("mkdir -p \"$(dirname '\(path)')\"")
        TestFile.write(text, to: "\(root)/\(path)")
    }

    func read(_ path: String) -> String { String(decoding: TestFile.read("\(root)/\(path)"), as: UTF8.self) }

    @discardableResult
    func shell(_ command: String) throws -> String { try shelf.shell("cd Sea; \(command)") }

    func compilation(_ request: CompileRequest = CompileRequest()) throws -> Compilation { try project.refresh().compilation(request) }

    @discardableResult
    func compile(_ request: CompileRequest = CompileRequest(), dryRun: Bool = false) throws -> [CompiledFile] {
        let reading = try project.refresh()
        return try reading.compile(reading.compilation(request), dryRun: dryRun)
    }

    /// All visible files with what they hold.
    func visible() throws -> String {
        try shell("find . -name .shed -prune -o -type f -print | sort | while read -r file; do echo \"== $file\"; cat \"$file\"; done")
    }
}
