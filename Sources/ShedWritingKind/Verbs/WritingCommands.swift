import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject

/// What projects for writers add to the verbs of all projects.
package struct WritingCommands: KindCommands {
    package init() {}

    package var module: any KindModule { WritingKind() }

    package func lines(on status: Status) -> [Message] {
        status.ofKind(LinklessView.self).map { [.viewHoldsNoLinks(folder: "\($0.folder)")] } ?? []
    }

    package var verbs: CommandGroup? {
        CommandGroup(
            name: "Writing",
            subcommands: [
                SnapshotVerb.self, VersionsVerb.self, DiffVerb.self,
            ])
    }
}
