import ArgumentParser
import ShedProject

/// The options of a kind of project by which `export` writes what such a project holds in formats of its own, in place of an export of the project.
package protocol ExportChoice: ParsableArguments {
    /// What is named beside the options.
    var words: [String] { get }

    /// Whether any of its own options is given.
    var isAskedFor: Bool { get }

    /// Whether it may replace a file that is there, which an export of the project never does.
    var replaces: Bool { get }

    /// Says what the words lack.
    func check() throws

    /// Writes it, and says so.
    func export(_ session: Session, _ global: GlobalOptions) throws -> Ending
}

/// The same of `import`: what such a project takes that is no project itself.
package protocol ImportChoice: ParsableArguments {
    /// What is named: a file, or `-`.
    var source: String { get }

    /// Whether any of its own options is given.
    var isAskedFor: Bool { get }

    /// Whether a file that is no archive means such content in a project.
    func isFor(_ project: Project) -> Bool

    /// Says what the words lack.
    func check() throws

    /// Takes it in, and says so.
    func takeIn(_ session: Session, dryRun: Bool, _ global: GlobalOptions) throws -> Ending
}
