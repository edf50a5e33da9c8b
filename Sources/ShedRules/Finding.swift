import ShedMessages
import ShedModel

/// How bad a finding is. Errors and warnings make `check` exit 1; notes never do.
public enum Severity: String, Hashable, Sendable, CaseIterable {
    case error
    case warning
    case note
}

/// What a rule found at one place.
public struct Finding: Hashable, Sendable {
    /// The rule's name; it never changes.
    public var rule: String
    public var severity: Severity
    /// Relative to the root.
    public var path: RelativePath
    /// The line from 1, where the finding is about a place in a file (`settings.toml`, `.shedignore`).
    public var line: Int?
    /// The column from 1, in bytes, where the line says too little.
    public var column: Int?
    /// The node, where the path has one.
    public var id: NodeID?
    /// What is the matter, in one sentence, on one line.
    public var message: String { didSet { message = PrintedText.oneLine(message) } }
    /// The same for other languages, where it is in a catalogue.
    public var words: Message?
    /// What a person can do about it, in one sentence, on one line.
    public var help: String { didSet { help = PrintedText.oneLine(help) } }
    /// What `check --fix` would do about it, without losing or surprising; `nil` where that is a person's to decide.
    public var fix: Fix?

    public init(_ rule: RuleInfo, at path: RelativePath, id: NodeID?, _ message: String, help: String? = nil, fix: Fix? = nil) {
        self.rule = rule.name
        severity = rule.severity
        self.path = path
        self.id = id
        // Whatever of others is put into them.
        self.message = PrintedText.oneLine(message)
        self.help = PrintedText.oneLine(help ?? rule.cure)
        self.fix = fix
    }

    /// Whether shed could put it right without losing or surprising.
    public var isFixable: Bool { fix != nil }
}

/// What is always true of a rule.
public struct RuleInfo: Hashable, Sendable {
    /// Kebab-case; it never changes.
    public var name: String
    /// Three letters and three digits; it never changes.
    public var code: String
    public var severity: Severity
    /// What the rule is about, in one sentence.
    public var summary: String
    /// What a person can do about a finding, in one sentence.
    public var cure: String

    public init(_ name: String, _ code: String, _ severity: Severity, summary: String, cure: String) {
        self.name = name
        self.code = code
        self.severity = severity
        self.summary = summary
        self.cure = cure
    }
}

extension RuleInfo {
    /// The summary, for people.
    public var summaryInWords: Message { .ruleSummary(rule: name, summary: summary) }

    /// The cure, for people.
    public var cureInWords: Message { .ruleCure(rule: name, cure: cure) }
}

/// A rule: one small type in one file of its own. Its doc comment is its manual page.
public protocol Rule: Sendable {
    static var info: RuleInfo { get }

    /// Whether the rule has to look at every file (statx(2)), where names and kinds are enough for others.
    static var looksAtFiles: Bool { get }
}

extension Rule {
    public static var looksAtFiles: Bool { false }
}
