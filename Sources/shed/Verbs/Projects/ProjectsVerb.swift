import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

/// `shed projects`, which lists unless another of its verbs is named.
struct ProjectsVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "projects",
        abstract: "List the projects that this machine knows, and forget some.",
        discussion: """
            Making, adopting or trusting a project makes it known. One whose directory is gone, moved or not \
            mounted is marked; “shed projects forget” takes it off the list.

            Example: shed projects --json
            """,
        subcommands: [ProjectsListVerb.self, ProjectsForgetVerb.self], defaultSubcommand: ProjectsListVerb.self)
}

struct ProjectsListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List them; so does “shed projects” alone.", discussion: "Example: shed projects list")

    @OptionGroup var global: GlobalOptions

    var onlyLooks: Bool { true }

    func perform(_ session: Session) throws -> Ending {
        let projects = try Registry(session.surroundings).projects()
        if global.json {
            session.output.json(.array(projects.map(\.json)))
            return .done
        }
        for project in projects {
            if global.zero {
                session.output.path(project.path)
                continue
            }
            var line = EscapedText.escape(project.path)
            if let kind = project.kind { line += "  " + session.style.faint("\(kind)") }
            if !project.isLive { line += "  " + session.style.warning("not there") }
            if global.verbose { line += "  " + session.style.faint(project.id.description) }
            session.output.line(line)
        }
        if projects.isEmpty, !global.zero { session.output.note(session.style.text(.noProjectsYet)) }
        return .done
    }
}

extension KnownProject {
    /// An element of `projects --json`.
    var json: JSONValue {
        var object = JSONBuilder()
        object.add("id", id)
        object.add("name", bytes: name.bytes)
        object.add("path", bytes: path)
        object.add("kind", JSONValue(kind?.raw))
        object.add("live", .bool(isLive))
        return object.value
    }
}
