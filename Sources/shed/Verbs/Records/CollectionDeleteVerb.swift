import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct CollectionDeleteVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move a collection with its records to Trash.",
        discussion: """
            “shed restore” brings it back. --permanently deletes it for good, and asks first.

            Example: shed collection delete Books
            """)

    @Argument(help: "The collection: its name or ID.") var collection: String
    @Flag(help: "Delete for good.") var permanently = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        try project.takeIn()
        let found = try project.collection(RawArguments.bytes(of: collection))
        guard permanently else {
            let pairs = try project.trash([found.path], dryRun: change.dryRun)
            session.sayMoved(pairs, verb: "moved", in: project, dryRun: change.dryRun)
            return .done
        }
        try project.deletePermanently([found.path], dryRun: true)
        if !change.dryRun {
            try session.confirm("Deleting \(found.name) with \(Style.count(try project.count(of: found), "record")) for good")
            try project.deletePermanently([found.path])
        }
        session.sayDeleted([(found.path, found.id)], dryRun: change.dryRun)
        return .done
    }
}
