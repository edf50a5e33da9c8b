import Foundation
import ShedModel
import ShedRules
import ShedTestSupport
import Testing

/// A `.shedignore` and entries to ask about; a path that ends in `/` is a directory.
private struct Case {
    var patterns: String
    var paths: [String]
}

/// What git says of each path of each case: one repository, a folder with its own `.gitignore` a case, one process.
private func ignoredByGit(_ cases: [Case]) throws -> [Set<String>] {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("shed-ignore-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    _ = try git(["init", "-q"], in: root, input: "")
    var asked = ""
    for (number, item) in cases.enumerated() {
        let folder = root.appendingPathComponent("case\(number)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(item.patterns.utf8).write(to: folder.appendingPathComponent(".gitignore"))
        for path in item.paths {
            let place = folder.appendingPathComponent(path)
            let parent = path.hasSuffix("/") ? place : place.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            if !path.hasSuffix("/") { try Data().write(to: place) }
            asked += "case\(number)/\(path.hasSuffix("/") ? String(path.dropLast()) : path)\0"
        }
    }
    var result = Array(repeating: Set<String>(), count: cases.count)
    for line in try git(["check-ignore", "--no-index", "--stdin", "-z"], in: root, input: asked).split(separator: "\0") {
        let parts = line.split(separator: "/", maxSplits: 1)
        let number = try #require(Int(parts[0].dropFirst(4)))
        result[number].insert(String(parts[1]))
    }
    return result
}

private func git(_ arguments: [String], in directory: URL, input: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.currentDirectoryURL = directory
    process.environment = [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": directory.path,
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C",
    ]
    // A file, since a pipe of each direction could fill up and stop both sides.
    let questions = directory.appendingPathComponent(".git-input")
    try Data(input.utf8).write(to: questions)
    let output = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: questions)
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // 1: none of the paths is ignored.
    #expect(process.terminationStatus <= 1)
    return String(decoding: data, as: UTF8.self)
}

private func ignoredByShed(_ item: Case) -> Set<String> {
    let rules = IgnoreRules(shedignore: Array(item.patterns.utf8))
    let ignored = item.paths.filter { path in
        guard let relative = RelativePath(bytes: path.utf8) else { return false }
        return rules.ignores(path: relative, kind: path.hasSuffix("/") ? .directory : .file)
    }
    return Set(ignored.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 })
}

private func compare(_ cases: [Case]) throws {
    var (ignored, kept) = (0, 0)
    for (item, expected) in zip(cases, try ignoredByGit(cases)) {
        let actual = ignoredByShed(item)
        #expect(actual == expected, "\(item.patterns.debugDescription) over \(item.paths)")
        ignored += expected.count
        kept += item.paths.count - expected.count
    }
    // A comparison in which all paths fare alike would prove nothing.
    #expect(ignored > cases.count / 4 && kept > cases.count / 4)
}

