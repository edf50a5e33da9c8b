import ShedModel
import ShedTestSupport
import Testing

@testable import ShedRules

@Suite("Many ignore patterns at once")
struct IgnoreMatcherTests {
    /// What the patterns say when they are tried one after the other.
    private func oneByOne(_ patterns: [IgnorePattern], _ path: RelativePath, isDirectory: Bool) -> Bool {
        path.names.indices.contains { depth in
            let isFolder = isDirectory || depth < path.names.count - 1
            let place = RelativePath(Array(path.names[...depth]))
            let last = patterns.last { (isFolder || !$0.isForDirectories) && $0.matches(place) }
            return last.map { !$0.isNegated } ?? false
        }
    }

    @Test(arguments: ShortRun.part(of: Array(1...200 as ClosedRange<UInt64>), every: 8))
    func `say what they say one by one`(seed: UInt64) {
        var random = SeededRandom(seed)
        let atoms = ["a", "b", "ab", "*", "?", "[ab]", "[!a]", "**", "a*", "*a", "*b*", "a?b", "\\*", "c"]
        func text(_ most: Int, of atoms: [String]) -> String {
            (0..<Int.random(in: 1...most, using: &random)).map { _ in atoms.randomElement(using: &random) ?? "a" }.joined()
        }
        for _ in 0..<50 {
            var lines: [String] = []
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in Int.random(in: 0..<3, using: &random) == 0 ? "**" : text(2, of: atoms) }
                let (start, end) = (["", "", "!", "/"].randomElement(using: &random) ?? "", ["", "", "/"].randomElement(using: &random) ?? "")
                lines.append(start + parts.joined(separator: "/") + end)
            }
            let rules = IgnoreRules(shedignore: Array(lines.joined(separator: "\n").utf8))
            let patterns = lines.compactMap { line -> IgnorePattern? in
                guard case .pattern(let pattern) = IgnorePattern.read(line: Array(line.utf8)[...]) else { return nil }
                return pattern
            }
            for _ in 0..<6 {
                let names = (0..<Int.random(in: 1...5, using: &random)).map { _ in Name(text(4, of: ["a", "b", "c", "*"])) }
                let path = RelativePath(names)
                for kind in [EntryKind.file, .directory] {
                    let isIgnored = oneByOne(patterns, path, isDirectory: kind == .directory)
                    #expect(rules.ignores(path: path, kind: kind) == isIgnored, "\(lines) \(path)")
                }
            }
        }
    }

    @Test func `names, beginnings, ends and paths may be as many as patterns are read`() {
        let quarter = IgnoreRules.mostPatterns / 4
        let text = (0..<quarter).map { "name\($0)\n*.e\($0)\nb\($0)x*\nfolder/f\($0)/*.txt\n" }.joined()
        let rules = IgnoreRules(shedignore: Array(text.utf8))
        #expect(!rules.isIncomplete)
        for path in ["name0", "x/name\(quarter - 1)", "a.e\(quarter - 1)", "b7xyz", "folder/f9/a.txt"] { #expect(rules.ignores(path: path.path, kind: .file)) }
        for path in ["name\(quarter)", "name", "x.e", "b7y", "folder/f9/a.md", "f9/a.txt"] { #expect(!rules.ignores(path: path.path, kind: .file)) }
    }

    @Test(arguments: [("*x", "*"), ("a/*/b", ""), ("**/c/d", ""), ("?e", "")])
    func `what has to be tried is so long and no longer, and the rest is said`(start: String, end: String) throws {
        let lines = (1...2_000).map { "\(start)\($0)\(end)" }
        let rules = IgnoreRules(shedignore: Array(lines.joined(separator: "\n").utf8))
        let unread = try #require(rules.firstUnreadLine)
        #expect(rules.isIncomplete && (250...1_400).contains(unread))
        func path(_ number: Int) -> RelativePath {
            switch start {
            case "*x": "zx\(number)z".path
            case "a/*/b": "a/q/b\(number)".path
            case "**/c/d": "p/q/c/d\(number)".path
            default: "qe\(number)".path
            }
        }
        #expect(rules.ignores(path: path(unread - 1), kind: .file))
        #expect(!rules.ignores(path: path(1_999), kind: .file) || start == "*x")
    }
}

extension String {
    fileprivate var path: RelativePath { RelativePath(bytes: utf8) ?? .root }

    @Test func `patterns of many stars are held against a name at once, as many as there is room for`() throws {
        let lines = (0..<8_000).map { String(repeating: "*a", count: 60) + "b\($0)" }
        let rules = IgnoreRules(shedignore: Array(lines.joined(separator: "\n").utf8))
        let unread = try #require(rules.firstUnreadLine)
        #expect(rules.isIncomplete && (30...70).contains(unread))
        var globs = GlobAutomaton()
        var held = 0
        for line in lines {
            guard case .pattern(let pattern) = IgnorePattern.read(line: Array(line.utf8)[...]) else { continue }
            if globs.add(pattern.parts, number: Int32(held), isForDirectories: false) { held += 1 }
        }
        // What a byte of a name costs.
        #expect(held == unread - 1 && globs.words <= GlobAutomaton.mostStates / 64)
        let name = String(repeating: "a", count: 226)
        #expect(rules.ignores(path: "\(name)b0".path, kind: .file) && !rules.ignores(path: name.path, kind: .file))
    }
}
