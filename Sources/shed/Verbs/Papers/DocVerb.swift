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
        try Project.requireName(name, of: "a doc")
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
        commandName: "show", abstract: "Show a doc, or one of its groups: the pages in their order.",
        discussion: """
            Where a doc and a group have one name, the doc is meant.

            Example: shed doc show Finals
            Example: shed doc show Finals/Integration
            """)
    static var actor: String? { "doc" }

    @Argument(help: "The doc: its name, path or ID; or a group as DOC/GROUP.", completion: .directory) var doc: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToShow()
        let (found, group) = try session.docOrGroup(doc, in: project, book)
        let groups = found?.groups ?? group.map { [$0] } ?? []
        if global.json {
            let shapes = PaperShapes(book: book, listing: try project.listing())
            if let found { session.output.json(shapes.whole(found)) }
            if let group { session.output.json(shapes.whole(group)) }
        } else if global.zero {
            for page in groups.flatMap(\.pages) { session.output.path(page.path.bytes) }
        } else {
            if let found { show(found.id, found.name, book, session) }
            if let group { show(group.id, group.name, book, session) }
            for group in groups { show(group, isAlone: found == nil, book, session) }
            if let found, found.groups.isEmpty { session.output.line(session.style.faint("No groups yet")) }
        }
        session.warnOfRest(in: project)
        return .done
    }

    private func show(_ id: NodeID, _ name: Name, _ book: PapersBook, _ session: Session) {
        session.output.line(session.style.heading(name.escaped) + session.style.faint("  \(id)"))
        session.showLabels(book.model.nodes[id]?.details?.labels ?? NodeLabels(), book)
    }

    /// - Parameter isAlone: whether its name stands above it already.
    private func show(_ group: PapersBook.Group, isAlone: Bool, _ book: PapersBook, _ session: Session) {
        let (output, style) = (session.output, session.style)
        if !isAlone { output.line("\(group.name)/" + style.faint("  \(Style.count(group.pages.count, "page"))")) }
        for page in group.pages + group.missing {
            let missing = page.stands ? "" : style.warning("  missing")
            output.line("  \(page.name)" + missing + style.faint("  \(session.title(page.reference, book))"))
        }
        if isAlone, group.pages.isEmpty, group.missing.isEmpty { output.line(style.faint("No pages yet")) }
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
        let finder = PlaceFinder(items)
        var order: [NodeID] = []
        var named: Set<NodeID> = []
        for name in names {
            let word = RawArguments.bytes(of: name)
            guard let id = finder.chooseNumbered(word) else {
                let shown = EscapedText.escape(word)
                throw ShedError(.usage, "there is no “\(shown)” in \(path)", remedy: "“shed doc show” lists what there is.")
            }
            guard named.insert(id).inserted else { throw ShedError(.usage, "“\(EscapedText.escape(word))” is named twice", remedy: "Name each once.") }
            order.append(id)
        }
        order += items.map(\.id).filter { !named.contains($0) }
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
