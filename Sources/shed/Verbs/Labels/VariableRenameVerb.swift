import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct VariableRenameVerb: VariableSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a variable another name.", discussion: "Values stay.\n\nExample: shed var rename rating stars")

    @Argument(help: "The variable.", completion: Completions.variables) var variable: String
    @Argument(help: "Its new name.") var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let name = try session.text(name, of: "the name")
        return try session.changeLabel(change) { project in
            let word = try session.text(variable, of: "the variable")
            let variable = try project.write { transaction throws(ShedError) in try transaction.changeVariable(word, Transaction.VariableChange(name: name), dryRun: change.dryRun) }
            return LabelChange(
                "renamed", "the variable \(session.style.label(word)) to \(session.style.label(variable.name))", try project.asKnown.json(of: variable))
        }
    }
}
