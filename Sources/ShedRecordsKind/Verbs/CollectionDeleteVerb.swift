import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct CollectionDeleteVerb: CollectionSubverb, ChangingVerb {
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
        let reading = try project.refresh()
        let found = try reading.collection(RawArguments.bytes(of: collection))
        guard permanently else {
            let pairs = try reading.write { transaction throws(ShedError) in try transaction.trash([found.path], dryRun: change.dryRun) }
            session.sayMoved(pairs, verb: "moved", in: project, dryRun: change.dryRun)
            return .done
        }
        let extent = try reading.write { transaction throws(ShedError) in
            try transaction.deletePermanently([found.path], dryRun: true)
            return try transaction.extent(of: [found.path])
        }
        if !change.dryRun {
            try session.confirm(.deletingForGood(what: extent.naming([found.path], session.style)))
            // The answer may have taken long: what changed meanwhile is taken in first.
            try project.write { transaction throws(ShedError) in try transaction.deletePermanently([found.path]) }
        }
        session.sayDeleted([(found.path, found.id)], dryRun: change.dryRun)
        return .done
    }
}
