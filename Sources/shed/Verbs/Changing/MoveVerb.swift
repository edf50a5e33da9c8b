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
            throw ShedError(.usage, isThere ? .notAFolder(path: shown) : .noFolderHere(path: shown), remedy: project.asKnown.cure(ofMissing: target) ?? .addFolderMakesOne)
        }
        let guests = project.kind.mayHaveGuests(target) ? places.filter { $0.guestOf != nil } : []
        let sources = (guests.isEmpty ? places : places.filter { $0.guestOf == nil }).map(\.path).once
        if !guests.isEmpty { try moveGuests(guests, to: target, isAlone: sources.isEmpty, project, session) }
        if !sources.isEmpty { try move(sources, to: target, project, session) }
        session.warnOfRest(in: project)
        return .done
    }

    private func move(_ sources: [RelativePath], to target: RelativePath, _ project: Project, _ session: Session) throws {
        let pairs = try session.sayingWhatMoved(in: project) { () throws(ShedError) in
            try project.write { transaction throws(ShedError) in try transaction.move(sources, to: target, dryRun: change.dryRun) }
        }
        session.sayMoved(pairs, verb: "moved", in: project, dryRun: change.dryRun)
    }

    /// Has what was named by links in folders stand in another one in their place; the files stay where they are.
    /// - Parameter isAlone: whether nothing else is named, of which the output tells.
    private func moveGuests(_ guests: [NamedPlace], to target: RelativePath, isAlone: Bool, _ project: Project, _ session: Session) throws {
        let moved = try project.write { transaction throws(ShedError) in
            try transaction.moveGuests(guests.map { ($0.path, $0.folder) }, to: target, dryRun: change.dryRun)
        }
        session.sayTakenOut(moved, to: target, dryRun: change.dryRun, isWhole: isAlone)
    }
}
