import ArgumentParser
import ShedCommand
import ShedProject

/// What projects for writers add to the verbs of all projects.
package struct WritingCommands: KindCommands {
    package init() {}

    package var module: any KindModule { WritingKind() }

    package var verbs: CommandGroup? {
        CommandGroup(
            name: "Writing",
            subcommands: [
                SubmitVerb.self, SubmissionsVerb.self,
            ])
    }
}
