import ShedCommand
import ShedCheck
import ShedMessages
import ShedProject
import ShedModel

extension CheckVerb {
    /// Applies the fixes of what a run found (`--fix`), or says what they would be (`--fix --dry-run`). What was done is said
    /// on stderr.
    /// - Returns: what to check now, and whether anything was changed.
    func fix(_ run: CheckRun, _ session: Session) throws(ShedError) -> (again: CheckTargets, isChanged: Bool) {
        var done: [CheckRun.Mended] = []
        // Also where another project cannot be mended.
        defer { tellUndo(done, session) }
        return try run.fix(dryRun: dryRun) { mended in
            done.append(mended)
            // What could not be done is said in any case.
            for mending in mended.mendings where !global.quiet || mending.failure != nil { session.output.note("shed: " + line(mending, mended.start)) }
        }
    }

    /// Says which links the fixes broke, and the commands that take fixes back, one for each project, to be run from the directory that the program was started
    /// in. Also with `--quiet`, where anything was done.
    private func tellUndo(_ done: [CheckRun.Mended], _ session: Session) {
        guard !dryRun || !global.quiet else { return }
        let made = done.filter { $0.mendings.contains { $0.failure == nil } }
        let lines = made.map { "  " + command("undo", in: $0) + ($0.entry.map { " \($0)" } ?? "") }
        guard !lines.isEmpty else { return }
        for mended in made where mended.brokenLinks > 0 {
            session.output.note("shed: " + Message.brokeLinks(count: mended.brokenLinks, command: command("fix-links", in: mended)).english)
        }
        session.output.note(dryRun ? "shed: to take that back then, one would run:" : "shed: to take that back, run:")
        for line in lines { session.output.note(line) }
    }

    /// A command as it is run from the directory that the program was started in.
    private func command(_ verb: String, in mended: CheckRun.Mended) -> String {
        "shed " + (mended.place == [UInt8(ascii: ".")] ? "" : "-C \(ShellWord.quote(mended.place)) ") + verb
    }

    /// One mending in one line.
    private func line(_ mending: Mending, _ start: PlaceFromHere.Start) -> String {
        let from = EscapedText.escape(start.place(of: mending.from))
        let rules = "[\(mending.rules.joined(separator: ", "))]"
        if let failure = mending.failure { return "\(from) was not fixed: \(failure) \(rules)" }
        if mending.isMade { return "\(dryRun ? "would make" : "made") \(from), a folder of the template \(rules)" }
        guard let to = mending.to else {
            return "\(dryRun ? "would remove" : "removed") \(from), which is empty; it is made again when it is needed \(rules)"
        }
        let renamed = Message.verbatim("\(dryRun ? "would rename" : "renamed") \(from) to \(EscapedText.escape(start.place(of: to)))")
        return "\(renamed.explained(Respelling(from: mending.from, to: to)).english) \(rules)"
    }
}
