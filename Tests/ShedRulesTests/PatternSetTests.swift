import ShedModel
import ShedTestSupport
import Testing

@testable import ShedRules

@Suite("Patterns of the settings, many at once")
struct PatternSetTests {
    /// Every fifth in a short run, so that they are of all sorts: names are judged by other conditions where a seed is even, or can be
    /// divided by three.
    private static let seeds = ShortRun.part(of: Array(1...200 as ClosedRange<UInt64>), every: 5)

    private struct Source {
        var random: SeededRandom

        mutating func text(_ most: Int, of atoms: [String]) -> String {
            (0..<Int.random(in: 1...most, using: &random)).map { _ in atoms.randomElement(using: &random) ?? "a" }.joined()
        }

        mutating func name() -> Name { Name(text(4, of: ["a", "b", "c", "A", "*", ".", "["])) }

        mutating func pattern() -> String {
            text(4, of: ["a", "b", "c", "*", "*", "?", "[ab]", "[!a]", "[a-c]", "**", "\\*", "\\a", ".", "[[:upper:]]", "!", "#"])
        }

        mutating func path() -> String {
            let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in Int.random(in: 0..<3, using: &random) == 0 ? "**" : pattern() }
            let (start, end) = (["", "", "/"].randomElement(using: &random) ?? "", ["", "", "/"].randomElement(using: &random) ?? "")
            return Int.random(in: 0..<8, using: &random) == 0 ? "." : start + parts.joined(separator: "/") + end
        }

        mutating func several<Value>(_ most: Int, _ make: (inout Source) -> Value?) -> [Value] {
            (0..<Int.random(in: 0...most, using: &random)).compactMap { _ in make(&self) }
        }
    }

    @Test(arguments: seeds)
    func `a path meets those that it matches one by one`(seed: UInt64) {
        var source = Source(random: SeededRandom(seed))
        for _ in 0..<20 {
            let patterns = source.several(10) { PathPattern($0.path()) }
            var set = PatternSet()
            let numbers = patterns.map { set.add($0) }
            set.finish()
            for _ in 0..<10 {
                let path = RelativePath(source.several(4) { $0.name() })
                var met: [Int] = []
                if let name = path.last {
                    set.meet(name, in: set.place(of: path.parent)) { met.append($0) }
                    var place = set.top
                    for name in path.parent.names { place = set.place(of: name, in: place) }
                    #expect(set.contains(name, in: place) == !met.isEmpty)
                } else {
                    set.meetRoot { met.append($0) }
                    #expect(set.containsRoot == !met.isEmpty)
                }
                #expect(Set(met).count == met.count)
                for (pattern, number) in zip(patterns, numbers) {
                    #expect(met.contains(number) == (pattern.pattern?.matches(path) ?? path.isRoot), "“\(pattern.text)” and “\(path)” among \(patterns.map(\.text))")
                }
            }
        }
    }

    @Test(arguments: seeds)
    func `a name is judged as it is by one pattern after the other`(seed: UInt64) {
        var source = Source(random: SeededRandom(seed))
        for _ in 0..<20 {
            var conditions = NameConditions()
            conditions.names = source.several(3) { NamePattern($0.pattern()) }
            conditions.forbidden = source.several(3) { NamePattern($0.pattern()) }
            if seed % 2 == 0 {
                conditions.allowed = source.several(6) { source in
                    NamePattern(source.pattern()).map { ($0, Bool.random(using: &source.random)) }
                }
            }
            if seed % 3 == 0 { conditions.extensions = source.several(3) { $0.text(3, of: ["a", "B", "."]) } + source.several(1) { _ in "" } }
            let judge = NameJudge(conditions)
            for _ in 0..<10 {
                let entry = FolderEntry(name: source.name(), type: Bool.random(using: &source.random) ? .folder : .file)
                #expect(judge.breach(by: entry) == oneByOne(conditions, entry), "\(entry.name) \(conditions)")
            }
        }
    }

    /// Where each pattern and each extension is tried for itself.
    private func oneByOne(_ conditions: NameConditions, _ entry: FolderEntry) -> NameJudge.Breach? {
        let path = RelativePath([entry.name])
        func matches(_ pattern: NamePattern) -> Bool { pattern.pattern().matches(path) }
        if let allowed = conditions.allowed, !allowed.contains(where: { (!$0.isFolder || entry.type.isDirectory) && matches($0.pattern) }) { return .notAllowed }
        if let extensions = conditions.extensions, !entry.type.isDirectory {
            let name = "\(entry.name)".lowercased()
            let isAllowed = extensions.contains { text in
                text.isEmpty ? entry.name.parts.suffix.isEmpty : name.hasSuffix("." + text.lowercased()) && name.count > text.count + 1
            }
            if !isAllowed { return .noExtension }
        }
        if let number = conditions.forbidden.firstIndex(where: matches) { return .forbidden(number) }
        return conditions.names.isEmpty || conditions.names.contains(where: matches) ? nil : .unmatched
    }

    @Test func `entries are counted for every name that they match`() {
        let texts = ["a*", "*", "**", "a?", "ab", "\\ab", "[a]b", "*b"]
        let conditions = texts.compactMap { NamePattern($0) }.map { CountCondition(name: $0, type: .files, least: 9) } + [CountCondition(least: 9)]
        let entries = ["ab", "ax", "b", "abc"].map { FolderEntry(name: $0, type: .file) } + [FolderEntry(name: "ab2", type: .folder)]
        #expect(CountJudge(conditions).breaches(by: entries).map(\.count) == [3, 4, 4, 2, 1, 1, 1, 2, 5])
    }

    @Test func `what is looked up asks for no effort, and the rest for as much as it is long`() {
        for text in ["README.md", "*.txt", "Draft*", "*", "\\*"] { #expect(NamePattern(text)?.effort == 0 && PathPattern(text)?.effort == 0) }
        #expect([".", "Draft/*.txt", "/a/b/c*", "**/name"].map { PathPattern($0)?.effort } == [0, 0, 0, 0])
        let stars = String(repeating: "*a", count: 500)
        #expect((1_000...1_010).contains(NamePattern(stars + "b")?.effort ?? 0) && (1_000...1_020).contains(PathPattern("x/\(stars)/y")?.effort ?? 0))
    }

    @Test func `what a finding repeats of the patterns is bounded`() {
        let long = String(repeating: "ab", count: 1_500)
        var conditions = NameConditions()
        conditions.names = (0..<60).compactMap { NamePattern("\(long)\($0)*") }
        conditions.forbidden = [NamePattern("*\(long)*"), NamePattern("z*")].compactMap(\.self)
        let judge = NameJudge(conditions)
        let entry = FolderEntry(name: "x", type: .file)
        let sentence = judge.breach(by: entry).map { judge.sentence(on: $0, by: entry.name) }
        #expect(sentence?.hasSuffix("…” ….") == true && sentence?.utf8.count ?? 0 < 1_100)
        conditions.names = ["a*", "b*"].compactMap { NamePattern($0) }
        let short = NameJudge(conditions)
        #expect(short.breach(by: entry).map { short.sentence(on: $0, by: entry.name) } == "The name must match “a*” or “b*”.")
    }
}
