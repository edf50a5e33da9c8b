import ArgumentParser

/// A verb of the command line: opened, performed, printed.
package protocol Verb: ParsableCommand {
    var global: GlobalOptions { get }

    /// Whether a daemon carries it out. ``perform(_:)`` then runs in the daemon's process: it reads no terminal and prints
    /// through the session only.
    var delegation: Delegation { get }

    /// Whether it only looks, whatever its options are, so that a daemon that runs is asked before the command line is read here: reading it
    /// takes a third of the time that the program needs to ask. What the daemon does not do is read and done here.
    static var isAskedUnread: Bool { get }

    /// Whether it needs shed's state directory, or only uses it where it can.
    var requiresState: Bool { get }
    /// Whether it goes on without what a person has set for all projects where there is a slip in that: it writes nothing of anybody's.
    var onlyLooks: Bool { get }
    /// Its name in the history.
    static var actor: String? { get }

    /// Does what the verb is for. The session's output is written afterwards.
    func perform(_ session: Session) throws -> Ending

    /// What is said in place of argument-parser's message, where the verb's words could not be read; `nil`: that message.
    /// - Parameter words: all of them, the verb's name first.
    static func hint(for message: String, _ words: [String]) -> String?
}

/// How a verb ends when there was no error.
package enum Ending {
    /// Exit code 0.
    case done
    /// Exit code 1.
    case findings
}

extension Verb {
    package var delegation: Delegation { .never }
    package static var isAskedUnread: Bool { false }
    package var requiresState: Bool { true }
    package var onlyLooks: Bool { delegation == .look }

    package static var actor: String? { configuration.commandName }

    /// Its name in the history, where it is in another verb.
    package static func actor(in outer: String) -> String? { configuration.commandName.map { "\(outer) \($0)" } }

    package static func hint(for message: String, _ words: [String]) -> String? { nil }
}

/// A verb that changes a project. A daemon carries it out, unless it is only to say what would be done.
package protocol ChangingVerb: Verb {
    var change: ChangeOptions { get }
}

extension ChangingVerb {
    package var delegation: Delegation { change.dryRun ? .never : .change }
}

/// A verb that changes several things, which are named by their paths, or by `-` for a list of them on standard input.
package protocol PathListVerb: ChangingVerb {
    var paths: [String] { get }
}

extension PathListVerb {
    /// The daemon has another standard input.
    package var delegation: Delegation { change.dryRun || paths.contains("-") ? .never : .change }
}
