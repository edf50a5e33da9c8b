import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct InfoVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show what is known of the project, or change its details or its kind.",
        discussion: """
            The project's name changes with “shed rename . NAME”. With kind=KIND it has that kind's template from then on: nothing is \
            made, moved or removed; “shed check” says what does not fit, and “shed template apply” makes what is missing.

            Example: shed info --set details="For the spring competition"
            """)

    @Option(name: .customLong("set"), help: ArgumentHelp("Set the project's free text, details=TEXT, or its kind, kind=KIND.", valueName: "key=text"))
    var assignments: [String] = []
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation {
        // A kind of the person's own is read where the person is; the daemon opens the project anew when it sees another template.
        assignments.isEmpty ? .look : change.dryRun || assignments.contains { $0.hasPrefix("kind=") } ? .never : .change
    }

    func perform(_ session: Session) throws -> Ending {
        let (details, kind) = try assigned(session)
        if let kind {
            guard details == nil else { throw ShedError(.usage, .noKindAndDetails, remedy: .detailsCanBeSet) }
            return try set(try KindArgument.kind(kind, session), session)
        }
        if let details {
            let project = try session.openToChange(dryRun: change.dryRun)
            let isNew = try project.write { transaction throws(ShedError) in try transaction.setDetails(details, dryRun: change.dryRun) }
            session.say(isNew ? "\(session.done("set", change.dryRun)) the details of \(project.home.name)" : "the details of \(project.home.name) are that already")
            if global.json { try session.printShape(.root, in: project) }
            session.warnOfRest(in: project)
            return .done
        }
        let project = change.dryRun ? try session.openToChange(dryRun: true) : try session.openToShow()
        try show(try project.listing(depth: 0).view(at: .root), project, session)
        return .done
    }

    /// What is to be set.
    private func assigned(_ session: Session) throws(ShedError) -> (details: String?, kind: String?) {
        var (details, kind): (String?, String?)
        for assignment in assignments {
            let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0] == "details" || parts[0] == "kind" else {
                let key = EscapedText.escape(RawArguments.bytes(of: String(parts[0])))
                throw ShedError(.usage, .cannotBeSetHere(key: "\(key)"), remedy: .detailsCanBeSet)
            }
            if parts[0] == "kind" { kind = String(parts[1]) } else { details = try session.text(String(parts[1]), of: "details") }
        }
        return (details, kind)
    }

    private func set(_ kind: Kind, _ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let isNew = try project.write { transaction throws(ShedError) in try transaction.setKind(kind, dryRun: change.dryRun) }
        let name = "\(project.home.name)"
        session.say(isNew ? .changedKind(isDryRun: change.dryRun, name: name, kind: kind.name) : .isOfKindAlready(name: name, kind: kind.name))
        if global.json { try session.printShape(.root, in: project) }
        session.warnOfRest(in: project)
        return .done
    }

    private func show(_ view: NodeView, _ project: Project, _ session: Session) throws {
        if global.json { return session.output.json(view.json) }
        if global.zero { return session.output.path(project.home.path) }
        let output = session.output
        output.line("name      \(view.name)")
        output.line("kind      \(view.project?.kind.escaped ?? "")")
        output.line("id        \(project.home.id)")
        output.line("path      \(EscapedText.escape(project.home.path))")
        output.line("language  \(session.style.label(project.home.template.language.rawValue))")
        output.line("created   \(Style.time(view.times.created / 1_000_000))")
        output.line("holds     \(try holdings(of: project))")
        if let details = view.project?.details, !details.isEmpty {
            output.line("details   \(TextBlock.lines(details).joined(separator: "\n          "))")
        }
        if let watcher = project.watcher { output.line("watched   by process \(watcher.pid)") }
    }

    /// What “shed stats” counts.
    private func holdings(of project: Project) throws(ShedError) -> String {
        let statistics = try project.statistics()
        let counts = statistics.counts.filter { !statistics.countsFiles || $0.key == "folders" || $0.key == "files" }
        if statistics.countsFiles { return counts.map { "\($0.number) \($0.number == 1 ? String($0.title.dropLast()) : $0.title)" }.joined(separator: ", ") + " (without the template's folders, Trash and Rejected)" }
        // What the kind has nothing to do with, as where the project was of another kind before.
        let held = [counts, statistics.plain].lazy.map { $0.filter { $0.number > 0 } }.first { !$0.isEmpty } ?? []
        return held.isEmpty ? "nothing yet" : held.map { "\($0.title): \($0.number)" }.joined(separator: ", ")
    }
}
