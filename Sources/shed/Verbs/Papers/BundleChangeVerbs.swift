import ArgumentParser
import ShedEngine
import ShedModel
import ShedPapers

extension PDFVariant: ExpressibleByArgument {}

struct BundleAddVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make a bundle of a PDF, which is copied into the project.",
        discussion: """
            Each PDF that is named becomes a bundle of its own, called after the file. It is looked through first: one that \
            is damaged, encrypted or no PDF is refused.

            Example: shed bundle add marked.pdf --ocr clean.pdf --original exam.pdf --name "Calculus 2023"
            """)
    static var actor: String? { "bundle" }

    @Argument(help: "The PDF that is shown, and that pages are made from.", completion: .file()) var files: [String]
    @Option(help: ArgumentHelp("The variant that text is taken from.", valueName: "file"), completion: .file()) var ocr: String?
    @Option(help: ArgumentHelp("The variant without handwriting.", valueName: "file"), completion: .file()) var original: String?
    @Option(help: ArgumentHelp("The bundle's name.", valueName: "name")) var name: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if files.count > 1, ocr != nil || original != nil || name != nil { throw ValidationError("--ocr, --original and --name go with one PDF.") }
    }

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        try project.requirePapers()
        var made: [PapersBook.Bundle] = []
        // What was made before a PDF that is refused stays, and is said.
        defer { say(made, project, session) }
        for argument in files {
            var variants: [PDFVariant: PDFFile] = [.display: try session.pdf(argument, in: project)]
            if let ocr { variants[.ocr] = try session.pdf(ocr, in: project) }
            if let original { variants[.original] = try session.pdf(original, in: project) }
            made.append(try project.addBundle(named: name.map(session.name) ?? BundleAddVerb.name(of: argument), variants, dryRun: change.dryRun))
        }
        session.warnOfRest(in: project)
        return .done
    }

    private func say(_ made: [PapersBook.Bundle], _ project: Project, _ session: Session) {
        if global.json, !made.isEmpty, let book = try? project.papers() {
            let shapes = made.map(PaperShapes(book: book, isForeseen: change.dryRun).bundle)
            session.output.json(files.count == 1 ? shapes[0] : .array(shapes))
        } else if global.zero {
            for bundle in made { session.output.path(bundle.path.bytes) }
        }
        for bundle in made {
            session.say("\(session.done("made", change.dryRun)) \(bundle.path) with \(Style.count(bundle.pageCount, "page"))")
            for fault in bundle.alignment.faults { session.output.note("shed: \(bundle.path): \(fault.sentence)") }
        }
    }

    /// The file's name without `.pdf`.
    private static func name(of argument: String) -> Name? {
        let name = Name(bytes: RawArguments.bytes(of: argument).split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? [])
        return name.hasSuffix(".pdf") ? Name(bytes: Array(name.bytes.dropLast(4))) : name
    }
}

struct BundleAttachVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Add a variant to a bundle, or put another in its place.",
        discussion: """
            The display variant is only replaced by one that has all pages in use.

            Example: shed bundle attach "Calculus 2023" scan.pdf --as ocr
            """)
    static var actor: String? { "bundle" }

    @Argument(help: "The bundle: its name, path or ID.", completion: .directory) var bundle: String
    @Argument(help: "The PDF.", completion: .file()) var file: String
    @Option(name: .customLong("as"), help: "display, ocr or original.") var variant: PDFVariant
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToChange(dryRun: change.dryRun)
        let found = try session.bundle(bundle, in: project, book)
        let changed = try project.attach(try session.pdf(file, in: project), as: variant, to: found, dryRun: change.dryRun)
        session.say("\(session.done("attached", change.dryRun)) \(changed.path)/\(variant.fileName) with \(Style.count(changed.files[variant]?.pages ?? 0, "page"))")
        try session.sayChanged(changed, in: project)
        return .done
    }
}

struct BundleMapVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "map", abstract: "Say which pages of a bundle's variants belong together.",
        discussion: """
            A list names, from the top down, the page of the variant that belongs to page 1 of display.pdf, to page 2, and \
            so on; “-” stands for none. “=” alone says that page n belongs to page n.

            Example: shed bundle map "Calculus 2023" --ocr 2-4,-,6 --original =
            """)
    static var actor: String? { "bundle" }

    @Argument(help: "The bundle: its name, path or ID.", completion: .directory) var bundle: String
    @Option(parsing: .unconditional, help: ArgumentHelp("The pages of ocr.pdf.", valueName: "pages")) var ocr: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The pages of original.pdf.", valueName: "pages")) var original: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if ocr == nil, original == nil { throw ValidationError("Say what to map: --ocr or --original.") }
    }

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToChange(dryRun: change.dryRun)
        let found = try session.bundle(bundle, in: project, book)
        var mapping = found.alignment.mapping
        for (variant, list) in [(PDFVariant.ocr, ocr), (.original, original)] {
            guard let list else { continue }
            guard let pages = found.files[variant]?.pages else {
                throw ShedError(.refused, "“\(found.name)” has no \(variant.fileName)", remedy: "“shed bundle attach” adds one.")
            }
            let text = try session.text(list, of: "--\(variant.rawValue)")
            do throws(PageRange.Fault) { try mapping.set(variant, text, pages: pages) } catch {
                throw ShedError(.usage, "--\(variant.rawValue): \(error.description)")
            }
        }
        let changed = try project.map(found, mapping, dryRun: change.dryRun)
        session.say("\(session.done("mapped", change.dryRun)) \(changed.path)")
        for variant in [PDFVariant.ocr, .original] where changed.files[variant] != nil { session.say("  --\(variant.rawValue) \(changed.alignment.mapping.text(variant))") }
        try session.sayChanged(changed, in: project)
        return .done
    }
}

extension Session {
    /// Prints a bundle that was changed, or would be, and what is wrong with how its pages belong together.
    func sayChanged(_ bundle: PapersBook.Bundle, in project: Project) throws(ShedError) {
        if options.json { output.json(PaperShapes(book: try project.papers()).bundle(bundle)) }
        if options.zero { output.path(bundle.path.bytes) }
        for fault in bundle.alignment.faults { output.note("shed: \(bundle.path): \(fault.sentence)") }
        warnOfRest(in: project)
    }
}

struct BundleDeleteVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move bundles to Trash that no page is made from.",
        discussion: """
            A bundle that a page shows, or an older version of one, is not deleted. “shed restore” brings back.

            Example: shed bundle delete "Calculus 2023"
            """)
    static var actor: String? { "bundle" }

    @Argument(help: "The bundles: names, paths or IDs; “-” reads them from standard input.", completion: .directory) var bundles: [String]
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun || bundles.contains("-") ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToChange(dryRun: change.dryRun)
        var found: [PapersBook.Bundle] = []
        for word in try PathsArgument.words(bundles, session) {
            let bundle = try session.bundle(word, in: project, book)
            if !found.contains(where: { $0.id == bundle.id }) { found.append(bundle) }
        }
        let pairs = try project.deleteBundles(found, dryRun: change.dryRun)
        session.sayMoved(pairs, verb: "moved", in: project, dryRun: change.dryRun)
        session.warnOfRest(in: project)
        return .done
    }
}