@Suite struct IgnoreRulesTests {
    private static let table: [Case] = [
        Case(patterns: "foo", paths: ["foo", "a/foo", "foo2", "d/foo/x", "Foo"]),
        Case(patterns: "/foo", paths: ["foo", "a/foo"]),
        Case(patterns: "foo/", paths: ["a/foo", "foo/", "b/foo/", "b/foo/x"]),
        Case(patterns: "/foo/", paths: ["foo/", "foobar/", "foobar/x", "a/foo/"]),
        Case(patterns: "a/b", paths: ["a/b", "x/a/b", "a/bc", "a/b2/c"]),
        Case(patterns: "a/b/", paths: ["a/b/", "x/a/b/", "a/bc/", "a/b/c"]),
        Case(patterns: "*.log", paths: ["x.log", "a/y.log", "x.logs", ".log", "log"]),
        Case(patterns: "*.log\n!keep.log", paths: ["x.log", "keep.log", "a/keep.log"]),
        Case(patterns: "!keep.log\n*.log", paths: ["x.log", "keep.log"]),
        Case(patterns: "build\n!build/keep", paths: ["build/keep", "build/x", "keep"]),
        Case(patterns: "build/*\n!build/keep", paths: ["build/keep", "build/x", "build/d/keep", "a/build/x"]),
        Case(patterns: "# comment\n\\#real\n#x", paths: ["# comment", "#real", "#x"]),
        Case(patterns: "\\!bang\n", paths: ["!bang", "bang"]),
        Case(patterns: "trail   \nkeep\\ \nmid dle  ", paths: ["trail", "trail   ", "keep ", "keep", "mid dle"]),
        Case(patterns: "two\\  \n", paths: ["two ", "two", "two  "]),
        Case(patterns: "tab\t\n", paths: ["tab", "tab\t"]),
        Case(patterns: "end\\", paths: ["end", "end\\"]),
        Case(patterns: "end\\\\", paths: ["end", "end\\"]),
        Case(patterns: "end\\\\ ", paths: ["end\\", "end\\ "]),
        Case(patterns: "   ", paths: ["   ", " "]),
        Case(patterns: "\r\ncrlf\r\nother\r\n", paths: ["crlf", "other", "crlf\r"]),
        Case(patterns: "\u{feff}bom", paths: ["bom", "\u{feff}bom"]),
        Case(patterns: "?", paths: ["a", "ab", "é", "x/b"]),
        Case(patterns: "??", paths: ["a", "ab", "é"]),
        Case(patterns: "a?c", paths: ["abc", "a/c", "ac"]),
        Case(patterns: "/a?c", paths: ["abc", "a/c", "d/abc"]),
        Case(patterns: "a*c", paths: ["ac", "abbc", "a/c", "acb", "abcbc"]),
        Case(patterns: "d/a*c", paths: ["d/ac", "d/a/c", "d/abc", "ac"]),
        Case(patterns: "*", paths: ["a", "b/c", ".d"]),
        Case(patterns: "/*", paths: ["a", "b/c"]),
        Case(patterns: "/*\n!/keep", paths: ["a", "keep", "keep2/x", "d/keep"]),
        Case(patterns: "*/", paths: ["a", "b/", "b/c"]),
        Case(patterns: "**", paths: ["a", "b/c"]),
        Case(patterns: "**/", paths: ["a", "b/", "b/c"]),
        Case(patterns: "/**", paths: ["a", "b/c"]),
        Case(patterns: "/**/x", paths: ["x", "a/x", "a/b/x", "ax"]),
        Case(patterns: "**/x", paths: ["x", "a/x", "a/b/x", "a/bx"]),
        Case(patterns: "**/x/y", paths: ["x/y", "a/x/y", "a/x/b/y"]),
        Case(patterns: "a/**", paths: ["a/b", "a/d/c", "b/a/c", "a2"]),
        Case(patterns: "a/**\n!a/b/", paths: ["a/b/c", "a/c", "a/d/b/"]),
        Case(patterns: "a/**/", paths: ["a/b/c", "a/d/", "a/f"]),
        Case(patterns: "a/**/b", paths: ["a/b", "a/x/b", "a/x/y/b", "a/xb", "c/a/b"]),
        Case(patterns: "a/**/**/b", paths: ["a/b", "a/x/b", "a/x/y/b"]),
        Case(patterns: "**/a/**/b", paths: ["a/b", "x/a/y/b", "a/x/a/c/b", "b"]),
        Case(patterns: "a/*/b", paths: ["a/b", "a/x/b", "a/x/y/b"]),
        Case(patterns: "a/***/b", paths: ["a/b", "a/x/b", "a/x/y/b"]),
        Case(patterns: "x**y", paths: ["xy", "xay", "x/y"]),
        Case(patterns: "[abc]", paths: ["a", "c", "d", "ab"]),
        Case(patterns: "[a-c]x", paths: ["ax", "bx", "dx", "-x"]),
        Case(patterns: "[!a-c]x", paths: ["ax", "dx", "x"]),
        Case(patterns: "[^a]x", paths: ["ax", "bx", "^x"]),
        Case(patterns: "[]]x", paths: ["]x", "x", "[]]x"]),
        Case(patterns: "[]-a]x", paths: ["]x", "^x", "ax", "-x"]),
        Case(patterns: "[!]]x", paths: ["]x", "ax"]),
        Case(patterns: "[a-]x", paths: ["ax", "-x", "bx"]),
        Case(patterns: "[-a]x", paths: ["ax", "-x", "bx"]),
        Case(patterns: "[c-a]x", paths: ["ax", "bx", "cx", "-x"]),
        Case(patterns: "[a\\]b]x", paths: ["ax", "]x", "bx", "\\x"]),
        Case(patterns: "[\\a-c]x", paths: ["ax", "bx", "\\x"]),
        Case(patterns: "[a-\\c]x", paths: ["bx", "\\x"]),
        Case(patterns: "[abc", paths: ["a", "[abc"]),
        Case(patterns: "x[", paths: ["x[", "x"]),
        Case(patterns: "[[:digit:]]x", paths: ["1x", "ax", ":x"]),
        Case(patterns: "[[:alpha:]_]x", paths: ["ax", "_x", "1x"]),
        Case(patterns: "[[:upper:][:digit:]]", paths: ["A", "1", "a"]),
        Case(patterns: "[![:space:]]x", paths: [" x", "ax"]),
        Case(patterns: "[[:nope:]]x", paths: ["nx", "ax"]),
        Case(patterns: "[[:]x", paths: ["[x", ":x", "ax"]),
        Case(patterns: "[[:ab]x", paths: ["[x", ":x", "ax"]),
        Case(patterns: "a[/]b", paths: ["a/b", "ab"]),
        Case(patterns: "a[x/y]b", paths: ["axb", "ayb", "a/b"]),
        Case(patterns: "a\\/b", paths: ["a/b", "x/a/b"]),
        Case(patterns: "a//b", paths: ["a/b"]),
        Case(patterns: "foo//", paths: ["foo/", "foo/x"]),
        Case(patterns: "/", paths: ["a", "b/c"]),
        Case(patterns: "!", paths: ["!", "a"]),
        Case(patterns: "\\a\\*", paths: ["a*", "ab", "\\a*"]),
        Case(patterns: "Entwürfe/*.txt", paths: ["Entwürfe/a.txt", "Entwürfe/b.md", "a.txt"]),
        Case(patterns: "*.*\n!*.txt\nx.txt", paths: ["a.txt", "b.md", "x.txt", "c"]),
    ]

