import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct DocOrderVerb: DocSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "order", abstract: "Put the groups of a doc, or the pages of a group, into another order.",
        discussion: """
            Those that are named come first, as they are named; the others follow as they stand. All get numbers from 01 on. \
            A file manager does the same: change the numbers.

            Example: shed doc order Finals Series Integration
            Example: shed doc order Finals/Integration 3 1 2
            """)

    @Argument(help: "The doc, or a group as DOC/GROUP.", completion: .directory) var place: String
    @Argument(help: ArgumentHelp("The groups or pages that come first; a number is the one with that number now.", valueName: "name")) var names: [String] = []
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToChange(dryRun: change.dryRun)
        let project = reading.project
        let (path, items) = try items(session, project, view)
        let finder = PlaceFinder(items)
        var order: [NodeID] = []
        var named: Set<NodeID> = []
        for name in names {
            let word = session.paperWord(name)
            guard let id = finder.chooseNumbered(word) else {
                let shown = EscapedText.escape(word)
                let near = PapersView.didYouMean(word, among: items.flatMap(\.names))
                throw ShedError(.usage, .isNotIn(name: shown, path: "\(path)"), remedy: near ?? .docShowLists)
            }
            guard named.insert(id).inserted else { throw ShedError(.usage, .namedTwice(name: EscapedText.escape(word)), remedy: .nameEachOnce) }
            order.append(id)
        }
        order += items.map(\.id).filter { !named.contains($0) }
        let pairs = try reading.write { transaction throws(ShedError) in try transaction.renumber(order, in: path, dryRun: change.dryRun) }
        session.sayMoved(pairs, verb: "renamed", in: project, dryRun: change.dryRun)
        if pairs.isEmpty { session.say(.isInThisOrder(path: session.style.path(path))) }
        session.warnOfRest(in: project)
        return .done
    }

    private func items(_ session: Session, _ project: Project, _ view: PapersView) throws(ShedError) -> (RelativePath, [PlaceFinder.Place]) {
        if let group = session.group(place, in: project, view) { return (group.path, group.pages.map { $0.finderPlace(in: group) }) }
        let doc = try session.doc(place, in: project, view)
        return (doc.path, doc.groups.map(\.finderPlace))
    }
}
