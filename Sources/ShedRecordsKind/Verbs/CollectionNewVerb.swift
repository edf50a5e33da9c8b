import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct CollectionNewVerb: CollectionSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a collection.",
        discussion: """
            Example: shed collection new Books
            """)

    @Argument(help: "Its name, and its folder's.") var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        try project.asKnown.requireCollections()
        let name = session.name(name)
        guard !name.bytes.contains(UInt8(ascii: "/")) else {
            throw ShedError(.usage, .impossibleName(name: "\(name)", what: "a collection"), remedy: .namesOfCollections)
        }
        try ShedError.requireName(name, of: "a collection")
        let path = RelativePath([name])
        _ = try project.write { transaction throws(ShedError) in try transaction.add(.folder, at: path, dryRun: change.dryRun) }
        if !change.dryRun, let made = try? project.asKnown.collection(name.bytes), global.json {
            session.output.json(made.json(records: try project.asKnown.count(of: made)))
        } else if global.json {
            session.output.json(session.movedJSON(from: path, to: path, id: nil))
        } else if global.zero {
            session.output.path(session.style.place(path))
        }
        session.say("\(session.done("made", change.dryRun)) the collection \(name)")
        session.warnOfName(at: path)
        session.warnOfRest(in: project)
        return .done
    }
}
