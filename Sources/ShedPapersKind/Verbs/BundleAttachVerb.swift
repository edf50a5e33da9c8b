import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel
import ShedPapers

extension PDFVariant: ExpressibleByArgument {}

struct BundleAttachVerb: BundleSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Add a variant to a bundle, or put another in its place.",
        discussion: """
            The display variant is only replaced by one that has all pages in use.

            Example: shed bundle attach "Calculus 2023" scan.pdf --as ocr
            """)

    @Argument(help: "The bundle: its name, path or ID.", completion: .directory) var bundle: String
    @Argument(help: "The PDF.", completion: .file()) var file: String
    @Option(name: .customLong("as"), help: "display, ocr or original.") var variant: PDFVariant
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToChange(dryRun: change.dryRun)
        let found = try session.bundle(bundle, in: project, book)
        let changed = try project.attach(try session.pdf(file, in: project), as: variant, to: found, dryRun: change.dryRun)
        session.say("\(session.done("attached", change.dryRun)) \(changed.path)/\(variant.fileName) with \(Style.count(changed.files[variant]?.pages ?? 0, "page"))")
        try session.sayChanged(changed, in: project)
        return .done
    }
}
