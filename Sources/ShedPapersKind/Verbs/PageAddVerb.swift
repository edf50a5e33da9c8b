import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct PageAddVerb: PageSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make pages of a group from pages of a bundle.",
        discussion: """
            The group is made if its doc is there, with the next number where the others have numbers. \
            7- goes to the last page, 5-3 counts down, a page may occur twice.

            Example: shed page add Finals/Integration --from "Calculus 2023" --pages 3-5,9
            """)

    @Argument(help: "The group: DOC/GROUP.", completion: .directory) var group: String
    @Option(name: .customLong("from"), help: ArgumentHelp("The bundle.", valueName: "bundle"), completion: .directory) var bundle: String
    @Option(parsing: .unconditional, help: ArgumentHelp("Which of its pages, in this order.", valueName: "pages")) var pages: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToChange(dryRun: change.dryRun)
        let project = reading.project
        let found = try session.bundle(bundle, in: project, view)
        try reading.requireDisplay(of: found)
        let numbers = try session.pageNumbers(pages, of: found.pageCount, "--pages")
        let path = try session.groupPath(group, in: project, view)
        let made = try project.writePapers { transaction throws(ShedError) in
            try transaction.addPages(numbers, of: found, to: path, dryRun: change.dryRun)
        }
        try session.sayPages(made, "made", in: project, view, dryRun: change.dryRun, areNew: true)
        return .done
    }
}
