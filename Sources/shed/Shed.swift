import ArgumentParser
import Glibc
import ShedEngine
import ShedModel

/// The program: reads the command line, runs the verb, says what went wrong, ends with the right code.
@main
enum Shed {
    /// The program's version.
    static let version = "0.1.0"

    static func main() {
        let words = RawArguments.hoisted(RawArguments.read())
        do {
            var command = try ShedCommand.parseAsRoot(words)
            try command.run()
        } catch { exit(report(error, words)) }
    }

    /// Says in words for people what a verb failed with.
    /// - Returns: the exit code.
    static func describe(_ error: any Error, note: (String) -> Void) -> Int32 {
        let error = error as? ShedError ?? ShedError(error)
        note("shed: \(sentence(error))")
        return error.exitCode
    }

    /// Prints an error, or the help that was asked for.
    /// - Returns: the exit code.
    private static func report(_ error: any Error, _ words: [String]) -> Int32 {
        if let error = error as? ExitCode { return error.rawValue }
        if error is ShedError { return describe(error, note: Output.note) }
        let message = shown(VerbHint.added(to: ShedCommand.fullMessage(for: error), words))
        guard ShedCommand.exitCode(for: error) == .success else {
            Output.note("shed: " + (message.hasPrefix("Error: ") ? String(message.dropFirst(7)) : message))
            // argument-parser would end with 64 (sysexits(3)).
            return 2
        }
        let output = Output()
        output.line(message)
        do throws(ShedError) { try output.flush() } catch { return error.exitCode }
        return 0
    }

    private static func sentence(_ error: ShedError) -> String {
        guard !error.remedy.isEmpty else { return error.message }
        let message = error.message.last.map { ".!?".contains($0) } == true ? error.message : error.message + "."
        let remedy = error.remedy.last.map { ".!?".contains($0) } == true ? error.remedy : error.remedy + "."
        return message + " " + remedy.prefix(1).uppercased() + remedy.dropFirst()
    }

    /// Words of the command line that argument-parser quotes, with their bytes shown escaped.
    private static func shown(_ message: String) -> String {
        message.split(separator: "\n", omittingEmptySubsequences: false)
            .map { EscapedText.escape(RawArguments.bytes(of: String($0))) }
            .joined(separator: "\n")
    }
}

/// `shed`, the root of all verbs.
struct ShedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shed",
        abstract: "Keeps projects as real directories, and tells what belongs where.",
        discussion: """
            A project is a directory with a .shed folder in it. Work in it with any program you like; shed gives \
            everything in it a lasting ID, and keeps additions out of folders that do not accept them.

            Options of every verb may stand before it or behind it: -C DIR, --json, --quiet, --verbose, --color WHEN, \
            --plain, --yes and -0.

            Exit codes: 0 done, or clean; 1 findings, or refused by a rule; 2 usage, configuration or environment.

            Example: shed new poetry "Spring Poems" && cd "Spring Poems" && shed tree
            """,
        version: Shed.version,
        groupedSubcommands: [
            CommandGroup(name: "Projects", subcommands: [NewVerb.self, AdoptVerb.self, ProjectsVerb.self, InfoVerb.self, RenameVerb.self, DeleteVerb.self]),
            CommandGroup(name: "Looking", subcommands: [TreeVerb.self, ListVerb.self, ShowVerb.self, FindVerb.self, StatusVerb.self, StatisticsVerb.self, LogVerb.self]),
            CommandGroup(
                name: "Changing",
                subcommands: [AddVerb.self, MoveVerb.self, RemoveVerb.self, RestoreVerb.self, EmptyTrashVerb.self, AllowVerb.self, AcceptVerb.self, RelinkVerb.self]),
            CommandGroup(name: "Records", subcommands: [CollectionVerb.self, RecordVerb.self, ImportVerb.self, ExportVerb.self]),
            CommandGroup(name: "Papers", subcommands: [BundleVerb.self, DocVerb.self, PageVerb.self, OCRVerb.self]),
            CommandGroup(name: "Tags and variables", subcommands: [TagVerb.self, TagGroupVerb.self, VariableVerb.self]),
            CommandGroup(
                name: "Keeping true",
                subcommands: [SyncVerb.self, WatchVerb.self, CheckVerb.self, RepairVerb.self, RuleVerb.self, ServiceVerb.self, DoctorVerb.self]),
        ])
}
