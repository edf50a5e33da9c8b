import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel
import ShedRecords

struct RecordUnsetVerb: RecordSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Remove pairs of a record, or of all records that fit: all or nothing.",
        discussion: """
            Example: shed record unset Books/Ficciones Lent
            """)

    @Argument(help: "The record, or with --where or --all the collection.", completion: .file()) var target: String
    @Argument(help: ArgumentHelp("The keys of the pairs to remove.", valueName: "key")) var keys: [String]
    @OptionGroup var targets: RecordTargetOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let reading = try project.refresh()
        let changes = try keys.map { key in RecordChange.unset(try session.text(key, of: "KEY")) }
        return try session.change(try targets.records(target, in: reading, session), changes, in: reading, dryRun: change.dryRun)
    }
}
