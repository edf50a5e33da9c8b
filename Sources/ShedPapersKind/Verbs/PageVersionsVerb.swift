import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct PageVersionsVerb: PageSubverb {
    static let configuration = CommandConfiguration(
        commandName: "versions", abstract: "Show a page's versions: what changed, and when.",
        discussion: """
            A version is made when a page comes to show another page, or another display.pdf. It keeps the tags and values that \
            the page had then, and says so where it saw a display.pdf that was replaced since: “shed page image --version” writes \
            what it saw, and “shed bundle restore” puts that display.pdf back.

            Example: shed page versions Finals/Integration/2
            """)

    @Argument(help: "The page.", completion: .file()) var page: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToShow()
        let found = try session.page(page, in: reading.project, PageFinder(view))
        if global.json {
            session.output.json(PaperShapes(view: view).versions(found))
        } else if global.zero {
            session.output.path(session.style.place(found.path))
        } else {
            VersionLines(session, view).print(found)
        }
        session.warnOfRest(in: reading.project)
        return .done
    }
}
