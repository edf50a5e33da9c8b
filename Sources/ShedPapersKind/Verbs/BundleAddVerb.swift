import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedPapers

struct BundleAddVerb: BundleSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make a bundle of a PDF, which is copied into the project.",
        discussion: """
            Each PDF that is named becomes a bundle of its own, called after the file. It is looked through first: one that \
            is damaged, encrypted or no PDF is refused. With --ocr alone the bundle is there for its text: it can be \
            searched, and shows nothing.

            Example: shed bundle add marked.pdf --ocr clean.pdf --original exam.pdf --name "Calculus 2023"
            Example: shed bundle add --ocr notes.pdf
            """)

    @Argument(help: "The PDF that is shown, and that pages are made from.", completion: .file()) var files: [String] = []
    @Option(help: ArgumentHelp("The variant that text is taken from.", valueName: "file"), completion: .file()) var ocr: String?
    @Option(help: ArgumentHelp("The variant without handwriting.", valueName: "file"), completion: .file()) var original: String?
    @Option(help: ArgumentHelp("The bundle's name.", valueName: "name")) var name: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if files.isEmpty, ocr == nil { throw ValidationError(.nameShownOrSearched) }
        if files.count > 1, ocr != nil || original != nil || name != nil { throw ValidationError(.goWithOnePDF) }
    }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        try project.requirePapers()
        var made: [PapersView.Bundle] = []
        // What was made before a PDF that is refused stays, and is said.
        defer { say(made, project, session) }
        for argument in files.isEmpty ? [nil] : files.map(Optional.some) {
            var variants: [PDFVariant: PDFFile] = [:]
            if let argument { variants[.display] = try session.pdf(argument, in: project) }
            if let ocr { variants[.ocr] = try session.pdf(ocr, in: project) }
            if let original { variants[.original] = try session.pdf(original, in: project) }
            let name = name.map(session.name) ?? (argument ?? ocr).flatMap { BundleAddVerb.name(of: $0) }
            made.append(
                try project.writePapers { transaction throws(ShedError) in
                    try transaction.addBundle(named: name, variants, dryRun: change.dryRun)
                })
        }
        session.warnOfRest(in: project)
        return .done
    }

    private func say(_ made: [PapersView.Bundle], _ project: Project, _ session: Session) {
        if global.json, !made.isEmpty, let view = try? project.asKnown.papers() {
            let shapes = made.map(PaperShapes(view: view, isForeseen: change.dryRun).bundle)
            session.output.json(files.count > 1 ? .array(shapes) : shapes[0])
        } else if global.zero {
            for bundle in made { session.output.path(session.style.place(bundle.path)) }
        }
        for bundle in made {
            let text = bundle.files[.display] == nil ? bundle.files[.ocr].map { "\(Style.count($0.pages, "page")) in ocr.pdf alone" } : nil
            session.say("\(session.done("made", change.dryRun)) \(session.style.path(bundle.path)) with \(text ?? Style.count(bundle.pageCount, "page"))")
            for fault in bundle.alignment.faults { session.output.note("shed: \(session.style.path(bundle.path)): \(fault.sentence)") }
        }
    }

    /// The file's name without `.pdf`.
    private static func name(of argument: String) -> Name? {
        let name = Name(bytes: RawArguments.bytes(of: argument).split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? [])
        return name.hasSuffix(".pdf") ? Name(bytes: Array(name.bytes.dropLast(4))) : name
    }
}
