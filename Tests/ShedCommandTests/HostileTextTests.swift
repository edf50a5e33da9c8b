import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Projects in which everything that somebody else may write says what a terminal or the runner of a CI system would obey.
@Suite(.waitsForPrograms) struct `Text of others` {
    // MARK: What is printed

    /// What of an output would be obeyed, by line; empty where nothing is.
    /// - Parameter isForGitHub: whether lines may be commands of shed's own for GitHub's runner.
    private static func obeyed(in output: [UInt8], isForGitHub: Bool = false) -> [String] {
        guard let text = String(validating: output, as: UTF8.self) else { return ["not UTF-8"] }
        return text.split(separator: "\n").map(String.init).filter { line in
            let start = String(line.unicodeScalars.drop { $0.properties.isWhitespace })
            let isOwn = isForGitHub && ["::error ", "::warning ", "::notice "].contains(where: line.hasPrefix)
            return line.unicodeScalars.contains { EscapedText.isUnsafe($0) && $0 != "\t" }
                || start.hasPrefix("::") && !isOwn || marks.contains { line.lowercased().contains($0) }
        }
    }

    private static let marks = ["##[", "##vso[", "##teamcity["]

    /// All of it in one text.
    private static let evil = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\n::stop-commands::x\n\u{2028}\u{202e}##vso[task.complete]##[error]y##teamcity[x]\u{7f}\r"

    /// Names of files and folders.
    private static let names = [
        "::stop-commands::x", "  ::error::y", "\u{3000}::warning::z", "##vso[task.complete]", "a##[error]b", "##teamcity[x]", "-\n::debug::n",
        "\u{1b}]0;owned\u{7}\u{1b}[2J", "\u{9b}31m\u{202e}\u{2028}::", "one\n::group::two",
    ]

    @Test func `is seen for what it is by this test`() {
        for text in Self.names + [Self.evil] { #expect(Self.obeyed(in: Array(text.utf8)) != [], "\(text.debugDescription)") }
        #expect(Self.obeyed(in: Array("a ::b\n✓ #[x] ## [y]\ttab\n".utf8)) == [])
    }

    // MARK: The projects

    /// Changes a JSON file of the sidecar.
    private static func edit(_ path: String, _ change: (inout JSONObject) -> Void) throws {
        var object = try #require(try JSONParser.parse(TestFile.read(path)).object)
        change(&object)
        TestFile.write(String(decoding: JSONValue.object(object).pretty, as: UTF8.self), to: path)
    }

    private static func file(_ shelf: Shelf, _ folder: String, _ name: String, _ text: String) { shelf.write(text, to: Array("\(folder)/\(name)".utf8)) }

    /// A poetry project with such files, where some were refused, and batches of another device with such words.
    private static func poems() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        for name in names {
            file(shelf, "Poems/Draft", name, "\(evil)\n\(name)\n")
            file(shelf, "Poems/Collections", name, "refused\n")
            shelf.makeDirectory("Poems/Research/\(name)")
        }
        for name in ["a.txt", "b.txt", "c.txt"] { shelf.makeFile("Poems/Draft/\(name)", "\(evil)\n") }
        file(shelf, "Poems", "shed.txt", "at the root\n")
        _ = try shelf.shed("sync", in: "Poems")
        _ = try shelf.shed("rm", "Draft/b.txt", in: "Poems")
        try forge(shelf)
        let sidecar = "\(shelf.work)/Poems/.shed"
        try edit("\(sidecar)/project.json") { $0["kind"] = .string(evil) }
        try edit("\(sidecar)/template.json") { template in
            template["kind"] = .string(evil)
            template["language"] = .string(evil)
            guard case .array(var folders)? = template["folders"] else { return }
            for position in folders.indices {
                guard var folder = folders[position].object else { continue }
                folder["section"] = .string(evil)
                folder["symbol"] = .string(evil)
                if position == 1 { folder["role"] = .string(evil) }
                folders[position] = .object(folder)
            }
            template["folders"] = .array(folders)
        }
        // It is another kind of project now, and would only be looked at.
        _ = try shelf.shed("trust", "Poems")
        return shelf
    }

