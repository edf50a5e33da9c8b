import ArgumentParser

/// Reads a command line that names a verb and asks for no completion script.
///
/// Before it reads any, argument-parser looks for that wish, by two commands of its own: a tenth of the time that the program takes to
/// start. It does not where the root is said to be below another command. That is said by a name that argument-parser does not promise to keep: where it
/// means something else one day, what cannot be read so is read by the root, and what is read is compared with that by a test.
enum PlainCommandLine {
    /// The verb that a command line names; `nil` for one that the root has to read: what is wrong with it, or the help, is told with the
    /// program's name.
    static func verb(_ words: [String], below root: any ParsableCommand.Type) -> (any Verb)? {
        guard words.first?.hasPrefix("-") == false, !words.contains(where: { $0.hasPrefix("--generate-completion-script") }) else { return nil }
        return read(words, root)
    }

    private static func read<Root: ParsableCommand>(_ words: [String], _ root: Root.Type) -> (any Verb)? {
        (try? Inner<Root>.parseAsRoot(words)) as? any Verb
    }

    /// A root, below a command without a name.
    private struct Inner<Root: ParsableCommand>: ParsableCommand {
        static var configuration: CommandConfiguration {
            var configuration = Root.configuration
            configuration._superCommandName = ""
            return configuration
        }
    }
}
