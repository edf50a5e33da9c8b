import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedPapersKind
import ShedProject
import ShedRecordsKind
import ShedRules
import ShedTestSchedule
import ShedTestSupport
import ShedWritingKind
import Testing

/// `shed rule`, `check --fix`, and that `check` writes nothing.
@Suite(.waitsForPrograms) struct `Rules on the command line` {
    /// The rules of the program.
    private let book = KindModules([WritingKind(), RecordsKind(), PapersKind()]).rules

    private func sh(_ shelf: Shelf, _ script: String) throws -> Shelf.Result {
        let text = "export SHED='\(ShedProgram.path)'; \(script)"
        return try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
    }

    @Test func `a rule is explained by its name or its code`() throws {
        let shelf = try Shelf()
        let byName = try shelf.shed("rule", "file-at-root")
        #expect(byName.code == 0)
        #expect(byName.text == (try shelf.shed("rule", "plc001").text))
        for part in ["file-at-root (PLC001, error)", "Example", "file shopping.txt", "Nothing is found here", "Cure"] {
            #expect(byName.text.contains(part), "\(part)")
        }
        let wrong = try shelf.shed("rule", "file-at-rot")
        #expect(wrong.code == 2 && wrong.err.contains("Did you mean “file-at-root”?"))
        #expect(try shelf.shed("rule").code == 2)
        #expect(try shelf.shed("rule", "file-at-root", "--all").code == 2)
    }

    @Test func `the beginning of codes lists a family, in any case`() throws {
        let shelf = try Shelf()
        let family = book.infos.filter { $0.code.hasPrefix("NAM") }.sorted { $0.code < $1.code }
        let text = try shelf.shed("rule", "nam").text
        #expect(text.split(separator: "\n").map { $0.split(separator: " ")[0] } == family.map { Substring($0.code) })
        #expect(text.contains("NAM002  name-collision (error): "))
        #expect(try shelf.shed("rule", "NAM", "--json").json().array?.compactMap { $0["rule"]?.string } == family.map(\.name))
        #expect(try shelf.shed("rule", "XYZ").code == 2)
    }

    @Test func `rules of your own are explained as far as their settings say`() throws {
        let shelf = try Shelf.withPoems()
        let none = try shelf.shed("rule", "CUS", in: "Poems")
        #expect(none.code == 2 && none.err.hasPrefix("shed: there is no rule of your own here."))
        shelf.makeFile("Poems/.shed/settings.toml", """
            [[check.rule]]
            name = "chapter-names"
            message = "Chapters are numbered text files."
            severity = "error"
            role = "draft"
            below = true
            extensions = ["txt"]
            names = ["[0-9]*"]
            count = { name = "README.md", type = "files", exactly = 1 }

            [[check.rule]]
            name = "other"
            forbid = ["x"]

            """)
        let page = try shelf.shed("rule", "chapter-names", in: "Poems/Draft")
        #expect(page.code == 0)
        for part in [
            "chapter-names (CUS, error)", "Chapters are numbered text files.", "A rule of your own, from .shed/settings.toml line 1.",
            "It is for folders with the role “draft”, and all folders below.", "Extensions that files may have: “.txt”.", "A name must match “[0-9]*”.",
            "There must be exactly 1 file named “README.md” in it.",
        ] {
            #expect(page.text.contains(part), "\(part)")
        }
        #expect(try shelf.shed("rule", "cus", in: "Poems").text.split(separator: "\n").count == 2)
        #expect(try shelf.shed("rule", "other", "--json", in: "Poems").json()["code"] == "CUS")
        #expect(try shelf.shed("rule", "other").code == 2)
    }

    @Test func `all rules are explained at once, also as JSON`() throws {
        let shelf = try Shelf()
        let text = try shelf.shed("rule", "--all")
        let rules = try shelf.shed("rule", "--all", "--json").json().array ?? []
        #expect(text.code == 0 && rules.count == book.all.count)
        for rule in rules {
            #expect(rule.object?.members.map(\.name) == ["rule", "code", "severity", "summary", "why", "conduct", "fails", "says", "passes", "help", "cure"])
            let name = try #require(rule["rule"]?.string)
            #expect(text.text.contains("\(name) (\(rule["code"]?.string ?? "")"), "\(name)")
        }
        #expect(try shelf.shed("rule", "NAM001", "--json").json()["rule"]?.string == "blank-name")
    }

