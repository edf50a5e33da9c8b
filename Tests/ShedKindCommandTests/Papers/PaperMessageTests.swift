import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What is said of names that cannot be, and of slips.
@Suite(.waitsForPrograms) struct `Names and slips in papers projects` {
    @Test func `slips are answered in whole sentences`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            exec 2>&1; check() { "$SHED" check --format concise "$@" 2> /dev/null; }; "$SHED" page add Finals/Integration --from Calculus --pages= --dry-run; echo $?; "$SHED" page add Finals/A --from Calculus --pages 4,x; "$SHED" page add Finals/A --from Calculus --pages 13
            "$SHED" doc new finals; cp ../short.pdf Docs/loose.pdf; cp ../short.pdf Docs/Finals/loose.pdf; check --select wrong-type; "$SHED" sync -q > /dev/null
            "$SHED" mv Rejected/loose.pdf Docs; "$SHED" accept Rejected/loose.pdf
            """)
        let docs = "“Docs” holds docs, which are folders; a PDF goes into a page group of a doc"
        #expect(output == """
            shed: --pages has no value: “--dry-run” follows it. Write, for example, --pages 3-5,9.\n2
            shed: --pages: “x” is no page or range of pages; write, for example, 3-5,9
            shed: --pages: there is no page 13; there are 12
            shed: Docs/finals: The name differs from “Finals” in case or Unicode normalisation alone [name-collision]. Choose another name.
            Docs/Finals/loose.pdf:1:1: error: “Finals” is a doc, which holds page groups; a PDF goes into one of those. [PLC002 wrong-type]
            Docs/loose.pdf:1:1: error: \(docs). [PLC002 wrong-type]
            shed: Docs/loose.pdf: \(docs) [wrong-type]. Name a folder that takes it: Bundles.
            shed: Rejected/loose.pdf: “Finals” is a doc, which holds page groups; a PDF goes into one of those [wrong-type]. Name a folder: “shed accept Rejected/loose.pdf --to FOLDER”.

            """)
    }

    @Test func `no verb gives a name with a control character, and what has one is taken in and named`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            exec 2>&1; check() { "$SHED" check --format concise "$@" 2> /dev/null; }; bad=$(printf 'x\\ny'); before=$(tree)
            for words in "doc new" "add folder" "bundle add ../short.pdf --name" "rename Docs/Finals" "rename Docs/Finals/Integration"; do "$SHED" $words "$bad"; echo $?; done
            "$SHED" page add "Finals/$bad" --from Calculus --pages 1; "$SHED" page move Finals/Integration/1 "Finals/$bad"; "$SHED" mv Docs/Finals "Docs/$bad"; cp ../short.pdf "../$bad.pdf"; "$SHED" bundle add "../$bad.pdf"; "$SHED" rename . "$bad"
            [ "$(tree)" = "$before" ] && echo same; (cd ..; "$SHED" new records "$bad"; "$SHED" new records Books -q --language en; cd Books; "$SHED" collection new "$bad"; "$SHED" collection new Novels -q; "$SHED" record new Novels --name "$bad" a=b; ls Novels)
            mkdir "Docs/$bad"; "$SHED" sync -q; check --select control-character; "$SHED" rename "Docs/$bad" Series
            """)
        let name = "“x\\ny” cannot be the name of"
        let rule = "A name has 1 to 255 bytes, no “/”, no control characters, and no dot at its beginning"
        #expect(output == """
            shed: \(name) a doc. \(rule).\n2
            shed: \(name) a folder. \(rule).\n2
            shed: \(name) a bundle. \(rule); --name gives one.\n2
            shed: \(name) anything in a project. \(rule).\n1
            shed: \(name) anything in a project. \(rule).\n1
            shed: \(name) a page group. \(rule).
            shed: \(name) a page group. \(rule).
            shed: \(name) anything in a project. \(rule).
            shed: \(name) a bundle. \(rule); --name gives one.
            shed: \(name) a project. \(rule).
            same
            shed: \(name) a project. \(rule).
            shed: \(name) a collection. \(rule).
            shed: \(name) a record. A name has 1 to 250 bytes, no “/”, no control characters, and no dot at its beginning.
            Docs/x\\ny:1:1: warning: The name holds a control character, U+000A LINE FEED; it is shown as “\\n”. [NAM004 control-character]
            renamed Docs/x\\ny to Docs/Series

            """)
    }
}
