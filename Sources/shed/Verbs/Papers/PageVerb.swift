import ArgumentParser
import ShedEngine
import ShedModel
import ShedPapers

struct PageVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Pages of docs: add, list, show, versions, move, repoint, restore, delete, image.",
        discussion: """
            A page shows one page of one bundle. It is named by its path, by DOC/GROUP and its number there \
            (Finals/Integration/2), or by its ID. Documentation/Papers.md says more.

            Example: shed page add Finals/Integration --from "Calculus 2023" --pages 3-5,9
            """,
        subcommands: [
            PageAddVerb.self, PageListVerb.self, PageShowVerb.self, PageVersionsVerb.self, PageMoveVerb.self, PageRepointVerb.self,
            PageRestoreVerb.self, PageDeleteVerb.self, PageImageVerb.self,
        ])
}

struct PageAddVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make pages of a group from pages of a bundle.",
        discussion: """
            The group is made if its doc is there. 7- goes to the last page, 5-3 counts down, a page may occur twice.

            Example: shed page add Finals/Integration --from "Calculus 2023" --pages 3-5,9
            """)
    static var actor: String? { "page" }

    @Argument(help: "The group: DOC/GROUP.", completion: .directory) var group: String
    @Option(name: .customLong("from"), help: ArgumentHelp("The bundle.", valueName: "bundle"), completion: .directory) var bundle: String
    @Option(parsing: .unconditional, help: ArgumentHelp("Which of its pages, in this order.", valueName: "pages")) var pages: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToChange(dryRun: change.dryRun)
        let found = try session.bundle(bundle, in: project, book)
        try project.requireDisplay(of: found)
        let numbers = try session.pageNumbers(pages, of: found.pageCount, "--pages")
        let path = try session.groupPath(group, in: project, book)
        let made = try project.addPages(numbers, of: found, to: path, dryRun: change.dryRun)
        try session.sayPages(made, "made", in: project, book, dryRun: change.dryRun, areNew: true)
        return .done
    }
}

extension Session {
    /// Says what was done to pages, one by one where they are few.
    /// - Parameters:
    ///   - book: with their bundles; it may be from before.
    ///   - areNew: whether a dry run made up their IDs.
    func sayPages(_ pages: [PapersBook.Page], _ verb: String, in project: Project, _ book: PapersBook, dryRun: Bool, areNew: Bool = false) throws(ShedError) {
        if options.json { output.json(.array(pages.map(PaperShapes(book: try project.papers(), isForeseen: areNew && dryRun).page))) }
        if options.zero { for page in pages { output.path(page.path.bytes) } }
        for page in pages.prefix(20) { say("\(done(verb, dryRun)) \(page.path): \(title(page.reference, book))") }
        if pages.count > 20 { say("and \(pages.count - 20) more") }
        warnOfRest(in: project)
    }
}

struct PageListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List pages: all of them, or those that fit.",
        discussion: """
            Example: shed page list --in Finals --tag Difficulty/hard
            """)
    static var actor: String? { "page" }

    @OptionGroup var query: PageQueryOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToShow()
        let pages = try project.pages(try query.query(session, in: project, book), in: book)
        if global.json {
            session.output.json(.array(pages.map(PaperShapes(book: book).page)))
        } else if global.zero {
            for page in pages { session.output.path(page.path.bytes) }
        } else {
            for page in pages {
                let missing = page.isRejected ? session.style.warning("  in no group") : page.stands ? "" : session.style.warning("  missing")
                let id = global.verbose ? "  \(page.id)" : ""
                session.output.line("\(page.path)\(missing)" + session.style.faint("  \(session.title(page.reference, book))\(id)"))
            }
            if pages.isEmpty { session.say(session.style.faint(query.isEmpty ? "No pages yet" : "No page fits")) }
        }
        session.warnOfRest(in: project)
        return .done
    }
}

struct PageShowVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a page: what it is made from, its tags and values, its versions.",
        discussion: """
            The “state” of --json is for --if-state: an edit that is made on what you saw, or not at all.

            Example: shed page show Finals/Integration/2
            """)
    static var actor: String? { "page" }

    @Argument(help: "The page.", completion: .file()) var page: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToShow()
        let found = try session.page(page, in: project, PageFinder(book))
        if global.json {
            let listing = found.stands ? try project.listing(of: found.path, depth: 0) : nil
            session.output.json(PaperShapes(book: book, listing: listing).whole(found))
        } else if global.zero {
            session.output.path(found.path.bytes)
        } else {
            let output = session.output
            output.line(session.style.heading(found.name.escaped) + session.style.faint("  \(found.id)"))
            output.line("path          \(found.path)" + (found.stands ? "" : session.style.warning("  missing")))
            output.line("shows         \(session.title(found.reference, book))")
            session.showLabels(book.model.nodes[found.id]?.details?.labels ?? NodeLabels(), book)
            VersionLines(session, book).print(found)
        }
        session.warnOfRest(in: project)
        return .done
    }
}

struct PageVersionsVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "versions", abstract: "Show a page's versions: what changed, and when.",
        discussion: """
            A version is made when a page comes to show another page. It keeps the tags and values that the page had then, \
            and says so where it saw a display.pdf that was replaced since: “shed page image --version” writes what it saw.

            Example: shed page versions Finals/Integration/2
            """)
    static var actor: String? { "page" }

    @Argument(help: "The page.", completion: .file()) var page: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToShow()
        let found = try session.page(page, in: project, PageFinder(book))
        if global.json {
            session.output.json(PaperShapes(book: book).versions(found))
        } else if global.zero {
            session.output.path(found.path.bytes)
        } else {
            VersionLines(session, book).print(found)
        }
        session.warnOfRest(in: project)
        return .done
    }
}

/// A page's versions for people.
struct VersionLines {
    let session: Session
    let book: PapersBook

    init(_ session: Session, _ book: PapersBook) {
        self.session = session
        self.book = book
    }

    func print(_ page: PapersBook.Page) {
        let versions = book.model.nodes[page.id]?.pageVersions ?? []
        for (position, version) in versions.enumerated() {
            let changes = version.changes(since: position > 0 ? versions[position - 1] : nil).compactMap(text)
            let more = changes.isEmpty ? "" : "; \(changes.joined(separator: ", "))"
            let old = book.isReplaced(version) ? "; of a display.pdf that was replaced since (\(version.source?.description.prefix(12) ?? "")…)" : ""
            let line = "version \(position + 1)  \(Style.time(version.time))  \(version.cause.rawValue): \(session.title(version.reference, book))\(more)" + session.style.warning(old)
            session.output.line(line + (session.options.verbose ? session.style.faint("  \(version.id)") : ""))
        }
        if versions.isEmpty { session.output.line(session.style.faint("No versions yet")) }
    }

    /// What the line does not say already.
    private func text(_ change: VersionChange) -> String? {
        func shown(_ value: JSONValue) -> String { session.style.label(value.string ?? value.integer.map { "\($0)" } ?? "none") }
        switch change.aspect {
        case .bundle, .number: return nil
        case .tag: return change.to == .null ? "without the tag \(shown(change.from))" : "with the tag \(shown(change.to))"
        case .variable: return "\(session.style.label(change.name ?? "")) \(shown(change.from)) → \(shown(change.to))"
        }
    }
}
