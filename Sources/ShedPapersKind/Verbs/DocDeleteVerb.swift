import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct DocDeleteVerb: DocSubverb {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move docs to Trash, with their groups and pages.",
        discussion: """
            “shed restore” brings them back, with the history of each page.

            Example: shed doc delete Finals
            """)

    @Argument(help: "The docs: names, paths or IDs; “-” reads them from standard input.", completion: .directory) var docs: [String]
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun || docs.contains("-") ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToChange(dryRun: change.dryRun)
        let project = reading.project
        var paths: [RelativePath] = []
        for word in try session.words(docs) {
            let path = try session.reading(word).doc(word.text, in: project, view).path
            if !paths.contains(path) { paths.append(path) }
        }
        let pairs = try project.write { transaction throws(ShedError) in try transaction.trash(paths, dryRun: change.dryRun) }
        session.sayMoved(pairs, verb: "moved", in: project, dryRun: change.dryRun)
        session.warnOfRest(in: project)
        return .done
    }
}
