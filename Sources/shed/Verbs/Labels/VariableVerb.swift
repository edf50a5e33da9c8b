import ArgumentParser
import ShedCommand

struct VariableVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "var",
        abstract: "Give files and folders values, and keep the variables.",
        discussion: """
            A variable is an integer, or one of a list of options. “shed find --var "rating>=4"” finds by values. \
            Documentation/Tags.md says more.

            Example: shed var new rating --int && shed var set rating=5 Draft/Ode.txt
            """,
        subcommands: [
            VariableSetVerb.self, VariableUnsetVerb.self, VariableNewVerb.self, VariableListVerb.self, VariableRenameVerb.self,
            VariableChangeVerb.self, VariableOptionsVerb.self, VariableDeleteVerb.self,
        ])
}

/// A verb of `shed var`, which the history names so.
protocol VariableSubverb: Verb {}

extension VariableSubverb {
    static var actor: String? { actor(in: "var") }
}
