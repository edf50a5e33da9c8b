import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct VariableDeleteVerb: VariableSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a variable.",
        discussion: """
            Files and folders stay as they are, without its values. Asks first where something has one.

            Example: shed var delete rating
            """)

    @Argument(help: "The variable.", completion: Completions.variables) var variable: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        try session.changeLabel(change) { project in
            let word = try session.text(variable, of: "the variable")
            let reading = try project.refresh()
            let known = try reading.labels().variable(word)
            let uses = try reading.uses()[LabelKey(.variable, known.id)] ?? 0
            try session.confirmDeletion("the variable \(session.style.label(known.name))", uses: uses, dryRun: change.dryRun)
            let variable = try project.write { transaction throws(ShedError) in try transaction.deleteVariable(word, dryRun: change.dryRun) }
            return LabelChange("deleted", "the variable \(session.style.label(variable.name))", variable.json(count: uses))
        }
    }
}
