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
            Folders, sections and files that the kind has and the project lacks, texts of files that begin, and looks of folders. No \
            file or folder is removed, renamed or replaced, and what somebody deleted stays away; what folders are called or accept \
            otherwise by the kind is named. “shed undo” takes it back.

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
            if let given = part.given { session.say(given, of: part.path, isDryRun: change.dryRun) }
        }
        if !applied.keys.isEmpty { session.say(.offersFiles(isDryRun: change.dryRun, keys: applied.keys.joined(separator: ", "))) }
        for part in applied.parts {
            if let failure = part.failure { session.note(.leftOfTemplate(path: session.style.path(part.path), reason: failure)) }
        }
        for difference in applied.differences { session.note(.verbatim(session.style.advice(words(difference, session)))) }
        if !change.dryRun { session.warnOfRest(in: project) }
        return applied.parts.allSatisfy { $0.failure == nil } ? .done : .findings
    }

    private func summary(_ name: String, _ applied: AppliedTemplate, isMade: Bool) -> Message {
        if isMade || !applied.keys.isEmpty { return .appliedTemplate(isDryRun: change.dryRun, name: name) }
        return applied.isChanged ? .completedTemplate(isDryRun: change.dryRun, name: name) : .hasAllOfTemplate(name: name)
    }

    /// What the kind says otherwise, with the command that takes it.
    private func words(_ difference: AppliedTemplate.Difference, _ session: Session) -> Message {
        let (path, word) = (session.style.path(difference.path), ShellWord.path(difference.path))
        switch difference.matter {
        case .name(let name):
            return .differsInName(path: path, name: EscapedText.beginning(name), command: "shed rename \(word) \(ShellWord.quote(name))")
        case .accepts(let accepts):
            return .differsInAccepts(path: path, what: .acceptedSort(what: accepts.rawValue), command: "shed allow \(word) \(accepts.rawValue)")
        case .shape(let keys):
            return .differsInShape(path: path, keys: keys.joined(separator: ", "), command: "shed info --set \(ShellWord.quote("kind=\(self.name)"))")
        }
    }

    private static func json(_ difference: AppliedTemplate.Difference) -> JSONValue {
        let said: (keys: [String], value: JSONValue) = switch difference.matter {
        case .name(let name): (["name"], .string(name))
        case .accepts(let accepts): (["accepts"], .string(accepts.rawValue))
        case .shape(let keys): (keys, .null)
        }
        var object = JSONBuilder()
        object.add("path", difference.path)
        object.add("role", .string(difference.role.rawValue))
        object.add("keys", .array(said.keys.map { .string($0) }))
        object.add("value", said.value)
        return object.value
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
            shape.add("acceptsBoth", .bool(part.given?.acceptsBoth == true))
            shape.add("staying", .integer(Int64(part.given?.staying ?? 0)))
            shape.add("done", .bool(!change.dryRun && part.failure == nil))
            shape.add("error", JSONValue(part.failure?.english))
            return shape.value
        }))
        object.add("files", .array(applied.keys.map { .string($0) }))
        object.add("differences", .array(applied.differences.map(TemplateApplyVerb.json)))
        return object.value
    }
}
