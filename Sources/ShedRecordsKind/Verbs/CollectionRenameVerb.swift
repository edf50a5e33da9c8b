import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct CollectionRenameVerb: CollectionSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a collection another name.",
        discussion: """
            Example: shed collection rename Books Library
            """)

    @Argument(help: "The collection: its name or ID.") var collection: String
    @Argument(help: "Its new name.") var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let reading = try project.refresh()
        let found = try reading.collection(RawArguments.bytes(of: collection))
        let name = session.name(name)
        try reading.write { transaction throws(ShedError) in try transaction.rename(found.path, to: name, dryRun: change.dryRun) }
        session.sayMoved([(found.path, RelativePath([name]))], verb: "renamed", in: project, dryRun: change.dryRun)
        session.warnOfName(at: RelativePath([name]))
        return .done
    }
}
