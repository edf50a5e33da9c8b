import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// A real daemon beside what people do in a papers project.
@Suite(.serialized, .waitsInTurn) struct `The daemon of a papers project` {
    @Test func `PDFs become bundles and pages, numbers count, and what is in use comes back`() throws {
        let shelf = try Shelf.withExam()
        let output = try shelf.inExam("""
            \(ShellScript.await("cat ../log", otherwise: "kill -KILL $daemon; exit 9"))
            # A verb that the daemon carries out: what it was doing is done then.
            quiet() { "$SHED" taggroup list > /dev/null; }
            id() { "$SHED" show --json "$1" | grep -o '"id": *"[^"]*"' | head -1; }
            "$SHED" watch --json > ../log 2> ../errors & daemon=$!
            await 'grep -q watching ../log'
            g=Docs/Finals/Integration
            mkdir -p $g; cp ../Algebra.pdf $g/; cp ../Calculus.pdf Bundles/
            await 'test -e "$g/01 Algebra p1.pdf" && test -e Bundles/Calculus/display.pdf'
            quiet
            ls $g Bundles
            bundle=$(id Bundles/Algebra); page=$(id "$g/03 Algebra p3.pdf")
            mv "$g/03 Algebra p3.pdf" "$g/01 Algebra p3.pdf"; await 'test -e "$g/03 Algebra p2.pdf"'; ls $g
            mv Bundles/Algebra Trash/; await 'test -e Bundles/Algebra'; quiet
            rm -r Bundles/Algebra; await 'cmp -s Bundles/Algebra/display.pdf ../Algebra.pdf'; quiet
            cp ../Short.pdf Bundles/Algebra/display.pdf; await 'cmp -s Bundles/Algebra/display.pdf ../Algebra.pdf && test -e Rejected/display.pdf'; quiet
            cp ../Annotated.pdf Bundles/Algebra/display.pdf; await 'pdftotext "$g/02 Algebra p1.pdf" - | grep -q Annotated'; quiet
            echo x > Bundles/x.pdf; await 'test -e Rejected/x.pdf'
            [ "$(id Bundles/Algebra)" = "$bundle" ] && [ "$(id "$g/01 Algebra p3.pdf")" = "$page" ] && echo same
            "$SHED" sync
            "$SHED" log --limit 500 > ../told; grep -c ' is back' ../told; grep 'was put back' ../told | sed 's/^  ..:..  //'
            kill -TERM $daemon; wait $daemon; echo "ended $?"
            """)
        #expect(output == """
            Bundles:
            Algebra
            Calculus

            Docs/Finals/Integration:
            01 Algebra p1.pdf
            02 Algebra p2.pdf
            03 Algebra p3.pdf
            01 Algebra p3.pdf
            02 Algebra p1.pdf
            03 Algebra p2.pdf
            same
            Nothing changed.
            0
            Bundles/Algebra/display.pdf was put back: It came from the protected copy; what stood there is in Rejected/display.pdf
            Bundles/Algebra was put back: Pages are made from it. It came from the protected copy
            ended 0

            """)
    }

    @Test func `what it saw come first stands first`() throws {
        let shelf = try Shelf.withExam()
        let output = try shelf.inExam("""
            \(ShellScript.await("cat ../log", otherwise: "kill -KILL $daemon; exit 9"))
            mkdir -p Docs/F/G; "$SHED" sync -q
            "$SHED" watch > ../log 2> ../errors & daemon=$!
            await 'grep -q ready ../log'
            cp ../Short.pdf Docs/F/G/z.pdf; await 'test -e "Docs/F/G/01 z p1.pdf"'; cp ../Calculus.pdf Docs/F/G/a.pdf; await 'ls Docs/F/G | grep -q "a p1"'; "$SHED" sync
            ls Docs/F/G | grep p1
            kill -TERM $daemon; wait $daemon; echo "ended $?"
            """)
        #expect(output.hasPrefix("Nothing changed.\n01 z p1.pdf\n"), "\(output)")
        #expect(output.hasSuffix(" a p1.pdf\nended 0\n"), "\(output)")
    }

    @Test func `one PDF by itself is looked into, although nothing else happens`() throws {
        let shelf = try Shelf.withExam()
        let output = try shelf.inExam("""
            \(ShellScript.await("cat ../log", otherwise: "kill -KILL $daemon; exit 9"))
            "$SHED" watch > ../log 2> ../errors & daemon=$!
            await 'grep -q ready ../log'
            cp ../Calculus.pdf Bundles/; await '"$SHED" bundle list | grep Calculus | grep -qv "no pages"'; "$SHED" status | head -1
            kill -TERM $daemon; wait $daemon; echo "ended $?"
            """)
        #expect(output == "Clean.\nended 0\n", "\(output)")
    }

    @Test func `what is wrong with a PDF is told once for each content`() throws {
        let shelf = try Shelf.withExam()
        let output = try shelf.inExam("""
            \(ShellScript.await("cat ../log", otherwise: "kill -KILL $daemon; exit 9"))
            "$SHED" bundle add ../Short.pdf --ocr ../Short.pdf --name B -q; told() { grep -c 'B/ocr.pdf.*not-a-pdf' ../log; }
            "$SHED" watch > ../log 2> ../errors & daemon=$!
            await 'grep -q ready ../log'
            printf 'nothing' > Bundles/B/ocr.pdf; await "grep -q 'modified Bundles/B/ocr.pdf' ../log"
            for i in 1 2 3; do cp ../Algebra.pdf Bundles/N$i.pdf; await "test -e Bundles/N$i/display.pdf"; await "grep -q 'N$i/display.pdf' ../log"; done
            "$SHED" sync -q > /dev/null; told; printf 'nothing at all' > Bundles/B/ocr.pdf; "$SHED" sync -q > /dev/null
            for i in 4 5; do cp ../Calculus.pdf Bundles/N$i.pdf; await "grep -q 'N$i/display.pdf' ../log"; done; told
            kill -TERM $daemon; wait $daemon; echo "ended $?"
            """)
        #expect(output == "1\n2\nended 0\n", "\(output)")
    }
}
