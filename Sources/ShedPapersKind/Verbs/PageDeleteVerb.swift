import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct PageDeleteVerb: PageSubverb {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move pages to Trash; give up the history of missing ones.",
        discussion: """
            “shed restore” brings a page back from Trash with its history. Of a page whose file is not there any more the \
            history is given up for good, after a confirmation.

            Example: shed page delete Finals/Integration/2
            Example: shed page delete --missing
            """)

    @Argument(help: "The pages; “-” reads them from standard input.", completion: .file()) var pages: [String] = []
    @OptionGroup var query: PageQueryOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if pages.isEmpty, query.isEmpty { throw ValidationError(.namePages) }
    }

    var delegation: Delegation { change.dryRun || pages.contains("-") ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let words = pages.isEmpty ? nil : try session.words(pages)
        let (reading, view) = try session.papersToChange(dryRun: change.dryRun)
        let project = reading.project
        let found = try query.pages(named: words, session, in: project, view)
        guard !found.isEmpty else {
            session.say(.noPageFits(deed: "deleted"))
            return .findings
        }
        let missing = found.filter { !$0.stands }
        if !missing.isEmpty, !change.dryRun {
            let what = missing.count == 1 ? "the history of \(missing[0].path)" : "the histories of \(missing.count) missing pages"
            try session.confirm("Giving up \(what) for good")
        }
        // Nobody is kept waiting while the person is asked; what is meant by a number then is asked again.
        let done = try project.writePapers { transaction throws(ShedError) in
            let found = try query.pages(named: words, session, in: project, try transaction.papers())
            return try transaction.deletePages(found, givingUp: Set(missing.map(\.id)), dryRun: change.dryRun)
        }
        print(done, project, session)
        session.warnOfRest(in: project)
        return .done
    }

    private func print(_ done: DeletedPages, _ project: Project, _ session: Session) {
        if global.zero {
            for pair in done.moved { session.output.path(session.style.place(pair.to)) }
            for page in done.givenUp { session.output.path(session.style.place(page.path)) }
        } else if global.json {
            let moved = done.moved.map { session.movedJSON(from: $0.from, to: $0.to, id: session.id(at: change.dryRun ? $0.from : $0.to, in: project)) }
            session.output.json(.array(moved + done.givenUp.map { session.movedJSON(from: $0.path, to: nil, id: $0.id) }))
        }
        for (from, to) in done.moved { session.say("\(session.done("moved", change.dryRun)) \(session.style.path(from)) to \(session.style.path(to))") }
        for page in done.givenUp { session.say("\(session.done("deleted", change.dryRun)) \(session.style.path(page.path)) with its history for good") }
    }
}
