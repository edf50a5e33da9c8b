import ArgumentParser
import ShedCommand
import ShedCheck
import ShedProject
import ShedModel
import ShedRules

extension Severity: ExpressibleByArgument {}

/// Which findings count, from the command line.
struct CheckOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Ask only these rules: names, codes, or beginnings of codes such as NAM; commas between. May be repeated.", valueName: "rules"))
    var select: [String] = []

    @Option(help: ArgumentHelp("Leave these rules out.", valueName: "rules"))
    var ignore: [String] = []

    @Option(help: ArgumentHelp("Count a rule's findings as error, warning or note. May be repeated.", valueName: "rule=severity"))
    var severity: [String] = []

    @Option(help: "Neither show nor count what is less bad: error, warning or note.")
    var minSeverity: Severity?

    @Option(help: ArgumentHelp("How many warnings to allow, in all projects together.", valueName: "number"))
    var maxWarnings: Int?

    func validate() throws {
        if let maxWarnings, maxWarnings < 0 { throw ValidationError("--max-warnings is at least 0.") }
    }

    /// As the nearest layer of the settings.
    /// - Parameter known: every rule that can be named.
    func layer(_ known: [RuleInfo]) throws(ShedError) -> CheckLayer {
        var layer = CheckLayer()
        if !select.isEmpty { layer.select = try words(select, "--select", known) }
        layer.ignore = try words(ignore, "--ignore", known)
        for text in severity {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let severity = Severity(rawValue: String(parts[1])) else {
                throw ShedError(.usage, "--severity: “\(EscapedText.escape(RawArguments.bytes(of: text)))” is not RULE=SEVERITY", remedy: "Write, for example, name-collision=warning; severities are error, warning and note.")
            }
            layer.severities.append(CheckLayer.Grade(word: try UnknownRule.word(String(parts[0]), of: "--severity", among: known), severity: severity))
        }
        layer.leastSeverity = minSeverity
        layer.maxWarnings = maxWarnings
        return layer
    }

    private func words(_ texts: [String], _ option: String, _ known: [RuleInfo]) throws(ShedError) -> [RuleWord] {
        var words: [RuleWord] = []
        for text in texts {
            for part in text.split(separator: ",", omittingEmptySubsequences: true) {
                words.append(try UnknownRule.word(part.trimmed, of: option, among: known))
            }
        }
        if words.isEmpty, !texts.isEmpty { throw ShedError(.usage, "\(option) names no rule", remedy: "Give a rule's name, its code, or the beginning of codes such as NAM.") }
        return words
    }
}

extension Substring {
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
