import ArgumentParser
import ShedCommand
import ShedCheck
import ShedMessages
import ShedProject
import ShedModel
import ShedRules

struct AdoptVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Make a project of a folder that exists.",
        discussion: """
            Shows first what would come of it, then asks. Nothing in the folder is moved, renamed or refused: everything \
            gets an ID and may stay where it is. With --as, say what a directory is whose project this machine knows at \
            another place already: a copy with IDs of its own, or a replica with the same ones.

            Example: shed adopt ~/Documents/Novel --kind novel
            """)

    enum Declaration: String, ExpressibleByArgument, CaseIterable {
        case copy
        case replica
    }

    @Argument(help: "The folder.", completion: .directory) var directory: String
    @Option(help: "What sort of project: a kind's name or the path of a .toml file.", completion: .custom { _, _, _ in Installed.allKindNames }) var kind: String?
    @Option(name: .customLong("as"), help: "What a project is that is known at another place: copy or replica.") var declaration: Declaration?
    @Option(help: "The language of the folders' names: en, fr, de, es or ja. Else the locale says.", completion: .list(["en", "fr", "de", "es", "ja"])) var language: String?
    @Option(help: ArgumentHelp("A folder of the template by its role: draft=Drafts. Can be given again.", valueName: "role=path"))
    var role: [String] = []
    @Option(help: "What becomes of additions that a folder does not accept: move (to Rejected) or report (they stay).") var rejection: Settings.RejectionMode?
    @Flag(help: "Make the folders of the template that are missing.") var folders = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (kind == nil) != (declaration == nil) else {
            throw ValidationError(.sayKindOrAs)
        }
        guard declaration == nil || role.isEmpty && rejection == nil && !folders else {
            throw ValidationError(.goWithKind)
        }
    }

    func perform(_ session: Session) throws -> Ending {
        if let declaration { return try declare(declaration, session) }
        guard let kind else { return .done }
        let path = try session.absolute(directory)
        try confirmDoubts(about: path, session)
        var adoption = try Adoption(
            of: path, kind: try KindArgument.kind(kind, session), language: try KindArgument.language(language, session.surroundings),
            roles: try roles(), surroundings: session.surroundings)
        adoption.rejection = rejection
        session.showPaths(below: adoption.path)
        let findings = adoption.findings()
        let isDescribed = !global.json && !global.quiet && !global.zero
        let passedOver = isDescribed || global.json ? try adoption.passedOver() : []
        if isDescribed { describe(adoption, findings, passedOver, session) }
        var project: Project?
        var isWhole = true
        if !change.dryRun {
            try session.confirm(.adopting(path: EscapedText.escape(adoption.path)))
            let makesFolders = try askBesides(&adoption, findings, session)
            project = try adoption.perform()
            if let project, makesFolders { isWhole = try makeFolders(in: project, session) }
        }
        if global.json {
            session.output.json(try shape(adoption, findings, passedOver, project))
        } else if global.zero {
            session.output.path(adoption.path)
        } else if change.dryRun {
            session.say(.adoptedProject(isDryRun: true, path: EscapedText.escape(adoption.path), kind: adoption.kind.name))
        } else {
            session.say(.adoptedProject(isDryRun: false, path: EscapedText.escape(adoption.path), kind: adoption.kind.name))
            if !adoption.left.isEmpty { session.say(there(adoption.sentenceOnLeft + ".", adoption)) }
        }
        return isWhole ? .done : .findings
    }

    /// A sentence whose commands can be typed where the person is.
    private func there(_ sentence: String, _ adoption: Adoption) -> String {
        sentence.replacing("“shed sync ", with: "“shed -C \(ShellWord.quote(adoption.path)) sync ")
    }

    private func roles() throws(ShedError) -> [RelativePath: Role] {
        var roles: [RelativePath: Role] = [:]
        for word in role {
            let parts = RawArguments.bytes(of: word).split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, let path = RelativePath(bytes: parts[1]), !path.isRoot else {
                throw ShedError(.usage, .noRoleAndFolder(words: EscapedText.escape(RawArguments.bytes(of: word))), remedy: .writeRoleAndFolder)
            }
            let role = Role(rawValue: String(decoding: parts[0], as: UTF8.self))
            if let other = roles.updateValue(role, forKey: path), other != role {
                throw ShedError(.usage, .hasBothRoles(path: "\(path)", role: "\(role)", other: "\(other)"), remedy: .oneRoleEach)
            }
        }
        return roles
    }

    /// A home directory or a folder of projects is adopted by whoever says so of just that.
    private func confirmDoubts(about path: [UInt8], _ session: Session) throws {
        let doubts = try Adoption.doubts(about: path, surroundings: session.surroundings)
        guard !doubts.isEmpty else { return }
        let name = EscapedText.escape(try RealPath.of(path))
        if change.dryRun {
            guard !global.json, !global.quiet, !global.zero else { return }
            session.output.line(session.style.warning("\(name) \(doubts.joined(separator: ", and it "))."))
        } else {
            try session.confirm("Adopting \(name), which \(doubts.joined(separator: ", and which "))")
        }
    }

    /// Whether there is something in the folder that would be refused if it came later.
    private func hasMisfits(_ findings: [Finding]) -> Bool { findings.contains { Installed.rules.info(named: $0.rule).map(Installed.rules.refuses) ?? false } }

    /// What a person on a terminal may want besides.
    /// - Returns: whether the template's missing folders are to be made.
    private func askBesides(_ adoption: inout Adoption, _ findings: [Finding], _ session: Session) throws -> Bool {
        let asks = !global.json && !global.quiet && !global.zero
        if asks, rejection == nil, hasMisfits(findings),
            try session.isTaken(offer: .reportOnly)
        {
            adoption.rejection = .report
        }
        if folders || adoption.missing.isEmpty { return folders }
        return try asks && session.isTaken(offer: .makeMissingFolders(count: adoption.missing.count))
    }

    /// - Returns: whether all were made.
    private func makeFolders(in project: Project, _ session: Session) throws -> Bool {
        let (made, begun) = try project.write { transaction throws(ShedError) in
            let all = try transaction.makeAbsentFolders()
            // As a new project has them.
            return (all, try transaction.beginFiles(in: Set(all.filter { $0.failure == nil }.map(\.folder.role))))
        }
        let failed = made.compactMap { made in made.failure.map { (path: made.folder.path, reason: $0) } }
            + begun.compactMap { file in file.failure.map { (path: file.path, reason: $0) } }
        session.say("made \(Style.count(made.count { $0.failure == nil }, "folder")) of the template")
        for file in begun where file.failure == nil { session.say(.madeOfTemplate(isDryRun: false, path: session.style.path(file.path))) }
        for folder in failed { session.note(.leftOfTemplate(path: session.style.path(folder.path), reason: folder.reason)) }
        return failed.isEmpty
    }

    private func declare(_ declaration: Declaration, _ session: Session) throws -> Ending {
        let seen = try session.openRoot(directory)
        // Whoever says what it is trusts it.
        let project = change.dryRun ? seen : try seen.trusted(as: declaration == .replica ? .trustAsReplica : .trust)
        if !change.dryRun {
            try project.declare(asCopy: declaration == .copy)
            try project.write(after: .nothing) { transaction throws(ShedError) in try transaction.confirmShelters() }
            _ = session.told(project)
        }
        if global.json, !change.dryRun { try session.printShape(.root, in: project) }
        session.say("\(session.done("declared", change.dryRun)) \(EscapedText.escape(project.home.path)) a \(declaration.rawValue)")
        return .done
    }

    private func describe(_ adoption: Adoption, _ findings: [Finding], _ passedOver: [PassedOver], _ session: Session) {
        let output = session.output
        output.line(session.style.heading("\(EscapedText.escape(adoption.path)) as a \(adoption.kind.name) project"))
        output.line("  has \(Style.count(adoption.files, "file")) and \(Style.count(adoption.folders, "folder"))")
        if !passedOver.isEmpty {
            let parts = passedOver.map { "\($0.count) by \($0.pattern) (\(session.style.path($0.example))\($0.count > 1 ? " …" : ""))" }
            output.line("  passes over \(parts.joined(separator: ", "))")
        }
        for (role, path) in adoption.roles { output.line("  \(session.style.path(path)) becomes the folder for “\(role)”") }
        if !adoption.missing.isEmpty {
            let names = adoption.missing.map { "“\($0.name)”" }.joined(separator: ", ")
            let way = folders ? "they are made" : "--folders makes them, or make what you need, under that name"
            output.line("  has no \(names); \(way)")
        }
        let most = global.verbose ? Int.max : 20
        // Which folders are missing has just been said.
        let shown = findings.filter { $0.rule != MissingTemplateFolder.info.name }
        for finding in shown.prefix(most) { output.line("  \(FindingLine.short(finding, session.style, Installed.rules))") }
        if shown.count > most { output.line("  and \(shown.count - most) more findings; --verbose lists them") }
        if !adoption.left.isEmpty {
            let named = adoption.left.prefix(most).map(session.style.path).joined(separator: ", ")
            let more = adoption.left.count > most ? " and \(adoption.left.count - most) more; --verbose lists them" : ""
            output.line("  \(there(adoption.sentenceOnLeft, adoption)): \(named)\(more)")
        }
        if rejection == nil, hasMisfits(findings) {
            output.line("  What is there stays. Of what comes later, what does not fit goes to Rejected; --rejection report leaves it and reports it.")
        }
    }

    private func shape(_ adoption: Adoption, _ findings: [Finding], _ passedOver: [PassedOver], _ project: Project?) throws(ShedError) -> JSONValue {
        var object = JSONBuilder()
        object.add("path", bytes: adoption.path)
        object.add("projectKind", .string(adoption.kind.name))
        object.add("language", .string(adoption.language.rawValue))
        object.add("roles", .array(adoption.roles.map { taken in
            var role = JSONBuilder()
            role.add("role", .string(taken.role.rawValue))
            role.add("name", bytes: taken.path.last?.bytes ?? [])
            role.add("path", taken.path)
            return role.value
        }))
        object.add("missing", .array(adoption.missing.map { ["role": .string($0.role.rawValue), "name": .string($0.name)] }))
        object.add("rejection", .string((adoption.rejection ?? Settings().rejection).rawValue))
        object.add("counts", ["files": .integer(Int64(adoption.files)), "folders": .integer(Int64(adoption.folders))])
        object.add("passedOver", .array(passedOver.map { passed in
            var part = JSONBuilder()
            part.add("pattern", .string(passed.pattern))
            part.add("count", .integer(Int64(passed.count)))
            part.add("example", passed.example)
            return part.value
        }))
        object.add("left", .array(adoption.left.map { path in
            var file = JSONBuilder()
            file.add("path", path)
            return file.value
        }))
        object.add("findings", .array(findings.map(\.json)))
        object.add("project", try project.map { project throws(ShedError) in try project.listing().view(at: .root).json } ?? .null)
        return object.value
    }
}

extension Settings.RejectionMode: ExpressibleByArgument {}
