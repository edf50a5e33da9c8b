import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

extension Sorting: ExpressibleByArgument {}

struct ListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "List what is in a folder.",
        discussion: """
            Sorted as the work flows: the template's folders in their order, and before Trash other folders, then files. \
            Behind a folder stands how much is in it. With --verbose also tags, size, time and ID.

            Example: shed ls Draft --sort modified
            """)

    @Argument(help: "The folder; else where you are.", completion: .directory) var path: String = "."
    @Option(help: "workflow, name, modified or created (newest first), or size (largest first).") var sort = Sorting.workflow
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }
    static var isAskedUnread: Bool { true }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let path = try session.path(named: path, in: project)
        let listing = try project.listing(of: path, depth: 1)
        let view = try listing.view(at: path)
        let contents = listing.contents(of: view, sorting: sort)
        let views = view.type.isDirectory ? AnyRandomAccessCollection(contents) : AnyRandomAccessCollection([view])
        if global.json {
            try session.output.json(each: views.lazy.map(\.json))
            return .done
        }
        if global.zero {
            for view in views { session.output.path(session.style.place(view.path)) }
            return .done
        }
        let nodes = NodeLine(session, project, listing)
        var sections = SectionTitles(session, nodes, isBelowHeading: false)
        let hasSections = view.type == .project && sort == .workflow
        for child in hasSections ? AnyRandomAccessCollection(sections.together(views)) : views {
            if hasSections { sections.print(before: child) }
            session.output.line(line(child, nodes, session))
        }
        if let text = nodes.emptiness(of: view) { session.output.line(session.style.faint(text)) }
        return .done
    }

    private func line(_ view: NodeView, _ nodes: NodeLine, _ session: Session) -> String {
        var line = nodes.text(view, slash: true)
        guard global.verbose else { return line }
        for tag in view.labels.tags { line += session.style.faint("  [\(session.style.label(tag.title))]") }
        let size = view.type.isDirectory ? "" : "  " + session.style.text(.bytes(count: Int(view.size)))
        return line + session.style.faint("\(size)  \(Style.time(view.times.modified / 1_000_000))  \(view.id?.description ?? session.style.text(.noIDYet))")
    }
}
