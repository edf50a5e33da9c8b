import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedPapers

/// What a doc is exported as.
enum DocFormat: String, ExpressibleByArgument, FileFormat {
    case pdf, json, text, md

    var fileExtensions: [String] { self == .text ? ["txt"] : [rawValue] }
}

struct DocExportVerb: DocSubverb {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a doc as one PDF with a bookmark for each group, all that is known of it as JSON, or its text.",
        discussion: """
            --variant takes the pages from the originals or the OCR variants, as the bundles' mappings say; pages without a \
            counterpart are left out and named, and the exit code is 1. text is what the pages say (“shed page text”), a form \
            feed behind each, and md the same under headings; pages without text are left out likewise.

            Example: shed doc export Finals --output ../finals.pdf --variant original
            Example: shed doc export Finals --format json --output -
            Example: shed doc export Finals --output ../finals.md
            """)

    @Argument(help: "The doc: its name, path or ID.", completion: .directory) var doc: String
    @Option(name: [.long, .customShort("o")], help: ArgumentHelp("The file to write; “-” for the standard output.", valueName: "file"), completion: .file())
    var output: String?
    @Flag(help: "Replace the file if it is there.") var force = false
    @Option(help: "pdf, json, text or md, where the file's name does not say. --json without --output prints JSON.") var format: DocFormat?
    @Option(help: "display, ocr or original: whose pages a PDF has.") var variant = PDFVariant.display
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        var options = OutputOptions()
        options.output = output ?? "-"
        options.force = force
        let format = try DocFormat.format(of: output, chosen: format, standard: output == nil && global.json ? .json : .pdf, unnamed: .pdf)
        if output == nil, format == .pdf { throw ShedError(.usage, .noPDFOutput, remedy: .nameOutput) }
        let (reading, view) = try session.papersToShow()
        let found = try session.doc(doc, in: reading.project, view)
        let target = try options.target(session, reading.project)
        switch format {
        case .json:
            let texts = try reading.texts(of: found.groups.flatMap { $0.pages + $0.missing }, in: view)
            let shapes = PaperShapes(view: view, listing: try reading.project.listing(), texts: texts)
            try target.write(shapes.export(found, reading.home, uses: try reading.uses()).pretty, session)
            session.sayWritten(target, found.name.escaped, [("format", "json"), ("pages", .integer(Int64(found.pageCount))), ("left", [])])
            return .done
        case .text, .md:
            let made = try reading.exportText(of: found, isMarkdown: format == .md, in: view)
            try target.write(made.bytes, session)
            return say(made.pages, made.left, [("format", .string(format.rawValue))], of: found, target, session)
        case .pdf:
            let made = try target.take(session) { () throws(ShedError) in
                let made = try reading.export(found, variant, in: view)
                return (made, made.file)
            }
            return say(made.pages, made.left, [("format", "pdf"), ("variant", .string(variant.rawValue))], of: found, target, session)
        }
    }

    /// Says what was written, and names the pages that are not in it.
    private func say(
        _ pages: Int, _ left: [LeftPage], _ facts: [(String, JSONValue)], of doc: PapersView.Doc, _ target: OutputFile, _ session: Session
    ) -> Ending {
        let shapes = left.map { page -> JSONValue in
            ["path": JSONValue(page.path.map { "\($0)" }), "reason": .string(page.reason)]
        }
        session.sayWritten(target, "\(Style.count(pages, "page")) of \(doc.name)", facts + [("pages", .integer(Int64(pages))), ("left", .array(shapes))])
        for page in left.prefix(10) { session.note(page.path.map { .leftOut(path: session.style.path($0), reason: page.words) } ?? .pageLeftOut(reason: page.words)) }
        if left.count > 10 { session.note(.furtherThings(count: left.count - 10)) }
        return left.isEmpty ? .done : .findings
    }
}
