import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedRecords

struct RecordNewVerb: RecordSubverb {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a record.",
        discussion: """
            Its file is called after its title: the key that the schema names, else “title” or “name”; else after its ID. \
            --json - reads a record, several one after the other, or an array of them, from the standard input, also as shed \
            prints them. Of a record whose ID is in use a new one is made.

            Example: shed record new Books Title=Ficciones Author=Borges Year=1944
            """)

    @Argument(help: "The collection: its name or ID.") var collection: String
    @Argument(help: ArgumentHelp("The pairs; “-” behind --json reads JSON.", valueName: "key=value")) var pairs: [String] = []
    @Option(help: ArgumentHelp("Begin with the pairs of a template of the schema.", valueName: "name")) var template: String?
    @Option(help: ArgumentHelp("The file's name, without .json.", valueName: "name")) var name: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    private var readsJSON: Bool { global.json && pairs == ["-"] }

    var delegation: Delegation { readsJSON || change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let reading = try project.refresh()
        let found = try reading.collection(RawArguments.bytes(of: collection), isToBeFilled: true)
        let records = readsJSON
            ? try RecordJSON.records(try StandardInput.read(atMost: RecordJSON.largest))
            : [IdentifiedRecord(id: nil, record: Record(try PairArgument.pairs(pairs, session)))]
        if name != nil, records.count != 1 { throw ShedError(.usage, .nameIsForOne(count: records.count)) }
        let made = try reading.makeRecords(
            records, in: found, template: template.map { text throws(ShedError) in try session.text(text, of: "--template") },
            name: name.map { text throws(ShedError) in try session.text(text, of: "--name") }, dryRun: change.dryRun)
        if global.json {
            session.output.json(made.count == 1 ? made[0].json : .array(made.map(\.json)))
        } else if global.zero {
            for record in made { session.output.path(session.style.place(record.path)) }
        }
        for record in made { session.say("\(session.done("made", change.dryRun)) \(session.style.path(record.path))") }
        for (item, record) in zip(records, made) {
            if let id = item.id, id != record.id { session.output.note("shed: the ID \(id) is in use, so \(session.style.path(record.path)) got a new one.") }
        }
        if name != nil { for record in made { session.warnOfName(at: record.path) } }
        session.warnOfRest(in: project)
        return .done
    }
}
