import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel
import ShedPapers

/// What projects of bundles and docs add to the verbs of all projects.
struct PapersCommands: KindCommands {
    static let verbs = CommandGroup(name: "Papers", subcommands: [BundleVerb.self, DocVerb.self, PageVerb.self, OCRVerb.self])

    func includes(_ project: Project) -> Bool { project.hasPapers }

    func wordReader(_ session: Session, in project: Project) -> (any WordReader)? { PageWordReader(session, in: project) }

    /// The state for `--if-state`.
    func members(of view: NodeView, in project: Project) throws(ShedError) -> [JSONObject.Member] {
        guard [.bundle, .doc, .pageGroup, .page].contains(view.type), let id = view.id, !project.isProvisional(id) else { return [] }
        return [JSONObject.Member("state", JSONValue(try project.editState(of: id)))]
    }

    func furtherHits(of result: SearchResult) -> [any FurtherHit] { result.pages }

    // MARK: Texts

    func lines(on status: Status) -> [String] {
        guard let text = status.text, text.queued > 0 else { return [] }
        return ["Text: \(Style.count(text.queued, "OCR variant")) still to be read, \(text.done) done."]
    }

    func members(of status: Status) -> [JSONObject.Member] {
        guard let text = status.text else { return [] }
        return [JSONObject.Member("text", ["queued": .integer(Int64(text.queued)), "done": .integer(Int64(text.done))])]
    }

    // MARK: Pages

    func lines(on outcome: Outcome) -> [String] {
        outcome.remadePages > 0 ? ["made \(Style.count(outcome.remadePages, "page")) anew, from display.pdf as it is now"] : []
    }

    func reservation(about path: RelativePath, in project: Project) throws(ShedError) -> String? {
        try project.knownComplaint(at: path).map { "\($0) It may stay, and nothing is made from it." }
    }

    func prune(_ project: Project, dryRun: Bool) throws(ShedError) -> [PrunedFile] {
        try project.prune(dryRun: dryRun).map { file in
            PrunedFile(
                sort: file.sort.rawValue, what: file.sort.words, path: file.path, size: file.size, isDone: file.isDone, failure: file.failure)
        }
    }
}

extension Surplus.Sort {
    /// What it is, for people.
    fileprivate var words: String {
        switch self {
        case .copy: "a protected copy"
        case .altered: "what stood in the place of a protected copy"
        case .leftover: "what an interrupted run left"
        case .text: "the text of a PDF"
        }
    }
}
