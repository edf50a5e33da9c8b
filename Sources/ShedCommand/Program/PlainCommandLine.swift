import ArgumentParser

/// Reads a command line that names a verb and asks for no completion script.
///
/// It is read by a root that has this one verb, since argument-parser goes through all verbs several times, for each flag that could ask
/// for help: with eighty of them a seventh of the time that the program takes to start. And before it reads any, argument-parser looks for
/// the wish for a completion script, by two commands of its own: another tenth. It does not where the root is said to be below another
/// command. That is said by a name that argument-parser does not promise to keep: where it means something else one day, what cannot be
/// read so is read by the root, and what is read is compared with that by a test.
enum PlainCommandLine {
    /// The verb that a command line names; `nil` for one that the root has to read: what is wrong with it, or the help, is told with the
    /// program's name.
    static func verb(_ words: [String], of names: VerbNames, below root: any ParsableCommand.Type) -> (any Verb)? {
        guard let first = words.first, let named = names.type(named: first), !words.contains(where: { $0.hasPrefix("--generate-completion-script") })
        else { return nil }
        return read(words, named, below: root)
    }

    private static func read<Named: ParsableCommand>(_ words: [String], _ named: Named.Type, below root: any ParsableCommand.Type) -> (any Verb)? {
        read(words, named, root)
    }

    private static func read<Named: ParsableCommand, Root: ParsableCommand>(_ words: [String], _ named: Named.Type, _ root: Root.Type) -> (any Verb)? {
        (try? Inner<Root, Named>.parseAsRoot(words)) as? any Verb
    }

    /// A root of one verb, below a command without a name.
    private struct Inner<Root: ParsableCommand, Named: ParsableCommand>: ParsableCommand {
        static var configuration: CommandConfiguration {
            var configuration = Root.configuration
            configuration._superCommandName = ""
            configuration.subcommands = [Named.self]
            return configuration
        }
    }
}
