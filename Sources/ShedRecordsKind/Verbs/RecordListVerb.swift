import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct RecordListVerb: RecordSubverb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the records of a collection.",
        discussion: """
            Example: shed record list Books --sort -Year --columns Title,Year
            """)

    @Argument(help: "The collection: its name or ID.") var collection: String
    @OptionGroup var shown: RecordOutputOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let reading = try project.refresh()
        let found = try reading.collection(RawArguments.bytes(of: collection))
        let order = try shown.order(of: found, in: reading, session)
        let records = try reading.records(in: found, RecordSearch(order: order, limit: shown.limit))
        if let order { try reading.requireKeys(of: [(found, order)], found: records) }
        if records.isEmpty, !global.json, shown.format == nil || shown.format == .table { session.say(session.style.faint(session.strings(of: project).noRecords)) }
        try shown.show(records, session)
        return .done
    }
}
