import ArgumentParser
import Synchronization

/// The options of every verb. They stand in the help of the program, and in no verb's own.
package struct GlobalOptions: ParsableArguments {
    @Option(name: .customShort("C"), help: ArgumentHelp("Work as if started in DIR.", valueName: "dir", visibility: GlobalOptions.visibility), completion: .directory)
    package var directory: String?

    @Flag(help: ArgumentHelp("Print JSON; Documentation/JSON.md describes it.", visibility: GlobalOptions.visibility))
    package var json = false

    @Flag(name: [.customLong("quiet"), .customShort("q")], help: ArgumentHelp("Print no results of what was done; errors and warnings are still shown.", visibility: GlobalOptions.visibility))
    package var quiet = false

    @Flag(name: [.customLong("verbose"), .customShort("v")], help: ArgumentHelp("Say more, with IDs.", visibility: GlobalOptions.visibility))
    package var verbose = false

    @Option(help: ArgumentHelp("Color the output.", valueName: "when", visibility: GlobalOptions.visibility))
    package var color = ColorChoice.auto

    @Flag(help: ArgumentHelp("No symbols: for screen readers and simple terminals.", visibility: GlobalOptions.visibility))
    package var plain = false

    @Flag(name: [.customLong("yes"), .customShort("y")], help: ArgumentHelp("Answer every confirmation with yes.", visibility: GlobalOptions.visibility))
    package var yes = false

    @Flag(name: .customShort("0"), help: ArgumentHelp("Print only paths, each ended by a NUL byte.", visibility: GlobalOptions.visibility))
    package var zero = false

    package init() {}

    /// Whether shells are told of them; else they are in nobody's help.
    private static let isOffered = Atomic<Bool>(false)

    /// From now on they are told to shells.
    static func offer() { isOffered.store(true, ordering: .relaxed) }

    private static var visibility: ArgumentVisibility { isOffered.load(ordering: .relaxed) ? .default : .hidden }
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
