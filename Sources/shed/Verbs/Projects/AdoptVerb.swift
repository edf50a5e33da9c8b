import ArgumentParser
import ShedCommand
import ShedCheck
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
    @Option(help: "What sort of project: a kind's name or the path of a .toml file.", completion: .custom { _, _, _ in Installed.kindNames }) var kind: String?
    @Option(name: .customLong("as"), help: "What a project is that is known at another place: copy or replica.") var declaration: Declaration?
    @Option(help: "The language of the folders' names: en, fr, de, es or ja. Else the locale says.", completion: .list(["en", "fr", "de", "es", "ja"])) var language: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (kind == nil) != (declaration == nil) else {
            throw ValidationError("Say either --kind KIND, to make a project, or --as copy|replica, of one that is a project already.")
        }
    }

    func perform(_ session: Session) throws -> Ending {
        if let declaration { return try declare(declaration, session) }
        guard let kind else { return .done }
        let adoption = try Adoption(
            of: session.absolute(directory), kind: try KindArgument.kind(kind, session),
            language: try KindArgument.language(language, session.surroundings), surroundings: session.surroundings)
        if !global.json, !global.quiet, !global.zero { describe(adoption, session) }
        var project: Project?
        if !change.dryRun {
            try session.confirm("Adopting \(EscapedText.escape(adoption.path))")
            project = try adoption.perform()
        }
        if global.json {
            session.output.json(try shape(adoption, project))
        } else if global.zero {
            session.output.path(adoption.path)
        } else if change.dryRun {
            session.say("would have adopted \(EscapedText.escape(adoption.path))")
        } else {
            session.say("adopted \(EscapedText.escape(adoption.path)) as a \(adoption.kind.name) project")
        }
        return .done
    }

    private func declare(_ declaration: Declaration, _ session: Session) throws -> Ending {
        let seen = try session.openRoot(directory)
        let project = change.dryRun ? seen : try Project.open(
            containing: seen.home.path, surroundings: session.surroundings, purpose: .change, isReplica: declaration == .replica)
        if !change.dryRun { try project.declare(asCopy: declaration == .copy) }
        if global.json, !change.dryRun { try session.printShape(.root, in: project) }
        session.say("\(session.done("declared", change.dryRun)) \(EscapedText.escape(project.home.path)) a \(declaration.rawValue)")
        return .done
    }

    private func describe(_ adoption: Adoption, _ session: Session) {
        let output = session.output
        output.line(session.style.heading("\(EscapedText.escape(adoption.path)) as a \(adoption.kind.name) project"))
        output.line("  has \(Style.count(adoption.files, "file")) and \(Style.count(adoption.folders, "folder"))")
        for (role, name) in adoption.roles { output.line("  \(name) becomes the folder for “\(role)”") }
        if !adoption.missing.isEmpty {
            output.line("  has no \(adoption.missing.map { "“\($0.name)”" }.joined(separator: ", ")); make what you need, under that name")
        }
        let most = global.verbose ? Int.max : 20
        // Which folders are missing has just been said.
        let findings = adoption.findings().filter { $0.rule != MissingTemplateFolder.info.name }
        for finding in findings.prefix(most) { output.line("  \(FindingLine.short(finding, session.style, Installed.rules))") }
        if findings.count > most { output.line("  and \(findings.count - most) more findings; --verbose lists them") }
    }

    private func shape(_ adoption: Adoption, _ project: Project?) throws(ShedError) -> JSONValue {
        var object = JSONBuilder()
        object.add("path", bytes: adoption.path)
        object.add("projectKind", .string(adoption.kind.name))
        object.add("language", .string(adoption.language.rawValue))
        object.add("roles", .array(adoption.roles.map { taken in
            var role = JSONBuilder()
            role.add("role", .string(taken.role.rawValue))
            role.add("name", bytes: taken.name.bytes)
            return role.value
        }))
        object.add("missing", .array(adoption.missing.map { ["role": .string($0.role.rawValue), "name": .string($0.name)] }))
        object.add("counts", ["files": .integer(Int64(adoption.files)), "folders": .integer(Int64(adoption.folders))])
        object.add("findings", .array(adoption.findings().map(\.json)))
        object.add("project", try project.map { project throws(ShedError) in try project.listing().view(at: .root).json } ?? .null)
        return object.value
    }
}
