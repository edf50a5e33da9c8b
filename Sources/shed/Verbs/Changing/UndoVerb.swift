import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

struct UndoVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back what shed did last.",
        discussion: """
            Moves, renames, what was rejected or put back, Trash, tags, values, what folders accept, and what files held that \
            shed has written: whoever caused it, a verb or the daemon. Where that was not your last verb, it says whose it was \
            and asks. Each thing is taken back only where it is as shed left it; the others are named, and stay. What stands \
            then where it may not is an exception, as after “shed accept”. What people did with other programs is not shed's to \
            take back.

            “shed undo” a second time does it again: what was taken back is itself the last thing that was done. To go \
            further back, name a number of “shed undo --list”.

            Not to be taken back: “empty-trash”, “rm --permanently”, “relink”, “sync --lost”, “repair --prune”, “sync --convert”, a new name of \
            the project, and what other devices did. What is kept goes after 30 days, and the oldest beyond 256 MiB.

            Example: shed undo --dry-run
            """)

    @Argument(help: "A number of --list; else the last thing.") var number: Int?
    @Flag(help: "List what was done, newest first.") var list = false
    @Option(parsing: .unconditional, help: ArgumentHelp("With --list: at most N lines; 20.", valueName: "n")) var limit: Int?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if list, number != nil { throw ValidationError(.nameNumberOrList) }
        if let limit, !list || limit < 0 { throw ValidationError(.limitGoesWithList) }
        if let number, number < 1 { throw ValidationError(.numbersBeginWithOne) }
    }

    var delegation: Delegation { list || change.dryRun ? .never : .change }
    var onlyLooks: Bool { list }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun || list)
        project.settleUnderWay()
        if list {
            try UndoPage(session).show(try project.undoEntries(limit: limit ?? 20), takenBack: try project.takenBack(), in: project)
            return .done
        }
        let entry = try wanted(in: project, session)
        if !change.dryRun { try session.askAboutWriter(ofFilesRewrittenBy: entry, in: project) }
        let undone = try project.write { transaction throws(ShedError) in try transaction.undo(entry, dryRun: change.dryRun) }
        UndoPage(session).show(undone, dryRun: change.dryRun)
        if !change.dryRun { session.warnOfBrokenLinks(by: undone, in: project) }
        session.warnOfRest(in: project)
        return undone.isWhole ? .done : .findings
    }

    /// The entry that is meant. Where that is not this person's last verb, and no number was given, the person is asked.
    private func wanted(in project: Project, _ session: Session) throws -> UndoEntry {
        if let number { return try project.undoEntry(number) }
        guard let newest = try project.lastEntry() else {
            throw ShedError(.refused, .nothingToTakeBack, remedy: .othersTakeTheirsBack)
        }
        // One that was interrupted is gone on with.
        let entry = if newest.isInterrupted, let undone = newest.undoes { try project.undoEntry(undone) } else { newest }
        guard !change.dryRun, entry.obstacle == nil, !newest.isOwn else { return entry }
        let own = try project.lastOwnEntry()
        var what = try UndoPage(session).summary(entry, in: project)
        if let own { what = .clauses(first: what, second: .yourLastVerb(number: own.number, verb: UndoPage.verb(own))) }
        try session.confirm(.takingBack(who: UndoPage.actor(entry), time: Style.time(entry.time), number: entry.number, what: what))
        return entry
    }
}
