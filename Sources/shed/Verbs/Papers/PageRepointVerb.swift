import ArgumentParser
import ShedEngine
import ShedModel
import ShedPapers

struct PageRepointVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "repoint", abstract: "Let pages show another page, or the same page of another bundle.",
        discussion: """
            Each gets a new version; what it showed before stays in its history. --page takes one number for all of them, or \
            as many as there are pages.

            Example: shed page repoint Finals/Integration/2 --bundle "Calculus 2023 (new scan)" --page 7
            Example: shed page repoint --of "Calculus 2023" --bundle "Calculus 2023 (new scan)"
            """)
    static var actor: String? { "page" }

    @Argument(help: "The pages; “-” reads them from standard input.", completion: .file()) var pages: [String] = []
    @Option(help: ArgumentHelp("The bundle that they show pages of from now on.", valueName: "bundle"), completion: .directory) var bundle: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The page that they show from now on.", valueName: "pages")) var page: String?
    @OptionGroup var state: StateOption
    @OptionGroup var query: PageQueryOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if bundle == nil, page == nil { throw ValidationError("Say what they are to show: --bundle, --page, or both.") }
        if pages.isEmpty, query.isEmpty { throw ValidationError("Name pages, or say which with --tag, --var, --in, --of and --missing.") }
    }

    var delegation: Delegation { change.dryRun || pages.contains("-") ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToChange(dryRun: change.dryRun)
        let found = try query.pages(pages, session, in: project, book)
        guard !found.isEmpty else {
            session.say("no page fits; nothing was changed")
            return .findings
        }
        let targets = try targets(found, session, project, book)
        let changes = zip(found, targets).filter { $0.0.reference != $0.1 }.map { (page: $0.0.id, to: $0.1) }
        let dryRun = change.dryRun
        defer { session.sayRejectedEdits(in: project, dryRun: dryRun) }
        let changed = try session.editing(found, state.ifState, in: project) { () throws(ShedError) in
            changes.isEmpty ? [] : try project.repoint(changes, cause: .repointed, dryRun: dryRun)
        }
        try session.sayPages(changed, "repointed", in: project, book, dryRun: dryRun)
        if changed.isEmpty { session.say("nothing to change: they show that already") }
        return .done
    }

    private func targets(_ pages: [PapersBook.Page], _ session: Session, _ project: Project, _ book: PapersBook) throws(ShedError) -> [PageReference] {
        let wanted = try bundle.map { word throws(ShedError) in try session.bundle(word, in: project, book) }
        let numbers = try page.map { text throws(ShedError) in
            // Of several bundles, which has them is said below, with its name.
            let counts = Set(pages.compactMap { $0.reference?.bundle }).map { book.bundle($0)?.pageCount ?? PageMapping.longest }
            return try session.pageNumbers(text, of: wanted?.pageCount ?? counts.max() ?? PageMapping.longest, "--page")
        }
        if let numbers, numbers.count != 1, numbers.count != pages.count {
            throw ShedError(.usage, "--page names \(Style.count(numbers.count, "page")) for \(pages.count)", remedy: "Give one number for all, or as many as there are pages.")
        }
        var targets: [PageReference] = []
        for (position, page) in pages.enumerated() {
            guard let current = page.reference else { throw ShedError(.refused, "\(page.path) has not become a page yet", remedy: "“shed sync” makes one of it.") }
            let number = numbers.map { $0.count == 1 ? $0[0] : $0[position] } ?? current.number
            let target = PageReference(bundle: wanted?.id ?? current.bundle, number: number)
            guard let pages = (wanted ?? book.bundle(target.bundle))?.pageCount, number <= pages else {
                let name = book.name(ofBundle: target.bundle)
                guard let bundle = wanted ?? book.bundle(target.bundle) else {
                    throw ShedError(.refused, "\(page.path): the bundle “\(name)” is not there", remedy: "Name another with --bundle.")
                }
                // A number that was typed is a slip; without one, another bundle just has not what the page shows.
                throw ShedError(
                    numbers == nil ? .refused : .usage, "\(page.path): “\(name)” has no page \(number)",
                    remedy: "It has \(Style.count(bundle.pageCount, "page")).")
            }
            targets.append(target)
        }
        return targets
    }
}

struct PageRestoreVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Let a page show again what it showed in an older version.",
        discussion: """
            That makes a new version: nothing of the history is lost. Tags and values stay as they are now. A page shows its \
            bundle as it is now: what a version saw of a display.pdf that was replaced since, “shed page image --version” writes.

            Example: shed page restore Finals/Integration/2 1
            """)
    static var actor: String? { "page" }

    @Argument(help: "The page.", completion: .file()) var page: String
    @Argument(help: "The version: its number in “shed page versions”, or its ID.") var version: String
    @OptionGroup var state: StateOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToChange(dryRun: change.dryRun)
        let found = try session.page(page, in: project, PageFinder(book))
        let (number, wanted) = try session.version(version, of: found, book)
        let target = PageReference(bundle: book.model.resolve(wanted.reference.bundle), number: wanted.reference.number)
        let isReplaced = book.isReplaced(wanted)
        if isReplaced { try requireThere(target, of: found, number, session, book) }
        let dryRun = change.dryRun
        defer { session.sayRejectedEdits(in: project, dryRun: dryRun) }
        let changed = try session.editing([found], state.ifState, in: project) { () throws(ShedError) in
            found.reference == target ? [] : try project.repoint([(page: found.id, to: target)], cause: .restored, dryRun: dryRun)
        }
        try session.sayPages(changed, "restored", in: project, book, dryRun: dryRun)
        if changed.isEmpty { session.say("nothing to change: it shows that already") }
        if !changed.isEmpty, isReplaced { session.output.note("shed: \(saw(number, target, book)), and the page shows the one of now. \(look(number, session))") }
        return .done
    }

    /// A page shows its bundle as it is now; a version that saw another display variant can be followed only as far as the
    /// present one has that page, and the page shows another by now.
    private func requireThere(_ target: PageReference, of page: PapersBook.Page, _ number: Int, _ session: Session, _ book: PapersBook) throws(ShedError) {
        guard let count = book.bundle(target.bundle)?.pageCount else { return }
        if target.number > count {
            throw ShedError(
                .refused, "\(page.path): \(saw(number, target, book)), and the one of now has only \(Style.count(count, "page"))", remedy: look(number, session))
        }
        if page.reference == target {
            throw ShedError(
                .refused, "\(page.path): \(saw(number, target, book)), and the page shows that page of the one of now already", remedy: look(number, session))
        }
    }

    private func saw(_ number: Int, _ target: PageReference, _ book: PapersBook) -> String {
        "version \(number) saw page \(target.number) of an older display.pdf of “\(book.name(ofBundle: target.bundle))”"
    }

    private func look(_ number: Int, _ session: Session) -> String {
        "“shed page image \(ShellWord.quote(RawArguments.bytes(of: page))) --version \(number) --output FILE.pdf” writes what it saw."
    }
}
