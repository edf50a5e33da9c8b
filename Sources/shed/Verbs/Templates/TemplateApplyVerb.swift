import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

struct TemplateApplyVerb: TemplateSubverb {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Add to a project what a kind has more.",
        discussion: """
            Folders, sections and files that the kind has and the project lacks. Nothing is removed, renamed or replaced, and what \
            somebody deleted stays away. “shed undo” takes it back.

            Example: shed template apply essays --dry-run
            """)

    @Argument(help: "The kind's name, or the path of a .toml file.", completion: .custom { _, _, _ in Installed.allKindNames }) var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let kind = try KindArgument.kind(name, session)
        let project = try session.openToChange(dryRun: change.dryRun)
        let applied = try project.write { transaction throws(ShedError) in try transaction.apply(kind, dryRun: change.dryRun) }
        let made = applied.parts.filter { $0.failure == nil }
        if global.json {
            session.output.json(shape(kind, applied))
        } else if global.zero {
            for part in made { session.output.path(session.style.place(part.path)) }
        }
        session.say(summary(kind.name, applied, isMade: !made.isEmpty))
        for part in made {
            let path = session.style.path(part.path)
            let role = part.isTaken ? part.role : nil
            session.say(role.map { .gaveRole(isDryRun: change.dryRun, path: path, role: "\($0)") } ?? .madeOfTemplate(isDryRun: change.dryRun, path: path))
        }
        if !applied.keys.isEmpty { session.say(.offersFiles(keys: applied.keys.joined(separator: ", "))) }
        for part in applied.parts {
            if let failure = part.failure { session.note(.leftOfTemplate(path: session.style.path(part.path), reason: failure)) }
        }
        if !change.dryRun { session.warnOfRest(in: project) }
        return applied.parts.allSatisfy { $0.failure == nil } ? .done : .findings
    }

    private func summary(_ name: String, _ applied: AppliedTemplate, isMade: Bool) -> Message {
        if isMade || !applied.keys.isEmpty { return .appliedTemplate(isDryRun: change.dryRun, name: name) }
        return applied.isChanged ? .completedTemplate(isDryRun: change.dryRun, name: name) : .hasAllOfTemplate(name: name)
    }

    private func shape(_ kind: Kind, _ applied: AppliedTemplate) -> JSONValue {
        var object = JSONBuilder()
        object.add("template", .string(kind.name))
        object.add("changed", .bool(applied.isChanged))
        object.add("parts", .array(applied.parts.map { part in
            var shape = JSONBuilder()
            shape.add("path", part.path)
            shape.add("role", JSONValue(part.role?.rawValue))
            shape.add("taken", .bool(part.isTaken))
            shape.add("done", .bool(!change.dryRun && part.failure == nil))
            shape.add("error", JSONValue(part.failure?.english))
            return shape.value
        }))
        object.add("files", .array(applied.keys.map { .string($0) }))
        return object.value
    }
}
