import ArgumentParser
import ShedEngine
import ShedModel
import ShedPapers

struct PageImageVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "image", abstract: "Write a page as a picture (PNG).",
        discussion: """
            Example: shed page image Finals/Integration/2 --output ../page.png --resolution 300
            """)
    static var actor: String? { "page" }

    @Argument(help: "The page.", completion: .file()) var page: String
    @OptionGroup var output: OutputOptions
    @Option(parsing: .unconditional, help: ArgumentHelp("Pixels an inch, 10 to 1,200; a large page is drawn smaller.", valueName: "number")) var resolution = 150
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if !(10...1_200).contains(resolution) { throw ValidationError("--resolution is 10 to 1200.") }
    }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToShow()
        let found = try session.page(page, in: project, PageFinder(book))
        let target = try output.target(session, project)
        try target.take(session) { () throws(ShedError) in
            ((), try project.picture(of: found, in: book, resolution: Double(resolution)))
        }
        session.sayWritten(target, "a picture of \(found.path)", [("format", "png")])
        return .done
    }
}
