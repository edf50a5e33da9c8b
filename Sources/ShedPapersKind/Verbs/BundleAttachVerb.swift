import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel
import ShedPapers
import ShedReconcile

extension PDFVariant: ExpressibleByArgument {}

struct BundleAttachVerb: BundleSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Add a variant to a bundle, or put another in its place.",
        discussion: """
            The display variant is only replaced by one that has all pages in use; “shed bundle versions” shows those that pages \
            showed before.

            Example: shed bundle attach "Calculus 2023" scan.pdf --as ocr
            """)

    @Argument(help: "The bundle: its name, path or ID.", completion: .directory) var bundle: String
    @Argument(help: "The PDF.", completion: .file()) var file: String
    @Option(name: .customLong("as"), help: "display, ocr or original.") var variant: PDFVariant
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToChange(dryRun: change.dryRun)
        let project = reading.project
        let found = try session.bundle(bundle, in: project, view)
        let pdf = try session.pdf(file, in: project)
        var rejected: [Move] = []
        defer { session.sayRejectedEdits(rejected, dryRun: change.dryRun) }
        let changed = try project.writePapers { transaction throws(ShedError) in
            try transaction.attach(pdf, as: variant, to: found, dryRun: change.dryRun, rejected: &rejected)
        }
        session.say("\(session.done("attached", change.dryRun)) \(session.style.path(changed.path))/\(variant.fileName) with \(Style.count(changed.files[variant]?.pages ?? 0, "page"))")
        try session.sayChanged(changed, in: project)
        return .done
    }
}
