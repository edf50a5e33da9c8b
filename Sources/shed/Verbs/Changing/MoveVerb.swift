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
            Ready, Set Aside and Published take a file that is moved there: that is the workflow.

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
        let sources = try session.paths(paths.dropLast(), in: project)
        let target = try session.path(last, in: project)
        if last.hasSuffix("/"), !project.hasFolder(at: target) {
            let isThere = project.asKnown.hasEntry(at: target)
            let shown = session.style.path(target)
            throw ShedError(.usage, isThere ? .notAFolder(path: shown) : .noFolderHere(path: shown), remedy: project.asKnown.cure(ofMissing: target) ?? .addFolderMakesOne)
        }
        let pairs = try session.sayingWhatMoved(in: project) { () throws(ShedError) in
            try project.write { transaction throws(ShedError) in try transaction.move(sources, to: target, dryRun: change.dryRun) }
        }
        session.sayMoved(pairs, verb: "moved", in: project, dryRun: change.dryRun)
        session.warnOfRest(in: project)
        return .done
    }
}
