import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct CollectionListVerb: CollectionSubverb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the collections.",
        discussion: """
            Example: shed collection list --json
            """)

    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let reading = try project.refresh()
        let collections = try reading.collections()
        if global.json {
            session.output.json(.array(try collections.map { collection throws(ShedError) in collection.json(records: try reading.count(of: collection)) }))
        } else if global.zero {
            for collection in collections { session.output.path(session.style.place(collection.path)) }
        } else {
            for collection in collections {
                let id = global.verbose ? session.style.faint("  \(collection.id)") : ""
                session.output.line(collection.name.escaped + session.style.faint("  \(Style.count(try reading.count(of: collection), "record"))") + id)
            }
            if collections.isEmpty { session.say(session.style.faint(session.strings(of: project).noCollections)) }
        }
        return .done
    }
}
