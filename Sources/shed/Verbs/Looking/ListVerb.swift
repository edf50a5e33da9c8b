import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

extension Sorting: ExpressibleByArgument {}

struct ListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "List what is in a folder.",
        discussion: """
            Sorted as the work flows: the template's folders in their order, then other folders, then files. With \
            --verbose also tags, size, time and ID.

            Example: shed ls Draft --sort modified
            """)

    @Argument(help: "The folder; else where you are.", completion: .directory) var path: String = "."
    @Option(help: "workflow, name, modified or created (newest first), or size (largest first).") var sort = Sorting.workflow
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let path = try session.path(path, in: project)
        let view = try project.listing(of: path, depth: 1).view(at: path, depth: 1, sorting: sort)
        let views = view.type.isDirectory ? view.children : [view]
        if global.json {
            session.output.json(.array(views.map(\.json)))
            return .done
        }
        for view in views {
            if global.zero {
                session.output.path(session.style.place(view.path))
                continue
            }
            let symbol = session.style.symbol(view.symbol, isFolder: view.type.isDirectory)
            var line = symbol + view.name.escaped + (view.type.isDirectory ? "/" : "")
            if global.verbose {
                for tag in view.tags { line += session.style.faint("  [\(session.style.label(tag.title))]") }
                let size = view.type.isDirectory ? "\(view.files + view.folders) inside" : "\(view.size) bytes"
                line += session.style.faint("  \(size)  \(Style.time(view.modified / 1_000_000))  \(view.id?.description ?? "no ID yet")")
            }
            session.output.line(line)
        }
        return .done
    }
}
