import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

/// What projects of collections add to the verbs of all projects.
package struct RecordsCommands: KindCommands {
    package var verbs: CommandGroup? {
        CommandGroup(name: "Records", subcommands: [CollectionVerb.self, RecordVerb.self])
    }

    package init() {}

    package var module: any KindModule { RecordsKind() }

    package func wordReader(_ session: Session, in project: Project) -> (any WordReader)? { RecordWordReader(session, in: project) }

    package func emptiness(of view: NodeView, in listing: Listing, _ strings: Strings) -> Emptiness? {
        switch view.type {
        case .project: Emptiness(isEmpty: !listing.contents(of: view).contains { $0.type == .collection }, text: strings.noCollections)
        case .collection: Emptiness(isEmpty: view.counts.isEmpty, text: strings.noRecords)
        default: nil
        }
    }
}
