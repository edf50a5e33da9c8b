import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct VariableOptionsVerb: VariableSubverb {
    static let configuration = CommandConfiguration(
        commandName: "options",
        abstract: "Show or set what a variable may be.",
        discussion: """
            Values stay, also those that are no options any more: “shed check” finds them.

            Example: shed var options state open,lent,done
            """)

    @Argument(help: "The variable.", completion: Completions.variables) var variable: String
    @Argument(help: ArgumentHelp("All its options from now on, with commas between them.", valueName: "a,b,c")) var options: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { options == nil ? .look : change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        guard let options else { return try show(session) }
        let wanted = Transaction.VariableChange(options: try session.options(options))
        return try session.changeLabel(change) { project in
            let variable = try project.write { transaction throws(ShedError) in try transaction.changeVariable(try session.text(self.variable, of: "the variable"), wanted, dryRun: change.dryRun) }
            return LabelChange("set", "the options of \(session.style.label(variable.name))", try project.asKnown.json(of: variable))
        }
    }

    private func show(_ session: Session) throws -> Ending {
        let reading = try session.openToShowLabels()
        let variable = try reading.labels().variable(try session.text(self.variable, of: "the variable"))
        if global.json {
            session.output.json(try reading.json(of: variable))
        } else {
            for option in variable.options { session.output.line(session.style.label(option)) }
        }
        return .done
    }
}
