import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct VariableChangeVerb: VariableSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Change a variable's scope.",
        discussion: "Values stay, also out of the new scope: “shed check” finds that.\n\nExample: shed var change rating --scope file")

    @Argument(help: "The variable.", completion: Completions.variables) var variable: String
    @Option(help: ArgumentHelp("What it is for.", valueName: "scope"), completion: Completions.scopes) var scope: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let wanted = Transaction.VariableChange(scope: try session.scope(scope))
        return try session.changeLabel(change) { project in
            let variable = try project.write { transaction throws(ShedError) in try transaction.changeVariable(try session.text(self.variable, of: "the variable"), wanted, dryRun: change.dryRun) }
            return LabelChange("changed", "the variable \(session.style.label(variable.name))", try project.asKnown.json(of: variable))
        }
    }
}
