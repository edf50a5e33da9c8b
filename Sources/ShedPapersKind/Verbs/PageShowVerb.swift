import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel
import ShedPapers

struct PageShowVerb: PageSubverb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a page: what it is made from, its tags and values, its annotations, its versions.",
        discussion: """
            Annotations are what a viewer lets people write and draw on a PDF: on the bundle's display.pdf, with which pages \
            are made anew. The “state” of --json is for --if-state: an edit that is made on what you saw, or not at all.

            Example: shed page show Finals/Integration/2
            """)

    @Argument(help: "The page.", completion: .file()) var page: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToShow()
        let found = try session.page(page, in: reading.project, PageFinder(view))
        let annotations: Result<[PDFAnnotation], ShedError> = Result { () throws(ShedError) in try reading.annotations(of: found) }
        if global.json {
            let listing = found.stands ? try reading.project.listing(of: found.path, depth: 0) : nil
            let texts = try reading.texts(of: [found], in: view)
            session.output.json(PaperShapes(view: view, listing: listing, texts: texts).whole(found, annotations: try? annotations.get()))
        } else if global.zero {
            session.output.path(session.style.place(found.path))
        } else {
            let output = session.output
            output.line(session.style.heading(found.name.escaped) + session.style.faint("  \(found.id)"))
            output.line("path          \(session.style.path(found.path))" + (found.stands ? "" : session.style.warning("  missing")))
            output.line("shows         \(session.title(found.reference, view))")
            session.showLabels(view.model.nodes[found.id]?.details?.labels ?? NodeLabels(), view)
            show(annotations, session)
            VersionLines(session, view).print(found)
        }
        if found.stands, case .failure(let error) = annotations { session.output.note("shed: its annotations could not be read: \(error)") }
        session.warnOfRest(in: reading.project)
        return .done
    }

    private func show(_ annotations: Result<[PDFAnnotation], ShedError>, _ session: Session) {
        for annotation in (try? annotations.get()) ?? [] {
            let author = annotation.author.map { " by \(session.style.label($0))" } ?? ""
            let lines = TextBlock.lines(annotation.text)
            session.output.line("annotation    \(session.style.label(annotation.sort))\(author)" + (lines.isEmpty ? "" : ": \(lines[0])"))
            for line in lines.dropFirst() { session.output.line("              \(line)") }
        }
    }
}
