import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct VariableListVerb: VariableSubverb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the variables, with how many files and folders have a value of each.",
        discussion: "Example: shed var list")

    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let reading = try session.openToShowLabels()
        let variables = try reading.labels().sortedVariables
        let uses = try reading.uses()
        if global.json {
            session.output.json(.array(variables.map { $0.json(count: uses[LabelKey(.variable, $0.id)] ?? 0) }))
            return .done
        }
        for variable in variables {
            var facts = [variable.type == .integer ? "an integer" : "one of \(variable.options.map(session.style.label).joined(separator: ", "))"]
            facts.append(Style.count(uses[LabelKey(.variable, variable.id)] ?? 0, "use"))
            if variable.scope != .all { facts.append("for \(session.style.label(variable.scope.rawValue))") }
            if global.verbose { facts.append(variable.id.description) }
            session.output.line(session.style.label(variable.name) + session.style.faint("  \(facts.joined(separator: "; "))"))
        }
        return .done
    }
}
