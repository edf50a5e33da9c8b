import ArgumentParser
import ShedMessages
import ShedProject
import ShedModel

/// The paths of a verb that takes many, or `-` for a list of them on standard input; and the options by which a kind of
/// project chooses some.
package struct PathsArgument<Choice: PathChoice>: ParsableArguments {
    @Argument(help: Choice.help, completion: .file()) package var paths: [String] = []
    @OptionGroup package var choice: Choice

    package init() {}

    /// The daemon has another standard input.
    package var readsInput: Bool { paths.contains("-") }

    /// What is said where there is nothing to edit: a sentence without its full stop.
    package static var nothingFits: Message { Choice.nothingFits }

    /// Edits what is named or chosen. Nobody else changes the project from when a word is read as a path until the edit is
    /// done.
    /// - Returns: `nil` where there is nothing to edit.
    package func edit<Result>(
        _ session: Session, in project: Project, _ body: (Transaction, [RelativePath]) throws(ShedError) -> Result
    ) throws(ShedError) -> Result? {
        // Before: who writes the list may be waiting for the project itself.
        let words = try session.words(paths)
        return try project.write { transaction throws(ShedError) -> Result? in
            let paths = try resolved(words, session, in: transaction)
            guard !paths.isEmpty else { return nil }
            return try choice.edit(paths, in: transaction) { () throws(ShedError) in try body(transaction, paths) }
        }
    }

    /// The paths in their order, each once.
    /// - Parameter words: with those from standard input.
    private func resolved(_ words: [PathWord], _ session: Session, in transaction: Transaction) throws(ShedError) -> [RelativePath] {
        let project = transaction.project
        guard choice.isEmpty else {
            guard paths.isEmpty else { throw Choice.bothNamed }
            return try choice.paths(session, in: transaction)
        }
        guard !paths.isEmpty else { throw Choice.nothingNamed }
        var names = PathWords(session, in: project)
        var seen: Set<RelativePath> = []
        var result: [RelativePath] = []
        for word in words {
            let path = try names.path(word, isChoosy: true)
            if seen.insert(path).inserted { result.append(path) }
        }
        return result
    }
}
