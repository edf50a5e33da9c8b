import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct RecordDeleteVerb: RecordSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move a record, or all that fit, to Trash.",
        discussion: """
            “shed restore” brings them back. --permanently deletes for good, and asks first.

            Example: shed record delete Books --where 'Year < 1900'
            """)

    @Argument(help: "The record, or with --where or --all the collection.", completion: .file()) var target: String
    @Flag(help: "Delete for good.") var permanently = false
    @OptionGroup var targets: RecordTargetOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let reading = try project.refresh()
        let records = try targets.records(target, in: reading, session)
        guard !records.isEmpty else {
            session.say(.noRecordFits)
            return .findings
        }
        let paths = records.map(\.path)
        if permanently {
            try reading.write { transaction throws(ShedError) in try transaction.deletePermanently(paths, dryRun: true) }
            if !change.dryRun {
                try session.confirm("Deleting \(records.count == 1 ? "\(paths[0])" : Style.count(records.count, "record")) for good")
                // The answer may have taken long: what changed meanwhile is taken in first.
                try project.write { transaction throws(ShedError) in try transaction.deletePermanently(paths) }
            }
            session.sayDeleted(records.map { ($0.path, $0.id) }, dryRun: change.dryRun)
        } else {
            let pairs = try session.sayingWhatMoved(in: project) { () throws(ShedError) in
                try reading.write { transaction throws(ShedError) in try transaction.trash(paths, dryRun: change.dryRun) }
            }
            session.sayMoved(pairs, verb: "moved", in: project, dryRun: change.dryRun)
        }
        session.warnOfRest(in: project)
        return .done
    }
}