    @Test func `fixes are shown, then made, each with what takes it back`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode ", "ode\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let before = try shelf.fingerprint()
        let shown = try shelf.shed("check", "--fix", "--dry-run", in: "Poems")
        #expect(shown.code == 1 && shown.err.contains("would rename Draft/Ode  to Draft/Ode [trailing-dot-or-space]\nshed: to take that back then, one would run:\n  shed undo\n"))
        #expect(try shelf.fingerprint() == before)
        let fixed = try shelf.shed("check", "--fix", in: "Poems")
        #expect(fixed.code == 0 && fixed.err.contains("renamed Draft/Ode "))
        #expect(!shelf.exists("Poems/Draft/Ode ") && shelf.exists("Poems/Draft/Ode"))
        #expect(try sh(shelf, "cd Poems; \(try undo(fixed.err)) cat 'Draft/Ode '").text.hasSuffix("ode\n"))
        #expect(try shelf.shed("check", "--dry-run", in: "Poems").code == 2)
    }

    /// The commands that take fixes back, as they were said, for a shell.
    private func undo(_ said: String) throws -> String {
        let lines = said.split(separator: "\n").filter { $0.hasPrefix("  shed ") }
        try #require(!lines.isEmpty, "\(said)")
        return "shed() { \"$SHED\" \"$@\"; }; " + lines.map { "\($0.dropFirst(2)) > /dev/null || exit; " }.joined()
    }

    @Test(arguments: [("Poems", "", "shed undo "), ("Poems/Draft", "", "shed -C .. undo "), (".", "-C Poems", "shed -C Poems undo ")])
    func `what takes fixes back is run from here, and quiet does not hide it`(place: String, words: String, command: String) throws {
        let shelf = try Shelf.withPoems()
        for folder in ["Collections/It is.", "Collections/It is./Bad "] { shelf.makeDirectory("Poems/\(folder)") }
        for file in ["Collections/It is./one ", "Draft/three ", "-x."] { shelf.makeFile("Poems/\(file == "-x." ? "Draft/-x." : file)", "\(file)\n") }
        let names = "find Poems -name .shed -prune -o -print | sort"
        #expect(try sh(shelf, "cd Poems; \"$SHED\" allow 'Collections/It is.' both -q; \"$SHED\" sync").code == 0)
        let before = try sh(shelf, names).text
        let fixed = try sh(shelf, "cd \(place); \"$SHED\" \(words) check --fix -q --exit-zero")
        #expect(fixed.code == 0 && !fixed.err.contains("renamed"))
        let lines = fixed.err.split(separator: "\n")
        #expect(lines.count == 2 && lines[0] == "shed: to take that back, run:" && lines[1...].allSatisfy { $0.hasPrefix("  \(command)") }, "\(fixed.err)")
        #expect(try sh(shelf, names).text != before)
        let back = try sh(shelf, "cd \(place); \(try undo(fixed.err))")
        #expect(back.code == 0, "\(back.err)")
        #expect(try sh(shelf, names).text == before)
    }

    @Test func `a file that is new is fixed too, and one whose name is taken is said to stay`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode ", "ode\n")
        shelf.makeFile("Poems/Draft/q")
        shelf.makeFile("Poems/Draft/q ")
        let fixed = try shelf.shed("check", "--fix", in: "Poems")
        #expect(fixed.code == 1 && fixed.err.contains("renamed Draft/Ode  to Draft/Ode ["))
        #expect(fixed.err.contains("Draft/q  was not fixed: ") && fixed.err.contains("there is something of that name already"), "\(fixed.err)")
        #expect(shelf.exists("Poems/Draft/Ode") && shelf.exists("Poems/Draft/q") && shelf.exists("Poems/Draft/q "))
    }

    @Test func `a fix that was cut short loses nothing and is finished by the next`() throws {
        let shelf = try Shelf.withPoems()
        for name in ["Ode ", "Rain.", "Snow "] { shelf.makeFile("Poems/Draft/\(name)", "\(name)\n") }
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let ids = "\"$SHED\" ls Draft --json | grep '\"id\"' | sort"
        let before = try sh(shelf, "cd Poems; \(ids)").text
        #expect(try sh(shelf, "cd Poems; SHED_INTERRUPT_AT=mended \"$SHED\" check --fix").code == 128 + SIGKILL)
        #expect(try sh(shelf, "cat Poems/Draft/* | sort").text == "Ode \nRain.\nSnow \n")
        #expect(try shelf.shed("check", "--fix", in: "Poems").code == 0)
        #expect(try sh(shelf, "cat Poems/Draft/Ode Poems/Draft/Rain Poems/Draft/Snow").text == "Ode \nRain.\nSnow \n")
        #expect(try sh(shelf, "cd Poems; \(ids)").text == before)
    }

    /// Whether this machine lets us make a mount of our own.
    static let canMount = system("unshare -Urm true 2>/dev/null") == 0

    @Test(.enabled(if: canMount, "needs user namespaces")) func `check works on a tree that nobody can write to, with an index and without`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode .txt")
        shelf.makeFile("Poems/Draft/Who?.txt")
        shelf.makeFile("Poems/shopping.txt")
        #expect(try shelf.shed("status", in: "Poems").code == 0)
        let expected = try shelf.shed("check", in: "Poems")
        #expect(expected.code == 1 && expected.text.contains("file-at-root") && expected.text.contains("reserved-character"))
        let before = try shelf.fingerprint()
        for state in [shelf.state, "\(shelf.path)/nowhere"] {
            let script = """
                unshare -Urm sh -c 'mount --bind Poems Poems && mount -o remount,bind,ro Poems && cd Poems && ! touch x 2>/dev/null && SHED_STATE_DIR="$0" "$SHED" check' '\(state)'
                """
            let result = try sh(shelf, script)
            #expect(result.text == expected.text && result.code == 1, "\(state): \(result.err)")
        }
        #expect(try shelf.fingerprint() == before)
        #expect(!(try sh(shelf, "test -e ../nowhere").code == 0))
    }
}
