import ArgumentParser
import Glibc
import ShedProject
import ShedModel

/// A program that is made of verbs: reads a command line, performs the verb, says what went wrong.
package struct Program {
    /// The command that all verbs are below.
    private let root: any ParsableCommand.Type
    private let names: VerbNames
    /// What is said to who names no verb.
    private let overview: String?
    /// What kinds of project add to the verbs of all projects.
    let kinds: [any KindCommands]

    /// - Parameter overview: what is said to who names no verb; `nil`: the help of all verbs.
    package init(_ root: any ParsableCommand.Type, overview: String? = nil, kinds: [any KindCommands]) {
        self.root = root
        self.overview = overview
        self.kinds = kinds
        names = VerbNames(below: root)
    }

    /// Does what the process's command line says.
    /// - Returns: the exit code.
    package func main() -> Int32 {
        let words = LeadingOptions.hoisted(RawArguments.read(), names)
        if let help = help(words) { return printed(help) }
        if let complaint = VerbHint.unknownTopic(words, names, root.configuration.commandName ?? "") {
            Output.note("shed: " + Program.shown(complaint))
            return 2
        }
        if CompletionScript.isAskedFor(words) { GlobalOptions.offer() }
        Completions.prepare(kinds)
        do {
            let isAsked = names.isAskedUnread(words)
            if isAsked, let exitCode = try Delegate.carryOutUnread(RawArguments.read().map(RawArguments.bytes)) { return exitCode }
            if let verb = PlainCommandLine.verb(words, of: names, below: root) { return try run(verb, isAsked: isAsked) }
            let command = try root.parseAsRoot(words)
            if let verb = command as? any Verb { return try run(verb) }
            // Help.
            var other = command
            try other.run()
            return 0
        } catch { return report(error, words) }
    }

    /// The help of the program that a command line asks for; `nil` for any other command line.
    private func help(_ words: [String]) -> String? {
        switch words {
        case [], ["help"], ["--help"], ["-h"]: overview
        case ["help", "--all"], ["--help", "--all"], ["--all"]: root.helpMessage()
        default: nil
        }
    }

    /// The verb that a command line names, without the program's name; `nil` where there is none that can be read.
    func verb(_ words: [String]) -> (any Verb)? {
        let words = LeadingOptions.hoisted(words, names)
        return PlainCommandLine.verb(words, of: names, below: root) ?? (try? root.parseAsRoot(words)) as? any Verb
    }

    /// Performs a verb, or has the daemon do it.
    /// - Parameter isAsked: whether the daemon was asked already.
    /// - Returns: the exit code.
    private func run(_ verb: any Verb, isAsked: Bool = false) throws -> Int32 {
        if !isAsked, let exitCode = try Delegate.carryOut(verb, words: RawArguments.read().map(RawArguments.bytes)) { return exitCode }
        let session = try Session(of: verb, kinds: kinds)
        let ending: Ending
        do { ending = try verb.perform(session) } catch {
            // What was done before the error is said before it.
            try session.output.flush()
            session.tellUnsynced()
            guard let error = error as? ShedError else { throw error }
            return ErrorMessage.tell(session.explained(session.listed.explained(error)), session.style, Output.note)
        }
        try session.output.flush()
        session.tellUnsynced()
        return ending == .findings ? 1 : 0
    }

    /// Prints an error, or the help that was asked for.
    /// - Returns: the exit code.
    private func report(_ error: any Error, _ words: [String]) -> Int32 {
        if let error = error as? ExitCode { return error.rawValue }
        if let error = error as? ShedError { return ErrorMessage.tell(error, nil, Output.note) }
        let message = Program.shown(VerbHint.added(to: root.fullMessage(for: error), words, names))
        guard root.exitCode(for: error) == .success else {
            Output.note("shed: " + Program.cut(message.hasPrefix("Error: ") ? String(message.dropFirst(7)) : message))
            // argument-parser would end with 64 (sysexits(3)).
            return 2
        }
        if message.hasPrefix("OVERVIEW: "), let word = VerbHint.misreadHelp(words) {
            Output.note("shed: " + Program.shown("There is no option '\(word)'. Write './\(word)' for a file of that name, '-h' for help."))
            return 2
        }
        // A verb that is given another verb's option would else end well, with nothing done.
        if message == root.configuration.version, words.first.flatMap(names.type(named:)) != nil {
            Output.note("shed: There is no option '--version' of this verb. “\(root.configuration.commandName ?? "") --version” says which one of the program it is.")
            return 2
        }
        if CompletionScript.isAskedFor(words) {
            let script = CompletionScript.completed(message, of: root.configuration.commandName ?? "", helpFor: names.all)
            return printed { $0.bytes(Array("\(script)\n".utf8)) }
        }
        let isHelp = message.hasPrefix("OVERVIEW: ") && overview != nil
        guard isHelp else { return printed(message) }
        return printed(Program.withoutBlankEnd(message) + "\n\nOptions of every verb: “\(root.configuration.commandName ?? "") help --all”.")
    }

    /// So many characters of a line of an error are shown: a pattern of the shell may have named thousands of files where one was expected.
    private static let longestLine = 1_000

    private static func cut(_ message: String) -> String {
        message.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.count > longestLine ? $0.prefix(longestLine) + "…" : $0 }
            .joined(separator: "\n")
    }

    private static func withoutBlankEnd(_ text: String) -> String { String(text.reversed().drop(while: \.isWhitespace).reversed()) }

    private func printed(_ text: String) -> Int32 { printed { $0.line(text) } }

    private func printed(_ print: (Output) -> Void) -> Int32 {
        let output = Output()
        print(output)
        do throws(ShedError) { try output.flush() } catch { return error.exitCode }
        return 0
    }

    /// Words of the command line that argument-parser quotes, with their bytes shown escaped.
    private static func shown(_ message: String) -> String {
        message.split(separator: "\n", omittingEmptySubsequences: false)
            .map { EscapedText.escape(RawArguments.bytes(of: String($0))) }
            .joined(separator: "\n")
    }
}
