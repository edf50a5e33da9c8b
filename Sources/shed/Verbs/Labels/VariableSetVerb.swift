import ArgumentParser
import ShedEngine
import ShedModel

struct VariableSetVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Give files and folders a value.",
        discussion: """
            All get it or, where one is out of the variable's scope, none.

            Example: shed var set rating=5 Draft/Ode.txt Draft/Sea.txt
            Example: shed var set Score=3 --in Finals --tag Difficulty/hard
            """)
    static var actor: String? { "var" }

    @Argument(help: ArgumentHelp("The variable and its value.", valueName: "name=value")) var assignment: String
    @OptionGroup var paths: PathsArgument
    @OptionGroup var state: StateOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if !assignment.contains("=") { throw ValidationError("Say which value: NAME=VALUE.") }
    }

    var delegation: Delegation { change.dryRun || paths.readsInput ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let text = try session.text(assignment, of: "NAME=VALUE")
        let name = text.prefix { $0 != "=" }
        let project = try session.openToChange(dryRun: change.dryRun)
        let edited = try paths.edit(session, in: project, ifState: state.ifState) { paths throws(ShedError) in
            try project.setVariable(String(name), to: String(text.dropFirst(name.count + 1)), of: paths, dryRun: change.dryRun)
        }
        guard let (variable, value, nodes) = edited else { return session.sayNoPageFits() }
        let shown = "\(session.style.label(variable.name)) = \(session.style.label(value.description))"
        session.say(
            nodes, label: ("variables", .object(JSONObject([.init(variable.name, value.json)]))), done: "set \(shown)", same: "has \(shown) already",
            dryRun: change.dryRun)
        session.warnOfRest(in: project)
        return .done
    }
}

struct VariableUnsetVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Take values from files and folders.", discussion: "Example: shed var unset rating Draft/Ode.txt")
    static var actor: String? { "var" }

    @Argument(help: "The variable.") var variable: String
    @OptionGroup var paths: PathsArgument
    @OptionGroup var state: StateOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun || paths.readsInput ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let word = try session.text(variable, of: "the variable")
        let edited = try paths.edit(session, in: project, ifState: state.ifState) { paths throws(ShedError) in
            try project.unsetVariable(word, of: paths, dryRun: change.dryRun)
        }
        guard let (variable, nodes) = edited else { return session.sayNoPageFits() }
        let name = session.style.label(variable.name)
        session.say(
            nodes, label: ("variables", .object(JSONObject([.init(variable.name, .null)]))), done: "unset \(name)", same: "has no \(name)",
            dryRun: change.dryRun)
        session.warnOfRest(in: project)
        return .done
    }
}
