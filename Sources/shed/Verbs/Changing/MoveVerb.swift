import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct MoveVerb: PathListVerb {
    static let configuration = CommandConfiguration(
        commandName: "mv",
        abstract: "Move files and folders, where they are accepted.",
        discussion: """
            Ready, Set Aside and Published take a file that is moved there: that is the workflow. A link that stands in a folder since you \
            put its file there too (“shed collect”) goes to another such folder by itself; to any other place the file goes.

            Example: shed mv Draft/Ode.txt Ready
            """)

    @Argument(help: "What to move (“-”: a list on standard input), then where to: a folder, or a new path for one thing.", completion: .file()) var paths: [String]
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if paths.count < 2 || paths.last == "-" { throw ValidationError(.nameWhatAndWhere) }
    }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        guard let last = paths.last else { return .done }
        let places = try session.places(Array(paths.dropLast()), in: project)
        let target = try session.path(last, in: project)
        if last.hasSuffix("/"), !project.hasFolder(at: target) {
            let isThere = project.asKnown.hasEntry(at: target)
            let shown = session.style.path(target)
            throw ShedError(.usage, isThere ? .notAFolder(path: shown) : .noFolderHere(path: shown), remedy: project.asKnown.help(forMissing: target) ?? .addFolderMakesOne)
        }
        // A link goes from one folder of guests to another; anywhere else its file does.
        let guests = project.kind.mayHaveGuests(target) ? places.filter { $0.guestOf != nil } : []
        let sources = (guests.isEmpty ? places : places.filter { $0.guestOf == nil }).map(\.path).once
        let done = try session.sayingWhatMoved(in: project) { () throws(ShedError) in
            try project.write { transaction throws(ShedError) in
                // Refused before anything is done, if it is.
                if !guests.isEmpty, !sources.isEmpty { _ = try transaction.move(sources, to: target, dryRun: true) }
                let move = { () throws(ShedError) in
                    let links = guests.isEmpty ? [] : try transaction.moveGuests(guests.map { ($0.path, $0.folder) }, to: target, dryRun: change.dryRun)
                    return (links: links, pairs: sources.isEmpty ? [] : try transaction.move(sources, to: target, dryRun: change.dryRun))
                }
                return guests.isEmpty ? try move() : try transaction.asOneDeed(move)
            }
        }
        if !guests.isEmpty { session.sayTakenOut(done.links, to: target, dryRun: change.dryRun, isWhole: sources.isEmpty) }
        if !sources.isEmpty { session.sayMoved(done.pairs, verb: "moved", in: project, dryRun: change.dryRun) }
        session.warnOfRest(in: project)
        return .done
    }
}
