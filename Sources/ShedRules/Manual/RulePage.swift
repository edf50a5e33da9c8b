/// A rule's page in the manual: `shed rule NAME`, and `Documentation/rules/NAME.md`.
public struct RulePage: Hashable, Sendable {
    public var info: RuleInfo
    public var entry: RuleEntry
    /// What shed does about a finding.
    public var conduct: String

    /// - Parameter isRefusing: whether the rule refuses what is new (``RuleBook/refuses(_:)``).
    public init(_ info: RuleInfo, _ entry: RuleEntry, isRefusing: Bool) {
        self.info = info
        self.entry = entry
        let isMended = info == EmptyRejected.info || RuleBook.mending.contains { $0.info == info }
        conduct =
            isRefusing ? "refuses a new item (it moves to Rejected, or a known one goes back); reports what was there at the adoption"
            : isMended ? "reports it; `shed check --fix` puts it right" : "reports it"
    }

    /// The page of a person's own rule: as much as its settings say. It has no examples.
    public init(_ rule: CustomRule) {
        self.init(rule.info, RuleEntry(why: rule.explanation, cure: "", fails: "", says: [], passes: ""), isRefusing: false)
    }

    /// The page in Markdown, as it stands in `Documentation/rules`.
    public var markdown: String {
        let (failing, steps) = RuleEntry.parts(of: entry.fails)
        let (passing, others) = RuleEntry.parts(of: entry.passes)
        var blocks = ["# \(info.name)", info.summary]
        blocks.append("| code | severity | what shed does about it |\n| --- | --- | --- |\n| \(info.code) | \(info.severity.rawValue) | \(conduct) |")
        blocks += ["## Why"] + entry.why
        blocks += ["## Example", failing, RulePage.fenced(steps), RulePage.fenced(entry.says)]
        blocks += ["Nothing is found here:", passing, RulePage.fenced(others)].filter { !$0.isEmpty }
        blocks += ["## Cure", info.cure] + (entry.cure.isEmpty ? [] : [entry.cure])
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private static func fenced(_ lines: [String]) -> String { lines.isEmpty ? "" : "```\n\(lines.joined(separator: "\n"))\n```" }
}

extension RulePage {
    /// The list of all rules in Markdown, as it stands in `Documentation/rules/README.md`.
    public static func index(_ infos: [RuleInfo]) -> String {
        var text = """
            # Rules

            What `shed check` looks for. Errors and warnings make it exit 1, notes never do; `--max-warnings N` allows some warnings. A rule’s name and code never change. `shed rule NAME` prints a page of this list, `shed rule --all` all of them.

            The pages are made from the rules’ doc comments and from the examples in `Fixtures/rules`, which the tests run: `make rules` makes them anew.

            | code | rule | severity | about |
            | --- | --- | --- | --- |

            """
        for info in infos.sorted(by: { $0.code < $1.code }) {
            let summary = info.summary.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
            text += "| \(info.code) | [\(info.name)](\(info.name).md) | \(info.severity.rawValue) | \(summary) |\n"
        }
        return text
    }
}

extension RuleBook {
    /// The pages of all rules, in the order of the codes.
    public var pages: [RulePage] { infos.sorted { $0.code < $1.code }.compactMap(page) }

    /// The page of a rule, by its name or its code, in any case.
    public func page(named name: String) -> RulePage? {
        let name = name.lowercased()
        return infos.first { $0.name == name || $0.code.lowercased() == name }.flatMap(page)
    }

    private func page(_ info: RuleInfo) -> RulePage? { manual(info.name).map { RulePage(info, $0, isRefusing: refuses(info)) } }
}
