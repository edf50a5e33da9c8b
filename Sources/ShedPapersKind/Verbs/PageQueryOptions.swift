import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

/// Which pages a verb is about that are there, where they are not named.
struct PageChoiceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Pages with this tag: NAME or GROUP/NAME.", valueName: "tag"), completion: Completions.tags) var tag: [String] = []
    @Option(name: .customLong("var"), help: ArgumentHelp("Pages with such a value: \"Score>=4\", State=open, or Score for any.", valueName: "test")) var variable: [String] = []
    @Option(name: .customLong("in"), help: ArgumentHelp("Pages of this doc or group.", valueName: "doc")) var place: String?
    @Option(help: ArgumentHelp("Pages that show a page of this bundle.", valueName: "bundle")) var of: String?

    var isEmpty: Bool { tag.isEmpty && variable.isEmpty && place == nil && of == nil }

    func query(_ session: Session, in project: Project, _ view: PapersView) throws(ShedError) -> PageQuery {
        var query = PageQuery()
        for word in tag { query.tags.append(try session.text(word, of: "--tag")) }
        for test in variable { query.values.append(try session.text(test, of: "--var")) }
        if let place {
            // What is named from here is handed on as its ID.
            let group = session.group(place, in: project, view)?.id
            let doc = try? session.doc(place, in: project, view).id
            query.place = (doc ?? group).map { Array($0.description.utf8) } ?? RawArguments.bytes(of: place)
        }
        if let of { query.bundle = Array(try session.bundle(of, in: project, view).id.description.utf8) }
        return query
    }
}

/// The same, and those whose files are not there.
struct PageQueryOptions: ParsableArguments {
    @OptionGroup var choice: PageChoiceOptions
    @Flag(help: "Pages whose files are not there, or lie in Rejected.") var missing = false

    var isEmpty: Bool { choice.isEmpty && !missing }

    func query(_ session: Session, in project: Project, _ view: PapersView) throws(ShedError) -> PageQuery {
        var query = try choice.query(session, in: project, view)
        query.isMissing = missing
        return query
    }

    /// The pages that are named, each once, or those that fit.
    func pages(_ words: [String], _ session: Session, in project: Project, _ view: PapersView) throws(ShedError) -> [PapersView.Page] {
        try pages(named: words.isEmpty ? nil : session.words(words), session, in: project, view)
    }

    /// The same of words among which those from standard input are already; `nil` where none was to be read.
    func pages(named words: [PathWord]?, _ session: Session, in project: Project, _ view: PapersView) throws(ShedError) -> [PapersView.Page] {
        if let words {
            guard isEmpty else { throw ShedError(.usage, .pagesNamedAndAsked, remedy: .namePages) }
            let finder = PageFinder(view)
            var seen: Set<NodeID> = []
            var pages: [PapersView.Page] = []
            for word in words {
                let page = try session.reading(word).page(word.text, in: project, finder)
                if seen.insert(page.id).inserted { pages.append(page) }
            }
            return pages
        }
        guard !isEmpty else { throw ShedError(.usage, .noPageNamed, remedy: .namePages) }
        return try view.pages(try query(session, in: project, view))
    }
}
