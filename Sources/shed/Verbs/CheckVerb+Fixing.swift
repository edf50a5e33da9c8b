import ShedEngine
import ShedModel
import ShedRules

extension CheckVerb {
    /// Applies the fixes of a project's findings (`--fix`), or says what they would be (`--fix --dry-run`). What was done
    /// is said on stderr.
    ///
    /// The findings are old afterwards: who goes on checks again.
    func fix(_ findings: [Finding], in project: Project, _ session: Session, dryRun: Bool) throws -> [Mending] {
        // Also what is new, which has no ID before it is taken in, and what another stands in the way of, so that it is said.
        let findings = findings.map(RuleBook.withFix)
        guard findings.contains(where: \.isFixable) else { return [] }
        // `check` opened it to look only.
        let project = try Project.open(containing: project.rootPath, surroundings: session.surroundings, purpose: dryRun ? .look : .change)
        let mendings = try project.mend(findings, dryRun: dryRun)
        // What could not be done is said in any case.
        for mending in mendings where !global.quiet || mending.failure != nil { session.output.note("shed: " + CheckVerb.line(mending, isDone: !dryRun)) }
        return mendings
    }

    /// Says the commands that take fixes back, one a line, to be run from the directory that the program was started in
    /// and in the order in which they stand. Also with `--quiet`, where anything was done: nobody could know later what
    /// the names were.
    /// - Parameter mendings: for each project its root from here, and what was done in it, in that order.
    func tellUndo(_ mendings: [(place: [UInt8], mendings: [Mending])], isDone: Bool, _ session: Session) {
        guard isDone || !global.quiet else { return }
        var lines: [String] = []
        for (place, mendings) in mendings {
            let project = place == [UInt8(ascii: ".")] ? "" : "-C \(ShellWord.quote(place)) "
            lines += mendings.reversed().compactMap { $0.failure == nil ? $0.undo : nil }.map { "  shed \(project)\($0)" }
        }
        guard !lines.isEmpty else { return }
        session.output.note(isDone ? "shed: to take that back, run:" : "shed: to take that back then, one would run:")
        for line in lines { session.output.note(line) }
    }

    /// One mending in one line.
    static func line(_ mending: Mending, isDone: Bool) -> String {
        let rules = "[\(mending.rules.joined(separator: ", "))]"
        if let failure = mending.failure { return "\(mending.from) was not fixed: \(failure) \(rules)" }
        guard let to = mending.to else {
            return "\(isDone ? "removed" : "would remove") \(mending.from), which is empty; it is made again when it is needed \(rules)"
        }
        return "\(isDone ? "renamed" : "would rename") \(mending.from) to \(to) \(rules)"
    }
}
