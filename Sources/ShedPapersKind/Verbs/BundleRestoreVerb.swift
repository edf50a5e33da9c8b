import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedPapers
import ShedReconcile

struct BundleRestoreVerb: BundleSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a display.pdf back that pages of a bundle showed before.",
        discussion: """
            All pages are made anew from it, each with a new version; the one that the bundle has now is kept and can be restored \
            likewise. It must have all pages that are in use.

            Example: shed bundle restore "Calculus 2023" 1
            """)

    @Argument(help: "The bundle: its name, path or ID.", completion: .directory) var bundle: String
    @Argument(help: "The version: its number in “shed bundle versions”, or the first digits of its SHA-256.") var version: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToChange(dryRun: change.dryRun)
        let project = reading.project
        let found = try session.bundle(bundle, in: project, view)
        let word = try session.text(version, of: "the version")
        let versions = try reading.displayVersions(of: found, in: view)
        guard let wanted = PapersView.displayVersion(word, among: versions) else {
            throw ShedError(
                .usage, .noVersionCalled(path: "\(found.path)", version: session.style.label(word)),
                remedy: versions.isEmpty ? .noneOfThemYet : .versionsListed(count: versions.count, command: "shed bundle versions"))
        }
        var rejected: [Move] = []
        defer { session.sayRejectedEdits(rejected, dryRun: change.dryRun) }
        let changed = try project.writePapers { transaction throws(ShedError) in
            try transaction.restoreDisplay(wanted, of: found, dryRun: change.dryRun, rejected: &rejected)
        }
        let pages = Style.count(changed.files[.display]?.pages ?? 0, "page")
        session.say("\(session.done("restored", change.dryRun)) \(session.style.path(changed.path))/\(PDFVariant.display.fileName), version \(wanted.number), with \(pages)")
        try session.sayChanged(changed, in: project)
        return .done
    }
}
