import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct BundleDeleteVerb: BundleSubverb {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move bundles to Trash that no page is made from.",
        discussion: """
            A bundle that a page shows, or an older version of one, is not deleted. “shed restore” brings back.

            Example: shed bundle delete "Calculus 2023"
            """)

    @Argument(help: "The bundles: names, paths or IDs; “-” reads them from standard input.", completion: .directory) var bundles: [String]
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun || bundles.contains("-") ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToChange(dryRun: change.dryRun)
        let project = reading.project
        var found: [PapersView.Bundle] = []
        for word in try session.words(bundles) {
            let bundle = try session.reading(word).bundle(word.text, in: project, view)
            if !found.contains(where: { $0.id == bundle.id }) { found.append(bundle) }
        }
        let pairs = try project.writePapers { transaction throws(ShedError) in try transaction.deleteBundles(found, dryRun: change.dryRun) }
        session.sayMoved(pairs, verb: "moved", in: project, dryRun: change.dryRun)
        session.warnOfRest(in: project)
        return .done
    }
}
