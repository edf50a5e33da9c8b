import ShedModel
import ShedRuleExamples
import ShedRules
import Testing

/// What a rule's page says is to be typed, typed.
struct `The cure of each rule` {
    /// Rules whose first command cannot be tried on their example, and why.
    private static let apart: [String: String] = [
        "absent-parent": "it gives up what is missing for good: LostBatchTests try it", "torn-batch": "likewise",
        "broken-schema": "it opens an editor", "unreadable-submission": "likewise", "doubled-key": "likewise", "not-a-record": "likewise",
        "bulk-addition": "it only looks", "conflict-copy": "it only compares", "carrier-arrival": "its example is what sync says",
        "dangling-bundle": "it needs a backup", "foreign-batch": "it only looks", "forked-replica": "it only looks",
        "doubled-id": "it may stay after the first command, as the page says", "empty-group": "it needs a bundle, which the example has not",
        "future-stamp": "it sets the machine's clock", "newer-batch": "it needs a newer shed", "unknown-operation": "likewise",
        "name-not-utf8": "the shell of the test knows no pattern for such a byte", "missing-display": "it needs a PDF",
        "project-elsewhere": "its example is another project", "unreadable-entry": "root can read everything",
        "unread-ignore-rule": "what is to stay is for a person to say", "waiting-pdf": "it needs programs for PDFs", "text-out-of-date": "likewise",
        "altered-copy": "likewise", "edited-page": "likewise", "bundle-in-use": "likewise", "page-out-of-range": "likewise",
        "page-counts-differ": "likewise",
    ]
    private static let programs: Set<Substring> = ["shed", "mv", "cp", "rm", "rmdir", "mkdir", "echo", "chmod", "nano", "ln", "diff", "timedatectl", "sudo", "convmv", "xdg-open"]

    /// The commands in a page's text, in their order.
    static func commands(in text: String) -> [Substring] {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        return parts.indices.filter { !$0.isMultiple(of: 2) }.map { parts[$0] }
            .filter { $0.contains(" ") && programs.contains($0.prefix { $0 != " " }) }
    }

    @Test(arguments: ProgramKinds.rules.infos.map(\.name)) func `says what to type`(name: String) throws {
        let entry = try #require(ProgramKinds.rules.manual(name))
        #expect(!Self.commands(in: entry.cure).isEmpty, "its cure has no command")
    }

    /// The rules whose first command is tried on their example.
    static let tried = ProgramKinds.rules.infos.map(\.name).filter { apart[$0] == nil }

    static func firstCommand(of rule: String) throws -> String {
        let entry = try #require(ProgramKinds.rules.manual(rule))
        return String(try #require(commands(in: entry.cure).first))
    }

    @Test(arguments: tried) func `ends what its example shows, with the first command`(name: String) async throws {
        let shown = try await Demonstration.of(name, "fails")
        let result = try #require(shown.cured)
        let cured = try result.get()
        // One command mends one of several.
        let count = cured.left.split(separator: "\n").count
        #expect(count < shown.findings.count, "“\(cured.command)” leaves \(cured.left)")
    }
}
