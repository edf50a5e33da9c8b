import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import Testing

/// A pattern that is not looked up.
private let stars = String(repeating: "*a", count: 800)

@Suite(.waitsForPrograms) struct `Check settings` {
    private func found(_ shelf: Shelf, _ arguments: String..., in directory: String = "Poems", location: SourceLocation = #_sourceLocation) throws -> [String] {
        let result = try shelf.run((["check", "--json"] + arguments).map { Array($0.utf8) }, in: directory)
        return (try result.json(location)["findings"]?.array ?? []).map { "\($0["severity"]?.string ?? "") \($0["rule"]?.string ?? "") \($0["path"]?.string ?? "")" }
    }

    private static let broken: [(text: String, line: Int, key: String)] = [
        ("[check]\nselect = [\"NAM\", \"NOPE\"]", 2, "check.select"),
        ("[check]\n\nmax-warnings = -1", 3, "check.max-warnings"),
        ("[check]\nmax-warning = 1", 2, "check.max-warning"),
        ("[check.severity]\nNAM = \"bad\"", 2, "check.severity.NAM"),
        ("[check.severity]\n# more\nNOPE = \"error\"", 3, "check.severity.NOPE"),
        ("[[check.suppress]]\nrule = \"NAM\"\npath = \"a\"", 1, "check.suppress.reason"),
        ("[[check.suppress]]\nrule = \"NAM\"\npath = \"a\"\nreason = \"x\"\n[[check.suppress]]\nrule = \"NAM\"\npath = \"../a\"\nreason = \"x\"", 7, "check.suppress.path"),
        ("[[check.suppress]]\nrule = \"NAM\"\npath = \"a\"\nglob = \"b\"\nreason = \"x\"", 4, "check.suppress.glob"),
        ("[[check.suppress]]\nrule = \"NAM\"\npath = \"a\"\nreason = \" \"", 4, "check.suppress.reason"),
        ("[[check.rule]]\nname = \"Not Kebab\"", 2, "check.rule.name"),
        ("[[check.rule]]\nname = \"file-at-root\"\nforbid = [\"a\"]", 2, "check.rule.name"),
        ("[[check.rule]]\nname = \"a\"\n", 2, "check.rule.name"),
        ("[[check.rule]]\nname = \"a\"\nforbid = [\"a\"]\n[[check.rule]]\nname = \"b\"\nstyle = \"kebab\"", 6, "check.rule.style"),
        ("[[check.rule]]\nname = \"a\"\ncount = { name = \"x\" }", 3, "check.rule.count.min"),
        ("[[check.rule]]\nname = \"a\"\ncount = { max = 1 }\n[[check.rule]]\nname = \"b\"\ncount = { max = 1, top = 1 }", 6, "check.rule.count.top"),
        ("[[check.rule]]\nname = \"a\"\ncount = { max = 1 }\n[[check.rule]]\nname = \"b\"\n[[check.rule.count]]\nmin = 3\nmax = 1", 7, "check.rule.count.min"),
        ("[[check.rule]]\nname = \"a\"\nextensions = [\".txt\"]", 3, "check.rule.extensions"),
        ("[[check.rule]]\nname = \"a\"\nnames = [\"a/b\"]", 3, "check.rule.names"),
        ("[[check.rule]]\nname = \"a\"\npath = [\"[\"]\nforbid = [\"a\"]", 3, "check.rule.path"),
        ("[check]\nmax-warnings = 1\nselect = []", 3, "check.select"),
        ("[[check.rule]]\nname = \"nam\"\nforbid = [\"a\"]", 2, "check.rule.name"),
        ("[check]\n[[check.rule]]\nname = \"a\"\nforbid = [\"\(stars)\", \"\(stars)b\", \"\(stars)c\"]", 2, "check.rule"),
        ("[check]\n[[check.rule]]\nname = \"a\"\nforbid = [\"a\"]\npath = [\"\(stars)\", \"\(stars)b\", \"\(stars)c\"]", 2, "check.rule"),
        ("[check]\n" + ["", "b", "c"].map { "[[check.suppress]]\nrule = \"NAM\"\nglob = \"\(stars)\($0)\"\nreason = \"x\"\n" }.joined(), 2, "check.suppress"),
    ]

