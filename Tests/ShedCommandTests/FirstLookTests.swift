import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What is reported by the first look of a machine at a project, and what then becomes of it: the report says so.
@Suite(.waitsForPrograms) struct `The first look at a project` {
    /// A look at Copy, a copy of Poems in which somebody has put what is not allowed.
    private func look(_ script: String) throws -> String {
        let shelf = try Shelf.withPoems()
        return try shelf.scenario("""
            exec 2> said; "$SHED" -C Poems sync -q; cp -a Poems Copy; "$SHED" trust Copy -q; cd Copy; echo x > Collections/x.txt
            rejected() { ls Rejected; }; says() { "$SHED" "$@" | grep -o '[xy].txt:.*' | sed s/y.txt/x.txt/g; }
            \(script)
            """)
    }

    private static let left = "x.txt: No files are allowed in “Collections”. It came before shed looked here, so it is left: “shed accept Collections/x.txt” keeps it, the next “shed sync” judges it. [wrong-type]\n"
    private static let unseen = "x.txt: No files are allowed in “Collections”. shed has not looked here yet: the first “shed sync” leaves it, the one after that judges it; “shed accept Collections/x.txt” keeps it. [wrong-type]\n"

    @Test func `says that the next sync judges, which it does`() throws {
        #expect(try look("says status; says sync; rejected; \"$SHED\" sync > ../said; rejected") == Self.unseen + Self.left + "x.txt\n")
    }

    @Test func `says so after it was forgotten what was seen, and before it is seen again`() throws {
        let output = try look("""
            "$SHED" sync -q > ../said; "$SHED" accept Collections/x.txt -q; echo y > Collections/y.txt; rm "$SHED_STATE_DIR"/projects/*/index.sqlite*
            says status; says sync --dry-run; says sync; rejected; "$SHED" sync > ../said; rejected
            """)
        #expect(output == Self.unseen + Self.unseen + Self.left + "y.txt\n", "\(output)")
    }

    @Test func `keeps what is accepted`() throws {
        #expect(try look("\"$SHED\" sync -q > ../said; \"$SHED\" accept Collections/x.txt; \"$SHED\" sync; rejected") == "accepted Collections/x.txt\nNothing changed.\n")
    }

    @Test func `judges where that is asked for at once`() throws {
        #expect(try look("\"$SHED\" sync --now -q > ../said; rejected") == "x.txt\n")
    }
}
