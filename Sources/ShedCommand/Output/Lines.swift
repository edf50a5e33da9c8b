import ShedProject
import ShedModel
import ShedRules

/// A change in one line.
package enum ChangeLine {
    package static func text(_ change: Change, _ style: Style, withID: Bool) -> String {
        let word =
            switch change.kind {
            case .added: style.good("added    ")
            case .removed: style.bad("removed  ")
            case .moved: style.warning("moved    ")
            case .modified: style.warning("modified ")
            }
        let slash = change.type.isDirectory ? "/" : ""
        let path = change.from.map { "\(style.path($0))\(slash) → \(style.path(change.path))\(slash)" } ?? "\(style.path(change.path))\(slash)"
        return word + path + (withID ? style.faint("  \(change.id?.description ?? "no ID yet")") : "")
    }
}

/// Something refused in one line.
package enum MoveLine {
    package static func text(_ move: Move, _ style: Style, isDone: Bool) -> String {
        let word =
            switch move.purpose {
            case .reject: style.bad(isDone ? "rejected" : "would reject")
            case .putBack: style.warning(isDone ? "put back" : "would put back")
            case .takeBack: style.good(isDone ? "took back" : "would take back")
            }
        // What came back from a copy was not moved from anywhere.
        let path = move.from == move.to ? style.path(move.to) : "\(style.path(move.from)) → \(style.path(move.to))"
        return "\(word) \(path): \(style.advice(move.refusal.sentence + help(move, isDone: isDone))) [\(move.refusal.rule.name)]"
    }

    /// What helps where the refusal itself names no command, for what went to Rejected or would go there.
    private static func help(_ move: Move, isDone: Bool) -> String {
        guard move.purpose == .reject, move.refusal.allowingCommand == nil, [FileAtRoot.info, ClosedFolder.info].contains(move.refusal.rule) else { return "" }
        return isDone
            ? " To have it in another folder: “shed accept \(ShellWord.quote(move.to.bytes)) --to FOLDER”."
            : " To have it in another folder: “shed mv \(ShellWord.quote(move.from.bytes)) FOLDER”."
    }
}

/// A report in one line.
package enum ReportLine {
    package static func text(_ report: Report, _ style: Style) -> String {
        "\(style.path(report.path)): \(style.advice(report.message)) [\(report.rule.name)]"
    }
}

/// A file that is likely to be one that is missing, for people.
package enum LikelyLine {
    package static func text(_ pair: LikelyPair, _ style: Style) -> String {
        "\(style.path(pair.path)): \(LikelySame.message(former: style.path(pair.formerPath), likeness: pair.likeness)) "
            + "“shed relink \(ShellWord.quote(style.place(pair.path))) \(pair.missing)” joins them, “shed relink --likely” asks. [\(LikelySame.info.name)]"
    }
}

/// A finding for people.
package enum FindingLine {
    /// In one line.
    package static func short(_ finding: Finding, _ style: Style, _ rules: RuleBook) -> String {
        let severity =
            switch finding.severity {
            case .error: style.bad("error")
            case .warning: style.warning("warning")
            case .note: style.faint("note")
            }
        let code = rules.info(named: finding.rule).map { "\($0.code) " } ?? ""
        return "\(style.path(finding.path)): \(severity): \(finding.message) [\(code)\(finding.rule)]"
    }
}