    /// Writes a sealed batch of another device into the project.
    private static func forge(_ shelf: Shelf) throws {
        let (group, tag, list, strange) = ("01a1fdd0-04d0-73cd-ae5b-000000000001", "01a1fdd0-04d0-73cd-ae5b-000000000002", "01a1fdd0-04d0-73cd-ae5b-000000000003", "01a1fdd0-04d0-73cd-ae5b-000000000004")
        func id(_ path: String) throws -> String { try #require(try shelf.shed("show", "--json", path, in: "Poems").json()["id"]?.string) }
        let rejected = try #require(try shelf.shed("status", "--json", in: "Poems").json()["rejected"]?.array?.first?["path"]?.string)
        let stamp = "7a1fdd0043800000-00000000deadbeef"
        func line(_ id: String, _ set: JSONValue, kind: String? = nil) -> [UInt8] {
            var object: JSONObject = ["at": .string(stamp), "id": .string(id)]
            object["kind"] = kind.map { .string($0) }
            object["set"] = set
            return JSONValue.object(object).compact + [UInt8(ascii: "\n")]
        }
        let origin: JSONValue = .array([.string("Draft"), .string(names[9])])
        let lines = [
            line(group, ["name": .string(evil)], kind: "taggroup"),
            line(tag, ["group": .string(group), "name": .string(evil), "scope": .string(evil)], kind: "tag"),
            line(list, ["name": .string(evil), "options": .array([.string(evil), .string(names[0])]), "scope": .string("all"), "type": "list"], kind: "variable"),
            line(strange, ["name": .string(names[0]), "colour": .string(evil), "scope": "all"], kind: "tag"),
            line(try id("Draft/a.txt"), .object([
                "details": .string(evil), "role": .string(evil), "tag:\(tag)": true, "tag:\(strange)": true, "type": .string(evil), "var:\(list)": .string(evil), evil: .string(evil),
            ])),
            line(try id(rejected), ["rejection": ["folder": nil, "known": true, "origin": origin, "rule": .string(evil), "time": 1]]),
            line(try id("."), ["details": .string(evil), "device:00000000deadbeef": ["name": .string(evil)], "retired:00000000deadbeef": 1]),
        ]
        let project = try #require(try JSONParser.parse(TestFile.read("\(shelf.work)/Poems/.shed/project.json"))["id"]?.string)
        let head = "\"count\":\(lines.count),\"format\":1,\"parents\":[],\"project\":\"\(project)\",\"replica\":\"00000000deadbeef\",\"sequence\":1}\n"
        let body = Array(head.utf8) + lines.joined()
        let zeros = String(repeating: "0", count: 64)
        TestFile.write(String(decoding: Array("{\"checksum\":\"\(zeros)\",".utf8) + body, as: UTF8.self), to: "\(shelf.path)/batch")
        let sum = try shelf.spawn("/usr/bin/sha256sum", [Array("\(shelf.path)/batch".utf8)], input: nil, in: "/").text.prefix(64)
        let folder = "Poems/.shed/ops/00000000deadbeef"
        shelf.makeDirectory(folder)
        let batch = String(decoding: Array("{\"checksum\":\"\(sum)\",".utf8) + body, as: UTF8.self)
        TestFile.write(batch, to: "\(shelf.work)/\(folder)/01a1fdd004380000-00000000deadbeef-\(sum).jsonl")
    }

    /// Runs verbs, and finds nothing in what they say that would be obeyed.
    /// - Parameter says: what one of them must say, so that what is shown is known to be shown.
    private func look(_ shelf: Shelf, in directory: String, _ verbs: [[String]], says: String) throws {
        var hasSaid = false
        for verb in verbs {
            let result = try shelf.run(verb.map { Array($0.utf8) }, in: directory)
            // No verb ends by a signal.
            #expect((0...2).contains(result.code), "\(verb)")
            let isForGitHub = verb.contains("github")
            #expect(Self.obeyed(in: result.out, isForGitHub: isForGitHub) == [], "\(verb)")
            #expect(Self.obeyed(in: Array(result.err.utf8)) == [], "\(verb)")
            // What could not be done at all is said on stderr alone.
            if result.code < 2, ["--json", "json", "sarif", "gitlab"].contains(where: verb.contains) {
                #expect((try? JSONParser.parse(result.out)) != nil, "\(verb)")
            }
            hasSaid = hasSaid || result.text.contains(says) || result.err.contains(says)
        }
        #expect(hasSaid)
    }

    private static let formats = ["full", "concise", "json", "json-lines", "sarif", "github", "gitlab", "junit", "gnu"].map { ["check", "--format", $0] }

    // MARK: The verbs

    @Test func `is not obeyed where verbs show it`() throws {
        let shelf = try Self.poems()
        let looking = [
            ["tree"], ["tree", "-v"], ["tree", "--plain"], ["tree", "--json"], ["ls"], ["ls", "Draft"], ["ls", "Draft", "--plain"], ["ls", "Draft", "--json"], ["order", "Draft"], ["order", "Draft", "--json"], ["status"],
            ["status", "--all"], ["status", "--json"], ["find", "x"], ["find", "--text", "owned"], ["find", "--text", "owned", "--json"], ["show", "."], ["show", "Draft/a.txt"],
            ["show", "Draft/a.txt", "--json"], ["show", "Ready"], ["info"], ["info", "--json"], ["stats"], ["stats", "--json"], ["log"], ["log", "-v"], ["log", "--json"], ["rule", "--all"],
            ["rule", "--all", "--json"], ["doctor"], ["doctor", "--json"], ["tag", "list"], ["tag", "list", "--json"], ["taggroup", "list"], ["var", "list"], ["var", "list", "--json"],
            ["tag", "show", Self.names[0]], ["tag", "show", Self.evil], ["undo", "--list"], ["undo", "--list", "--json"], ["undo", "--dry-run"], ["projects"], ["projects", "--json"],
            ["devices"], ["devices", "-v"], ["devices", "--json"], ["devices", "retire", Self.evil, "--dry-run"], ["devices", "rename", Self.evil, "--dry-run"],
        ]
        let changing = [
            ["sync", "--dry-run"], ["order", "Draft", "--numbered", "--dry-run"], ["order", "--first", "--dry-run", "--", "Draft/\(Self.names[0])"], ["rm", "--dry-run", "--", "Draft/\(Self.names[0])"], ["mv", "--dry-run", "--", "Draft/\(Self.names[7])", "Ready"],
            ["mv", "--dry-run", "--", "Draft/a.txt", "Draft/\(Self.evil)"], ["rename", "--dry-run", "--", "Draft/a.txt", "\(Self.names[9])"],
            ["restore", "--all", "--dry-run"], ["accept", "--dry-run", "--", "Rejected/\(Self.names[3])"], ["allow", "--dry-run", "Research/\(Self.names[4])", "both"],
            ["empty-trash", "--dry-run"], ["repair", "--folders", "--dry-run"], ["check", "--fix", "--dry-run"], ["tag", "add", Self.evil, "Draft/a.txt", "--dry-run"],
            ["var", "set", "Draft/a.txt", "\(Self.evil)=\(Self.evil)", "--dry-run"], ["show", Self.evil], ["find", "--tag", Self.evil], ["new", Self.evil, "N"], [Self.evil], ["ls", "--\(Self.evil)"],
        ]
        let shown = Self.names.flatMap { name in [["show", "--", "Draft/\(name)"], ["log", "--", "Draft/\(name)"]] }
        try look(shelf, in: "Poems", looking + changing + shown + Self.formats, says: "\\x3a:stop-commands::x")
        try look(shelf, in: "Poems/Draft", [["ls"], ["find", "stop"], ["check", "--format", "gnu"], ["status"]], says: "./::stop-commands::x")
        // What is really done is said likewise.
        try look(shelf, in: "Poems", [["sync"], ["rm", "--", "Draft/\(Self.names[0])"], ["undo", "--yes"], ["log"], ["undo", "--list"], ["restore", "--all"]], says: "stop-commands")
    }

    @Test func `is not obeyed in the settings, the rules and the names of a project`() throws {
        let shelf = try Self.poems()
        let settings = "\(shelf.work)/Poems/.shed/settings.toml"
        let key = String(decoding: JSONValue.string(Self.evil).compact, as: UTF8.self)
        for text in ["\(key) = 1", "quiet = \(key)", "[check]\n\(key) = 1", "[check.rules]\n\(key) = \"error\"", "[[check.rule]]\nname = \(key)\nmessage = \(key)", "quiet = \(Self.evil)"] {
            TestFile.write(text + "\n", to: settings)
            try look(shelf, in: "Poems", [["status"], ["check"], ["check", "--format", "github"], ["check", "--json"], ["sync", "--dry-run"], ["doctor"]], says: ":")
        }
        TestFile.write("", to: settings)
        for name in ["::stop-commands::p", "##vso[x]", "a\u{1b}]0;b\u{7}"] {
            shelf.move("Poems", name)
            try look(shelf, in: "", [["projects"], ["check", "./\(name)"], ["check", "--format", "gnu", "./\(name)"], ["-C", "./\(name)", "status"], ["-C", "./\(name)", "ls"]], says: "Draft")
            shelf.move(name, "Poems")
        }
    }

    @Test func `is not obeyed where text is colored`() throws {
        let shelf = try Self.poems()
        for verb in [["tree"], ["status"], ["check"], ["check", "--format", "concise"], ["tag", "list"], ["show", "Draft/a.txt"], ["log"]] {
            let result = try shelf.run((["--color", "always"] + verb).map { Array($0.utf8) }, in: "Poems")
            var text = result.text
            #expect(text.contains("\u{1b}["), "\(verb)")
            for code in ["0", "1", "2", "31", "32", "33"] { text = text.replacing("\u{1b}[\(code)m", with: "") }
            #expect(Self.obeyed(in: Array(text.utf8)) == [], "\(verb)")
        }
    }

    @Test func `is not obeyed where a daemon answers`() throws {
        let shelf = try Self.poems()
        let output = try shelf.scenario("""
            \(ShellScript.await("cat $T/daemon", otherwise: "exit 9"))
            "$SHED" watch > $T/daemon 2>&1 & d=$!; await 'grep -q ^ready $T/daemon'
            cd Poems; for v in tree 'ls Draft' status info 'tag list' log; do "$SHED" $v >> $T/said 2>&1; done
            kill $d; wait $d
            """)
        #expect(output == "")
        #expect(Self.obeyed(in: TestFile.read("\(shelf.path)/said")) == [])
        #expect(Self.obeyed(in: TestFile.read("\(shelf.path)/daemon")) == [])
    }

    // MARK: Kinds

    @Test func `is not obeyed in records and their collections`() throws {
        let shelf = try Shelf.withBooks()
        let keys: JSONValue = .array([.object(JSONObject([JSONObject.Member(Self.evil, .string(Self.evil)), JSONObject.Member("Title", .string(Self.names[0]))]))])
        TestFile.write(String(decoding: keys.compact, as: UTF8.self), to: "\(shelf.path)/records.json")
        #expect(try shelf.library("import", "\(shelf.path)/records.json", "--into", "Books").code == 0)
        for name in Self.names {
            shelf.makeDirectory("Library/\(name)")
            Self.file(shelf, "Library/Books", "\(name).json", "{\"\(name.filter { $0 > " " && $0 != "\n" })\": 1, \(Self.evil)")
        }
        _ = try shelf.library("sync")
        let verbs = [
            ["tree"], ["ls", "Books"], ["status"], ["collection", "list"], ["collection", "list", "--json"], ["collection", "show", "Books"], ["record", "list", "Books"],
            ["record", "list", "Books", "--json"], ["record", "list", "Books", "--format", "json-lines"], ["record", "find", "Books", "Title ~ stop"], ["record", "find", "Books", Self.evil],
            ["record", "list", "Books", "--columns", Self.evil], ["record", "set", "--dry-run", "Books", "\(Self.evil)=\(Self.evil)"], ["collection", "new", "--dry-run", Self.evil],
            ["collection", "show", Self.names[0]], ["collection", "rename", "--dry-run", "Books", Self.names[3]], ["find", "stop"], ["log"], ["undo", "--list"],
        ]
        try look(shelf, in: "Library", verbs + Self.formats, says: "stop-commands")
    }

    @Test func `is not obeyed in docs and bundles`() throws {
        let shelf = try Shelf()
        try #require(try shelf.shed("new", "papers", "Exams", "--language", "en").code == 0)
        for name in Self.names {
            shelf.makeDirectory("Exams/Docs/\(name)")
            shelf.makeDirectory("Exams/Docs/\(name)/\(name)")
            shelf.makeDirectory("Exams/Bundles/\(name)")
            Self.file(shelf, "Exams/Bundles", "\(name).pdf", "%PDF-1.4 \(Self.evil)")
        }
        _ = try shelf.shed("sync", in: "Exams")
        let verbs = [
            ["tree"], ["ls", "Docs"], ["status"], ["doc", "list"], ["doc", "list", "--json"], ["bundle", "list"], ["bundle", "list", "--json"], ["page", "list"], ["find", "stop"], ["log"],
        ] + Self.names.flatMap { [["doc", "show", "--", $0], ["bundle", "show", "--", $0], ["doc", "show", "--", "Docs/\($0)"], ["bundle", "show", "--", "Bundles/\($0)"]] }
        try look(shelf, in: "Exams", verbs + Self.formats, says: "stop-commands")
    }
}
