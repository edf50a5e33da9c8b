import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedPapers
import ShedReconcile

struct PageRepointVerb: PageSubverb {
    static let configuration = CommandConfiguration(
        commandName: "repoint", abstract: "Let pages show another page, or the same page of another bundle.",
        discussion: """
            Each gets a new version; what it showed before stays in its history. --page takes one number for all of them, or \
            as many as there are pages.

            Example: shed page repoint Finals/Integration/2 --bundle "Calculus 2023 (new scan)" --page 7
            Example: shed page repoint --of "Calculus 2023" --bundle "Calculus 2023 (new scan)"
            """)

    @Argument(help: "The pages; “-” reads them from standard input.", completion: .file()) var pages: [String] = []
    @Option(help: ArgumentHelp("The bundle that they show pages of from now on.", valueName: "bundle"), completion: .directory) var bundle: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The page that they show from now on.", valueName: "pages")) var page: String?
    @OptionGroup var state: StateOption
    @OptionGroup var query: PageQueryOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if bundle == nil, page == nil { throw ValidationError(.sayWhatTheyShow) }
        if pages.isEmpty, query.isEmpty { throw ValidationError(.namePages) }
    }

    var delegation: Delegation { change.dryRun || pages.contains("-") ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToChange(dryRun: change.dryRun)
        let project = reading.project
        let found = try query.pages(pages, session, in: project, view)
        guard !found.isEmpty else {
            session.say(.noPageFits(deed: "changed"))
            return .findings
        }
        let targets = try targets(found, session, project, view)
        let changes = zip(found, targets).filter { $0.0.reference != $0.1 }.map { (page: $0.0.id, to: $0.1) }
        let dryRun = change.dryRun
        var rejected: [Move] = []
        defer { session.sayRejectedEdits(rejected, dryRun: dryRun) }
        let changed = try session.editing(found, state.ifState, in: project) { transaction throws(ShedError) in
            changes.isEmpty ? [] : try transaction.repoint(changes, cause: .repointed, dryRun: dryRun, rejected: &rejected)
        }
        try session.sayPages(changed, "repointed", in: project, view, dryRun: dryRun)
        if changed.isEmpty { session.say(.showThatAlready(count: 2)) }
        return .done
    }

    private func targets(_ pages: [PapersView.Page], _ session: Session, _ project: Project, _ view: PapersView) throws(ShedError) -> [PageReference] {
        let wanted = try bundle.map { word throws(ShedError) in try session.bundle(word, in: project, view) }
        let numbers = try page.map { text throws(ShedError) in
            // Of several bundles, which has them is said below, with its name.
            let counts = Set(pages.compactMap { $0.reference?.bundle }).map { view.bundle($0)?.pageCount ?? PageMapping.longest }
            return try session.pageNumbers(text, of: wanted?.pageCount ?? counts.max() ?? PageMapping.longest, "--page")
        }
        if let numbers, numbers.count != 1, numbers.count != pages.count {
            throw ShedError(.usage, .numbersForPages(numbers: numbers.count, pages: pages.count), remedy: .oneNumberOrAll)
        }
        var targets: [PageReference] = []
        for (position, page) in pages.enumerated() {
            guard let current = page.reference else { throw ShedError.waiting(page) }
            let number = numbers.map { $0.count == 1 ? $0[0] : $0[position] } ?? current.number
            let target = PageReference(bundle: wanted?.id ?? current.bundle, number: number)
            guard let pages = (wanted ?? view.bundle(target.bundle))?.pageCount, number <= pages else {
                let name = view.name(ofBundle: target.bundle)
                guard let bundle = wanted ?? view.bundle(target.bundle) else {
                    throw ShedError(.refused, .bundleIsGone(path: "\(page.path)", name: "\(name)"), remedy: .nameOtherBundle)
                }
                // A number that was typed is a slip; without one, another bundle just has not what the page shows.
                throw ShedError(
                    numbers == nil ? .refused : .usage, .bundleLacksPage(path: "\(page.path)", name: "\(name)", number: number),
                    remedy: .hasPages(count: bundle.pageCount))
            }
            targets.append(target)
        }
        return targets
    }
}
