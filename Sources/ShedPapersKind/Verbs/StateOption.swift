import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel
import ShedPapers

/// The option of a verb that edits something which somebody may have edited meanwhile.
struct StateOption: ParsableArguments {
    @Option(help: ArgumentHelp("Only if nobody changed it since: the “state” of “show --json”.", valueName: "state"))
    var ifState: String?
}

extension Session {
    /// Edits pages; with a state only one, and only if it is as it was.
    func editing<Result>(
        _ pages: [PapersView.Page], _ state: String?, in project: Project, _ body: (Transaction) throws(ShedError) -> Result
    ) throws(ShedError) -> Result {
        guard let state else { return try project.writePapers(body) }
        guard pages.count == 1 else { throw ShedError(.usage, "--if-state is for one page, and these are \(pages.count)", remedy: "Edit each with its own state.") }
        return try project.edit(page: pages[0], ifState: try text(state, of: "--if-state"), body)
    }
}
