import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct VariableNewVerb: VariableSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a variable.", discussion: "Example: shed var new state --list open,done --scope file")

    @Argument(help: "Its name.") var name: String
    @Flag(help: "Its values are integers.") var int = false
    @Option(help: ArgumentHelp("Its values are one of these, with commas between them.", valueName: "a,b,c")) var list: String?
    @Option(help: ArgumentHelp("What it is for: folder, file, record or all.", valueName: "scope"), completion: Completions.scopes) var scope: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if int == (list != nil) { throw ValidationError(.sayWhatValues) }
    }

    func perform(_ session: Session) throws -> Ending {
        let options = try list.map { list throws(ShedError) in try session.options(list) }
        return try session.changeLabel(change) { project in
            let variable = try project.write { transaction throws(ShedError) in try transaction.makeVariable(
                try session.text(name, of: "the name"), options: options, scope: try session.scope(scope), dryRun: change.dryRun) }
            return LabelChange("made", "the variable \(session.style.label(variable.name))", variable.json(count: 0))
        }
    }
}
