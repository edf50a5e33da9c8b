import ArgumentParser
import ShedCommand
import ShedModel
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

    package func members(of view: NodeView, _ reading: Reading) throws(ShedError) -> [JSONObject.Member] {
        try submissionMembers(of: view, reading)
    }
}
