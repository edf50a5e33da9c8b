import ArgumentParser
import ShedEngine
import ShedModel
import ShedPapers

struct DocVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doc",
        abstract: "Docs of pages in groups: list, new, show, order, delete, sheet, export.",
        discussion: """
            A doc is a folder of page groups, a group a folder of pages. Their order is that of the numbers before their \
            names. Documentation/Papers.md says more.

            Example: shed doc new Finals
            """,
        subcommands: [
            DocListVerb.self, DocNewVerb.self, DocShowVerb.self, DocOrderVerb.self, DocDeleteVerb.self, DocSheetVerb.self, DocExportVerb.self,
        ])
}

struct DocListVerb: Verb {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the docs.", discussion: "Example: shed doc list")
    static var actor: String? { "doc" }

    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToShow()
        if global.json {
            session.output.json(.array(book.docs.map(PaperShapes(book: book).doc)))
        } else if global.zero {
            for doc in book.docs { session.output.path(doc.path.bytes) }
        } else {
            for doc in book.docs {
                let id = global.verbose ? ", \(doc.id)" : ""
                let facts = "\(Style.count(doc.groups.count, "group")), \(Style.count(doc.pageCount, "page"))\(id)"
                session.output.line(doc.name.escaped + session.style.faint("  \(facts)"))
            }
            if book.docs.isEmpty { session.say(session.style.faint("No docs yet")) }
        }
        session.warnOfRest(in: project)
        return .done
    }
}

struct DocNewVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a doc.",
        discussion: """
            “shed page add DOC/GROUP” makes groups in it.

            Example: shed doc new Finals
            """)
    static var actor: String? { "doc" }

    @Argument(help: "Its name, and its folder's.") var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let (project, _) = try session.papersToChange(dryRun: change.dryRun)
        let name = session.name(name)
        guard !name.bytes.contains(UInt8(ascii: "/")) else {
            throw ShedError(.usage, "“\(name)” cannot be the name of a doc", remedy: "A name has no “/”; “shed page add DOC/GROUP” makes a group in a doc.")
        }
        guard let folder = try project.folder(with: .docs) else {
            throw ShedError(.refused, "the folder of docs is gone", remedy: "Make a folder “Docs” at the root, or bring the old one back.")
        }
        let path = folder.appending(name)
        _ = try project.add(.folder, at: path, dryRun: change.dryRun)
        if global.json {
            let book = try project.papers()
            if let made = book.docs.first(where: { $0.path == path }) {
                session.output.json(PaperShapes(book: book, isForeseen: change.dryRun).doc(made))
            } else {
                session.output.json(session.movedJSON(from: path, to: path, id: nil))
            }
        } else if global.zero {
            session.output.path(path.bytes)
        }
        session.say("\(session.done("made", change.dryRun)) the doc \(name)")
        session.warnOfRest(in: project)
        return .done
    }
}

struct DocShowVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a doc: its groups and pages in their order.", discussion: "Example: shed doc show Finals")
    static var actor: String? { "doc" }

    @Argument(help: "The doc: its name, path or ID.", completion: .directory) var doc: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToShow()
        let found = try session.doc(doc, in: project, book)
        if global.json {
            session.output.json(PaperShapes(book: book, listing: try project.listing()).whole(found))
        } else if global.zero {
            for page in found.groups.flatMap(\.pages) { session.output.path(page.path.bytes) }
        } else {
            show(found, book, session)
        }
        session.warnOfRest(in: project)
        return .done
    }

    private func show(_ doc: PapersBook.Doc, _ book: PapersBook, _ session: Session) {
        let output = session.output
        output.line(session.style.heading(doc.name.escaped) + session.style.faint("  \(doc.id)"))
        session.showLabels(book.model.nodes[doc.id]?.details?.labels ?? NodeLabels(), book)
        for group in doc.groups {
            output.line("\(group.name)/" + session.style.faint("  \(Style.count(group.pages.count, "page"))"))
            for page in group.pages { output.line("  \(page.name)" + session.style.faint("  \(session.title(page.reference, book))")) }
            for page in group.missing { output.line("  \(page.name)" + session.style.warning("  missing") + session.style.faint("  \(session.title(page.reference, book))")) }
        }
        if doc.groups.isEmpty { output.line(session.style.faint("No groups yet")) }
    }
}

struct DocOrderVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "order", abstract: "Put the groups of a doc, or the pages of a group, into another order.",
        discussion: """
            Those that are named come first, as they are named; the others follow as they stand. All get numbers from 01 on. \
            A file manager does the same: change the numbers.

            Example: shed doc order Finals Series Integration
            Example: shed doc order Finals/Integration 3 1 2
            """)
    static var actor: String? { "doc" }

    @Argument(help: "The doc, or a group as DOC/GROUP.", completion: .directory) var place: String
    @Argument(help: ArgumentHelp("The groups or pages that come first; a number is the one with that number now.", valueName: "name")) var names: [String] = []
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToChange(dryRun: change.dryRun)
        let (path, items) = try items(session, project, book)
        var order: [NodeID] = []
        for name in names {
            let word = RawArguments.bytes(of: name)
            guard let id = project.chosen(word, among: items) else {
                let shown = EscapedText.escape(word)
                throw ShedError(.usage, "there is no “\(shown)” in \(path)", remedy: "“shed doc show” lists what there is.")
            }
            guard !order.contains(id) else { throw ShedError(.usage, "“\(EscapedText.escape(word))” is named twice", remedy: "Name each once.") }
            order.append(id)
        }
        order += items.map(\.id).filter { !order.contains($0) }
        let pairs = try project.renumber(order, in: path, dryRun: change.dryRun).filter { $0.from != $0.to }
        session.sayMoved(pairs, verb: "renamed", in: project, dryRun: change.dryRun)
        if pairs.isEmpty { session.say("nothing to change: \(path) is in this order") }
        session.warnOfRest(in: project)
        return .done
    }

    private func items(_ session: Session, _ project: Project, _ book: PapersBook) throws(ShedError) -> (RelativePath, [(id: NodeID, path: RelativePath)]) {
        if let group = session.group(place, in: project, book) { return (group.path, group.pages.map { ($0.id, $0.path) }) }
        let doc = try session.doc(place, in: project, book)
        return (doc.path, doc.groups.map { ($0.id, $0.path) })
    }
}

struct DocDeleteVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move docs to Trash, with their groups and pages.",
        discussion: """
            “shed restore” brings them back, with the history of each page.

            Example: shed doc delete Finals
            """)
    static var actor: String? { "doc" }

    @Argument(help: "The docs: names, paths or IDs; “-” reads them from standard input.", completion: .directory) var docs: [String]
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun || docs.contains("-") ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToChange(dryRun: change.dryRun)
        var paths: [RelativePath] = []
        for word in try PathsArgument.words(docs, session) {
            let path = try session.doc(word, in: project, book).path
            if !paths.contains(path) { paths.append(path) }
        }
        let pairs = try project.trash(paths, dryRun: change.dryRun)
        session.sayMoved(pairs, verb: "moved", in: project, dryRun: change.dryRun)
        session.warnOfRest(in: project)
        return .done
    }
}