    @Test func `a table of patterns means what it means to git`() throws { try compare(Self.table) }

    @Test func `random patterns mean what they mean to git`() throws {
        var random = SeededRandom(20_240_607)
        let cases = (0..<250).map { _ in randomCase(&random) }
        try compare(cases)
    }

    private func randomCase(_ random: inout SeededRandom) -> Case {
        let letters = ["a", "b", "c", "a", "b", "ab", ".", " ", "é"]
        let wild = ["?", "*", "[ab]", "[!a]", "[a-c]", "\\a", "[[:alpha:]]"]
        var patterns: [String] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            var parts: [String] = []
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                if Int.random(in: 0..<5, using: &random) == 0 {
                    parts.append("**")
                    continue
                }
                var part = ""
                for _ in 0..<Int.random(in: 1...2, using: &random) {
                    let isWild = Int.random(in: 0..<3, using: &random) == 0 && !part.hasSuffix("*")
                    part += (isWild ? wild : letters).randomElement(using: &random) ?? "a"
                }
                parts.append(part)
            }
            let start = ["", "", "!", "/"].randomElement(using: &random) ?? ""
            let end = ["", "", "/"].randomElement(using: &random) ?? ""
            patterns.append(start + parts.joined(separator: "/") + end)
        }
        var paths: [String] = []
        for first in ["a", "b", "ab", "a.", "é b"] {
            paths.append("\(first)/")
            for second in ["a", "b", "cab"] {
                paths.append("\(first)/\(second)/\(["a", "b", "c"].randomElement(using: &random) ?? "a")")
            }
            paths.append("\(first)/f\(["a", "b"].randomElement(using: &random) ?? "a")")
        }
        paths += ["c", "ac", "bb"]
        return Case(patterns: patterns.joined(separator: "\n"), paths: paths)
    }

    @Test func `a path is asked for only if a pattern needs it`() {
        for (patterns, needed) in [("*.log\nfoo/\n**/bar", false), ("a/b", true), ("/a", true), ("# a/b", false)] {
            #expect(IgnoreRules(shedignore: Array(patterns.utf8)).needsPaths == needed, "\(patterns)")
        }
        #expect(!IgnoreRules().needsPaths)
    }

    @Test func `a pattern cannot make a passing file count`() {
        let rules = IgnoreRules(shedignore: Array("!*.part\n".utf8))
        #expect(rules.ignores(path: "x.part", kind: .file))
    }

    @Test func `names and patterns are bytes`() {
        let rules = IgnoreRules(shedignore: [0xff, UInt8(ascii: "*"), UInt8(ascii: "\n")])
        #expect(rules.ignores(path: RelativePath([Name(bytes: [0xff, 0xfe])]), kind: .file))
        #expect(!rules.ignores(path: RelativePath([Name(bytes: [0xfe, 0xff])]), kind: .file))
    }

    @Test func `a hostile pattern costs no more than the product of both lengths`() {
        // Backtracking over every star would take longer than the universe has.
        let name = Name(bytes: Array(repeating: UInt8(ascii: "a"), count: 255))
        let deep = RelativePath(Array(repeating: Name("a"), count: 500) + [name])
        let stars = String(repeating: "*a", count: 100) + "b"
        let depths = String(repeating: "**/a/", count: 100) + "b"
        let rules = IgnoreRules(shedignore: Array("\(stars)\n\(depths)".utf8))
        #expect(!rules.ignores(path: deep, kind: .file))
        #expect(!rules.isIncomplete)
    }

    @Test func `what is beyond the bounds is left out and said so`() {
        let many = IgnoreRules(shedignore: Array((0...IgnoreRules.mostPatterns).map { "p\($0)\n" }.joined().utf8))
        #expect(many.isIncomplete)
        #expect(many.ignores(path: "p9999", kind: .file))
        #expect(!many.ignores(path: "p10000", kind: .file))

        let long = IgnoreRules(shedignore: Array(repeating: UInt8(ascii: "a"), count: 5000) + Array("\nb\n".utf8))
        #expect(long.isIncomplete)
        #expect(long.ignores(path: "b", kind: .file))

        let comment = Array("x\n#".utf8) + Array(repeating: UInt8(ascii: "c"), count: IgnoreRules.longestFile - 5)
        let big = IgnoreRules(shedignore: comment + Array("\n*.txt\n".utf8))
        #expect(big.isIncomplete)
        #expect(big.firstUnreadLine == 3)
        #expect(big.ignores(path: "x", kind: .file))
        // The bound falls behind the star of “*.txt”: half a pattern would ignore everything.
        #expect(!big.ignores(path: "Ode.md", kind: .file))
        #expect(IgnoreRules(shedignore: Array(repeating: UInt8(ascii: "#"), count: IgnoreRules.longestFile + 1)).firstUnreadLine == 1)
    }
}
