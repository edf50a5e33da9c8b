import ShedMessages
import ShedProject
import ShedModel
import ShedRules

extension Message {
    /// The same, with what tells apart two names in it that look the same.
    package func explained(_ spelling: Respelling?) -> Message { spelling.map { .respelled(message: self, form: $0.rawValue) } ?? self }
}

/// A change in one line.
package enum ChangeLine {
    package static func text(_ change: Change, _ style: Style, withID: Bool) -> String {
        let padded = DisplayWidth.padded(style.text(.changeWord(kind: change.kind.rawValue)), to: width(style) + 1)
        let word =
            switch change.kind {
            case .added: style.good(padded)
            case .removed: style.bad(padded)
            case .moved, .modified: style.warning(padded)
            }
        let slash = change.type.isDirectory ? "/" : ""
        let path = change.from.map { "\(style.path($0))\(slash) → \(style.path(change.path))\(slash)" } ?? "\(style.path(change.path))\(slash)"
        let spelling = change.from.flatMap { Respelling(from: $0, to: change.path) }
        let text = Message.verbatim(path).explained(spelling)
        return word + style.text(change.isNewConflictCopy ? .isConflictCopy(change: text) : text) + (withID ? style.faint("  \(change.id?.description ?? style.text(.noIDYet))") : "")
    }
}

extension ChangeLine {
    /// How many columns the longest of the words takes.
    private static func width(_ style: Style) -> Int {
        Change.Kind.allCases.map { DisplayWidth.of(style.text(.changeWord(kind: $0.rawValue))) }.max() ?? 0
    }
}

/// Something refused in one line.
package enum MoveLine {
    package static func text(_ move: Move, _ style: Style, isDone: Bool) -> String {
        func text(_ purpose: String) -> String { style.text(.moveWord(purpose: purpose, isDone: isDone)) }
        let word =
            switch move.purpose {
            case .reject: style.bad(text("reject"))
            case .putBack: style.warning(text("putBack"))
            case .takeBack: style.good(text("takeBack"))
            }
        // What came back from a copy was not moved from anywhere.
        let path = move.from == move.to ? style.path(move.to) : "\(style.path(move.from)) → \(style.path(move.to))"
        return style.text(.about(subject: "\(word) \(path)", text: .verbatim(style.advice(sentence(move, isDone: isDone))))) + " [\(move.refusal.rule.name)]"
    }

    /// With what helps where the refusal itself names no command, for what went to Rejected or would go there.
    private static func sentence(_ move: Move, isDone: Bool) -> Message {
        let sentence = move.refusal.sentence
        if move.purpose == .reject, move.refusal.rule == NameCollision.info {
            let verb = isDone ? "shed mv \(ShellWord.path(move.to))" : "mv \(ShellWord.path(move.from))"
            return .toHaveUnderOtherName(message: sentence, command: "\(verb) \(ShellWord.path(move.from.parent.appending(Name("NEW-NAME"))))")
        }
        guard move.purpose == .reject, move.refusal.allowingCommand == nil, [FileAtRoot.info, ClosedFolder.info].contains(move.refusal.rule) else { return sentence }
        let command = isDone ? "shed accept \(ShellWord.path(move.to)) --to FOLDER" : "mv \(ShellWord.path(move.from)) FOLDER"
        return .toHaveElsewhere(message: sentence, command: command)
    }
}

/// A report in one line.
package enum ReportLine {
    package static func text(_ report: Report, _ style: Style) -> String {
        style.text(.about(subject: style.path(report.path), text: .verbatim(style.advice(report.words)))) + " [\(report.rule.name)]"
    }
}

/// A file that is likely to be one that is missing, for people.
package enum LikelyLine {
    package static func text(_ pair: LikelyPair, _ style: Style) -> String {
        let words = Message.joinLikely(
            message: LikelySame.message(former: style.path(pair.formerPath), likeness: pair.likeness),
            command: "shed relink \(ShellWord.quote(style.place(pair.path))) \(pair.missing)")
        return style.text(.about(subject: style.path(pair.path), text: words)) + " [\(LikelySame.info.name)]"
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
