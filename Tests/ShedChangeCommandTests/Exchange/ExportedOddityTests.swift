import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Symbolic links and special files, which no export has.
@Suite(.waitsForPrograms) struct `Links and special files of exports` {
    @Test func `a person's own are named, and older backups go all the same`() throws {
        let shelf = try Shelf.withPoems()
        let told = try shelf.script("""
            mkdir ../backups; echo Rain > Draft/Ode.txt; "$SHED" sync -q; "$SHED" export --backup ../backups -q; echo $?
            ln -s Ode.txt Draft/l.txt; ln -s ../../etc Research/etc; mkfifo Research/pipe; ln -s x Research/.hidden; "$SHED" sync -q
            "$SHED" export --backup ../backups --keep 1; echo $?; ls ../backups | wc -l
            "$SHED" export --zip ../all.zip --json; echo $?; "$SHED" export Research --tree ../part -q; echo $?
            """)
        #expect(told.text.hasPrefix("0\n"), "\(told.everything)")
        for name in ["Draft/l.txt", "Research/etc"] { #expect(told.err.contains("\(name) is not in the export: It is a symbolic link"), "\(told.everything)") }
        #expect(told.err.contains("Research/pipe is not in the export: It is a FIFO"), "\(told.everything)")
        #expect(!told.err.contains("since this one is not whole"), "\(told.everything)")
        #expect(told.text.contains("1 hidden or ignored file or folder is not in it (Research/.hidden)\n0\n1\n"), "\(told.everything)")
        #expect(told.text.contains("\"special\"") && told.text.contains("Draft/l.txt") && told.text.hasSuffix("\n0\n0\n"), "\(told.everything)")
    }

    @Test func `those of a view, which are made again, are not`() throws {
        let shelf = try Shelf.withPoems()
        let told = try shelf.script("""
            echo Rain > Draft/Ode.txt; "$SHED" add folder Collections/Book -q; "$SHED" sync -q; "$SHED" collect Draft/Ode.txt --in Collections/Book -q
            "$SHED" sync -q; find . -type l | sort; "$SHED" export --zip ../all.zip -q; echo $?
            ln -s ../Draft Collections/Book/mine; ln -s /etc All/mine; "$SHED" sync -q; "$SHED" export --zip ../more.zip -q; echo $?
            """)
        #expect(told.text == "./All/Ode.txt\n./Collections/Book/Ode.txt\n0\n0\n", "\(told.everything)")
        #expect(told.err.contains("Collections/Book/mine is not in the export") && told.err.contains("All/mine is not in the export"), "\(told.everything)")
    }

    @Test func `those in a folder that was not taken in are named too`() throws {
        let shelf = try Shelf.withPoems()
        let told = try shelf.script("""
            mkdir -p Published/Wrong; echo x > Published/Wrong/a.txt; ln -s a.txt Published/Wrong/l.txt; "$SHED" export --dry-run --zip ../all.zip; echo $?
            """)
        #expect(told.err.contains("/Wrong/l.txt is not in the export: It is a symbolic link") && told.text.hasSuffix("\n0\n"), "\(told.everything)")
    }
}
