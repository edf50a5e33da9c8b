import ShedEngine
import ShedModel
import ShedRules

/// What `check` found, as the formats print it.
struct CheckReport {
    /// One finding with what the formats say of it.
    struct Item {
        var finding: Finding
        var rule: RuleInfo
        /// Its path as bytes, from the directory that the program was started in.
        var place: [UInt8]
        /// Stable from run to run, different from every other one's; empty where the format does not ask for it.
        var fingerprint: String
        /// The column in units of UTF-16, from 1, where the finding has one and its line could be read.
        var utf16Column: Int?

        /// Code and name: `PLC001 file-at-root`.
        var label: String { "\(rule.code) \(rule.name)" }
        /// The place, safe to show on one line.
        var shown: String { EscapedText.escape(place) }
        var line: Int { finding.line ?? 1 }
        var column: Int { finding.column ?? 1 }
        /// What is the matter and what to do about it, in one text.
        var text: String { finding.help.isEmpty ? finding.message : "\(finding.message) \(finding.help)" }
    }

    /// One project.
    struct Part {
        var id: NodeID
        /// The root's path as bytes, from the directory that the program was started in.
        var place: [UInt8]
        var name: Name
        var items: [Item]
        var maxWarnings: Int
        /// What the settings or the baseline leave out, each with why.
        var suppressed: [(item: Item, reason: String)] = []
    }

    /// A project that could not be checked.
    struct Failure {
        /// The root's path as bytes, from the directory that the program was started in.
        var place: [UInt8]
        /// Why, and what to do about it.
        var reason: String

        /// Both, safe to show on one line: a file of the project that the reason begins with has the place before it.
        var text: String {
            let isHere = place == [UInt8(ascii: ".")]
            let place = EscapedText.escape(place)
            if reason.hasPrefix(".shed/") { return isHere ? reason : "\(place)/\(reason)" }
            return isHere ? reason : "\(place): \(reason)"
        }
        /// For formats that want a rule's name where no rule was asked.
        static let rule = "not-checked"
    }

    var parts: [Part] = []
    /// Whether more than one project was asked for, were there only one in the end.
    var isMany = false
    /// The projects that could not be checked.
    var failures: [Failure] = []
    /// How the program will end.
    var exitCode: Int32 = 0

    /// All findings, project by project.
    var items: [Item] { parts.flatMap(\.items) }

    func count(_ severity: Severity) -> Int { parts.reduce(0) { $0 + $1.count(severity) } }
}

extension CheckReport.Part {
    func count(_ severity: Severity) -> Int { items.count { $0.finding.severity == severity } }

    var summary: JSONValue {
        ["errors": .integer(Int64(count(.error))), "warnings": .integer(Int64(count(.warning))), "notes": .integer(Int64(count(.note)))]
    }
}

extension CheckReport {
    var summary: JSONValue {
        ["errors": .integer(Int64(count(.error))), "warnings": .integer(Int64(count(.warning))), "notes": .integer(Int64(count(.note)))]
    }
}
