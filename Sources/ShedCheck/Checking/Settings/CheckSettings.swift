import ShedModel
import ShedRules

/// What is set for a check of one project: the files above it, its own settings, the command line; the later wins.
public struct CheckSettings: Sendable {
    /// Outermost first.
    public private(set) var layers: [CheckLayer] = []
    /// What a person should know of how the settings were found, a sentence each.
    public var notes: [String] = []
    /// The program's rules.
    private let book: RuleBook

    public init(_ book: RuleBook) { self.book = book }

    /// Adds a layer that is nearer than all others.
    public mutating func add(_ layer: CheckLayer) { layers.append(layer) }

    /// The custom rules: of two with one name the nearer.
    public var rules: [CustomRule] {
        var rules: [CustomRule] = []
        for rule in layers.flatMap(\.rules) {
            rules.removeAll { $0.info.name == rule.info.name }
            rules.append(rule)
        }
        return rules
    }

    /// Every rule that can be named: shed's and the custom ones.
    public var known: [RuleInfo] { book.infos + rules.map(\.info) }

    /// Which rules are asked.
    public var selection: RuleSelection {
        layers.reduce(RuleSelection.all) { selection, layer in
            guard let select = layer.select else { return selection.ignoring(layer.ignore) }
            return RuleSelection(selected: select, ignored: layer.ignore)
        }
    }

    public var leastSeverity: Severity { layers.reversed().lazy.compactMap(\.leastSeverity).first ?? .note }

    /// How many warnings are allowed.
    public var maxWarnings: Int { layers.reversed().lazy.compactMap(\.maxWarnings).first ?? 0 }

    var suppressions: [Suppression] { layers.flatMap(\.suppressions) }

    /// How bad a rule's findings are: the nearest layer that says so, in it the word that means the rule most exactly.
    func severity(of rule: RuleInfo) -> Severity? {
        for layer in layers.reversed() {
            let fitting = layer.severities.compactMap { grade in grade.word.exactness(for: rule).map { (exactness: $0, severity: grade.severity) } }
            // Of two words that are as exact the later.
            if let best = fitting.map(\.exactness).max() { return fitting.last { $0.exactness == best }?.severity }
        }
        return nil
    }
}

extension Severity {
    /// Whether it is as bad as another, or worse.
    func isAtLeast(_ other: Severity) -> Bool { rank >= other.rank }

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}
