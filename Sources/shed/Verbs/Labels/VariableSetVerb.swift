import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct VariableSetVerb: VariableSubverb, LabellingVerb {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Give files and folders a value.",
        discussion: """
            All get it or, where one is out of the variable's scope, none.

            Example: shed var set rating=5 Draft/Ode.txt Draft/Sea.txt
            Example: shed var set Score=3 --in Finals --tag Difficulty/hard
            """)

    @Argument(help: ArgumentHelp("The variable and its value.", valueName: "name=value")) var assignment: String
    @OptionGroup var paths: Paths
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if !assignment.contains("=") { throw ValidationError(.sayWhichValue) }
    }

    func perform(_ session: Session) throws -> Ending {
        let text = try session.text(assignment, of: "NAME=VALUE")
        let name = text.prefix { $0 != "=" }
        let project = try session.openToChange(dryRun: change.dryRun)
        return try label(session, in: project) { transaction, paths throws(ShedError) in
            let (variable, value, nodes) = try transaction.setVariable(
                String(name), to: String(text.dropFirst(name.count + 1)), of: paths, dryRun: change.dryRun)
            let shown = "\(session.style.label(variable.name)) = \(session.style.label(value.description))"
            return Labelled(nodes, ("variables", [variable.name: value.json]), done: { .valueSet(isDryRun: $0, value: shown, path: $1) }, same: { .hasValue(path: $0, value: shown) })
        }
    }
}
