import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedPapers
import ShedReconcile

struct PageRestoreVerb: PageSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Let a page show again what it showed in an older version.",
        discussion: """
            That makes a new version: nothing of the history is lost. Tags and values stay as they are now. A page shows its \
            bundle as it is now: what a version saw of a display.pdf that was replaced since, “shed page image --version” writes, \
            and “shed bundle restore” puts that display.pdf back.

            Example: shed page restore Finals/Integration/2 1
            """)

    @Argument(help: "The page.", completion: .file()) var page: String
    @Argument(help: "The version: its number in “shed page versions”, or its ID.") var version: String
    @OptionGroup var state: StateOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToChange(dryRun: change.dryRun)
        let project = reading.project
        let found = try session.page(page, in: project, PageFinder(view))
        let (number, wanted) = try session.version(version, of: found, view)
        let target = PageReference(bundle: view.model.resolve(wanted.reference.bundle), number: wanted.reference.number)
        let isReplaced = view.isReplaced(wanted)
        if isReplaced { try requireThere(target, of: found, number, session, view) }
        let dryRun = change.dryRun
        var rejected: [Move] = []
        defer { session.sayRejectedEdits(rejected, dryRun: dryRun) }
        let changed = try session.editing([found], state.ifState, in: project) { transaction throws(ShedError) in
            found.reference == target
                ? [] : try transaction.repoint([(page: found.id, to: target)], cause: .restored, dryRun: dryRun, rejected: &rejected)
        }
        try session.sayPages(changed, "restored", in: project, view, dryRun: dryRun)
        if changed.isEmpty { session.say(.showThatAlready(count: 1)) }
        if !changed.isEmpty, isReplaced { session.note(.showsTheOneOfNow(saw: saw(number, target, view), hint: look(number))) }
        return .done
    }

    /// A page shows its bundle as it is now; a version that saw another display variant can be followed only as far as the
    /// present one has that page, and the page shows another by now.
    private func requireThere(_ target: PageReference, of page: PapersView.Page, _ number: Int, _ session: Session, _ view: PapersView) throws(ShedError) {
        guard let count = view.bundle(target.bundle)?.pageCount else { return }
        if target.number > count {
            throw ShedError(
                .refused, .onlyPagesNow(path: "\(page.path)", saw: saw(number, target, view), count: count), remedy: look(number))
        }
        if page.reference == target {
            throw ShedError(
                .refused, .showsThatPageNow(path: "\(page.path)", saw: saw(number, target, view)), remedy: look(number))
        }
    }

    private func saw(_ number: Int, _ target: PageReference, _ view: PapersView) -> Message {
        .versionSaw(number: number, page: target.number, name: "\(view.name(ofBundle: target.bundle))")
    }

    private func look(_ number: Int) -> Message {
        .imageWritesIt(command: "shed page image \(ShellWord.quote(RawArguments.bytes(of: page))) --version \(number) --output FILE.pdf")
    }
}
