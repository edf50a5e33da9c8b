import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct ProjectsVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "projects",
        abstract: "List the projects that this machine knows.",
        discussion: """
            Any verb that changes something in a project makes it known. One whose directory is gone, moved or not \
            mounted is marked.

            Example: shed projects --json
            """)

    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let projects = try Registry(session.surroundings).projects()
        if global.json {
            session.output.json(.array(projects.map(shape)))
            return .done
        }
        for project in projects {
            if global.zero {
                session.output.path(project.path)
                continue
            }
            var line = EscapedText.escape(project.path)
            if let kind = project.kind { line += "  " + session.style.faint(session.style.label(kind)) }
            if !project.isLive { line += "  " + session.style.warning("not there") }
            if global.verbose { line += "  " + session.style.faint(project.id.description) }
            session.output.line(line)
        }
        if projects.isEmpty, !global.zero { session.output.note("No projects yet. “shed new” makes one.") }
        return .done
    }

    private func shape(_ project: KnownProject) -> JSONValue {
        var object = JSONBuilder()
        object.add("id", project.id)
        object.add("name", bytes: project.name.bytes)
        object.add("path", bytes: project.path)
        object.add("kind", JSONValue(project.kind))
        object.add("live", .bool(project.isLive))
        return object.value
    }
}