    @Test func `a broken settings file names the line and the key`() throws {
        let shelf = try Shelf.withPoems()
        for (text, line, key) in Self.broken {
            shelf.makeFile("Poems/.shed/settings.toml", text + "\n")
            for format in ["full", "sarif"] {
                let result = try shelf.shed("check", "--format", format, "--exit-zero", in: "Poems")
                #expect(result.code == 2 && result.out.isEmpty == (format == "full"), "\(format) of \(text.prefix(400))")
                #expect(result.err.hasPrefix("shed: .shed/settings.toml: line \(line): “\(key)” "), "\(result.err)")
            }
            // Nothing else depends on how a project is checked.
            #expect(try shelf.shed("status", in: "Poems").code == 0, "\(text)")
        }
    }

    @Test func `text that is not TOML is named with its line`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("shed.toml", "[check]\nselect = [\n")
        let result = try shelf.shed("check", in: "Poems")
        #expect(result.code == 2)
        #expect(result.err.hasPrefix("shed: \(shelf.work)/shed.toml: line "))
        shelf.makeFile("shed.toml", "quiet = 3\n")
        #expect(try shelf.shed("check", in: "Poems").err.contains("shed.toml: line 1: “quiet” is no key here; the keys are check"))
    }

    @Test func `settings closer to the project win, and the command line over all`() throws {
        let shelf = try Shelf.withFaults()
        shelf.makeFile("shed.toml", """
            [check]
            ignore = ["NAM", "PRT"]
            max-warnings = 5
            [check.severity]
            file-at-root = "note"
            missing-template-folder = "warning"

            """)
        let custom = "warning no-percent Draft/a:b, 100%.txt"
        #expect(try found(shelf) == [custom, "warning missing-template-folder Other", "note file-at-root loose.txt"])
        #expect(try shelf.shed("check", in: "Poems").code == 0)
        shelf.makeFile("Poems/.shed/settings.toml", "[check]\nmax-warnings = 0\n[check.severity]\nPLC = \"warning\"\n")
        #expect(try found(shelf) == ["warning missing-template-folder Other", "warning file-at-root loose.txt"])
        #expect(try shelf.shed("check", in: "Poems").code == 1)
        #expect(try shelf.shed("check", "--max-warnings", "2", in: "Poems").code == 0)
        #expect(try found(shelf, "--severity", "file-at-root=error", "--ignore", "TPL") == ["error file-at-root loose.txt"])
        // A selection starts anew: what was left out further out no longer counts.
        #expect(try found(shelf, "--select", "NAM") == ["warning name-not-utf8 Draft/b\\xff.txt"])
        shelf.makeFile("Poems/.shed/settings.toml", "[check]\nselect = \"NAM\"\n")
        #expect(try found(shelf) == ["warning name-not-utf8 Draft/b\\xff.txt"])
    }

    @Test func `of several shed.toml files the nearer wins`() throws {
        let shelf = try Shelf.withFaults()
        shelf.makeDirectory("Deep")
        shelf.move("Poems", "Deep/Poems")
        shelf.makeFile("shed.toml", "[check]\nselect = \"PLC\"\n[check.severity]\nPLC = \"note\"\n")
        #expect(try found(shelf, in: "Deep/Poems") == ["note file-at-root loose.txt"])
        shelf.makeFile("Deep/shed.toml", "[check.severity]\nfile-at-root = \"warning\"\n")
        #expect(try found(shelf, in: "Deep/Poems") == ["warning file-at-root loose.txt"])
        // Not read: it is no file.
        unlink(shelf.work + "/Deep/shed.toml")
        symlink("../shed.toml", shelf.work + "/Deep/shed.toml")
        #expect(try shelf.shed("check", in: "Deep/Poems").code == 2)
    }

    @Test(.enabled(if: getuid() == 0, "only root can give files away"))
    func `a shed.toml of somebody else is not read, and that is said`() throws {
        let shelf = try Shelf.withFaults()
        shelf.makeFile("shed.toml", "[check]\nignore = \"ALL\"\n")
        chown(shelf.work + "/shed.toml", 65_534, 65_534)
        // Root trusts itself only.
        let result = try shelf.shed("check", in: "Poems")
        #expect(result.code == 1)
        #expect(result.err.hasPrefix("shed: \(shelf.work)/shed.toml is not read: "))
        chown(shelf.work + "/Poems", 65_534, 65_534)
        #expect(try shelf.shed("check", in: "Poems").code == 0)
    }

    @Test func `a finding is suppressed with a reason, and a superfluous suppression is said`() throws {
        let shelf = try Shelf.withFaults()
        shelf.makeFile("Poems/.shed/settings.toml", """
            [[check.suppress]]
            path = "loose.txt"
            rule = "PLC001"
            reason = "The printer wants it here."

            [[check.suppress]]
            glob = "Draft/*"
            rule = "NAM"
            reason = "Old files."

            [[check.suppress]]
            path = "Draft/gone.txt"
            rule = "name-not-utf8"
            reason = "It was there."

            """)
        #expect(try found(shelf) == ["note missing-template-folder Other"])
        let result = try shelf.shed("check", in: "Poems")
        #expect(result.code == 0)
        #expect(result.err == """
            shed: .shed/settings.toml line 11: the suppression of name-not-utf8 covers nothing any more; remove it.
            0 errors, 0 warnings, 1 note; 2 suppressed

            """)
        // Where it was not looked for, nothing can be said.
        #expect(!(try shelf.shed("check", "--select", "PLC", in: "Poems").err.contains("covers nothing")))
        #expect(!(try shelf.shed("check", "Draft", in: "Poems").err.contains("covers nothing")))
    }

    @Test func `a rule that chooses no folder is said, with its line`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/.shed/settings.toml", """
            [[check.rule]]
            name = "typo"
            role = "drfat"
            forbid = ["x"]

            [[check.rule]]
            name = "fine"
            role = "draft"
            forbid = ["x"]

            """)
        let result = try shelf.shed("check", in: "Poems")
        #expect(result.code == 0)
        #expect(result.err == "shed: .shed/settings.toml line 1: the rule typo chooses no folder; look at its role and its path.\nNothing found.\n")
        // Where it was not looked for, nothing can be said.
        #expect(!(try shelf.shed("check", "Draft", in: "Poems").err.contains("typo")))
        #expect(!(try shelf.shed("check", "--ignore", "CUS", in: "Poems").err.contains("typo")))
        #expect(try shelf.shed("check").err.contains("shed: Poems/.shed/settings.toml line 1: the rule typo"))
    }

    @Test func `a rule above projects may be for one of them alone`() throws {
        let shelf = try Shelf.withPoems()
        _ = try shelf.shed("new", "blank", "Notes")
        shelf.makeFile("shed.toml", "[[check.rule]]\nname = \"only\"\nrole = \"draft\"\nforbid = [\"x\"]\n")
        #expect(!(try shelf.shed("check").err.contains("only")))
        #expect(try shelf.shed("check", in: "Notes").err.contains("/shed.toml line 1: the rule only chooses no folder"))
    }

    @Test func `what one project's settings do says nothing of another's`() throws {
        let shelf = try Shelf.withPoems()
        _ = try shelf.shed("new", "blank", "Notes")
        let text = "[[check.suppress]]\npath = \"loose.txt\"\nrule = \"file-at-root\"\nreason = \"x\"\n"
        for project in ["Poems", "Notes"] { shelf.makeFile("\(project)/.shed/settings.toml", text) }
        shelf.makeFile("Poems/loose.txt")
        let result = try shelf.shed("check")
        #expect(result.err.contains("shed: Notes/.shed/settings.toml line 1: the suppression of file-at-root covers nothing"))
        #expect(!result.err.contains("Poems/.shed"))
    }

    @Test func `a batch that is lost for good is suppressed by its own path, and no other`() throws {
        let output = try Shelf.withPoems().scenario("""
            cd Poems; for name in a b c d; do echo $name > Draft/$name.txt; "$SHED" sync -q; done
            lose() { rm "$(ls .shed/ops/*/*.jsonl | sed -n "$1p")"; "$SHED" sync --now -q; "$SHED" check --format gnu > "$T/found"; }
            lose 2; path=$(sed -n 's/:1:1: warning: .*absent-parent.$//p' "$T/found")
            printf '[[check.suppress]]\\npath = "%s"\\nrule = "absent-parent"\\nreason = "Lost with the old disk."\\n' "$path" > .shed/settings.toml
            "$SHED" check 2>&1; echo "exit $?"
            lose 3; grep -c absent-parent "$T/found"
            """)
        #expect(output == "Nothing found; 1 suppressed.\nexit 0\n1\n")
    }

    @Test func `of severities for one word the last wins, and words count in any case`() throws {
        let shelf = try Shelf.withFaults()
        #expect(try found(shelf, "--select", "PLC", "--severity", "PLC=note", "--severity", "PLC=warning") == ["warning file-at-root loose.txt"])
        #expect(try found(shelf, "--select", "plc001", "--severity", "File-At-Root=note") == ["note file-at-root loose.txt"])
    }

    @Test func `a shed.toml in a project is told where it is read`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/shed.toml", "[check]\n")
        shelf.makeFile("Poems/other.toml", "x\n")
        let findings = try shelf.shed("check", "--json", in: "Poems").json()["findings"]?.array ?? []
        #expect(findings.map { $0["rule"] } == ["file-at-root", "file-at-root"])
        #expect(findings.map { $0["help"]?.string?.contains("read above projects only") } == [false, true])
    }

    @Test func `a suppression above projects names them by their path`() throws {
        let shelf = try Shelf.withFaults()
        _ = try shelf.shed("new", "blank", "Notes")
        shelf.makeFile("Notes/loose.txt")
        shelf.makeFile("shed.toml", "[[check.suppress]]\npath = \"Poems/loose.txt\"\nrule = \"file-at-root\"\nreason = \"x\"\n")
        #expect(!(try found(shelf).contains { $0.contains("loose") }))
        #expect(try found(shelf, in: "Notes") == ["error file-at-root loose.txt"])
    }

    @Test func `custom rules are asked of roles and paths, and follow a renamed folder`() throws {
        let shelf = try Shelf.withPoems()
        for folder in ["Collections/One", "Collections/Two"] { shelf.makeDirectory("Poems/\(folder)") }
        shelf.makeFile("Poems/Collections/One/README.md")
        shelf.makeFile("Poems/Draft/Big Ode.doc")
        shelf.makeFile("Poems/Draft/small-ode.txt")
        shelf.makeFile("Poems/Trash/Old Ode.doc")
        shelf.makeFile("Poems/.shed/settings.toml", """
            [check]
            select = "CUS"

            [[check.rule]]
            name = "draft-names"
            severity = "error"
            role = "draft"
            extensions = ["txt", "md"]
            style = "kebab-case"

            [[check.rule]]
            name = "readme"
            path = "Collections/*"
            count = [{ name = "README.md", type = "files", exactly = 1 }, { type = "folders", max = 0 }]

            [[check.rule]]
            name = "everywhere"
            severity = "note"
            path = "."
            below = true
            forbid = ["Big*"]

            """)
        let wanted = ["warning readme Collections/Two", "error draft-names Draft/Big Ode.doc", "note everywhere Draft/Big Ode.doc"]
        #expect(try found(shelf) == wanted)
        _ = try shelf.shed("sync", in: "Poems")
        #expect(try found(shelf) == wanted)
        shelf.move("Poems/Draft", "Poems/Rough")
        #expect(try found(shelf).contains("error draft-names Rough/Big Ode.doc"))
    }
}
