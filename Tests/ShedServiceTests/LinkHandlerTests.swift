import Glibc
import ShedTestSchedule
import Testing

@testable import ShedService

@Suite(.waitsForPrograms) struct `The entry for links` {
    private let program = Array("/usr/local/bin/shed".utf8)
    private let entry = ".local/share/applications/shed-links.desktop"

    private func handler(_ bench: Bench, _ more: [String: String] = [:]) throws -> LinkHandler {
        try LinkHandler(environment: bench.environment.merging(more) { $1 })
    }

    @Test func `is written, made known where that can be done, and taken away`() throws {
        let bench = try Bench()
        try bench.program("xdg-mime", "echo \"$@\" >> $bench/told; [ \"$1\" != query ] || cat $bench/default 2>&1; [ \"$1\" != default ] || echo \"$2\" > $bench/default; exit 0")
        try bench.program("update-desktop-database", "echo \"$@\" >> $bench/told")
        let done = try handler(bench).install(executable: program, dryRun: false, force: false).actions
        #expect(done.map(\.kind) == [.write, .run, .run])
        #expect(bench.lines("told").contains("default shed-links.desktop x-scheme-handler/shed"))
        #expect(bench.lines("told").contains("-q \(bench.path)/.local/share/applications"))
        #expect(try handler(bench).isInstalled(executable: program))
        #expect(try handler(bench).install(executable: program, dryRun: false, force: false).actions == [])
        // Another program took links since.
        try bench.file("default", "other.desktop\n")
        #expect(try !handler(bench).isInstalled(executable: program))
        #expect(try handler(bench).install(executable: program, dryRun: false, force: false).actions.map(\.kind) == [.run, .run])
        #expect(try handler(bench).uninstall(dryRun: false, force: false).map(\.kind) == [.remove, .run])
        #expect(!bench.exists(entry))
        #expect(try handler(bench).uninstall(dryRun: false, force: false) == [])
    }

    @Test func `says what it would do, and does nothing, in a dry run`() throws {
        let bench = try Bench()
        try bench.program("xdg-mime", "echo \"$@\" >> $bench/told")
        let foreseen = try handler(bench).install(executable: program, dryRun: true, force: false)
        #expect(foreseen.actions.map(\.kind) == [.write, .run])
        #expect(foreseen.files.first?.text.contains("\nExec=/usr/local/bin/shed open -- %u\n") == true)
        #expect(!bench.exists(".local") && !bench.exists("told"))
    }

    @Test func `says what failed, and where nobody can make it known`() throws {
        let bench = try Bench()
        let alone = try handler(bench).install(executable: program, dryRun: false, force: false).actions
        #expect(alone.map(\.kind) == [.write, .note])
        #expect(try handler(bench).isInstalled(executable: program))
        try bench.program("xdg-mime", "[ \"$1\" != default ] || { echo no such desktop >&2; exit 3; }")
        let failed = try handler(bench).install(executable: program, dryRun: false, force: false).actions
        #expect(failed.map(\.kind) == [.run, .note])
        #expect(failed.last?.text.contains("no such desktop") == true)
    }

    @Test func `of a person is never overwritten or removed unasked`() throws {
        let bench = try Bench()
        try bench.file(entry, "[Desktop Entry]\nName=mine\n")
        #expect(throws: ServiceError.self) { _ = try handler(bench).install(executable: program, dryRun: false, force: false) }
        #expect(throws: ServiceError.self) { _ = try handler(bench).uninstall(dryRun: false, force: false) }
        #expect(bench.text(entry) == "[Desktop Entry]\nName=mine\n")
        _ = try handler(bench).install(executable: program, dryRun: false, force: true)
        #expect(bench.text(entry + ".bak") == "[Desktop Entry]\nName=mine\n")
    }

    /// The link is one argument behind `--`, whatever the program's path is.
    @Test(arguments: [
        ("/opt/my shed/shed", [:], "Exec=\"/opt/my shed/shed\" open -- %u"), ("/opt/a%f/shed", [:], "Exec=\"/opt/a%%f/shed\" open -- %u"),
        ("/opt/$(x)`y`/shed", [:], "Exec=\"/opt/\\\\$(x)\\\\`y\\\\`/shed\" open -- %u"),
        ("/usr/bin/shed", ["SHED_STATE_DIR": "/srv/state"], "Exec=/usr/bin/env \"SHED_STATE_DIR=/srv/state\" /usr/bin/shed open -- %u"),
    ] as [(String, [String: String], String)])
    func `quotes what it runs`(path: String, variables: [String: String], line: String) throws {
        let text = try handler(Bench(), variables).text(executable: Array(path.utf8))
        #expect(text.split(separator: "\n").contains { $0 == line }, "\(text)")
    }
}
