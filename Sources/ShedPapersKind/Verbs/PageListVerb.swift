import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct PageListVerb: PageSubverb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List pages: all of them, or those that fit.",
        discussion: """
            Example: shed page list --in Finals --tag Difficulty/hard
            """)

    @OptionGroup var query: PageQueryOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToShow()
        let pages = try view.pages(try query.query(session, in: reading.project, view))
        if global.json {
            try session.output.json(each: pages.lazy.map(PaperShapes(view: view).page))
        } else if global.zero {
            for page in pages { session.output.path(session.style.place(page.path)) }
        } else {
            for page in pages {
                let missing = page.isRejected ? session.style.warning("  in no group") : page.stands ? "" : session.style.warning("  missing")
                let id = global.verbose ? "  \(page.id)" : ""
                session.output.line("\(session.style.path(page.path))\(missing)" + session.style.faint("  \(session.title(page.reference, view))\(id)"))
            }
            if pages.isEmpty { session.say(session.style.faint(session.style.text(query.isEmpty ? .noneOfSort(sort: "pages") : .noPageFitting))) }
        }
        session.warnOfRest(in: reading.project)
        return .done
    }
}
