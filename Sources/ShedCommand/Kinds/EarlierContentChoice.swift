import ArgumentParser
import ShedProject

/// The options of a kind of project by which `restore` puts back what one file held, in place of what lies in Trash.
package protocol EarlierContentChoice: ParsableArguments {
    /// Whether none of it is asked for.
    var isEmpty: Bool { get }

    /// Whether it may take so long that nobody is to wait for it but who asks.
    var takesLong: Bool { get }

    /// Says what the words lack.
    /// - Parameters:
    ///   - paths: the words that name paths.
    ///   - all: whether everything in Trash is to be restored.
    func validate(_ paths: [String], all: Bool) throws

    /// Puts it back, and says so.
    func restore(_ path: String, dryRun: Bool, _ session: Session) throws -> Ending
}
