import ShedModel
import ShedProject
import ShedRules

/// What `check` found, as the formats print it.
public struct CheckReport: Sendable {
    /// One finding with what the formats say of it.
    public struct Item: Sendable {
        public var finding: Finding
        public var rule: RuleInfo
        /// Its path as bytes, from the directory that the program was started in.
        public var place: [UInt8]
        /// Stable from run to run, different from every other one's; empty where the format does not ask for it.
        public var fingerprint: String
        /// The column in units of UTF-16, from 1, where the finding has one and its line could be read.
        public var utf16Column: Int?

        /// Code and name: `PLC001 file-at-root`.
        public var label: String { "\(rule.code) \(rule.name)" }
        /// The place, safe to show on one line.
        public var shown: String { EscapedText.escape(place) }
        /// The same at the beginning of a line, where other programs read it.
        public var word: String { EscapedText.escape(PlaceFromHere.word(place)) }
        public var line: Int { finding.line ?? 1 }
        public var column: Int { finding.column ?? 1 }
        /// What is the matter and what to do about it, in one text.
        public var text: String { finding.help.isEmpty ? finding.message : "\(finding.message) \(finding.help)" }
    }

    /// One project.
    public struct Part: Sendable {
        public var id: NodeID
        /// The root's path as bytes, from the directory that the program was started in.
        public var place: [UInt8]
        public var name: Name
        public var items: [Item]
        public var maxWarnings: Int
        /// What the settings or the baseline leave out, each with why.
        public var suppressed: [(item: Item, reason: String)] = []

        public func count(_ severity: Severity) -> Int { items.count { $0.finding.severity == severity } }
    }

    /// A project that could not be checked.
    public struct Failure: Sendable {
        /// The root's path as bytes, from the directory that the program was started in.
        public var place: [UInt8]
        /// Why, and what to do about it.
        public var reason: String

        /// Both, safe to show on one line: a file of the project that the reason begins with has the place before it.
        public var text: String {
            let isHere = place == [UInt8(ascii: ".")]
            let place = EscapedText.escape(place)
            if reason.hasPrefix(".shed/") { return isHere ? reason : "\(place)/\(reason)" }
            return isHere ? reason : "\(place): \(reason)"
        }
        /// For formats that want a rule's name where no rule was asked.
        public static let rule = "not-checked"
    }

    public var parts: [Part] = []
    /// Whether more than one project was asked for, were there only one in the end.
    public var isMany = false
    /// The projects that could not be checked.
    public var failures: [Failure] = []
    /// How the program will end.
    public var exitCode: Int32 = 0

    /// All findings, project by project.
    public var items: [Item] { parts.flatMap(\.items) }

    public func count(_ severity: Severity) -> Int { parts.reduce(0) { $0 + $1.count(severity) } }

    /// Whether there is an error, or there are more warnings than are allowed.
    /// - Parameter maxWarnings: in all projects together; `nil`: in each what its settings say.
    public func exceeds(maxWarnings: Int?) -> Bool {
        if count(.error) > 0 { return true }
        if let maxWarnings { return count(.warning) > maxWarnings }
        return parts.contains { $0.count(.warning) > $0.maxWarnings }
    }
}

