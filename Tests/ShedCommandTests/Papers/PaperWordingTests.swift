import ShedTestSupport
import Testing

/// What is said of PDFs that cannot be used, of names that cannot be, and of slips.
@Suite struct `What papers projects say` {
    private static let damaged = "It is damaged: its end is missing; nothing in it leads to its pages; fetch it again, or see what “qpdf IN.pdf OUT.pdf” can save and use that."

    @Test func `a damaged PDF that was accepted is named with what is wrong with it, until a sound one is there`() throws {
        let output = try Shelf.withPapers().exams("""
            exec 2>&1; check() { "$SHED" check --format concise "$@" 2> /dev/null; }; "$SHED" doc new Finals -q; head -c 300 ../marked.pdf > Bundles/cut.pdf; "$SHED" sync -q > /dev/null
            "$SHED" accept Rejected/cut.pdf; "$SHED" sync -q > /dev/null
            "$SHED" bundle list; "$SHED" bundle show cut | sed 1d; "$SHED" bundle list --json | grep -A1 unusable
            check --select not-a-pdf,waiting-pdf; echo $?; "$SHED" page add Finals/A --from cut --pages 1; echo $?
            cp ../short.pdf Bundles/cut/display.pdf; check --select not-a-pdf,waiting-pdf; "$SHED" sync -q; echo $?
            "$SHED" bundle list; check --select not-a-pdf,waiting-pdf; echo $?
            """)
        let damaged = Self.damaged
        #expect(output == """
            shed: Bundles/cut.pdf: \(damaged) It may stay, and nothing is made from it.
            moved Rejected/cut.pdf to Bundles/cut.pdf
            cut  no pages  display.pdf does not count: it is damaged: its end is missing
            display.pdf   does not count: \(damaged)
            ocr.pdf       none
            original.pdf  none
            used by no page
                "unusable": {
                  "display": "\(damaged)"
            Bundles/cut/display.pdf:1:1: error: \(damaged) The bundle has no display variant until there is a sound PDF. [PAP001 not-a-pdf]
            1
            shed: Bundles/cut: its display.pdf does not count: \(damaged.replacing("It is", with: "it is")) Convert or mend it first (the message says what is wrong), or put it into another place.
            1
            Bundles/cut/display.pdf:1:1: note: “shed sync” looks into it and takes it in. [PAP013 waiting-pdf]
            0
            cut  2 pages
            0

            """)
    }

    @Test func `each PDF of a group that was refused is named with its own reason, and what came along with a refused folder`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            exec 2>&1; check() { "$SHED" check --format concise "$@" 2> /dev/null; }; G=Docs/Finals/Drop; mkdir $G; cp ../short.pdf "$G/01 good.pdf"; head -c 300 ../marked.pdf > "$G/02 cut.pdf"; echo hello > $G/text.pdf
            mkdir Docs/Finals/Integration/Sub; cp ../short.pdf ../exam.pdf Docs/Finals/Integration/Sub
            "$SHED" sync -q > /dev/null; ls $G; check; mkdir Rejected/Drop/mine; "$SHED" sync -q; check | grep Drop:
            """)
        let refused = "It was refused by the rule"
        #expect(output == """
            01 good p1.pdf\n02 good p2.pdf
            Rejected/Drop/02 cut.pdf:1:1: note: \(refused) not-a-pdf at Docs/Finals/Drop/02 cut.pdf. \(Self.damaged) [PLC011 rejected-leftover]
            Rejected/Drop/text.pdf:1:1: note: \(refused) not-a-pdf at Docs/Finals/Drop/text.pdf. It is no PDF; convert it into one first, or put it into a folder for files. [PLC011 rejected-leftover]
            Rejected/Sub:1:1: note: \(refused) nested-group at Docs/Finals/Integration/Sub. With it wait “exam.pdf” and “short.pdf”, which no rule refused by themselves. [PLC011 rejected-leftover]
            Rejected/Drop:1:1: note: It stands in Rejected. With it waits “mine”, which no rule refused by itself. [PLC011 rejected-leftover]

            """)
    }

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
            shed: Docs/loose.pdf: \(docs) [wrong-type]. Move it where it is accepted, or change what the folder accepts with “shed allow”.
            shed: Rejected/loose.pdf: “Finals” is a doc, which holds page groups; a PDF goes into one of those [wrong-type]. Name a folder: “shed accept … --to FOLDER”.

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
