import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel
import ShedPapers

/// What a doc is exported as.
enum DocFormat: String, ExpressibleByArgument, FileFormat {
    case pdf, json
}

struct DocExportVerb: DocSubverb {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a doc as one PDF with a bookmark for each group, or all that is known of it as JSON.",
        discussion: """
            --variant takes the pages from the originals or the OCR variants, as the bundles' mappings say; pages without a \
            counterpart are left out and named, and the exit code is 1.

            Example: shed doc export Finals --output ../finals.pdf --variant original
            Example: shed doc export Finals --format json --output -
            """)

    @Argument(help: "The doc: its name, path or ID.", completion: .directory) var doc: String
    @Option(name: [.long, .customShort("o")], help: ArgumentHelp("The file to write; “-” for the standard output.", valueName: "file"), completion: .file())
    var output: String?
    @Flag(help: "Replace the file if it is there.") var force = false
    @Option(help: "pdf or json, where the file's name does not say. --json without --output prints JSON.") var format: DocFormat?
    @Option(help: "display, ocr or original.") var variant = PDFVariant.display
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        var options = OutputOptions()
        options.output = output ?? "-"
        options.force = force
        let format = try DocFormat.format(of: output, chosen: format, standard: output == nil && global.json ? .json : .pdf, unnamed: .pdf)
        if output == nil, format == .pdf { throw ShedError(.usage, "there is no file to write the PDF to", remedy: "Name one with --output; “-” is the standard output.") }
        let (reading, view) = try session.papersToShow()
        let found = try session.doc(doc, in: reading.project, view)
        let target = try options.target(session, reading.project)
        switch format {
        case .json:
            let shapes = PaperShapes(view: view, listing: try reading.project.listing())
            try target.write(shapes.export(found, reading.home, uses: try reading.uses()).pretty, session)
            session.sayWritten(target, found.name.escaped, [("format", "json"), ("pages", .integer(Int64(found.pageCount))), ("left", [])])
            return .done
        case .pdf:
            let made = try target.take(session) { () throws(ShedError) in
                let made = try reading.export(found, variant, in: view)
                return (made, made.file)
            }
            let left = made.left.map { page -> JSONValue in
                ["path": JSONValue(page.path.map { "\($0)" }), "reason": .string(page.reason)]
            }
            session.sayWritten(
                target, "\(Style.count(made.pages, "page")) of \(found.name)",
                [("format", "pdf"), ("variant", .string(variant.rawValue)), ("pages", .integer(Int64(made.pages))), ("left", .array(left))])
            for page in made.left.prefix(10) { session.output.note("shed: \(page.path.map(session.style.path) ?? "a page") was left out: \(page.reason)") }
            if made.left.count > 10 { session.output.note("shed: and \(made.left.count - 10) more") }
            return made.left.isEmpty ? .done : .findings
        }
    }
}
