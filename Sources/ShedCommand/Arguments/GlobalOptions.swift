import ArgumentParser

/// The options of every verb.
package struct GlobalOptions: ParsableArguments {
    @Option(name: .customShort("C"), help: ArgumentHelp("Work as if started in DIR.", valueName: "dir"), completion: .directory)
    package var directory: String?

    @Flag(help: "Print JSON; Documentation/JSON.md describes it.")
    package var json = false

    @Flag(name: [.customLong("quiet"), .customShort("q")], help: "Print no results of what was done; errors and warnings are still shown.")
    package var quiet = false

    @Flag(name: [.customLong("verbose"), .customShort("v")], help: "Say more, with IDs.")
    package var verbose = false

    @Option(help: ArgumentHelp("Color the output.", valueName: "when"))
    package var color = ColorChoice.auto

    @Flag(help: "No symbols: for screen readers and simple terminals.")
    package var plain = false

    @Flag(name: [.customLong("yes"), .customShort("y")], help: "Answer every confirmation with yes.")
    package var yes = false

    @Flag(name: .customShort("0"), help: "Print only paths, each ended by a NUL byte.")
    package var zero = false

    package init() {}
}

/// When output is colored.
package enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto
    case always
    case never
}

/// The option of every verb that changes files.
package struct ChangeOptions: ParsableArguments {
    @Flag(name: [.customLong("dry-run"), .customShort("n")], help: "Only say what would be done; write nothing.")
    package var dryRun = false

    package init() {}
}
