import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `ocr`, `find` over what pages say, and the queue in `status`, alone and under a daemon. Tesseract is one of the test's
/// own: it takes a ticket, by which its runs are counted, says “recognised”, and waits where the test wants it to. It is in its cell, so
/// it can read of pipes, and write nowhere.
@Suite(.serialized, .waitsInTurn) struct `The text of papers on the command line` {
    /// With the bundle Scan, whose ocr.pdf has three pages without text and one that says “Series and sums”, and the bundle
    /// Plain without an ocr.pdf. Pages 1 and 4 of Scan are in Finals/Integration.
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withExam()
        var blank = TestPDF(pages: 4)
        blank.pages = [1, 2, 3].map { _ in TestPDF.Page([]) } + [TestPDF.Page(["Series and sums"])]
        TestFile.write(String(decoding: blank.bytes, as: UTF8.self), to: "\(shelf.work)/Blank.pdf")
        mkdir("\(shelf.path)/bin", 0o755)
        mkfifo("\(shelf.path)/tickets", 0o600)
        let script = """
            work=$PWD; cd '\(shelf.path)'; PATH=/usr/bin:/bin
            case $1 in page*) n=$(head -c 4 tickets)
              if test -e begun; then while test -e begun && ! read -r word <begun; do :; done; until read -r go <go; do :; done; fi
              test ! -e fails || exit 1; echo recognised $n >"$work/$2.txt"; exit;; esac
            cd "$work"; exec /usr/bin/tesseract "$@"
            """
        try TestFile.writeProgram(script, to: "\(shelf.path)/bin/tesseract")
        let made = try shelf.inExam("""
            "$SHED" bundle add ../Calculus.pdf --ocr ../Blank.pdf --name Scan -q 2> /dev/null; "$SHED" bundle add ../Algebra.pdf --name Plain -q
            "$SHED" doc new Finals -q; "$SHED" page add Finals/Integration --from Scan --pages 1,4 -q; echo made
            """)
        try #require(made == "made\n")
        return shelf
    }

    private func run(_ shelf: Shelf, _ script: String) throws -> String {
        try shelf.inExam("T='\(shelf.path)'; PATH=\"$T/bin:$PATH\"\nexport SHED_TOOL_PATHS=\"$T\"\nexec 7<>\"$T/tickets\"; seq 100 999 >&7; : >\"$T/asked\"\n# A ticket that it takes itself is no run.\nruns() { n=$(head -c 4 <&7); echo >>\"$T/asked\"; echo $((n - 99 - $(wc -l <\"$T/asked\"))); }\ntext() { \"$SHED\" status --json | tr -d ' \\n' | grep -o '\"text\":{[^}]*}'; }\n" + script)
    }

    @Test func `is in the index of words, and found by words that stand there whole`() throws {
        let shelf = try shelf()
        let output = try run(shelf, """
            exec 2>/dev/null; many() { "$SHED" repair --search --dry-run --json | tr -d ' \\n' | grep -o '"files":[0-9]*' | cut -d : -f 2; }
            before=$(many); "$SHED" ocr -q; [ $(($(many) - before)) -ge 1 ] && echo more; "$SHED" repair --search -q; echo $?
            for words in sums SUM 'sum*' 'series sums' '"and s"'; do "$SHED" find --text "$words" -0 | tr '\\0' ' '; echo $?; done; "$SHED" find sum -0 | tr '\\0' '\\n'
            """)
        let page = "Docs/Finals/Integration/02 Scan p4.pdf"
        #expect(output == "more\n0\n\(page) 0\n0\n\(page) 0\n\(page) 0\n\(page) 0\n\(page)\n", "\(output)")
    }

    @Test func `is taken once, counted, and found on the page that shows it`() throws {
        let shelf = try shelf()
        let output = try run(shelf, """
            # What each command says to both is in this order: errors are not kept back.
            exec 2>&1; text; "$SHED" status | grep Text; "$SHED" ocr --dry-run; "$SHED" find sums; echo $?
            "$SHED" ocr; echo $?; runs; text; "$SHED" status | grep -c Text; "$SHED" ocr; echo $?; "$SHED" ocr Plain; "$SHED" ocr Scan --language eng; runs
            "$SHED" find sums -0 | tr '\\0' '\\n'; "$SHED" find 'AND sums' --json | tr -d ' \\n' | grep -o '"number":[0-9]*'; "$SHED" find recognised -0 | tr '\\0' '\\n' | sort -u
            "$SHED" find --text sums --in Docs -0 | tr '\\0' '\\n'; "$SHED" find 'sums series'; echo $?
            """)
        #expect(output == """
            "text":{"queued":1,"done":0}
            Text: 1 OCR variant still to be read, 0 done.
            shed: 1 bundle without an ocr.pdf, and so without text (--verbose lists them).
            would have taken the text of Bundles/Scan: 4 pages
            1
            shed: 1 bundle without an ocr.pdf, and so without text (--verbose lists them).
            Bundles/Scan: 4 pages, 1 with text, 3 recognised
            0
            3
            "text":{"queued":0,"done":1}
            0
            shed: 1 bundle without an ocr.pdf, and so without text (--verbose lists them).
            All text is there.
            0
            shed: Bundles/Plain has no ocr.pdf, and text is taken from nothing else.
            All text is there.
            All text is there.
            3
            Docs/Finals/Integration/02 Scan p4.pdf
            "number":4
            Bundles/Scan/ocr.pdf
            Docs/Finals/Integration/01 Scan p1.pdf
            Docs/Finals/Integration/02 Scan p4.pdf
            1

            """, "\(output)")
    }

    /// Seed 004, “OCR Text Extraction”; issue 6: “survives kill -9 without redoing finished pages”.
    @Test func `is taken on after a kill where it stopped`() throws {
        let shelf = try shelf()
        let output = try run(shelf, """
            mkfifo "$T/begun" "$T/go"; "$SHED" ocr -q 2> /dev/null & shed=$!
            # As many as there are processors begin; one is let through, and the next begins when its text is kept. Each reads one line.
            echo > "$T/begun"; echo > "$T/go"; echo > "$T/begun"
            # No event tells that a file is there under its name.
            \(ShellScript.await("ls -R .shed/text", patience: "1200", otherwise: "break")); await '[ "$(find .shed/text -name "*.json" | wc -l)" -ge 1 ]'
            # The next has begun when it is killed: one that is only being started would count itself among the runs after.
            [ "$(getconf _NPROCESSORS_ONLN)" = 1 ] || echo > "$T/begun"
            kill -KILL $shed; wait $shed 2> /dev/null; kept=$(find .shed/text -name '*.json' | wc -l); rm "$T/begun" "$T/go"; before=$(runs)
            text; "$SHED" ocr --json | tr -d ' \\n' | grep -o '"recognised":3,"remembered":[0-9]*'; echo "$(($(runs) - before + kept)) $kept"; text
            """)
        #expect(output == "\"text\":{\"queued\":1,\"done\":0}\n\"recognised\":3,\"remembered\":1\n3 1\n\"text\":{\"queued\":0,\"done\":1}\n", "\(output)")
    }

    @Test func `of a page on which recognition failed is tried again when somebody asks`() throws {
        let shelf = try shelf()
        let output = try run(shelf, """
            exec 2>&1; touch "$T/fails"; "$SHED" ocr Scan | sed 's/: tesseract could.*/: REASON/'; "$SHED" ocr -q > /dev/null 2>&1; echo $?; runs
            rm "$T/fails"; text; "$SHED" ocr Scan --dry-run; "$SHED" ocr Scan; echo $?; runs; "$SHED" ocr Scan; runs
            """)
        #expect(output.hasSuffix("""
            Bundles/Scan: 4 pages, 1 with text, 3 failed
            1
            6
            "text":{"queued":0,"done":1}
            would have tried again to recognise Bundles/Scan: 3 pages
            Bundles/Scan: 4 pages, 1 with text, 3 recognised
            0
            9
            All text is there.
            9

            """), "\(output)")
    }

    @Test func `is recognised on every page where that is forced, and stays so`() throws {
        let shelf = try shelf()
        // A page that carries text keeps that where it cannot be recognised; only the others are tried again.
        let output = try run(shelf, """
            exec 2>&1; "$SHED" ocr Scan; "$SHED" ocr Scan --force --dry-run; "$SHED" ocr Scan --force; runs; "$SHED" ocr Scan; "$SHED" find sums; echo $?
            "$SHED" bundle text Scan --pages 4 | tr -d '\\f0-9'; touch "$T/fails"; "$SHED" ocr Scan --force > /dev/null 2>&1; echo $?; rm "$T/fails"; "$SHED" ocr Scan; runs
            """)
        #expect(output == """
            Bundles/Scan: 4 pages, 1 with text, 3 recognised
            would have taken the text of Bundles/Scan: 4 pages
            Bundles/Scan: 4 pages, 0 with text, 4 recognised
            7
            All text is there.
            1
            recognised\u{20}
            1
            Bundles/Scan: 4 pages, 1 with text, 3 recognised
            14

            """, "\(output)")
    }

    @Test func `is taken by the daemon, which shows its queue, and is found`() throws {
        let shelf = try shelf()
        let output = try run(shelf, """
            \(ShellScript.await("cat ../log", patience: "1200", otherwise: "break"))
            mkfifo "$T/begun" "$T/go"; "$SHED" watch --json > ../log 2>&1 & daemon=$!
            # It is at the first page, and waits there.
            echo > "$T/begun"; text; "$SHED" status | grep Text; "$SHED" find recognised; echo $?
            exec 5<> "$T/begun"; rm "$T/begun"; echo >&5; echo >&5; echo >&5; exec 6<> "$T/go"; echo >&6; echo >&6; echo >&6; echo >&6
            await '[ "$(text)" = "\\"text\\":{\\"queued\\":0,\\"done\\":1}" ]'; "$SHED" find recognised -0 | tr '\\0' '\\n' | sort -u; "$SHED" find sums -0 | tr '\\0' '\\n'
            "$SHED" ocr 2> /dev/null; echo $?; runs; kill -TERM $daemon; wait $daemon; echo "ended $?"
            """)
        #expect(output == """
            "text":{"queued":1,"done":0}
            Text: 1 OCR variant still to be read, 0 done.
            1
            Bundles/Scan/ocr.pdf
            Docs/Finals/Integration/01 Scan p1.pdf
            Docs/Finals/Integration/02 Scan p4.pdf
            All text is there.
            0
            3
            ended 0

            """, "\(output)")
    }
}
