import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

struct RecordRestoreVerb: RecordSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Let a record hold again what it held in an older version.",
        discussion: """
            What it holds now becomes a version in turn. It must fit the collection's schema of now. The file keeps its name.

            Example: shed record restore Books/Ficciones 1
            """)

    @Argument(help: "The record: COLLECTION/NAME or its ID.", completion: .file()) var record: String
    @Argument(help: "The version: its number in “shed record versions”.") var version: Int
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let reading = try project.refresh()
        let found = try session.record(record, in: reading)
        let versions = try reading.versions(of: found)
        guard let wanted = versions.first(where: { $0.number == version }) else {
            throw ShedError(
                .usage, .noSuchVersion(path: session.style.path(found.path), version: version),
                remedy: versions.count == 1 ? .onlyCurrentIsKept : .versionsAreShown(count: versions.count))
        }
        let path = session.style.path(found.path)
        if !wanted.isCurrent { try reading.restore(found, wanted, dryRun: change.dryRun) }
        if global.json {
            session.output.json(try reading.record(found.path, id: found.id).json)
        } else if global.zero {
            session.output.path(session.style.place(found.path))
        } else {
            session.say(wanted.isCurrent ? .holdsThatAlready(path: path) : .restoredVersion(isDryRun: change.dryRun, path: path, version: version))
        }
        session.warnOfRest(in: project)
        return .done
    }
}
