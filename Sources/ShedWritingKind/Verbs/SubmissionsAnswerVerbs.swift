import ArgumentParser
import Glibc
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

/// What the verbs that record an answer have in common.
struct AnswerOptions: ParsableArguments {
    @Argument(help: "The record, or the text: then the one of its submissions that is out.", completion: .file()) var path: String
    @Option(help: ArgumentHelp("Of several that are out, the one to this venue.", valueName: "venue")) var venue: String?
    @Option(help: ArgumentHelp("When: 2026-11-22, today (the default) or yesterday.", valueName: "day")) var date: String?
    @Option(help: ArgumentHelp("What was said; stands in the record as “answer”.", valueName: "text")) var note: String?

    /// The submission that is meant.
    /// - Parameter answered: where none is out, the only one of which this came.
    func submission(_ session: Session, in project: Project, _ reading: Reading, orAnswered answered: SubmissionStatus? = nil) throws -> Submission {
        let venue = try venue.map { word throws(ShedError) in try session.venueLabel(word, in: project) }
        return try reading.submission(session.path(path, in: project), venue: venue, orAnswered: answered)
    }

    func answer(_ status: SubmissionStatus, to submission: Submission, _ session: Session) throws -> SubmissionAnswer {
        let note = try note.map { text throws(ShedError) in try session.text(text, of: "--note") }
        let day = try session.day(date ?? "today", of: "--date")
        // A day that nobody named is what the clock says, which may be wrong.
        if date != nil, let sent = submission.sent, day < sent {
            let piece = submission.piecePath.map(session.style.path) ?? submission.pieceLabel
            throw ShedError(.usage, .answeredBeforeSent(path: piece, day: "\(day)", sent: "\(sent)"), remedy: .nothing)
        }
        return SubmissionAnswer(status, on: day, isDayGiven: date != nil, note: note)
    }
}

extension Session {
    /// A venue as records call it (``SubmissionVenue/label``), or as it was typed. A link leads to its folder.
    func venueLabel(_ word: String, in project: Project) throws(ShedError) -> String {
        guard isLink(word) else { return try text(word, of: "--venue") }
        let folder = try path(word, in: project)
        return "\(folder)"
    }

    /// Says what was written into a record.
    func say(_ submission: Submission, _ answer: SubmissionAnswer, movedTo place: RelativePath?, in project: Project, dryRun: Bool) throws {
        if options.zero { return output.path(style.place(submission.path)) }
        if options.json {
            var shown = submission
            if !dryRun, let now = try? project.asKnown.submissions().submissions.first(where: { $0.path == submission.path }) { shown = now }
            return output.json(shown.json(on: try day("today", of: "")))
        }
        let piece = submission.piecePath.map(style.path) ?? submission.pieceLabel
        say(.answered(isDryRun: dryRun, piece: piece, venue: submission.shownVenue, status: answer.status.rawValue))
        guard let place, let from = submission.piecePath else { return }
        say(.moved(deed: "moved", isDryRun: dryRun, from: style.path(from), to: style.path(place)))
    }
}

struct SubmissionsAcceptVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Record that a text was accepted.",
        discussion: """
            Offers to move the text to Published.

            Example: shed submissions accept Ready/Ode.txt --publish
            """)
    static var actor: String? { actor(in: "submissions") }

    @OptionGroup var answer: AnswerOptions
    @Flag(inversion: .prefixedNo, help: "Move the text to Published, without asking; or leave it where it is.") var publish: Bool?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    /// The daemon asks nobody whether something more is to be done.
    var delegation: Delegation { change.dryRun || publish == nil && !global.yes && isatty(STDIN_FILENO) == 1 ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let reading = try project.refresh()
        let submission = try answer.submission(session, in: project, reading, orAnswered: publish == true ? .accepted : nil)
        let given = try answer.answer(.accepted, to: submission, session)
        var publishing = try reading.publishing(of: submission)
        let offered = publishing
        if publish == true, publishing == nil {
            throw ShedError(.refused, .cannotPublish(path: session.style.path(submission.path)), remedy: .publishFromReady)
        }
        if publish == false { publishing = nil }
        if publish == nil, let offer = publishing {
            let question = Message.offerPublishing(path: session.style.path(offer.piece), folder: session.style.path(offer.folder))
            if try change.dryRun || !session.isTaken(offer: question) { publishing = nil }
        }
        let done = try reading.answer(submission, given, publishes: publishing, dryRun: change.dryRun)
        try session.say(submission, given, movedTo: done.moved, in: project, dryRun: change.dryRun)
        if let untaken = done.untaken { session.warn(of: untaken) }
        if publish == nil, publishing == nil, let offered, !session.canAsk {
            session.say(.mayBePublished(command: "shed mv \(ShellWord.path(offered.piece)) \(ShellWord.path(offered.folder))"))
        }
        session.warnOfRest(in: project)
        return .done
    }
}

struct SubmissionsRejectVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "reject", abstract: "Record that a text was rejected.",
        discussion: """
            Example: shed submissions reject Ready/Ode.txt --note "Send us more."
            """)
    static var actor: String? { actor(in: "submissions") }

    @OptionGroup var answer: AnswerOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending { try answer.record(.rejected, session, dryRun: change.dryRun) }
}

struct SubmissionsWithdrawVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Record that a text was withdrawn.",
        discussion: """
            Example: shed submissions withdraw Ready/Ode.txt --venue Granta
            """)
    static var actor: String? { actor(in: "submissions") }

    @OptionGroup var answer: AnswerOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending { try answer.record(.withdrawn, session, dryRun: change.dryRun) }
}

extension AnswerOptions {
    /// Records what came of a submission, and nothing else.
    fileprivate func record(_ status: SubmissionStatus, _ session: Session, dryRun: Bool) throws -> Ending {
        let project = try session.openToChange(dryRun: dryRun)
        let reading = try project.refresh()
        let submission = try submission(session, in: project, reading)
        let given = try answer(status, to: submission, session)
        let done = try reading.answer(submission, given, dryRun: dryRun)
        try session.say(submission, given, movedTo: nil, in: project, dryRun: dryRun)
        if let untaken = done.untaken { session.warn(of: untaken) }
        session.warnOfRest(in: project)
        return .done
    }
}
