import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Bundles on the command line` {
    @Test func `are made of copies, listed and shown`() throws {
        let shelf = try Shelf.withPapers()
        let output = try shelf.exams("""
            "$SHED" bundle list; "$SHED" bundle add ../marked.pdf --ocr ../scan.pdf --original ../exam.pdf --name "Calculus 2023" 2> /dev/null; echo $?
            "$SHED" bundle add ../short.pdf; "$SHED" bundle list; "$SHED" bundle list -0 | tr '\\0' '\\n'
            cmp ../marked.pdf "Bundles/Calculus 2023/display.pdf" && cmp ../scan.pdf "Bundles/Calculus 2023/ocr.pdf" && cmp ../exam.pdf "Bundles/Calculus 2023/original.pdf" && echo same
            "$SHED" bundle show calculus\\ 2023 | ids; tree
            """)
        #expect(output == """
            No bundles yet
            made Bundles/Calculus 2023 with 12 pages
            0
            made Bundles/short with 2 pages
            Calculus 2023  12 pages, ocr, original
            short  2 pages
            Bundles/Calculus 2023
            Bundles/short
            same
            Calculus 2023  ID
            display.pdf   12 pages, \(try size(shelf, "marked.pdf")) bytes
            ocr.pdf       13 pages, \(try size(shelf, "scan.pdf")) bytes
            original.pdf  10 pages, \(try size(shelf, "exam.pdf")) bytes
              ocr.pdf has 13 pages and display.pdf 12, and no mapping says which belong together.
              original.pdf has 10 pages and display.pdf 12, and no mapping says which belong together.
            used by no page
            .\n./Bundles\n./Bundles/Calculus 2023\n./Bundles/Calculus 2023/display.pdf\n./Bundles/Calculus 2023/ocr.pdf\n./Bundles/Calculus 2023/original.pdf
            ./Bundles/short\n./Bundles/short/display.pdf\n./Docs\n./Trash

            """)
    }

    private func size(_ shelf: Shelf, _ name: String) throws -> Int { TestFile.read("\(shelf.work)/\(name)").count }

    @Test func `say in JSON what they hold`() throws {
        let shelf = try Shelf.withPapers()
        let made = try shelf.papers("bundle", "add", "../marked.pdf", "--ocr", "../scan.pdf", "--name", "Calculus", "--json").json()
        #expect(made["kind"]?.string == "bundle")
        #expect(made["path"]?.string == "Bundles/Calculus")
        #expect(made["pageCount"]?.integer == 12)
        #expect(made["variants"]?["ocr"]?["pages"]?.integer == 13)
        #expect(made["variants"]?["original"] == .null)
        #expect(made["uses"]?.integer == 0)
        #expect(try shelf.papers("bundle", "list", "--json").json() == .array([made]))
        let shown = try shelf.papers("bundle", "show", "Calculus", "--json").json()
        #expect(shown["id"] == made["id"])
        #expect(shown["counts"] == ["files": 2, "folders": 0])
        #expect(shown["variants"] == made["variants"])
        #expect(shown["faults"]?.array?.count == 1)
        #expect(shown["state"]?.string == (try shelf.papers("show", "Bundles/Calculus", "--json").json())["state"]?.string)
        let foreseen = try shelf.papers("bundle", "add", "../short.pdf", "--dry-run", "--json").json()
        #expect(foreseen["id"] == .null)
        #expect(foreseen["pageCount"]?.integer == 2)
        #expect(try shelf.papers("bundle", "list", "--json").json().array?.count == 1)
    }

    /// Seed 004, PDFBundle, rule 5: “user-defined mapping, top-down order, extra pages ignored”.
    @Test func `get a mapping from the top down, and lose it again`() throws {
        let output = try Shelf.withPapers().exams("""
            "$SHED" bundle add ../short.pdf --ocr ../scan.pdf --name B -q 2> /dev/null
            "$SHED" bundle map B --ocr -,13 --dry-run; "$SHED" bundle show B | grep -c mapped; "$SHED" bundle map B --ocr -,13; echo $?
            "$SHED" bundle show B | grep -E 'mapped|mapping|entries'; "$SHED" bundle list --json | tr -d ' \\n' | grep -o '"mapping":{[^}]*}'
            "$SHED" bundle map B --ocr 1-3; "$SHED" bundle map B --ocr 14; echo $?; "$SHED" bundle map B --ocr 1,x; echo $?; "$SHED" bundle map B --original 1; echo $?; "$SHED" bundle map B 2> /dev/null; echo $?
            "$SHED" bundle map B --ocr =; "$SHED" bundle show B | grep -c mapped
            """)
        #expect(output == """
            would have mapped Bundles/B\n  --ocr -,13\n0\nmapped Bundles/B\n  --ocr -,13\n0
            mapped        --ocr -,13\n"mapping":{"ocr":[null,13]}
            mapped Bundles/B\n  --ocr 1-3\n2\n2\n1\n2\nmapped Bundles/B\n  --ocr =\n0
            shed: Bundles/B: The mapping of ocr.pdf has 3 entries for 2 pages.
            shed: --ocr: there is no page 14; there are 13
            shed: --ocr: “x” is no page or range of pages; write, for example, 3-5,9
            shed: “B” has no original.pdf. “shed bundle attach” adds one.
            shed: Bundles/B: ocr.pdf has 13 pages and display.pdf 2, and no mapping says which belong together.

            """)
    }

    @Test func `get a variant, and another in its place if no page in use is lost`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            "$SHED" bundle attach Calculus ../scan.pdf --as ocr 2> /dev/null; cmp ../scan.pdf Bundles/Calculus/ocr.pdf && echo there
            "$SHED" bundle attach Calculus ../short.pdf --as display 2> /dev/null; echo $?; cmp ../marked.pdf Bundles/Calculus/display.pdf && echo kept
            "$SHED" bundle attach Calculus ../exam.pdf --as display; text Docs/Finals/Integration/03*; "$SHED" bundle attach Calculus ../scan.pdf --as colour 2> /dev/null; echo $?
            """)
        #expect(output == """
            attached Bundles/Calculus/ocr.pdf with 13 pages\nthere\n1\nkept\nattached Bundles/Calculus/display.pdf with 10 pages\nExam 9 \n2
            shed: Bundles/Calculus: ocr.pdf has 13 pages and display.pdf 10, and no mapping says which belong together.

            """)
    }

    /// Seed 004, PDFBundle, rule 7: “Cannot be deleted if referenced by any Page”.
    @Test func `are not deleted while a page is made from them, or was`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            "$SHED" bundle add ../exam.pdf --name Algebra -q; "$SHED" bundle add ../short.pdf --name Free -q
            "$SHED" page repoint Finals/Integration/1 --bundle Algebra --page 1 -q; "$SHED" page delete Finals/Integration/2 Finals/Integration/3 -q
            for verb in "bundle delete Calculus" "bundle delete Algebra" "bundle delete Free Calculus" "rm Bundles/Calculus" "rm Bundles/Calculus --permanently --yes" "rm Bundles" "bundle delete Algebra --dry-run" "mv Bundles/Calculus Trash" "rm Bundles/Calculus/display.pdf"; do
              "$SHED" $verb; echo $?; done
            ls Bundles; "$SHED" bundle delete Free; "$SHED" restore Trash/Free; "$SHED" bundle list
            "$SHED" page delete Finals/Integration/1 -q; "$SHED" empty-trash --yes -q; "$SHED" bundle delete Calculus Algebra; "$SHED" check -q; echo $?
            """)
        #expect(output.hasPrefix("""
            1\n1\n1\n1\n1\n1\n1\n1\n1\nAlgebra\nCalculus\nFree\nmoved Bundles/Free to Trash/Free\nrestored Trash/Free to Bundles/Free
            """), "\(output)")
        #expect(output.contains("moved Bundles/Calculus to Trash/Calculus\nmoved Bundles/Algebra to Trash/Algebra\n"))
        #expect(output.contains("shed: Bundles/Calculus: 3 pages are made from it: Docs/Finals/Integration/01 Algebra p1.pdf (in an older version, page 4), Trash/"))
        #expect(output.contains("shed: Bundles/Algebra: a page is made from it: Docs/Finals/Integration/01 Algebra p1.pdf (page 1) [bundle-in-use]. "))
    }

    @Test(arguments: [
        ("printf 'text' > ../in.pdf", "is no PDF"), ("head -c 300 ../marked.pdf > ../in.pdf", "is damaged"), (": > ../in.pdf", "is no PDF"),
        ("qpdf --encrypt u o 256 -- ../marked.pdf ../in.pdf", "is encrypted"), ("mkfifo ../in.pdf", "in.pdf"), ("mkdir ../in.pdf", "in.pdf"), (":", "No such file"),
    ]) func `are not made of what is no sound PDF`(make: String, said: String) throws {
        let output = try Shelf.withPapers().exams("""
            "$SHED" bundle add ../short.pdf -q; before=$(tree; find .shed/ops | sort); \(make)
            for verb in "bundle add ../in.pdf" "bundle add ../marked.pdf --ocr ../in.pdf --name X" "bundle attach short ../in.pdf --as ocr"; do timeout 60 "$SHED" $verb 2> "$T/said"; echo $(($? > 0 && $? < 3)); grep -c '\(said)' "$T/said"; done
            [ "$before" = "$(tree; find .shed/ops | sort)" ] && echo same
            """)
        #expect(output == "1\n1\n1\n1\n1\n1\nsame\n", "\(make)")
    }

    @Test func `are found by name, path and ID, and a slip is met with the nearest name`() throws {
        let output = try Shelf.withPapers().exams("""
            "$SHED" bundle add ../short.pdf --name "Calculus 2023" -q; id=$("$SHED" bundle list -v | grep -o '[0-9a-f-]\\{36\\}')
            for word in "Calculus 2023" "CALCULUS 2023" "Bundles/Calculus 2023" "Bundles/Calculus 2023/" "$id"; do "$SHED" bundle show "$word" -0 | tr '\\0' '\\n'; done
            (cd Bundles; "$SHED" bundle show "Calculus 2023" -0 | tr '\\0' '\\n'; cd "Calculus 2023"; "$SHED" bundle show . -0 | tr '\\0' '\\n')
            "$SHED" bundle show "Calculs 2023"; echo $?; "$SHED" bundle delete x; echo $?
            """)
        let path = "Bundles/Calculus 2023\n"
        #expect(output == String(repeating: path, count: 5) + "Calculus 2023\n.\n2\n2\nshed: there is no bundle “Calculs 2023”. Did you mean “Calculus 2023”?\nshed: there is no bundle “x”. “shed bundle list” lists them.\n")
    }

    @Test func `are no business of other kinds of projects`() throws {
        let output = try Shelf.withPoems().scenario("""
            cd Poems; for verb in "bundle list" "bundle add x.pdf" "doc list" "doc new x" "page list" "page delete --missing"; do "$SHED" $verb; echo $?; done
            """)
        #expect(output.hasPrefix("2\n2\n2\n2\n2\n2\n"))
        #expect(output.split(separator: "\n").filter { $0 == "shed: Poems is a project of the kind “poetry”, which has no bundles and docs. “shed new papers NAME” makes one that has." }.count == 6)
    }

    @Test func `name the package where a program is missing`() throws {
        let shelf = try Shelf.withPapers()
        let output = try shelf.exams(Shelf.finals + """
            mkdir "$T/bin"; ln -s "$(command -v qpdf)" "$T/bin/qpdf"
            PATH="$T/bin" "$SHED" bundle add ../short.pdf; echo $?; PATH="$T/bin" "$SHED" page image Finals/Integration/1 --output ../x.png; echo $?
            rm "$T/bin/qpdf"; PATH="$T/bin" "$SHED" bundle add ../short.pdf; echo $?; PATH="$T/bin" "$SHED" doc export Finals --output ../x.pdf; echo $?
            PATH="$T/bin" "$SHED" bundle list; PATH="$T/bin" "$SHED" doc order Finals/Integration 2 -q; echo $?; ls .. | tr '\\n' ' '
            """)
        #expect(output.contains("2\n2\n2\n2\nCalculus  12 pages, used by 3 pages\n0\nExams exam.pdf marked.pdf scan.pdf short.pdf "))
        #expect(output.components("apt install poppler-utils") == 2, "\(output)")
        #expect(output.components("apt install qpdf") == 2, "\(output)")
    }
}

extension String {
    /// How often a text is in it.
    func components(_ part: String) -> Int { ranges(of: part).count }
}
