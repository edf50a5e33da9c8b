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
        let (project, book) = try session.papersToShow()
        let (found, group) = try session.docOrGroup(doc, in: project, book)
        let groups = found?.groups ?? group.map { [$0] } ?? []
        if global.json {
            let shapes = PaperShapes(book: book, listing: try project.listing())
            if let found { session.output.json(shapes.whole(found)) }
            if let group { session.output.json(shapes.whole(group)) }
        } else if global.zero {
            for page in groups.flatMap(\.pages) { session.output.path(page.path.bytes) }
        } else {
            if let found { show(found.id, found.name, book, session) }
            if let group { show(group.id, group.name, book, session) }
            for group in groups { show(group, isAlone: found == nil, book, session) }
            if let found, found.groups.isEmpty { session.output.line(session.style.faint("No groups yet")) }
        }
        session.warnOfRest(in: project)
        return .done
    }

    private func show(_ id: NodeID, _ name: Name, _ book: PapersView, _ session: Session) {
        session.output.line(session.style.heading(name.escaped) + session.style.faint("  \(id)"))
        session.showLabels(book.model.nodes[id]?.details?.labels ?? NodeLabels(), book)
    }

    /// - Parameter isAlone: whether its name stands above it already.
    private func show(_ group: PapersView.Group, isAlone: Bool, _ book: PapersView, _ session: Session) {
        let (output, style) = (session.output, session.style)
        if !isAlone { output.line("\(group.name)/" + style.faint("  \(Style.count(group.pages.count, "page"))")) }
        for page in group.pages + group.missing {
            let missing = page.stands ? "" : style.warning("  missing")
            output.line("  \(page.name)" + missing + style.faint("  \(session.title(page.reference, book))"))
        }
        if isAlone, group.pages.isEmpty, group.missing.isEmpty { output.line(style.faint("No pages yet")) }
    }
}
