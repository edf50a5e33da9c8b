import Glibc
import ShedControl
import ShedDisk
import ShedMessages
import ShedProject
import ShedModel

/// What a verb works with: where it is, how it prints.
package struct Session {
    package let options: GlobalOptions
    package let surroundings: Surroundings
    /// The working directory, or what `-C` names, in which words are read: an absolute path without links.
    package private(set) var base: [UInt8]
    /// The directory that the program was started in, from which paths are printed: an absolute path without links.
    let start: [UInt8]
    package let style: Style
    package let output: Output
    /// What was read from standard input in place of `-`.
    let listed = ListedLines()
    /// The projects that the verb has opened.
    private let opened = OpenedHere()
    /// What kinds of project add to the verbs of all projects.
    private let kinds: [any KindCommands]
    /// The projects of the daemon that carries the verb out for somebody; `nil` where the verb does its own work.
    private let watched: (any WatchedProjects)?

    /// The session of this process's own verb.
    init(of verb: any Verb, kinds: [any KindCommands]) throws(ShedError) {
        options = verb.global
        self.kinds = kinds
        let environment = Session.environment()
        var surroundings = try Surroundings(environment: environment, kinds: KindModules(kinds.map(\.module)), requiresState: verb.requiresState)
        if let actor = type(of: verb).actor { surroundings.actor = actor }
        let (settings, fault) = try Session.settings(for: verb, environment, surroundings.user)
        surroundings.safeDirectories = settings.safeDirectories
        surroundings.deviceName = settings.deviceName
        style = Style(options, environment: environment, isTerminal: isatty(STDOUT_FILENO) == 1, settings)
        if !options.quiet {
            surroundings.waiting = WaitingNotice { [language = style.language] in
                Output.note("shed: " + Catalogue.of(language).text(.waitingForProject))
            }
        }
        self.surroundings = surroundings
        if options.directory?.isEmpty == true { throw PathReader.empty }
        base = try RealPath.of(options.directory.map(RawArguments.bytes) ?? [UInt8(ascii: ".")])
        start = options.directory == nil ? base : (try? RealPath.of([UInt8(ascii: ".")])) ?? base
        output = Output(isColoured: style.isColored, isTerminal: isatty(STDOUT_FILENO) == 1)
        watched = nil
        for note in [fault, settings.warning].compactMap(\.self) { self.note(note) }
    }

    /// The session of somebody else, whose verb is carried out here.
    /// - Throws: ``Declined`` where it is better done elsewhere.
    init(
        of verb: any Verb, kinds: [any KindCommands], for request: ControlRequest, _ projects: any WatchedProjects
    ) throws {
        options = verb.global
        self.kinds = kinds
        var surroundings = try Surroundings(environment: request.environment, kinds: KindModules(kinds.map(\.module)))
        if let actor = type(of: verb).actor { surroundings.actor = actor }
        let (settings, fault) = try Session.settings(for: verb, request.environment, surroundings.user)
        surroundings.safeDirectories = settings.safeDirectories
        surroundings.deviceName = settings.deviceName
        self.surroundings = surroundings
        if options.directory?.isEmpty == true { throw Declined(reason: "a path is empty") }
        guard surroundings.stateDirectory == projects.stateDirectory else { throw Declined(reason: "the state directories differ") }
        guard request.environment["TZ"] == Session.environment()["TZ"] else { throw Declined(reason: "the time zones differ") }
        style = Style(options, environment: request.environment, isTerminal: request.isTerminal, settings)
        let directory = options.directory.map { PathReader.absolute(RawArguments.bytes(of: $0), base: request.directory) }
        base = try RealPath.of(directory ?? request.directory)
        start = request.directory
        // What is no directory is said by the one who asked.
        guard (try? DirectoryHandle(pathBytes: base)) != nil else { throw Declined(reason: "no directory") }
        output = Output(isColoured: style.isColored, isTerminal: request.isTerminal, isSent: true)
        watched = projects
        for note in [fault, settings.warning].compactMap(\.self) { self.note(note) }
    }

    /// What the person has set for all projects. Where there is a slip in it, a verb that only looks goes on without.
    /// - Returns: also what is then to be said of that.
    private static func settings(for verb: any Verb, _ environment: [String: String], _ user: UInt32) throws(ShedError) -> (UserSettings, Message?) {
        do throws(ShedError) { return (try UserSettings(environment, user: user), nil) } catch {
            guard verb.onlyLooks else { throw error }
            return (UserSettings(), .settingsLeftOut(fault: error.words))
        }
    }

    // MARK: Projects

    /// The project that is worked in. A dry run leaves no trace. On a terminal the person is asked whether to trust one that was only
    /// looked at so far.
    package func openToChange(dryRun: Bool = false) throws -> Project {
        guard watched == nil, !dryRun else {
            let project = try open(dryRun: dryRun)
            if dryRun { sayWhatStops(project) }
            return project
        }
        return try meant(trusting(at: base))
    }

    /// The project that is worked in, to be looked at: nothing is written.
    package func openToLook() throws -> Project { try open(dryRun: true) }

    /// The same of the project whose root a directory is, or lies in.
    /// - Parameter path: absolute, without links.
    package func openToChange(at path: [UInt8]) throws -> Project { try told(trusting(at: path)) }

    /// - Throws: ``ShedError`` for a project that nobody trusts here, where nobody can be asked or the answer is no. `--yes` is none.
    private func trusting(at path: [UInt8]) throws -> Project {
        do throws(ShedError) { return try Project.open(containing: path, surroundings: surroundings, purpose: .change) } catch {
            guard error.isAboutTrust, isatty(STDIN_FILENO) == 1 else { throw error }
            let seen = try Project.open(containing: path, surroundings: surroundings, purpose: .look)
            try output.flush()
            let page = TrustPage(seen, style)
            for line in page.lines { output.note(line) }
            guard Confirmation.isTaken(style.text(.trusting(path: EscapedText.escape(seen.home.path))), style.catalogue) else { throw error }
            return try seen.trusted(as: .trust, shown: page.summary)
        }
    }

    private func open(dryRun: Bool) throws -> Project {
        guard let watched else { return try meant(Project.open(containing: base, surroundings: surroundings, purpose: dryRun ? .look : .change)) }
        let project = try watched.project(containing: base)
        project.actor = surroundings.actor
        project.leavesInterruptedDeeds = dryRun
        return try meant(project)
    }

    /// - Throws: ``ShedError`` of kind refused where the environment names another project.
    private func meant(_ project: Project) throws(ShedError) -> Project {
        if let id = surroundings.environment[Session.meantProject], id != "\(project.home.file.id)" {
            throw ShedError(
                .refused, "\(EscapedText.escape(project.home.path)) is not the project that was meant; nothing was changed",
                remedy: "\(Session.meantProject) names another: unset it, or go to that project.")
        }
        return told(project)
    }

    /// Says of a project that was just opened that it is a copy, where that was noticed.
    package func told(_ project: Project) -> Project {
        switch project.home.takeNews() {
        case .copied(let original): note(.becameCopy(path: EscapedText.escape(original)))
        case .takenBack: note(.hasOwnIDsAgain)
        case nil: break
        }
        return found(project)
    }

    /// From now on paths below this root are printed as they are from where the program was started.
    /// - Parameter root: an absolute path without links.
    package func showPaths(below root: [UInt8]) { style.whereabouts.start = PlaceFromHere(start).start(at: root) }

    /// From now on paths of this project are printed as they are from where the program was started.
    private func found(_ project: Project) -> Project {
        opened.projects.append(project)
        showPaths(below: project.home.path)
        return project
    }

    /// The root of the project that was opened last.
    var rootOfLast: [UInt8]? { opened.projects.last?.home.path }

    /// Says on stderr, in the end, in which folders something was moved that may not be on the disk, and what became of what was
    /// interrupted before.
    func tellUnsynced() {
        for project in opened.projects {
            for message in project.takeReplicaNews() + project.takeDeedNews() + project.takeLinkNews() { note(message) }
            for folder in project.takeUnsynced() { note(folder) }
        }
    }

    /// The session in which words of a list are read that another program printed: where the program was started, also with `-C`.
    package var ofLists: Session {
        var session = self
        session.base = start
        return session
    }

    /// The project that is worked in, to be looked at: what changed is taken in where it can be.
    package func openToShow() throws -> Project {
        do {
            let project = try open(dryRun: false)
            project.leavesInterruptedDeeds = true
            return project
        } catch let error as ShedError where error.kind == .environment {
            // Why, “status” says, and each verb that would change something: one that works does not.
            return try open(dryRun: true)
        }
    }

    /// Says on stderr, in one line, why a project is only looked at, and what helps; nothing where it may be changed.
    package func sayWhyOnlyLooked(_ project: Project) {
        guard !options.json, !options.zero, !options.quiet, let reason = project.home.reasonToOnlyLook else { return }
        warn(of: reason)
    }

    /// Says on stderr, in one line, that what a dry run shows would not be done as things are: the project is not trusted, or is
    /// somebody else's.
    package func sayWhatStops(_ project: Project) {
        guard !options.json, !options.zero, !options.quiet, let reason = project.home.reasonToOnlyLook else { return }
        warn(of: ShedError(reason.kind, .wouldBeStopped(message: reason.words), remedy: reason.advice))
    }

    /// The project whose root a DIR argument is, to be looked at.
    package func openRoot(_ directory: String) throws(ShedError) -> Project {
        let path = try RealPath.of(absolute(directory))
        // Only looked at, so that a directory inside a project registers nothing.
        let project = try Project.open(containing: path, surroundings: surroundings, purpose: .look)
        guard project.home.path == path else {
            throw ShedError(
                .usage, .insideProject(path: EscapedText.escape(path), project: EscapedText.escape(project.home.path)), remedy: .nameItsDirectory)
        }
        return found(project)
    }

    /// What the kinds that a project is of add to the verbs of all projects.
    package func kinds(of project: Project) -> [any KindCommands] { kinds.filter { $0.module.name == project.home.module?.name } }

    /// Whether the daemon carries the verb out for whoever asked for it.
    package var isDelegated: Bool { watched != nil }

    /// Leaves what takes long to whoever asked for it, where the daemon carries the verb out.
    package func leaveToCaller() throws {
        if watched != nil { throw Declined(reason: "it takes long") }
    }

    /// What is said of what is empty: in the language of who reads it, else in that of the project.
    package func strings(of project: Project) -> Strings { style.language.map(Languages.strings) ?? project.strings }

    // MARK: Asking

    /// Asks the person, unless `--yes` answers.
    /// - Throws: ``ShedError`` where there is nobody to ask, or the answer is no.
    package func confirm(_ question: Message) throws {
        if options.yes { return }
        let question = style.text(question)
        if watched != nil { throw Question(text: question) }
        try output.flush()
        try Confirmation.ask(question, style.catalogue)
    }

    /// The same in words that are in no catalogue.
    package func confirm(_ question: String) throws { try confirm(.verbatim(question)) }

    /// Asks whether something more is to be done. Where nobody can be asked it is not, nor where `--yes` answers: that confirms
    /// what was asked for.
    package func isTaken(offer: Message) throws -> Bool {
        guard !options.yes, watched == nil else { return false }
        try output.flush()
        return Confirmation.isTaken(style.text(offer), style.catalogue)
    }

    /// The same in words that are in no catalogue.
    package func isTaken(offer: String) throws -> Bool { try isTaken(offer: .verbatim(offer)) }

    /// Whether there is somebody to ask.
    package var canAsk: Bool { watched == nil && isatty(STDIN_FILENO) == 1 }

    /// Whether `--yes` answers what would be asked.
    package var isConfirmed: Bool { options.yes }
}

/// The projects that one verb has opened.
private final class OpenedHere {
    var projects: [Project] = []
}
