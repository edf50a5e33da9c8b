import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct LogVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show what happened to the project, or to a file or folder, newest first.",
        discussion: """
            A file or folder is followed through moves and renames: name it by its path now, by one it had, by its ID or by a shed: link. \
            A folder's log also shows what happened in it. With --follow the order is turned round: the newest is at the \
            end, and what happens from then on is added until Control-C; with --json one value a line is printed then. Where \
            shed numbered much anew, that is one line for a folder; --verbose and --json show each rename.

            Example: shed log Draft/Ode.txt --since 2d
            """)

    @Argument(help: "A path or an ID; else the whole project.", completion: .file()) var subject: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Show at most N lines: 50, or 10 with --follow; with --json, entries.", valueName: "n")) var limit: Int?
    @Option(parsing: .unconditional, help: ArgumentHelp("Only what is no older: 30min, 12h, 2d, 1w, 2026-11-20, “2026-11-20 14:00”, today or yesterday.", valueName: "time"))
    var since: String?
    @Flag(help: "Go on, and show what happens as it happens.") var follow = false
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError(.isAtLeast(option: "--limit", least: 0)) }
    }

    var delegation: Delegation { follow ? .never : .look }
    var onlyLooks: Bool { true }

    func perform(_ session: Session) throws -> Ending {
        let since = try since.map { text throws(ShedError) in try TimeArgument.time(text, now: session.surroundings.now(), of: "--since") / 1_000_000 }
        let linked = try self.subject.flatMap { try LinkedPlace.outside($0, session) }
        let project = try linked?.project ?? session.openToShow()
        // What happened just now belongs in it; where it cannot be taken in, the rest is shown all the same.
        let reading = (try? project.refresh()) ?? project.asKnown
        let subject = try subject.map { text throws(ShedError) in try find(text, reading, session) }
        if follow {
            try self.follow(project, subject, since, session)
        } else if let history = project.history {
            var reader = try HistoryReader(history)
            if global.json {
                session.output.json(.array(newest(limit ?? 50, &reader, subject, since).map(\.json)))
            } else {
                var page = HistoryPage(session)
                for line in newestLines(limit ?? 50, &reader, subject, since, session.kinds(of: project)) { page.add(line) }
            }
        } else if global.json {
            session.output.json(.array([]))
        }
        return .done
    }

    /// The node that an argument means.
    private func find(_ argument: String, _ reading: Reading, _ session: Session) throws(ShedError) -> HistorySubject {
        if let id = NodeID(argument) ?? LinkTo.node(of: argument) { return try reading.historySubject(of: id) }
        let path = try session.path(argument, in: reading.project)
        do throws(ShedError) { return try reading.historySubject(at: path) } catch {
            // A path that the history knows goes before what is called so now.
            let named = try session.path(named: argument, in: reading.project)
            guard named != path else { throw error }
            return try reading.historySubject(at: named)
        }
    }

    /// The newest entries that are asked for, the newest first.
    private func newest(_ limit: Int, _ reader: inout HistoryReader, _ subject: HistorySubject?, _ since: Int64?) -> [HistoryEntry] {
        var subject = subject
        var entries: [HistoryEntry] = []
        while entries.count < limit, let entry = reader.next() {
            // A clock that was set back leaves older times behind newer ones, so the rest is looked at too.
            if subject?.takesOlder(entry) ?? true, entry.time >= since ?? .min { entries.append(entry) }
        }
        return entries
    }

    /// The same for people.
    private func newestLines(
        _ limit: Int, _ reader: inout HistoryReader, _ subject: HistorySubject?, _ since: Int64?, _ kinds: [any KindCommands]
    ) -> [HistoryFold.Line] {
        // Who asks of one file wants its own names.
        guard !global.verbose, !global.zero, subject?.isFolder ?? true else { return newest(limit, &reader, subject, since).map(HistoryFold.Line.entry) }
        var subject = subject
        var fold = HistoryFold(kinds)
        while let entry = reader.next() {
            let isMeant = (subject?.takesOlder(entry) ?? true) && entry.time >= since ?? .min
            // The last line is told whole.
            guard fold.lineCount < limit || isMeant && fold.contains(entry) else { break }
            if isMeant { fold.add(entry) }
        }
        return fold.lines
    }

    private func follow(_ project: Project, _ subject: HistorySubject?, _ since: Int64?, _ session: Session) throws(ShedError) {
        if project.watcher == nil {
            session.note(.noWatcherToFollow)
        }
        var page = HistoryPage(session)
        var now = subject
        try HistoryFollower(project).run { reader in
            newest(limit ?? 10, &reader, subject, since)
        } tell: { (entry, isNew) throws(ShedError) in
            if isNew, now?.takesNewer(entry) == false { return }
            if global.json { session.output.jsonLine(entry.json) } else { page.add(entry) }
            try session.output.flush()
        }
    }
}
