import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What another process has open, or works in, is not moved away under it.
@Suite(.waitsForPrograms) struct `What a program uses` {
    /// Runs a script in a project; what it prints names no process.
    private func run(_ script: String) throws -> String {
        let shelf = try Shelf.withPoems()
        let text = "export SHED='\(ShedProgram.path)'; cd Poems; { \(script)\n} 2>&1 | sed 's/“[a-z]*” (process [0-9]*)/SOMEBODY/'"
        return try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work).text
    }

    @Test func `a file that is open stays where it is until it is closed`() throws {
        let output = try run("""
            echo a > Collections/a.txt; exec 3< Collections/a.txt
            "$SHED" sync; ls -A Collections; "$SHED" status | grep SOMEBODY\\\\\\|uses; exec 3<&-; "$SHED" sync; ls -A Collections Rejected
            """)
        #expect(output.ranges(of: "waits: SOMEBODY uses it").count == 2, "\(output)")
        #expect(output.hasSuffix("Collections:\n\nRejected:\na.txt\n"), "\(output)")
    }

    @Test func `a folder stays in which somebody works, or has a file open further down`() throws {
        let output = try run("""
            mkdir -p Draft/Songs/Old; echo a > Draft/Songs/Old/a.txt
            cd Draft/Songs/Old; "$SHED" sync > ../../../../said; ls -A ../..; cd ../../..
            exec 3>> Draft/Songs/Old/a.txt; "$SHED" sync > ../said; ls -A Draft; exec 3>&-
            "$SHED" sync > ../said; ls -A Draft Rejected
            """)
        #expect(output == "Songs\nSongs\nDraft:\n\nRejected:\nSongs\n", "\(output)")
    }

    @Test func `who does not want to wait need not, and what is beside is judged`() throws {
        let output = try run("""
            echo a > Collections/a.txt; echo b > Collections/b.txt; exec 3< Collections/a.txt; "$SHED" sync > ../said; ls -A Collections
            "$SHED" sync --now > ../said; ls -A Collections; ls Rejected
            """)
        #expect(output == "a.txt\na.txt\nb.txt\n", "\(output)")
    }

    /// As vim does, which keeps the file itself closed.
    @Test func `a file beside which an editor has its swap file open waits, alone, and who that is is said`() throws {
        let output = try run("""
            echo a > Collections/a.txt; echo b > Collections/b.txt; exec 3> Collections/.a.txt.swp
            "$SHED" status | grep -o 'Reports\\|SOMEBODY.*\\|“[a-z]*” (.*'; "$SHED" sync > ../said; grep -o 'It waits: .*' ../said; ls Collections Rejected
            exec 3>&-; rm Collections/.a.txt.swp; "$SHED" sync -q > ../said; ls Rejected
            """)
        let waits = "SOMEBODY uses it; “shed sync --now” judges it at once. [wrong-type]\n"
        #expect(output == "Reports\n\(waits)It waits: \(waits)Collections:\na.txt\n\nRejected:\nb.txt\na.txt\nb.txt\n", "\(output)")
    }

    @Test(arguments: [(".#a.txt", "a.txt"), (".~lock.a.txt#", "a.txt"), (".a.txt.kate-swp", "a.txt"), ("~$a.txt", "a.txt"), ("~$cument.docx", "Document.docx")])
    func `an editor's lock counts also where no process has it open, and in a new folder`(lock: String, file: String) throws {
        let output = try run("""
            mkdir Draft/Songs Draft/Old; for d in Collections Draft/Songs; do echo a > $d/\(file); : > '\(lock)'; mv '\(lock)' $d/; done; : > 'Draft/Old/\(lock)'
            "$SHED" sync | grep -o '^.*an editor has .*”'; ls -I '~*' Collections Draft; "$SHED" sync --now -q > ../said; ls -I '~*' Collections Draft
            """)
        #expect(output == """
            Collections/\(file): No files are allowed in “Collections”. It waits: an editor has “\(lock)” beside it; “shed sync --now”
            Draft/Songs: No folders are allowed in “Draft”. It waits: an editor has “\(lock)” beside it; “shed sync --now”
            Collections:
            \(file)

            Draft:
            Songs
            Collections:

            Draft:

            """, "\(output)")
    }

    @Test func `a known file that was moved goes home once it is closed, and keeps its ID`() throws {
        let output = try run("""
            echo a > Draft/a.txt; "$SHED" sync -q; ID=$("$SHED" show Draft/a.txt --json | grep '"id"'); mv Draft/a.txt Collections/; exec 3< Collections/a.txt
            "$SHED" sync > ../said; ls -A Collections; exec 3<&-; "$SHED" sync > ../said; ls -A Collections Draft; test "$ID" = "$("$SHED" show Draft/a.txt --json | grep '"id"')" && echo same
            """)
        #expect(output == "a.txt\nCollections:\n\nDraft:\na.txt\nsame\n", "\(output)")
    }
}
