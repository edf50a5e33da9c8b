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
                CompileVerb.self,
            ])
    }

    package func emptiness(of view: NodeView, _ strings: Strings) -> Emptiness? { CompileProject.emptiness(of: view, strings) }
}
