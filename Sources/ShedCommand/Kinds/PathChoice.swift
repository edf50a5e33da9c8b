import ArgumentParser
import ShedMessages
import ShedProject
import ShedModel

/// The options of a kind of project that say what a verb is about where no path is named, and under which condition.
package protocol PathChoice: ParsableArguments {
    /// The help of the words that name paths.
    static var help: ArgumentHelp { get }
    /// That neither a path is named nor anything chosen.
    static var nothingNamed: ShedError { get }
    /// That paths are named and others are chosen.
    static var bothNamed: ShedError { get }
    /// What is said where nothing is to be edited: a sentence without its full stop.
    static var nothingFits: Message { get }

    /// Whether nothing is chosen.
    var isEmpty: Bool { get }

    /// What is chosen.
    func paths(_ session: Session, in transaction: Transaction) throws(ShedError) -> [RelativePath]

    /// Edits what is named or chosen, if it is as the options want it.
    func edit<Result>(
        _ paths: [RelativePath], in transaction: Transaction, _ body: () throws(ShedError) -> Result
    ) throws(ShedError) -> Result
}
