import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedRecords

struct RecordRenameVerb: RecordSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a record's file another name, or a key another name with --key.",
        discussion: """
            Example: shed record rename Books/1f3a77c2 "El Aleph"
            Example: shed record rename Books --all --key Yr Year
            """)

    @Argument(help: "The record, or with --key and --where or --all the collection.", completion: .file()) var target: String
    @Argument(help: "The new name, without .json; with --key the old key, then the new one.") var names: [String]
    @Flag(help: "Rename a key.") var key = false
    @OptionGroup var targets: RecordTargetOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if names.count != (key ? 2 : 1) { throw ValidationError(.nameKeysToRename(isKey: key)) }
        if targets.isBulk, !key { throw ValidationError("--where and --all go with --key: each file has a name of its own.") }
    }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let reading = try project.refresh()
        let records = try targets.records(target, in: reading, session)
        if key {
            let change = RecordChange.rename(try session.text(names[0], of: "KEY"), to: try session.text(names[1], of: "KEY"))
            return try session.change(records, [change], in: reading, dryRun: self.change.dryRun)
        }
        guard let record = records.first else { return .findings }
        var name = session.name(names[0])
        if !name.hasSuffix(".json") { name = Name(bytes: name.bytes + Array(".json".utf8)) }
        try reading.write { transaction throws(ShedError) in try transaction.rename(record.path, to: name, dryRun: change.dryRun) }
        session.sayMoved([(record.path, record.path.parent.appending(name))], verb: "renamed", in: project, dryRun: change.dryRun)
        session.warnOfName(at: record.path.parent.appending(name))
        return .done
    }
}
