import Testing

@testable import ShedCommand

@Suite struct `Options before the verb` {
    private static let cases: [(words: [String], moved: [String])] = [
        (["--json", "name", "a"], ["name", "--json", "a"]), (["-C", "DIR", "-q", "name"], ["name", "-C", "DIR", "-q"]),
        (["--color=never", "name"], ["name", "--color=never"]), (["--color", "never", "name"], ["name", "--color", "never"]),
        // The options of a verb that has verbs are those of the inner one.
        (["--json", "outer", "drop", "a"], ["outer", "drop", "--json", "a"]), (["--json", "outer"], ["outer"]), (["--json", "outer", "--help"], ["outer", "--help"]),
        // What is no option of every verb, or has no verb behind it, is for argument-parser.
        (["name", "--json"], ["name", "--json"]), (["--help"], ["--help"]), (["--json", "--bogus", "name"], ["--json", "--bogus", "name"]),
        (["--json"], ["--json"]), (["-C"], ["-C"]), (["--json", "help", "name"], ["--json", "help", "name"]), ([], []),
    ]

    @Test(arguments: cases.indices) func `are moved behind it`(number: Int) {
        let (words, moved) = Self.cases[number]
        #expect(LeadingOptions.hoisted(words, VerbNames(below: SampleRoot.self)) == moved)
    }
}
