import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

struct SubmitVerb: PathListVerb {
    static let configuration = CommandConfiguration(
        commandName: "submit",
        abstract: "Record that a text was sent to a venue, with a copy of it as it was sent.",
        discussion: """
            Makes a record in Submissions that you may read and edit, and beside it the copy. The text stays where it is. \
            Asks first where it was sent there before, or is still out elsewhere.

            Example: shed submit Ready/Ode.txt --to Magazines/Granta --due 2027-02-01
            """)

    @Argument(help: "The texts; “-” reads a list from standard input.", completion: .file()) var paths: [String]
    @Option(help: ArgumentHelp("A folder in Magazines, Competitions, Commissions or Other, or its name.", valueName: "venue"), completion: .directory) var to: String
    @Flag(help: "Make the venue's folder if there is none; of a name alone, in Other.") var create = false
    @Option(help: ArgumentHelp("When it was sent: 2026-11-22, today (the default) or yesterday.", valueName: "day")) var date: String?
    @Option(help: ArgumentHelp("By when an answer is due.", valueName: "day")) var due: String?
    @Option(help: ArgumentHelp("A note for the record.", valueName: "text")) var note: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    /// So many conflicts are named in the question.
    private static let mostNamed = 5

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let paths = try session.paths(paths, in: project)
        let reading = try project.refresh()
        _ = try reading.submissionsFolder()
        let sent = try session.day(date ?? "today", of: "--date")
        var wish = SubmissionWish(venue: try reading.venue(shown(to), venuePaths(session, in: project), mayBeNew: create), sent: sent)
        wish.due = try due.map { text throws(ShedError) in try session.day(text, of: "--due") }
        wish.note = try note.map { text throws(ShedError) in try session.text(text, of: "--note") }
        let plan = try reading.planSubmission(of: paths, wish)
        let reasons = SubmitVerb.reasons(plan, session)
        var untaken: ShedError?
        if change.dryRun {
            if let reasons { session.note(reasons) }
        } else {
            if let reasons { try session.confirm(.submitAnyway(reasons: reasons)) }
            untaken = try reading.submit(plan)
        }
        show(plan, session, in: project)
        if let untaken { session.warn(of: untaken) }
        session.warnOfRest(in: project)
        return .done
    }

    private func shown(_ word: String) -> String { EscapedText.escape(RawArguments.bytes(of: word)) }

    /// What the venue's word may mean: from where one stands, and from the project's root.
    private func venuePaths(_ session: Session, in project: Project) -> [RelativePath] {
        let here = try? session.path(to, in: project)
        let bytes = RawArguments.bytes(of: to)
        let fromRoot = bytes.first == UInt8(ascii: "/") ? nil : RelativePath(bytes: bytes)
        return [here, fromRoot].compactMap(\.self)
    }

    /// What speaks against it, in clauses; `nil` where nothing does.
    private static func reasons(_ plan: SubmissionPlan, _ session: Session) -> Message? {
        var clauses = plan.conflicts.prefix(mostNamed).map { conflict -> Message in
            let (path, day) = (session.style.path(conflict.piece), conflict.before.sent.map { "\($0)" } ?? "?")
            let venue = conflict.before.shownVenue
            guard conflict.isSameVenue else { return .stillOut(path: path, venue: venue, day: day) }
            return .submittedBefore(path: path, venue: venue, day: day, status: conflict.before.record.status.rawValue)
        }
        if plan.conflicts.count > mostNamed { clauses.append(.moreConflicts(count: plan.conflicts.count - mostNamed)) }
        guard var result = clauses.first else { return nil }
        for clause in clauses.dropFirst() { result = .clauses(first: result, second: clause) }
        return result
    }

    private func show(_ plan: SubmissionPlan, _ session: Session, in project: Project) {
        if global.zero { return plan.items.forEach { session.output.path(session.style.place($0.path)) } }
        if global.json {
            let made = plan.items.map { item in
                let piece = Submission.Piece.standing(item.piece.node.id, at: item.piece.path)
                return Submission(path: item.path, id: session.id(at: item.path, in: project), record: item.record, piece: piece)
            }
            return session.output.json(.array(made.map { $0.json(on: plan.wish.sent) }))
        }
        for item in plan.items {
            session.say(
                .submitted(
                    isDryRun: change.dryRun, path: session.style.path(item.piece.path), venue: plan.wish.venue.label, record: session.style.path(item.path)))
        }
    }
}

extension Session {
    /// The day that a text names: `2026-11-22`, `today` or `yesterday`.
    func day(_ text: String, of option: String) throws(ShedError) -> CalendarDay {
        let now = surroundings.now()
        let day: CalendarDay? =
            switch text {
            case "today": CalendarDay(local: now)
            case "yesterday": CalendarDay(local: now).flatMap { CalendarDay(number: $0.number - 1) }
            default: CalendarDay(text)
            }
        guard let day else {
            throw ShedError(.usage, .noDay(option: option, text: EscapedText.escape(RawArguments.bytes(of: text))), remedy: .daysLookLike)
        }
        return day
    }
}
