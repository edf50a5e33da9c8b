import ShedModel
import ShedRules
import Testing

@testable import ShedProject

@Suite struct `The name of a project that is imported` {
    private static let names: [(called: String, expected: Name)] = [
        ("Poems", "Poems"), ("Who? 1:2", "Who- 1-2"), ("a/b\\c", "a-b-c"), ("\"Rain\" *new* <1>|2", "-Rain- -new- -1--2"), ("And then. . ", "And then"),
        ("...", "_"), (".hidden", "_hidden"), (" a\nb", "a b"), ("Aux", "_Aux"), ("com1.old", "_com1.old"), ("Dr. No", "Dr. No"), ("", "_"), (" . ", "_"),
        ("cafe\u{301}", "caf\u{e9}"), ("Poems?.zip", "Poems-"), (".zip", "_zip"),
        (String(repeating: "a", count: 400), Name(String(repeating: "a", count: 239))),
    ]

    @Test func `is one that every system holds, and of which no rule warns`() {
        for (called, expected) in Self.names {
            let name = ImportReading.projectName(called)
            #expect(name == expected, "\(called): \(name)")
            #expect(!NameRules.complaints(about: name).contains { $0.rule.severity != .note }, "\(called): \(name)")
        }
    }
}
