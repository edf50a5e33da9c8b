import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

/// `shed submissions`, which lists unless another of its verbs is named.
struct SubmissionsVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submissions",
        abstract: "List what was submitted, and record what came of it.",
        discussion: """
            What is out comes first, by the day on which an answer is due. Everything is read from the records in \
            Submissions, which you may edit.

            Example: shed submissions --out
            """,
        subcommands: [SubmissionsListVerb.self, SubmissionsAcceptVerb.self, SubmissionsRejectVerb.self, SubmissionsWithdrawVerb.self],
        defaultSubcommand: SubmissionsListVerb.self)
}

struct SubmissionsListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List them; so does “shed submissions” alone.",
        discussion: """
            Exit code 1: there is none of those that were asked for. Exit code 2: there is no such venue.

            Example: shed submissions list --venue Granta
            """)

    /// What lists are parted by.
    enum Part: String, ExpressibleByArgument, CaseIterable {
        case piece
        case venue
    }

    @Option(help: ArgumentHelp("Those of one text, by its path.", valueName: "path"), completion: .file()) var piece: String?
    @Option(help: ArgumentHelp("Those to one venue, by its name or folder.", valueName: "venue")) var venue: String?
    @Flag(help: "Those that are out.") var out = false
    @Flag(help: "Those that are out and have a day on which an answer is due.") var due = false
    @Option(help: "Part the list by text or by venue.") var by: Part?
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let reading = try project.refresh()
        let book = try reading.submissions()
        let today = try session.day("today", of: "")
        let chosen = try Submission.inOrder(chosen(of: book.submissions, session, in: project))
        if global.json {
            session.output.json(.array(chosen.map { $0.json(on: today) }))
        } else if global.zero {
            for submission in chosen { session.output.path(session.style.place(submission.path)) }
        } else {
            show(chosen, session, today)
        }
        if !book.unreadable.isEmpty {
            session.note(.recordsUnread(count: book.unreadable.count, command: "shed check --select unreadable-submission"))
        }
        return chosen.isEmpty && isSelecting ? .findings : .done
    }

    private var isSelecting: Bool { piece != nil || venue != nil || out || due }

    private func chosen(of all: [Submission], _ session: Session, in project: Project) throws -> [Submission] {
        var all = all
        let key = try venue.map { word throws(ShedError) in VenueKey(try session.venueLabel(word, in: project)) }
        if let key { try requireKnown(key, of: all, project.asKnown) }
        if out || due { all = all.filter(\.isOut) }
        if due { all = all.filter { $0.record.due != nil } }
        if let key { all = all.filter { VenueKey($0.venue).fits(key) } }
        guard let piece else { return all }
        let path = try session.path(piece, in: project)
        // One that is gone is known by what its records call it.
        return all.filter { submission in submission.piecePath.map { $0 == path || !path.isRoot && $0.isInside(path) } ?? (submission.record.piece == "\(path)") }
    }

    /// Refuses a venue that there is none of: neither something was sent to it nor does it have a folder.
    private func requireKnown(_ key: VenueKey, of all: [Submission], _ reader: Reading) throws(ShedError) {
        let labels = Set(all.map(\.venue)).union(try reader.venueLabels())
        guard !labels.contains(where: { VenueKey($0).fits(key) }), let venue else { return }
        let near = SubmissionVenue.near(venue, among: labels.sorted())
        let most = 5
        let some = labels.sorted().prefix(most).map { Message.verbatim(EscapedText.escape(Array($0.utf8))) } + (labels.count > most ? [.andMoreWasDone] : [])
        let remedy = Message.didYouMean(oneOf: near.map { EscapedText.escape(Array($0.utf8)) }) ?? (some.isEmpty ? .venuesAreFolders : .venuesAre(venues: .list(some)))
        throw ShedError(.usage, .noSuchVenue(venue: EscapedText.escape(Array(venue.utf8))), remedy: remedy)
    }

    // MARK: For people

    private func show(_ chosen: [Submission], _ session: Session, _ today: CalendarDay) {
        guard !chosen.isEmpty else { return session.say(session.style.faint(session.style.text(.nothingSubmitted))) }
        guard let by else { return table(chosen, session, today) }
        func label(_ submission: Submission) -> String { by == .piece ? shownPiece(submission, session) : submission.shownVenue }
        var order: [String] = []
        var parts: [String: [Submission]] = [:]
        for submission in chosen {
            let label = label(submission)
            if parts[label] == nil { order.append(label) }
            parts[label, default: []].append(submission)
        }
        for (number, part) in order.enumerated() {
            if number > 0 { session.output.line() }
            session.output.line(session.style.heading(part))
            table(parts[part] ?? [], session, today)
        }
    }

    private func table(_ chosen: [Submission], _ session: Session, _ today: CalendarDay) {
        let style = session.style
        let columns: [(name: String, cell: (Submission) -> String)] = [
            ("piece", { shownPiece($0, session) }), ("venue", { $0.shownVenue }), ("sent", { $0.sent.map { "\($0)" } ?? "?" }),
            ("status", { style.text($0.statusWords(on: today)) }), ("record", { style.path($0.path) }),
        ].filter { column in column.0 != by?.rawValue && (column.0 != "record" || global.verbose) }
        TextTable(
            head: columns.map { style.text(.submissionColumn(name: $0.name)) }, rows: chosen.map { submission in columns.map { $0.cell(submission) } }
        ).print(session.output, style)
    }

    private func shownPiece(_ submission: Submission, _ session: Session) -> String {
        submission.piecePath.map(session.style.path) ?? session.style.text(.pieceIsGone(name: submission.pieceLabel))
    }
}

extension Submission {
    /// The venue, for who reads it: on one line.
    var shownVenue: String { EscapedText.escape(Array(venue.utf8)) }

    /// What came of it, and when; of what is out, when an answer is due.
    func statusWords(on today: CalendarDay) -> Message {
        let status = Message.submissionStatus(status: record.status.rawValue)
        if isOut { return record.due.map { .answeredOn(status: status, day: Message.dueOn(day: "\($0)", isOverdue: isOverdue(on: today))) } ?? status }
        return record.answered.map { .answeredOn(status: status, day: .verbatim("\($0)")) } ?? status
    }

    /// An element of `submissions --json`.
    func json(on today: CalendarDay) -> JSONValue {
        var object = JSONBuilder()
        object.add("id", id)
        object.add("path", path)
        object.add("piece", piecePath)
        object.add("pieceID", pieceID ?? record.pieceID)
        object.add("pieceAsSent", JSONValue(record.piece))
        object.add("venue", .string(venue))
        object.add("sent", JSONValue(sent?.description))
        object.add("status", .string(record.status.rawValue))
        object.add("due", JSONValue(record.due?.description))
        object.add("overdue", .bool(isOverdue(on: today)))
        object.add("answered", JSONValue(record.answered?.description))
        object.add("file", record.file.map { path.parent.appending($0) })
        object.add("notes", JSONValue(record.notes))
        object.add("answer", JSONValue(record.answer))
        return object.value
    }
}
