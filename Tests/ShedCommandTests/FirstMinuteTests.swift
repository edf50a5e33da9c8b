import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `The first minute` {
    private func lines(_ result: RunResult) -> [String] { result.text.split(separator: "\n").map(String.init) }

    @Test func `begins with the verbs that a writer needs, and names where the others are`() throws {
        let shelf = try Shelf()
        let alone = try shelf.shed()
        #expect(alone.code == 0 && alone.err == "")
        for words in [["help"], ["--help"], ["-h"]] { #expect(try shelf.run(words.map { Array($0.utf8) }).text == alone.text) }
        let verbs = Set(lines(alone).filter { $0.hasPrefix("  shed ") }.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) })
        #expect(verbs == ["new", "adopt", "tree", "show", "find", "status", "sync", "mv", "rm", "restore", "accept", "allow"])
        #expect(alone.text.contains("shed help --all"))
        let all = try shelf.shed("help", "--all").text
        for word in ["repair", "taggroup", "bundle", "record", "-C DIR", "--color WHEN", "-y, --yes", "Example: shed new"] { #expect(all.contains(word), "\(word)") }
        #expect(all.contains("\n  -v, --verbose   Say more, with IDs.\n"), "\(all)")
        // Each verb that is named has help of its own.
        for verb in verbs { #expect(try shelf.shed("help", verb).text.contains("USAGE: shed \(verb)")) }
    }

    @Test(arguments: [["mv"], ["tag", "add"], ["check"], ["record", "new"], ["page", "add"]])
    func `the options of every verb stand once`(verb: [String]) throws {
        let shelf = try Shelf()
        let help = try shelf.run((["help"] + verb).map { Array($0.utf8) }).text
        for option in ["\n  --json ", "\n  -q, --quiet", "\n  -v, --verbose", "\n  --color", "\n  --plain", "\n  -y, --yes", "\n  -C <dir>", "\n  -0", "[--json]", "[-C <dir>]"] {
            #expect(!help.contains(option), "\(option): \(help)")
        }
        #expect(help.hasSuffix("\n\nOptions of every verb: “shed help --all”.\n"))
        #expect(try shelf.run((verb + ["--help"]).map { Array($0.utf8) }).text == help)
    }

    @Test func `a slip in the second word brings what may have been meant`() throws {
        let shelf = try Shelf.withPoems()
        for (words, meant) in [
            (["tag", "ad", "x", "Draft"], "'tag ad'. Did you mean 'tag add'?"), (["-C", "Poems", "tag", "lst"], "'tag lst'. Did you mean 'tag list'?"),
            (["service", "statsu"], "'service statsu'. Did you mean 'service status'?"), (["projects", "forgt"], "'projects forgt'. Did you mean 'projects forget'?"),
            (["tag", "create", "x"], "'tag create'."), (["statsu"], "'statsu'. Did you mean 'status'?"), (["xyzzyxyzzy", "."], "'xyzzyxyzzy'."),
        ] {
            let result = try shelf.run(words.map { Array($0.utf8) })
            #expect(result.code == 2 && result.err.hasPrefix("shed: There is no verb \(meant)\n"), "\(result.err)")
        }
        #expect(try !shelf.shed("tag", "elephant").err.contains("Did you mean"))
    }

    @Test func `a name that begins with a dash is not taken for a request for help`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/-dash.txt", "x\n")
        let result = try shelf.shed("mv", "-dash.txt", "../Ready", in: "Poems/Draft")
        #expect(result.code == 2 && result.text == "", "\(result)")
        #expect(result.err == "shed: There is no option '-dash.txt'. Write './-dash.txt' for a file of that name, '-h' for help.\n", "\(result.err)")
        #expect(try shelf.shed("mv", "./-dash.txt", "../Ready", in: "Poems/Draft").code == 0)
        #expect(try shelf.shed("mv", "-q", "-h", in: "Poems/Draft").text.hasPrefix("OVERVIEW: "))
    }

    @Test func `help for a verb that is not there is none, and brings what may have been meant`() throws {
        let shelf = try Shelf()
        for (words, complaint) in [
            (["help", "statsu"], "There is no verb 'statsu'. Did you mean 'status'? “shed help --all” lists all of them."),
            (["help", "xyzzyxyzzy"], "There is no verb 'xyzzyxyzzy'. “shed help --all” lists all of them."), (["statsu", "--help"], "There is no verb 'statsu'. Did you mean 'status'? "),
            (["-C", ".", "statsu", "-h"], "There is no verb 'statsu'. "), (["help", "tag", "ad"], "There is no verb 'tag ad'. Did you mean 'tag add'? "),
            (["tag", "ad", "--help"], "There is no verb 'tag ad'. Did you mean 'tag add'? "), (["help", "\u{1b}[31m"], "There is no verb '\\u{1b}[31m'. "),
        ] {
            let result = try shelf.run(words.map { Array($0.utf8) })
            #expect(result.code == 2 && result.text == "" && result.err.hasPrefix("shed: " + complaint), "\(words): \(result.err)\(result.text)")
        }
        for words in [["help", "tag"], ["help", "tag", "add"], ["mv", "--help", "x"], ["help", "help"], ["service", "--help"]] {
            #expect(try shelf.run(words.map { Array($0.utf8) }).code == 0, "\(words)")
        }
    }

    @Test func `a name that nothing has leads to the texts`() throws {
        let shelf = try Shelf.withPoems()
        let result = try shelf.shed("find", "spring", in: "Poems")
        #expect(result.code == 1 && result.text == "")
        #expect(result.err == "shed: no name has that in it; “shed find --text spring” looks into the files.\n")
        #expect(try shelf.shed("find", "spring", "--quiet", in: "Poems").err == "")
        #expect(try shelf.shed("find", "--text", "spring", "--quiet", in: "Poems").err == "")
        #expect(try shelf.shed("find", "--text", "spring", in: "Poems").err.contains("--exact"))
    }

    @Test func `the colour of a tag is not called after that of the output`() throws {
        let shelf = try Shelf.withPoems()
        let help = try shelf.shed("help", "tag", "new").text
        #expect(help.contains("--hue <colour>") && !help.contains("--colour"))
        #expect(try shelf.shed("tag", "new", "a", "--hue", "red", "--json", in: "Poems").json()["colour"]?.string == "#ff3b30")
        #expect(try shelf.shed("tag", "change", "a", "--colour", "blue", "--json", in: "Poems").json()["colour"]?.string == "#007aff")
        #expect(try shelf.shed("tag", "change", "a", "--hue", "none", "--json", in: "Poems").json()["colour"] == .null)
        #expect(try shelf.shed("tag", "new", "b", "--hue", "red", "--colour", "red", in: "Poems").code == 2)
        let slip = try shelf.shed("tag", "new", "b", "--color", "red", in: "Poems")
        #expect(slip.code == 2 && slip.err.hasPrefix("shed: --color says when the output is colored (auto, always or never). The colour of a tag is given with --hue.\n"), "\(slip.err)")
    }
}

