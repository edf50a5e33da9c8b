import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

struct PageTextVerb: PageSubverb {
    static let configuration = CommandConfiguration(
        commandName: "text", abstract: "Print the text of a page.",
        discussion: """
            It is that of the page of the bundle's ocr.pdf that belongs to it, as “shed ocr” or the daemon took it. \
            What people wrote on the page is no part of it: “shed page show” lists that, and --json has it in a member of its own. \
            Characters that steer a terminal are escaped; --json has the text as it is. Exits 1 where there is none, and says why.

            Example: shed page text Finals/Integration/2
            """)

    @Argument(help: "The page.", completion: .file()) var page: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToShow()
        let found = try session.page(page, in: reading.project, PageFinder(view))
        let text = try reading.texts(of: [found], in: view)[found.id] ?? .lacking(.waiting)
        if global.json {
            session.output.json(PaperShapes(view: view).text(of: found, text, try reading.keptAnnotations(of: found, in: view)))
        } else if global.zero {
            session.output.path(session.style.place(found.path))
        } else {
            for line in TextBlock.lines(text.text ?? "") { session.output.line(line) }
        }
        if let lack = text.lack {
            session.warn(of: ShedError(.refused, .about(subject: session.style.path(found.path), text: lack.words(view.bundleName(of: found))), remedy: lack.advice))
        }
        session.warnOfRest(in: reading.project)
        return text.lack == nil ? .done : .findings
    }
}
