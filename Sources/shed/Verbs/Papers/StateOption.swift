import ArgumentParser
import ShedEngine
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
        _ pages: [PapersBook.Page], _ state: String?, in project: Project, _ body: () throws(ShedError) -> Result
    ) throws(ShedError) -> Result {
        guard let state else { return try body() }
        guard pages.count == 1 else { throw ShedError(.usage, "--if-state is for one page, and these are \(pages.count)", remedy: "Edit each with its own state.") }
        return try project.edit(page: pages[0], ifState: try text(state, of: "--if-state"), body)
    }
}

extension NodeView {
    /// The shape of `show --json`; of what a papers project is made of with the state for `--if-state`.
    func json(withStateIn project: Project) throws(ShedError) -> JSONValue {
        guard [.bundle, .doc, .pageGroup, .page].contains(type), let id, !project.isProvisional(id), let object = json.object else { return json }
        return .object(JSONObject(object.members + [JSONObject.Member("state", JSONValue(try project.editState(of: id)))]))
    }
}
