import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

/// What a page is written as.
enum PageFormat: String, ExpressibleByArgument, FileFormat {
    case png, pdf
}

struct PageImageVerb: PageSubverb {
    static let configuration = CommandConfiguration(
        commandName: "image", abstract: "Write a page as a picture (PNG), or as a PDF of its own.",
        discussion: """
            The file's name says which; a name without an extension is a picture. --version takes what the page showed in an \
            older version, also where its bundle has another display.pdf by now: that is what the protected copies are \
            kept for.

            Example: shed page image Finals/Integration/2 --output ../page.png --resolution 300
            Example: shed page image Finals/Integration/2 --version 1 --output ../before.pdf
            """)

    @Argument(help: "The page.", completion: .file()) var page: String
    @OptionGroup var output: OutputOptions
    @Option(help: ArgumentHelp("What it showed in this version: its number in “shed page versions”, or its ID.", valueName: "version")) var version: String?
    @Option(help: "png or pdf, where the file's name does not say.") var format: PageFormat?
    @Option(parsing: .unconditional, help: ArgumentHelp("Pixels an inch of a picture, 10 to 1,200; a large page is drawn smaller.", valueName: "number")) var resolution = 150
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if !(10...1_200).contains(resolution) { throw ValidationError("--resolution is 10 to 1200.") }
    }

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToShow()
        let found = try session.page(page, in: reading.project, PageFinder(view))
        let seen = try version.map { word throws(ShedError) in try session.version(word, of: found, view) }
        let format = try PageFormat.format(of: output.output, chosen: format, standard: .png, unnamed: .png)
        let target = try output.target(session, reading.project)
        try target.take(session) { () throws(ShedError) in
            switch format {
            case .png: ((), try reading.picture(of: found, seen?.version, in: view, resolution: Double(resolution)))
            case .pdf: ((), try reading.pdf(of: found, seen?.version, in: view))
            }
        }
        let what = format == .png ? "a picture of \(session.style.path(found.path))" : "the page \(session.style.path(found.path))"
        session.sayWritten(target, what + (seen.map { " in version \($0.number)" } ?? ""), [("format", .string(format.rawValue))])
        return .done
    }
}
