import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct CollectionShowVerb: CollectionSubverb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a collection: its ID, how many records it has, which keys they have.",
        discussion: """
            Example: shed collection show Books
            """)

    @Argument(help: "The collection: its name or ID.") var collection: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let reading = try project.refresh()
        let found = try reading.collection(RawArguments.bytes(of: collection))
        let facts = try reading.facts(of: found)
        let count = try reading.count(of: found)
        if global.json {
            guard case .object(var object) = found.json(records: count) else { return .done }
            object["invalid"] = .integer(Int64(facts.invalid))
            object["schema"] = .bool(facts.hasSchema)
            object["keys"] = .array(facts.keys.map { ["key": .string($0.key), "records": .integer(Int64($0.count))] })
            session.output.json(.object(object))
            return .done
        }
        session.output.line(session.style.heading(found.name.escaped) + session.style.faint("  \(found.id)"))
        let invalid = facts.invalid == 0 ? "" : ", \(Style.count(facts.invalid, "file")) no record now (“shed check” says why)"
        session.output.line(Style.count(count, "record") + invalid)
        session.output.line(facts.hasSchema ? "has a schema (“shed collection schema”)" : session.style.faint("no schema"))
        for key in facts.keys { session.output.line("  \(EscapedText.escape(Array(key.key.utf8)))" + session.style.faint("  in \(key.count)")) }
        return .done
    }
}
