import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What a person reads where there is no room: the file that they know, never the hidden one that shed writes first.
@Suite(.waitsForPrograms, .onDisk) struct `Where there is no room` {
    /// A limit of the size of files stands for a full disk.
    @Test func `the file is named that a person knows`() throws {
        let shelf = try Shelf.withPoems()
        let said = try shelf.script("""
            "$SHED" new blank Other --in .. -q; head -c 3000000 /dev/urandom > Draft/large.txt; "$SHED" sync -q; "$SHED" export --zip ../all.zip -q; cd ..
            no() { (trap '' XFSZ; ulimit -f 2000; "$SHED" "$@") 2>&1 | sed -e "s|$PWD|HERE|g" -e 's/: File too large.*//'; }
            no import all.zip Again; no -C Other import ../all.zip --to .; no -C Poems export --zip ../out.zip; no -C Poems export --tree ../out
            no -C Poems export --backup .. | sed 's/-[0-9]*-[0-9]*[.]/-DATE./'
            """)
        #expect(said.text == """
            shed: cannot write HERE/Again/Draft/large.txt
            shed: cannot write HERE/Other/Draft/large.txt
            shed: cannot write HERE/out.zip
            shed: cannot write HERE/out/files/Draft/large.txt
            shed: cannot write HERE/Poems-DATE.backup.zip

            """, "\(said.everything)")
        #expect(try shelf.inWork() == ["Other", "Poems", "all.zip"])
    }

    /// The same where a place may not be written in.
    @Test func `a place that may not be written in is named by what was to stand there`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; echo a > Draft/a.txt; "$SHED" sync -q; "$SHED" export --zip ../all.zip -q; mkdir ../closed; chmod 555 ../closed; cd ..
            no() { "$SHED" "$@" 2>&1 | sed -e "s|$PWD|HERE|g" -e 's/: Permission denied.*//'; }
            no new poetry New --in closed; no import all.zip Again --in closed; no -C Poems export --zip ../closed/out.zip; no -C Poems export --tree ../closed/out
            no -C Poems export --backup ../closed | sed 's/-[0-9]*-[0-9]*[.]/-DATE./'
            chmod 755 closed
            """, asNobody: true)
        #expect(!output.contains(".shed-") && output.contains("HERE/closed/New") && output.contains("HERE/closed/Again") && output.contains("HERE/closed/out"), "\(output)")
    }
}
