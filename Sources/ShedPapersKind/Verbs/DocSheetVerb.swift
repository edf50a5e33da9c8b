import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel
import ShedPapers

extension SheetFormat: ExpressibleByArgument, FileFormat {}

struct DocSheetVerb: DocSubverb {
    static let configuration = CommandConfiguration(
        commandName: "sheet", abstract: "Small pictures of all pages of a doc, a group or a bundle, in one file.",
        discussion: """
            The name says whether it is a PDF of sheets of A4 or one PNG. Where a doc and a bundle have one name, the doc is \
            meant; Bundles/NAME is the bundle.

            Example: shed doc sheet Finals --output ../finals.png
            """)

    @Argument(help: "A doc, a group as DOC/GROUP, or a bundle.", completion: .directory) var subject: String
    @OptionGroup var output: OutputOptions
    @Option(help: "png or pdf, where the file's name does not say.") var format: SheetFormat?
    @Option(parsing: .unconditional, help: ArgumentHelp("Pictures in a row, 1 to 10.", valueName: "number")) var columns = 4
    @Option(parsing: .unconditional, help: ArgumentHelp("The longer side of a picture in pixels, 50 to 1,000.", valueName: "pixels")) var side = 360
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if !(1...10).contains(columns) { throw ValidationError("--columns is 1 to 10.") }
        if !(50...1_000).contains(side) { throw ValidationError("--side is 50 to 1000.") }
    }

    func perform(_ session: Session) throws -> Ending {
        let format = try SheetFormat.format(of: output.output, chosen: format, standard: .png)
        let (reading, view) = try session.papersToShow()
        let found = try subject(session, reading.project, view)
        let target = try output.target(session, reading.project)
        try target.take(session) { () throws(ShedError) in
            ((), try reading.sheet(of: found, in: view, ContactSheet.Options(columns: columns, side: side), as: format))
        }
        session.sayWritten(target, "a sheet of \(session.style.path(found.path))", [("format", .string(format.rawValue))])
        return .done
    }

    private func subject(_ session: Session, _ project: Project, _ view: PapersView) throws(ShedError) -> PapersSubject {
        if let doc = try? session.doc(subject, in: project, view) { return .doc(doc) }
        if let group = session.group(subject, in: project, view) { return .group(group) }
        if let bundle = try? session.bundle(subject, in: project, view) { return .bundle(bundle) }
        // Says what there is.
        return try view.subject(RawArguments.bytes(of: subject))
    }
}
