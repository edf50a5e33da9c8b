import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct DocShowVerb: DocSubverb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a doc, or one of its groups: the pages in their order.",
        discussion: """
            Where a doc and a group have one name, the doc is meant.

            Example: shed doc show Finals
            Example: shed doc show Finals/Integration
            """)

    @Argument(help: "The doc: its name, path or ID; or a group as DOC/GROUP.", completion: .directory) var doc: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToShow()
        let (found, group) = try session.docOrGroup(doc, in: reading.project, view)
        let groups = found?.groups ?? group.map { [$0] } ?? []
        if global.json {
            let texts = try reading.texts(of: groups.flatMap { $0.pages + $0.missing }, in: view)
            let shapes = PaperShapes(view: view, listing: try reading.project.listing(), texts: texts)
            if let found { session.output.json(shapes.whole(found)) }
            if let group { session.output.json(shapes.whole(group)) }
        } else if global.zero {
            for page in groups.flatMap(\.pages) { session.output.path(session.style.place(page.path)) }
        } else {
            if let found { show(found.id, found.name, view, session) }
            if let group { show(group.id, group.name, view, session) }
            for group in groups { show(group, isAlone: found == nil, view, session) }
            if let found, found.groups.isEmpty { session.output.line(session.style.faint("No groups yet")) }
        }
        session.warnOfRest(in: reading.project)
        return .done
    }

    private func show(_ id: NodeID, _ name: Name, _ view: PapersView, _ session: Session) {
        session.output.line(session.style.heading(name.escaped) + session.style.faint("  \(id)"))
        session.showLabels(view.model.nodes[id]?.details?.labels ?? NodeLabels(), view)
    }

    /// - Parameter isAlone: whether its name stands above it already.
    private func show(_ group: PapersView.Group, isAlone: Bool, _ view: PapersView, _ session: Session) {
        let (output, style) = (session.output, session.style)
        if !isAlone { output.line("\(group.name)/" + style.faint("  \(Style.count(group.pages.count, "page"))")) }
        for page in group.pages + group.missing {
            let missing = page.stands ? "" : style.warning("  missing")
            output.line("  \(page.name)" + missing + style.faint("  \(session.title(page.reference, view))"))
        }
        if isAlone, group.pages.isEmpty, group.missing.isEmpty { output.line(style.faint("No pages yet")) }
    }
}
