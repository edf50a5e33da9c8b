import ArgumentParser
import ShedEngine
import ShedModel

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

struct VariableNewVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a variable.", discussion: "Example: shed var new state --list open,done --scope file")
    static var actor: String? { "var" }

    @Argument(help: "Its name.") var name: String
    @Flag(help: "Its values are integers.") var int = false
    @Option(help: ArgumentHelp("Its values are one of these, with commas between them.", valueName: "a,b,c")) var list: String?
    @Option(help: ArgumentHelp("What it is for: folder, file, record or all.", valueName: "scope")) var scope: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if int == (list != nil) { throw ValidationError("Say what its values are: --int, or --list a,b,c.") }
    }

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let options = try list.map { list throws(ShedError) in try session.options(list) }
        let project = try session.openToChange(dryRun: change.dryRun)
        let variable = try project.makeVariable(
            try session.text(name, of: "the name"), options: options, scope: try session.scope(scope), dryRun: change.dryRun)
        session.say("\(session.done("made", change.dryRun)) the variable \(session.style.label(variable.name))")
        if global.json { session.output.json(variable.json(count: 0)) }
        session.warnOfRest(in: project)
        return .done
    }
}

struct VariableListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the variables, with how many files and folders have a value of each.",
        discussion: "Example: shed var list")
    static var actor: String? { "var" }

    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        _ = try? project.takeIn()
        let variables = try project.labels().sortedVariables
        let uses = try project.uses()
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

struct VariableRenameVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a variable another name.", discussion: "Values stay.\n\nExample: shed var rename rating stars")
    static var actor: String? { "var" }

    @Argument(help: "The variable.") var variable: String
    @Argument(help: "Its new name.") var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let name = try session.text(name, of: "the name")
        return try VariableReport.change(variable, Project.VariableChange(name: name), session, dryRun: change.dryRun) { word, variable in
            "\(session.done("renamed", change.dryRun)) the variable \(word) to \(session.style.label(variable.name))"
        }
    }
}

struct VariableChangeVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Change a variable's scope.",
        discussion: "Values stay, also out of the new scope: “shed check” finds that.\n\nExample: shed var change rating --scope file")
    static var actor: String? { "var" }

    @Argument(help: "The variable.") var variable: String
    @Option(help: ArgumentHelp("What it is for.", valueName: "scope")) var scope: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let scope = try session.scope(scope)
        return try VariableReport.change(variable, Project.VariableChange(scope: scope), session, dryRun: change.dryRun) { _, variable in
            "\(session.done("changed", change.dryRun)) the variable \(session.style.label(variable.name))"
        }
    }
}

struct VariableOptionsVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "options",
        abstract: "Show or set what a variable may be.",
        discussion: """
            Values stay, also those that are no options any more: “shed check” finds them.

            Example: shed var options state open,lent,done
            """)
    static var actor: String? { "var" }

    @Argument(help: "The variable.") var variable: String
    @Argument(help: ArgumentHelp("All its options from now on, with commas between them.", valueName: "a,b,c")) var options: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { options == nil ? .look : change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        guard let options else {
            let project = try session.openToShow()
            _ = try? project.takeIn()
            let variable = try project.labels().variable(try session.text(variable, of: "the variable"))
            if global.json {
                session.output.json(variable.json(count: try project.uses()[LabelKey(.variable, variable.id)] ?? 0))
            } else {
                for option in variable.options { session.output.line(session.style.label(option)) }
            }
            return .done
        }
        let wanted = Project.VariableChange(options: try session.options(options))
        return try VariableReport.change(variable, wanted, session, dryRun: change.dryRun) { _, variable in
            "\(session.done("set", change.dryRun)) the options of \(session.style.label(variable.name))"
        }
    }
}

struct VariableDeleteVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a variable.",
        discussion: """
            Files and folders stay as they are, without its values. Asks first where something has one.

            Example: shed var delete rating
            """)
    static var actor: String? { "var" }

    @Argument(help: "The variable.") var variable: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let word = try session.text(variable, of: "the variable")
        try project.takeIn()
        let known = try project.labels().variable(word)
        let uses = try project.uses()[LabelKey(.variable, known.id)] ?? 0
        try session.confirmDeletion("the variable \(session.style.label(known.name))", uses: uses, dryRun: change.dryRun)
        let variable = try project.deleteVariable(word, dryRun: change.dryRun)
        session.say("\(session.done("deleted", change.dryRun)) the variable \(session.style.label(variable.name))")
        if global.json { session.output.json(variable.json(count: uses)) }
        session.warnOfRest(in: project)
        return .done
    }
}

/// What the verbs that change a variable have in common.
enum VariableReport {
    static func change(
        _ argument: String, _ wanted: Project.VariableChange, _ session: Session, dryRun: Bool, _ sentence: (String, Variable) -> String
    ) throws -> Ending {
        let project = try session.openToChange(dryRun: dryRun)
        let word = try session.text(argument, of: "the variable")
        let variable = try project.changeVariable(word, wanted, dryRun: dryRun)
        session.say(sentence(session.style.label(word), variable))
        if session.options.json { session.output.json(variable.json(count: try project.uses()[LabelKey(.variable, variable.id)] ?? 0)) }
        session.warnOfRest(in: project)
        return .done
    }
}
