/// What the manual says of a rule beside its ``RuleInfo``: from its doc comment, and from the example in `Fixtures/rules`.
public struct RuleEntry: Hashable, Sendable {
    /// The example that the rule finds: steps, one a line, as Fixtures/rules/README.md describes them. Lines that begin
    /// with `#` say in words what happens.
    public var fails: String
    /// What `shed check` says of that example, a line a finding: `path: severity: message`.
    public var says: [String]
    /// The example that it does not find.
    public var passes: String
    /// Why there is such a rule: paragraphs in Markdown.
    public var why: [String]
    /// How to cure a finding, in Markdown.
    public var cure: String

    public init(why: [String], cure: String, fails: String, says: [String], passes: String) {
        self.why = why
        self.cure = cure
        self.fails = fails
        self.says = says
        self.passes = passes
    }

    /// The words of an example, and its steps.
    public static func parts(of example: String) -> (words: String, steps: [String]) {
        let lines = example.split(separator: "\n").map(String.init)
        let words = lines.filter { $0.hasPrefix("#") }.map { $0.drop { $0 == "#" || $0 == " " } }.joined(separator: " ")
        return (words, lines.filter { !$0.hasPrefix("#") })
    }
}