@Suite(.waitsForPrograms) struct `Completion` {
    /// What is offered for a word of a command line, as the script of a shell asks for it.
    private func offered(_ shelf: Shelf, _ verb: [String], _ argument: String, _ words: [String], shell: String = "fish", in directory: String = "Poems") throws -> [String] {
        let line = "---completion \(verb.joined(separator: " ")) -- \(argument) \(words.count - 1) 0 " + words.map { "'\($0)'" }.joined(separator: " ")
        let result = try shelf.shell("cd './\(directory)'; SAP_SHELL=\(shell) '\(ShedProgram.path)' \(line)")
        #expect(result.code == 0 && result.err == "", "\(line): \(result.err)")
        return result.text.split(separator: "\n").map(String.init)
    }

    @Test func `knows kinds, roles, tags, groups, variables and what is missing`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt")
        for words in [["sync"], ["tag", "new", "Status/to do"], ["tag", "new", "urgent"], ["var", "new", "rating", "--int"]] {
            try #require(try shelf.run(words.map { Array($0.utf8) }, in: "Poems").code == 0)
        }
        let id = try #require(try shelf.shed("show", "Draft/Ode.txt", "--json", in: "Poems").json()["id"]?.string)
        try shelf.shellDone("rm Poems/Draft/Ode.txt; '\(ShedProgram.path)' -C Poems sync -q")
        let before = try shelf.fingerprint()
        #expect(try offered(shelf, ["new"], "positional@0", ["shed", "new", ""]).prefix(2) == ["blank", "poetry"])
        #expect(try offered(shelf, ["find"], "--role", ["shed", "find", "--role", ""]).contains("draft"))
        #expect(try offered(shelf, ["tag", "add"], "positional@0", ["shed", "tag", "add", ""]) == ["Status/to do", "urgent"])
        #expect(try offered(shelf, ["tag", "add"], "positional@0", ["shed", "-C", "Poems", "tag", "add", ""], in: "") == ["Status/to do", "urgent"])
        #expect(try offered(shelf, ["taggroup", "delete"], "positional@0", ["shed", "taggroup", "delete", ""]) == ["Status"])
        #expect(try offered(shelf, ["var", "unset"], "positional@0", ["shed", "var", "unset", ""]) == ["rating"])
        #expect(try offered(shelf, ["relink"], "positional@1", ["shed", "relink", "x", ""]) == [id])
        #expect(try offered(shelf, ["forget"], "positional@0", ["shed", "forget", ""]) == [id])
        // Outside of projects there is nothing to offer, and nothing to say.
        #expect(try offered(shelf, ["tag", "add"], "positional@0", ["shed", "tag", "add", ""], in: "") == [])
        #expect(try shelf.fingerprint() == before)
    }

    @Test func `gives no shell anything to carry out`() throws {
        let shelf = try Shelf.withPoems()
        for name in ["$(touch made)", "a:b", "it's"] { try #require(try shelf.shed("tag", "new", name, in: "Poems").code == 0) }
        let words = ["shed", "tag", "add", ""]
        #expect(try offered(shelf, ["tag", "add"], "positional@0", words, shell: "bash") == ["\\$\\(touch\\ made\\)", "a\\:b", "it\\'s"])
        #expect(try offered(shelf, ["tag", "add"], "positional@0", words, shell: "zsh").contains("a\\:b"))
        #expect(try offered(shelf, ["tag", "add"], "positional@0", words) == ["$(touch made)", "a:b", "it's"])
    }

    @Test func `offers verbs behind help, options of every verb, and .shed never`() throws {
        let shelf = try Shelf()
        let bash = try shelf.shed("--generate-completion-script", "bash").text
        #expect(bash.contains("_shed_help() {\n    COMPREPLY+=($(compgen -W 'new adopt ") && bash.contains("${completion}\" = .shed || "))
        #expect(bash.contains("--json"))
        #expect(try shelf.shed("--generate-completion-script=zsh").text.contains("'*:subcommands:(new adopt "))
        let fish = try shelf.shed("--generate-completion-script", "fish").text
        #expect(fish.contains("positional \"shed help\" -ge 1' -fka 'new adopt ") && fish.contains("function __shed_should_offer_completions_for_positional "))
    }
}
