import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct VariableUnsetVerb: VariableSubverb, LabellingVerb {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Take values from files and folders.", discussion: "Example: shed var unset rating Draft/Ode.txt")

    @Argument(help: "The variable.", completion: Completions.variables) var variable: String
    @OptionGroup var paths: Paths
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let word = try session.text(variable, of: "the variable")
        return try label(session, in: project) { transaction, paths throws(ShedError) in
            let (variable, nodes) = try transaction.unsetVariable(word, of: paths, dryRun: change.dryRun)
            let name = session.style.label(variable.name)
            return Labelled(nodes, ("variables", [variable.name: .null]), done: { .valueUnset(isDryRun: $0, variable: name, path: $1) }, same: { .hasNoValue(path: $0, variable: name) })
        }
    }
}
