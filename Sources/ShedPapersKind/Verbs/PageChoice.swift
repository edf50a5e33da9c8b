import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

/// The pages that a verb for all projects is about, where no path is named, and the state that one must have.
package struct PageChoice: PathChoice {
    @OptionGroup(title: "Pages of a papers project, where none is named") var query: PageChoiceOptions
    @OptionGroup var state: StateOption

    package static var help: ArgumentHelp {
        "Files and folders, in a papers project also pages as DOC/GROUP/NUMBER; “-” reads them from standard input, a line each, or each ended by NUL with -0."
    }

    package static var nothingNamed: ShedError {
        ShedError(.usage, .nothingNamed, remedy: .nameSomeOrChoose)
    }

    package static var bothNamed: ShedError {
        ShedError(.usage, .namedAndChosen, remedy: .nameThemOrChoose)
    }

    package static var nothingFits: Message { .noPageFits(deed: "changed") }

    package init() {}

    package var isEmpty: Bool { query.isEmpty }

    /// The pages that fit and whose files are there.
    package func paths(_ session: Session, in transaction: Transaction) throws(ShedError) -> [RelativePath] {
        let project = transaction.project
        let view = try project.refreshPapers().papers()
        return try view.pages(try query.query(session, in: project, view)).filter(\.stands).map(\.path)
    }

    package func edit<Result>(
        _ paths: [RelativePath], in transaction: Transaction, _ body: () throws(ShedError) -> Result
    ) throws(ShedError) -> Result {
        try transaction.project.edit(paths, ifState: state.ifState) { _ throws(ShedError) in try body() }
    }
}
