import ArgumentParser

/// The options of every verb.
struct GlobalOptions: ParsableArguments {
    @Option(name: .customShort("C"), help: ArgumentHelp("Work as if started in DIR.", valueName: "dir"), completion: .directory)
    var directory: String?

    @Flag(help: "Print JSON; Documentation/JSON.md describes it.")
    var json = false

    @Flag(name: [.customLong("quiet"), .customShort("q")], help: "Print no results of what was done; errors and warnings are still shown.")
    var quiet = false

    @Flag(name: [.customLong("verbose"), .customShort("v")], help: "Say more, with IDs.")
    var verbose = false

    @Option(help: ArgumentHelp("Color the output.", valueName: "when"))
    var color = ColorChoice.auto

    @Flag(help: "No symbols: for screen readers and simple terminals.")
    var plain = false

    @Flag(name: [.customLong("yes"), .customShort("y")], help: "Answer every confirmation with yes.")
    var yes = false

    @Flag(name: .customShort("0"), help: "Print only paths, each ended by a NUL byte.")
    var zero = false
}

/// When output is colored.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto
    case always
    case never
}

/// The option of every verb that changes files.
struct ChangeOptions: ParsableArguments {
    @Flag(name: [.customLong("dry-run"), .customShort("n")], help: "Only say what would be done; write nothing.")
    var dryRun = false
}
