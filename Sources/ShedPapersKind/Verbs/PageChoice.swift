import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

/// The pages that a verb for all projects is about, where no path is named, and the state that one must have.
struct PageChoice: PathChoice {
    @OptionGroup(title: "Pages of a papers project, where none is named") var query: PageChoiceOptions
    @OptionGroup var state: StateOption

    static var help: ArgumentHelp {
        "Files and folders, in a papers project also pages as DOC/GROUP/NUMBER; “-” reads them from standard input, a line each, or each ended by NUL with -0."
    }

    static var nothingNamed: ShedError {
        ShedError(.usage, "no file or folder is named", remedy: "Name some; in a papers project --tag, --var, --in and --of say which pages.")
    }

    static var bothNamed: ShedError {
        ShedError(.usage, "files or folders are named, and pages are asked for", remedy: "Name them, or say which pages with --tag, --var, --in and --of.")
    }

    static var nothingFits: String { "no page fits; nothing was changed" }

    var isEmpty: Bool { query.isEmpty }

    /// The pages that fit and whose files are there.
    func paths(_ session: Session, in project: Project) throws(ShedError) -> [RelativePath] {
        try project.takeInPapers()
        let book = try project.papers()
        return try project.pages(try query.query(session, in: project, book), in: book).filter(\.stands).map(\.path)
    }

    func edit<Result>(
        _ paths: [RelativePath], in project: Project, _ body: () throws(ShedError) -> Result
    ) throws(ShedError) -> Result {
        try project.edit(paths, ifState: state.ifState, body)
    }
}
