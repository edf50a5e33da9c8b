import ArgumentParser
import ShedEngine
import ShedModel
import ShedPapers

extension SheetFormat: ExpressibleByArgument {}

struct DocSheetVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "sheet", abstract: "Small pictures of all pages of a doc, a group or a bundle, in one file.",
        discussion: """
            The name says whether it is a PDF of sheets of A4 or one PNG. Where a doc and a bundle have one name, the doc is \
            meant; Bundles/NAME is the bundle.

            Example: shed doc sheet Finals --output ../finals.png
            """)
    static var actor: String? { "doc" }

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
        guard let format = format ?? SheetFormat(rawValue: output.suffix) ?? (output.isStandardOutput ? .png : nil) else {
            throw ShedError(.usage, "the file's name does not say what the sheet is to be", remedy: "Let it end in .png or .pdf, or say --format.")
        }
        let (project, book) = try session.papersToShow()
        let found = try subject(session, project, book)
        let target = try output.target(session, project)
        try target.take(session) { () throws(ShedError) in
            ((), try project.sheet(of: found, in: book, ContactSheet.Options(columns: columns, side: side), as: format))
        }
        session.sayWritten(target, "a sheet of \(found.path)", [("format", .string(format.rawValue))])
        return .done
    }

    private func subject(_ session: Session, _ project: Project, _ book: PapersBook) throws(ShedError) -> PapersSubject {
        if let doc = try? session.doc(subject, in: project, book) { return .doc(doc) }
        if let group = session.group(subject, in: project, book) { return .group(group) }
        if let bundle = try? session.bundle(subject, in: project, book) { return .bundle(bundle) }
        // Says what there is.
        return try project.subject(RawArguments.bytes(of: subject), in: book)
    }
}

/// What a doc is exported as.
enum DocFormat: String, ExpressibleByArgument, CaseIterable {
    case pdf, json
}

struct DocExportVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a doc as one PDF with a bookmark for each group, or all that is known of it as JSON.",
        discussion: """
            --variant takes the pages from the originals or the OCR variants, as the bundles' mappings say; pages without a \
            counterpart are left out and named, and the exit code is 1.

            Example: shed doc export Finals --output ../finals.pdf --variant original
            Example: shed doc export Finals --format json --output -
            """)
    static var actor: String? { "doc" }

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
        let format = format ?? DocFormat(rawValue: options.suffix) ?? (output == nil && global.json ? .json : .pdf)
        if output == nil, format == .pdf { throw ShedError(.usage, "there is no file to write the PDF to", remedy: "Name one with --output; “-” is the standard output.") }
        let (project, book) = try session.papersToShow()
        let found = try session.doc(doc, in: project, book)
        let target = try options.target(session, project)
        switch format {
        case .json:
            let shapes = PaperShapes(book: book, listing: try project.listing())
            try target.write(shapes.export(found, project, uses: try project.uses()).pretty, session)
            session.sayWritten(target, found.name.escaped, [("format", "json"), ("pages", .integer(Int64(found.pageCount))), ("left", [])])
            return .done
        case .pdf:
            let made = try target.take(session) { () throws(ShedError) in
                let made = try project.export(found, variant, in: book)
                return (made, made.file)
            }
            let left = made.left.map { page -> JSONValue in
                ["path": JSONValue(page.path.map { "\($0)" }), "reason": .string(page.reason)]
            }
            session.sayWritten(
                target, "\(Style.count(made.pages, "page")) of \(found.name)",
                [("format", "pdf"), ("variant", .string(variant.rawValue)), ("pages", .integer(Int64(made.pages))), ("left", .array(left))])
            for page in made.left.prefix(10) { session.output.note("shed: \(page.path.map { "\($0)" } ?? "a page") was left out: \(page.reason)") }
            if made.left.count > 10 { session.output.note("shed: and \(made.left.count - 10) more") }
            return made.left.isEmpty ? .done : .findings
        }
    }
}

extension PaperShapes {
    /// A doc with its groups, pages and versions, the bundles that they are made from, and the labels of the project.
    func export(_ doc: PapersBook.Doc, _ project: Project, uses: [LabelKey: Int]) -> JSONValue {
        var object = JSONBuilder()
        object.add("version", 1)
        object.add("project", ["id": .string(project.id.description), "name": .string(project.name.escaped)])
        object.add("doc", whole(doc, withVersions: true))
        let pages = doc.groups.flatMap { $0.pages + $0.missing }
        let used = Set(pages.flatMap { page in
            let versions = book.model.nodes[page.id]?.pageVersions ?? []
            return (versions.map(\.reference) + (page.reference.map { [$0] } ?? [])).map { book.model.resolve($0.bundle) }
        })
        object.add("bundles", .array(book.bundles.filter { used.contains($0.id) }.map(whole)))
        let labels = book.model.labels
        object.add("tagGroups", .array(labels.sortedGroups.map { $0.json(tags: labels.sortedTags) }))
        object.add("tags", .array(labels.sortedTags.map { $0.json(group: $0.groupName, count: uses[LabelKey(.tag, $0.id)] ?? 0) }))
        object.add("variables", .array(labels.sortedVariables.map { $0.json(count: uses[LabelKey(.variable, $0.id)] ?? 0) }))
        return object.value
    }
}
