import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel
import ShedRecords

struct RecordSetVerb: RecordSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set pairs of a record, or of all records that fit: all or nothing.",
        discussion: """
            Everything else in the file stays as it is written. With --where, the first argument is a collection.

            Example: shed record set Books --where 'Author ~ "borges"' Country=Argentina --dry-run
            """)

    @Argument(help: "The record, or with --where or --all the collection.", completion: .file()) var target: String
    @Argument(help: ArgumentHelp("The pairs to set.", valueName: "key=value")) var pairs: [String]
    @OptionGroup var targets: RecordTargetOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let reading = try project.refresh()
        let changes = try PairArgument.pairs(pairs, session).map { RecordChange.set($0.key, $0.value) }
        return try session.change(try targets.records(target, in: reading, session), changes, in: reading, dryRun: change.dryRun)
    }
}
