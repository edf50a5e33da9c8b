@testable import ShedRecords
import ShedTestSupport
import Testing

@Suite("A pattern for values")
struct ValuePatternTests {
    @Test(arguments: [
        ("abc", ["abc"], ["", "ab", "abcd", "xabc"]),
        ("", [""], ["a"]),
        ("a*", ["", "a", "aaaa"], ["b", "ab"]),
        ("a+b?", ["a", "ab", "aab"], ["", "b", "abb"]),
        ("(ab|cd)+", ["ab", "cdab"], ["", "abc", "ac"]),
        ("a|bc|", ["a", "bc", ""], ["b", "abc"]),
        ("(?:x|yz){2}", ["xx", "xyz", "yzyz"], ["x", "xxx"]),
        ("\\d{4}(-\\d{2})?", ["1940", "1940-05"], ["194", "1940-", "19400"]),
        ("[a-c_-]{1,3}", ["a", "-_c"], ["", "d", "aaaa"]),
        ("[^a-c]", ["d", "é"], ["a", "", "dd"]),
        ("[]a]+", ["]a"], ["b"]),
        ("[\\d\\s.]+", ["1 2.3"], ["a"]),
        ("a{2,}", ["aa", "aaaaa"], ["a"]),
        ("a{0}b", ["b"], ["ab"]),
        ("^a.c$", ["abc", "aéc", "a\u{1f600}c"], ["a\nc", "ac"]),
        ("\\w+", ["caf\u{e9}_1", "\u{4e00}"], ["a b", "-"]),
        ("\\W\\S\\D", ["-ab"], ["aaa", "- a", "-a1"]),
        ("\\(\\.\\*\\$", ["(.*$"], ["(a*$"]),
        ("(a*)*", ["", "aaa"], ["b"]),
        ("()", [""], ["a"]),
    ] as [(String, [String], [String])])
    func `matches whole values`(text: String, yes: [String], no: [String]) throws {
        let pattern = try ValuePattern(text)
        for value in yes { #expect(pattern.matches(value), "\(value)") }
        for value in no { #expect(!pattern.matches(value), "\(value)") }
    }

    @Test(arguments: [
        "(", ")", "a)", "[a", "[z-a]", "*", "a**", "a{2}{3}", "{2}", "a{", "a{x}", "a{3,2}", "a{1001}", "\\", "\\q", "\\1", "(?=a)", "a^b", "a$b", "[\\D]",
        "((a{100}){100}){100}", String(repeating: "a", count: 1_025), String(repeating: "(", count: 33),
    ])
    func `is refused where it is not understood or too large`(text: String) {
        #expect(throws: RecordsError.self) { try ValuePattern(text) }
    }

    @Test func `says where it is wrong`() {
        let error = #expect(throws: RecordsError.self) { try ValuePattern("é[z-a]") }
        #expect(error?.message == "the pattern is wrong at byte 7: a range runs backwards")
    }

    /// A matcher that tries every way would need 2^30 of them here.
    @Test func `does not try all ways`() throws {
        let pattern = try ValuePattern("(a|a)*(a*)*b")
        #expect(!pattern.matches(String(repeating: "a", count: 5_000)))
        #expect(pattern.matches(String(repeating: "a", count: 5_000) + "b"))
    }

    /// Each of these goes on in as many ways as it has parts.
    @Test(arguments: ["((a?){300})*", "((a?b?){150})*c", "(a*){200}", "(([" + (0x100..<0x200).map { "\(Character(Unicode.Scalar($0) ?? "x"))" }.joined() + "]?){90})*"])
    func `ends where a long value could go on in too many ways`(text: String) throws {
        let pattern = try ValuePattern(text)
        let value = String(repeating: text.contains("\u{100}") ? "\u{1ff}" : "a", count: 30_000)
        var effort = ValuePattern.Effort(for: value.utf8.count)
        let result = pattern.matches(value, &effort)
        #expect(result == nil && effort.left < 0 && effort.left > -100_000)
        #expect(!pattern.matches(value))
    }

    @Test(arguments: [".*", "[^<>]*", "(\\w+[ .,]*)*", "(.{0,5} ?)*", "\\d{9}[\\dX]|\\d{13}|[a-z ]*"])
    func `a usual pattern is never too much`(text: String) throws {
        let value = String(repeating: "the quick brown fox ", count: 3_000)
        var effort = ValuePattern.Effort(for: value.utf8.count)
        #expect(try ValuePattern(text).matches(value, &effort) == true)
    }

    /// Random patterns over two letters agree with sets of words that are built by their definition.
    @Test func `means what its parts mean`() throws {
        var random = SeededRandom(8)
        let words = Self.words(upTo: 4)
        for _ in 0..<400 {
            let (text, language) = Self.pattern(depth: 3, using: &random)
            let pattern = try ValuePattern(text)
            for word in words { #expect(pattern.matches(word) == language.contains(word), "\(text) \(word)") }
        }
    }

    private static func words(upTo length: Int) -> Set<String> {
        var words: Set<String> = [""]
        for _ in 0..<length { words.formUnion(words.flatMap { [$0 + "a", $0 + "b"] }) }
        return words
    }

    private static func joined(_ left: Set<String>, _ right: Set<String>) -> Set<String> {
        Set(left.flatMap { one in right.map { one + $0 } }.filter { $0.count <= 4 })
    }

    /// A pattern, and the words of up to four letters that it is for.
    private static func pattern(depth: Int, using random: inout SeededRandom) -> (String, Set<String>) {
        let leaf: [(String, Set<String>)] = [("a", ["a"]), ("b", ["b"]), (".", ["a", "b"]), ("[^a]", ["b"]), ("()", [""])]
        guard depth > 0, let choice = (0..<6).randomElement(using: &random), choice > 0 else { return leaf.randomElement(using: &random) ?? ("a", ["a"]) }
        let (one, first) = pattern(depth: depth - 1, using: &random)
        switch choice {
        case 1:
            let (other, second) = pattern(depth: depth - 1, using: &random)
            return ("(\(one)|\(other))", first.union(second))
        case 2:
            let (other, second) = pattern(depth: depth - 1, using: &random)
            return ("(?:\(one)\(other))", joined(first, second))
        case 3:
            var all: Set<String> = [""]
            for _ in 0..<4 { all.formUnion(joined(all, first)) }
            return ("(\(one))*", all)
        case 4: return ("(\(one))?", first.union([""]))
        default: return ("(\(one)){1,2}", first.union(joined(first, first)))
        }
    }
}
