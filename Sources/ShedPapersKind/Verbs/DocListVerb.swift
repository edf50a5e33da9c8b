import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct DocListVerb: DocSubverb {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the docs.", discussion: "Example: shed doc list")

    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToShow()
        if global.json {
            session.output.json(.array(view.docs.map(PaperShapes(view: view).doc)))
        } else if global.zero {
            for doc in view.docs { session.output.path(session.style.place(doc.path)) }
        } else {
            for doc in view.docs {
                let id = global.verbose ? ", \(doc.id)" : ""
                let facts = "\(Style.count(doc.groups.count, "group")), \(Style.count(doc.pageCount, "page"))\(id)"
                session.output.line(doc.name.escaped + session.style.faint("  \(facts)"))
            }
            if view.docs.isEmpty { session.say(session.style.faint(session.style.text(.noneOfSort(sort: "docs")))) }
        }
        session.warnOfRest(in: reading.project)
        return .done
    }
}
