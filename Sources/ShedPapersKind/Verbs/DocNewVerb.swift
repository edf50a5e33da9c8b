import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct DocNewVerb: DocSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a doc.",
        discussion: """
            “shed page add DOC/GROUP” makes groups in it.

            Example: shed doc new Finals
            """)

    @Argument(help: "Its name, and its folder's.") var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let reading = try session.papersToChange(dryRun: change.dryRun).reading
        let project = reading.project
        let name = session.name(name)
        guard !name.bytes.contains(UInt8(ascii: "/")) else {
            throw ShedError(.usage, .impossibleName(name: "\(name)", what: "a doc"), remedy: .namesOfDocs)
        }
        try ShedError.requireName(name, of: "a doc")
        guard let folder = try reading.folder(with: .docs) else {
            throw ShedError(.refused, .docsAreGone, remedy: .makeDocs)
        }
        let path = folder.appending(name)
        _ = try project.write { transaction throws(ShedError) in try transaction.add(.folder, at: path, dryRun: change.dryRun) }
        if global.json {
            let view = try project.asKnown.papers()
            if let made = view.docs.first(where: { $0.path == path }) {
                session.output.json(PaperShapes(view: view, isForeseen: change.dryRun).doc(made))
            } else {
                session.output.json(session.movedJSON(from: path, to: path, id: nil))
            }
        } else if global.zero {
            session.output.path(session.style.place(path))
        }
        session.say("\(session.done("made", change.dryRun)) the doc \(name)")
        session.warnOfRest(in: project)
        return .done
    }
}
