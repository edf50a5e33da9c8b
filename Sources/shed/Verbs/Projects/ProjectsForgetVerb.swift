import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct ProjectsForgetVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget what this machine keeps of projects.",
        discussion: """
            Takes projects off the list, with the index and the history that this machine keeps of them; a daemon watches \
            them no more. No file of a project is touched. It is only looked at from then on, until “shed trust” makes it \
            known again. Asks first.

            Example: shed projects forget --gone
            """)

    @Argument(help: "The projects' directories, as “shed projects” lists them.", completion: .directory) var directories: [String] = []
    @Flag(help: "All whose directories are not there. One on a disk that is not mounted is among them.") var gone = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if gone == !directories.isEmpty { throw ValidationError(.nameProjectsOrGone) }
    }

    func perform(_ session: Session) throws -> Ending {
        let registry = Registry(session.surroundings)
        let chosen = try chosen(of: registry.projects(), session)
        if !change.dryRun, !chosen.isEmpty {
            if !global.yes, !global.json, !global.zero, !global.quiet {
                for project in chosen { session.output.line(EscapedText.escape(project.path)) }
            }
            try session.confirm(.forgettingProjects(count: chosen.count, undoable: chosen.reduce(0) { $0 + $1.undoable }))
            for project in chosen { try registry.forget(project) }
        }
        if global.json { session.output.json(.array(chosen.map(\.json))) }
        for project in chosen {
            if global.zero { session.output.path(project.path) }
            session.say(.forgotten(isDryRun: change.dryRun, path: EscapedText.escape(project.path)))
        }
        if chosen.isEmpty { session.say(.allProjectsThere) }
        return .done
    }

    private func chosen(of projects: [KnownProject], _ session: Session) throws(ShedError) -> [KnownProject] {
        if gone { return projects.filter { !$0.isLive } }
        var paths: Set<[UInt8]> = []
        for directory in directories {
            let path = try session.absolute(directory)
            // One that is gone has no other name than the one that is listed.
            let names = [PathReader.joined(PathReader.names(of: path)[...]), (try? RealPath.of(path)) ?? path]
            guard let project = projects.first(where: { names.contains($0.path) }) else {
                throw ShedError(.usage, .unknownProject(path: EscapedText.escape(path)), remedy: .projectsAreListed)
            }
            paths.insert(project.path)
        }
        return projects.filter { paths.contains($0.path) }
    }
}
