import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedReconcile
import ShedModel

struct SyncVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Take in what changed on disk, and judge it.",
        discussion: """
            What a folder does not accept is moved to Rejected, or back to where it was. Exits 1 if anything was \
            rejected, put back or reported, or is likely to be a file that vanished.

            What stood in a folder when the project was adopted is left as it is, also where such things become something \
            else when they come later, as PDFs in the page groups of a papers project do. With --convert they become that now.

            Example: shed sync --dry-run
            """)

    @Flag(help: "Do not wait for what a sync engine or git may still bring. With --lost: give up also what git has in a commit.") var now = false
    @Flag(
        help: """
            Give up the batches of the sidecar that are lost for good, on all devices: nobody waits for them any more, and “shed undo” does not \
            take it back. Refused where git has one in a commit of this repository, unless --now is given too.
            """) var lost = false
    @Flag(help: "Also make bundles and pages of PDFs that were left as they stood when the project was adopted.") var convert = false
    @Flag(help: "Reject also more additions at once than settings.bulk allows.") var rejectAll = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        if lost { try giveUp(project, session) }
        let taken = convert ? try takeUpLeft(project, session) : (paths: [], staying: [])
        let request = WalkRequest.sync(WalkRequest.SyncOptions(overridesWaiting: now, rejectsAll: rejectAll))
        var outcome = change.dryRun ? try project.foresee(request) : try project.reconcile(request)
        outcome.reports += taken.staying
        if global.json {
            try session.output.json { stream throws(ShedError) in
                stream.beginObject()
                for (name, values) in outcome.members(at: session.surroundings.now()) { try stream.member(name, each: values) }
                stream.end()
            }
        } else if global.zero {
            for change in outcome.changes { session.output.path(session.style.place(change.path)) }
        } else {
            describe(outcome, project, convertsElse: !taken.paths.isEmpty && change.dryRun, session)
        }
        if !change.dryRun, project.isCompactionDue {
            // Where that fails, as on a full disk, nothing is lost, and it is tried again.
            _ = try? project.write(after: .nothing) { transaction throws(ShedError) in try transaction.compactIfDue() }
        }
        // What it reports need not be told again by the next verb.
        if !change.dryRun { _ = project.takeUntold() }
        for failure in outcome.failures { session.note(.couldNotBeMoved(path: session.style.path(failure.path), reason: failure.reason)) }
        for folder in outcome.unsynced { session.note(folder) }
        // Where no sentences are printed; JSON has them among its remarks.
        if !global.json, global.zero || global.quiet { for message in outcome.deedNews + outcome.linkNews { session.note(message) } }
        if !global.quiet { tell(goneOnWithout: outcome.goneOnWithout, session) }
        return outcome.hasFindings ? .findings : .done
    }

    /// - Returns: what something is made of, and what stays left all the same.
    private func takeUpLeft(_ project: Project, _ session: Session) throws -> (paths: [RelativePath], staying: [Report]) {
        let taken = try project.write { transaction throws(ShedError) in try transaction.takeUpLeft(dryRun: change.dryRun) }
        if taken.paths.isEmpty, taken.staying.isEmpty { session.note(.nothingLeftOfAdoption) }
        if change.dryRun { for path in taken.paths { session.say(.wouldConvert(path: session.style.path(path))) } }
        return taken
    }

    private func tell(goneOnWithout missed: [String], _ session: Session) {
        for missing in missed.prefix(SyncVerb.mostTold) {
            session.note(.wentOnWithout(missing: EscapedText.escape(Array(missing.utf8))))
        }
        if missed.count > SyncVerb.mostTold { session.note(.furtherOnes(count: missed.count - SyncVerb.mostTold)) }
    }

    /// So much that is missing is named one by one.
    private static let mostTold = 10

    private func giveUp(_ project: Project, _ session: Session) throws {
        // What stands in another branch is not lost: merged, it would be back. Whoever will not wait says so.
        if !now, let found = try? project.committedBatches(), let commit = found.commits.first {
            throw ShedError(
                .refused, .batchStandsInGit(batch: "\(commit.batches[0])", commit: commit.hash), remedy: .bringBatchBack(command: found.cure))
        }
        let given = try project.giveUpLostBatches(dryRun: change.dryRun)
        guard !given.isEmpty else { return session.note(.noBatchLost) }
        if global.quiet { return }
        for file in given.prefix(SyncVerb.mostTold) {
            let given = Message.gaveUpBatch(isDryRun: change.dryRun, batch: "\(file.batch)")
            session.note(file.path.map { .sentences(first: given, second: .leftOfBatch(path: session.style.path($0))) } ?? given)
        }
        if given.count > SyncVerb.mostTold { session.note(.furtherOnes(count: given.count - SyncVerb.mostTold)) }
    }

    /// - Parameter convertsElse: whether a dry run has said already what would be made of what was left.
    private func describe(_ outcome: Outcome, _ project: Project, convertsElse: Bool, _ session: Session) {
        let output = session.output
        if !global.quiet {
            for change in outcome.changes { output.line(ChangeLine.text(change, session.style, withID: global.verbose)) }
        }
        for move in outcome.moves { output.line(MoveLine.text(move, session.style, isDone: !change.dryRun)) }
        for report in outcome.reports { output.line(ReportLine.text(report, session.style)) }
        for pair in outcome.likely { output.line(LikelyLine.text(pair, session.style)) }
        var further = outcome.remarks
        if further.isEmpty, outcome.changes.isEmpty, !outcome.hasFindings, project.hasSetLinks { further = [.linksSetRight] }
        for line in further { session.say(session.style.advice(line)) }
        if outcome.changes.isEmpty, further.isEmpty, !outcome.hasFindings { session.say(convertsElse ? .nothingElseWouldChange : .nothingChanged) }
    }
}
