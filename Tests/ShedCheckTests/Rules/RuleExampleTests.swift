import ShedModel
import ShedRuleExamples
import ShedRules
import Testing

/// Every rule has an example that it finds and one that it does not.
struct `Each rule` {
    static let names = ProgramKinds.rules.infos.map(\.name)

    @Test(arguments: names) func `finds its example, and nothing else is found in it`(name: String) async throws {
        let rule = try #require(ProgramKinds.rules.info(named: name))
        let findings = try await Demonstration.of(name, "fails").findings
        #expect(Set(findings.map(\.rule)) == [name], "\(findings.map { "\($0.path): \($0.message)" })")
        for finding in findings {
            #expect(finding.severity == rule.severity)
            for sentence in [finding.message, finding.help] {
                let first = sentence.unicodeScalars.first
                #expect(sentence.utf8.count > 10 && first.map { !$0.properties.isWhitespace } == true, "\(sentence)")
                #expect(!sentence.contains("\n"), "\(sentence)")
            }
        }
    }

    @Test(arguments: names) func `finds nothing where all is well, and nor does any other`(name: String) async throws {
        let findings = try await Demonstration.of(name, "passes").findings
        #expect(findings.isEmpty, "\(findings.map { "\($0.path): \($0.message) [\($0.rule)]" })")
    }

    /// What only a machine can know that has seen the project before: its other places, and that something was moved or came when
    /// something vanished.
    private static let local: Set<String> = ["project-elsewhere", "misplaced-template-folder", "misplaced-paper", "likely-pair", "outdated-view"]

    /// Those of which such a machine can be asked: what a check finds, by who may read everything.
    static let anywhere = names.filter { name in
        let steps = (try? RuleScript(of: name, "fails"))?.steps ?? []
        return !local.contains(name) && !steps.contains { ["ask", "unreadable"].contains($0.verb) }
    }

    @Test(arguments: anywhere)
    func `finds its example also on a machine that has no index`(name: String) async throws {
        let shown = try await Demonstration.of(name, "fails")
        let asked = try #require(shown.ofStranger)
        let others = try #require(try asked.get())
        #expect(others.map(\.rule) == shown.findings.map(\.rule))
        #expect(others.map(\.path) == shown.findings.map(\.path))
    }
}
