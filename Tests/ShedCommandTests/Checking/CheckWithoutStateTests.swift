import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `check` uses the state directory where it can, and does without where it cannot.
@Suite(.waitsForPrograms) struct `Check without a state directory` {
    private static let check = """
        try() { (cd Poems; "$@" "$SHED" check --format gnu; echo "exit $?") 2>&1; }

        """
    private static let found = "loose.txt:1:1: error: A file cannot stand at the project's root. [file-at-root]\nexit 1\n"

    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt")
        _ = try shelf.shed("sync", in: "Poems")
        shelf.makeFile("Poems/loose.txt")
        return shelf
    }

    @Test(arguments: [
        "env -u HOME -u SHED_STATE_DIR -u XDG_STATE_HOME -u XDG_DATA_HOME", "env -u SHED_STATE_DIR HOME=", "env -u SHED_STATE_DIR HOME=relative",
        "env SHED_STATE_DIR=/nonexistent/state", "env SHED_STATE_DIR=/dev/null/state",
    ])
    func `no home and no state directory are needed`(environment: String) throws {
        #expect(try shelf().scenario(Self.check + "try \(environment)") == Self.found)
    }

    @Test(arguments: [
        "chmod 000 \"$T/state\"", "chmod 000 \"$T/state/projects\"", "chmod 000 \"$T\"/state/projects/*", "chmod 000 \"$T\"/state/projects/*/index.sqlite",
        "chmod -R a-w \"$T/state\"", "for f in \"$T\"/state/projects/*/index.sqlite; do echo rubbish > \"$f\"; done",
        "rm -r \"$T/state/projects\"; echo x > \"$T/state/projects\"", "for f in \"$T\"/state/projects/*/record.json; do echo '{' > \"$f\"; done",
    ])
    func `one that cannot be read or written is done without`(damage: String) throws {
        let output = try shelf().scenario(Self.check + "\(damage); try env", asNobody: true)
        #expect(output == Self.found)
    }

    @Test func `fixes need one, and say so before anything is done`() throws {
        let output = try shelf().scenario("""
            cd Poems; echo x > 'Draft/b.'; env -u HOME -u SHED_STATE_DIR -u XDG_STATE_HOME "$SHED" check --fix 2>&1; echo "exit $?"; ls Draft
            """)
        #expect(output == "shed: there is no home directory to keep shed's state in. Set HOME or SHED_STATE_DIR to an absolute path.\nexit 2\na.txt\nb.\n")
    }
}
