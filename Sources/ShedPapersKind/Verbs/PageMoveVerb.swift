import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedReconcile

struct PageMoveVerb: PageSubverb {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move pages into a group, with their histories.",
        discussion: """
            The group is made if its doc is there, with the next number where the others have numbers. \
            What somebody wrote into a page's file stays behind, in Rejected.

            Example: shed page move Finals/Integration/2 Finals/Series --at 1
            Example: shed page move --tag Difficulty/hard Finals/Hard
            """)

    @Argument(help: "The pages, then the group as DOC/GROUP.", completion: .file()) var words: [String]
    @Option(parsing: .unconditional, help: ArgumentHelp("The place of the first in the group, from 1; else behind the others.", valueName: "number")) var at: Int?
    @OptionGroup var query: PageQueryOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if let at, at < 1 { throw ValidationError("--at is 1 or more.") }
        if words.count < 2, query.isEmpty { throw ValidationError(.namePagesAndGroup) }
    }

    var delegation: Delegation { change.dryRun || words.contains("-") ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToChange(dryRun: change.dryRun)
        let project = reading.project
        guard let last = words.last else { return .done }
        let group = try session.groupPath(last, in: project, view)
        var pages = try query.pages(Array(words.dropLast()), session, in: project, view)
        if words.count == 1 { pages.removeAll { !$0.stands } }
        guard !pages.isEmpty else {
            session.say(.noPageFits(deed: "moved"))
            return .findings
        }
        var rejected: [Move] = []
        defer { session.sayRejectedEdits(rejected, dryRun: change.dryRun) }
        let pairs = try project.writePapers { transaction throws(ShedError) in
            try transaction.movePages(pages, to: group, at: at, dryRun: change.dryRun, rejected: &rejected)
        }
        session.sayMoved(pairs, verb: "moved", in: project, dryRun: change.dryRun)
        if pairs.isEmpty { session.say(.standThereAlready) }
        if let page = pages.first, !change.dryRun { sayPlace(of: page.id, session, in: project) }
        session.warnOfRest(in: project)
        return .done
    }

    /// Says where the first page stands, where that is behind the place that was asked for.
    private func sayPlace(of page: NodeID, _ session: Session, in project: Project) {
        guard let at, let group = (try? project.asKnown.papers())?.groups.first(where: { $0.pages.contains { $0.id == page } }),
            let position = group.pages.firstIndex(where: { $0.id == page }), position >= at
        else { return }
        session.note(.stayedBefore(
            page: session.style.path(group.pages[position].path), place: position + 1, group: session.style.path(group.path), wanted: at))
    }
}
