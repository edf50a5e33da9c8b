import ShedModel
import Testing
@testable import ShedImport

private func yaml(_ text: String) throws -> YAMLValue { try YAMLReader.read(text, "a.yaml") }

private func map(_ pairs: KeyValuePairs<String, YAMLValue>) -> YAMLValue { .map(pairs.map { YAMLPair(key: $0.key, value: $0.value) }) }

@Suite struct `YAML as people and programs write it` {
    @Test func `has mappings, lists and texts`() throws {
        let value = try yaml("""
            ---
            # a comment
            title: A Novel; or, What   # behind it
            tags: [sea, 'it''s', "caf\\u00e9 \\"x\\""]
            empty:
            tilde: ~
            author_list:
            - {given_name: Bertrand, surname: Russell}
            - family: B
              given: C
            nested:
                deep: 1
                list:
                  - a
                  -
                    b: c
            url: https://example.org/a#b
            "quoted key": x
            ...
            """)
        #expect(value["title"] == .text("A Novel; or, What") && value["tags"]?.texts == ["sea", "it's", "café \"x\""])
        #expect(value["empty"] == .null && value["tilde"] == .null && value["url"] == .text("https://example.org/a#b") && value["quoted key"] == .text("x"))
        #expect(value["author_list"] == .list([map(["given_name": .text("Bertrand"), "surname": .text("Russell")]), map(["family": .text("B"), "given": .text("C")])]))
        #expect(value["nested"] == map(["deep": .text("1"), "list": .list([.text("a"), map(["b": .text("c")])])]))
    }

    @Test func `has lists within lists on one line, as Longform writes them`() throws {
        let value = try yaml("scenes:\n  - first\n  - - second\n    - third\n    - - fourth\n  - - - - fifth\n")
        #expect(value["scenes"] == .list([
            .text("first"), .list([.text("second"), .text("third"), .list([.text("fourth")])]), .list([.list([.list([.text("fifth")])])]),
        ]))
    }

    @Test func `has texts over several lines, as PyYAML writes them`() throws {
        let value = try yaml("abstract: One two\n  three\n\n  four\nquoted: \"one \\\n  two\n  three\"\nsingle: 'a\n\n  b'\nliteral: |\n  a\n    b\n\n  c\nfolded: >-\n  d\n  e\n\n  f\nlast: [a,\n  b]\n")
        #expect(value["abstract"] == .text("One two three\nfour") && value["quoted"] == .text("one two three") && value["single"] == .text("a\nb"))
        #expect(value["literal"] == .text("a\n  b\n\nc\n") && value["folded"] == .text("d e\nf") && value["last"]?.texts == ["a", "b"])
    }

    @Test(arguments: [
        ("a: &x 1\nb: *x", 1), ("a: !!python/object x", 1), ("? a\n: b", 1), ("%YAML 1.2\n---\na: 1", 1), ("a: 1\n---\nb: 2", 3), ("a: [*x]", 1),
    ]) func `expands nothing, and says the line of what is beyond it`(text: String, line: Int) {
        #expect(cause { try yaml(text) } == .beyondSubset(line: line))
    }

    @Test(arguments: ["a: 1\na: 2", "a: \"open", "a: [1, 2", "\ta: 1", "a: b: c\n d: e", "a: 1\n  b: 2", "- a\nb: 1", "a: {b: 1]", "a: \"\\q\""])
    func `is refused where it is malformed`(text: String) {
        guard case .malformed = cause({ try yaml(text) }) else {
            Issue.record("\(text)")
            return
        }
    }

    @Test func `is bounded in depth and length`() {
        #expect(cause { try yaml(String(repeating: "- ", count: 100_000) + "a") } == .tooDeep(most: YAMLReader.deepest))
        #expect(cause { try yaml("a: " + String(repeating: "[", count: 100_000)) } == .tooDeep(most: YAMLReader.deepest))
        #expect(cause { try yaml(String(repeating: "x", count: YAMLReader.longest + 1)) } == .tooLarge(most: YAMLReader.longest))
        #expect(cause { try yaml("a: [" + String(repeating: "\n ]", count: 5_000)) } != nil)
    }
}
