import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

struct UncollectVerb: PathListVerb {
    static let configuration = CommandConfiguration(
        commandName: "uncollect",
        abstract: "Take pieces out of a collection. Their files stay where they are.",
        discussion: """
            Name the pieces, or their links in the collection; “shed rm” of such a link does the same.

            Example: shed uncollect Ready/Ode.txt --in Collections/Spring
            Example: shed uncollect Collections/Spring/Ode.txt
            """)

    @Argument(help: "The pieces, or their links; “-” reads a list from standard input.", completion: .file()) var paths: [String]
    @Option(
        name: .customLong("in"), help: ArgumentHelp("The folder in Collections, or its name, where pieces are named by their own paths.", valueName: "folder"),
        completion: .directory)
    var folder: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let places = try session.places(paths, in: project)
        let named = try folder.map { word throws(ShedError) in try session.collectionPaths(word, in: project) }
        if named == nil, places.contains(where: { $0.guestOf == nil }) { throw ShedError(.usage, .sayWhichCollection) }
        let (taken, others) = try project.write { transaction throws(ShedError) in
            let only = try named.map { paths throws(ShedError) in try transaction.collectionFolder(paths).path }
            let byFolder = places.grouped { only ?? $0.folder }
            var taken: [(path: RelativePath, folder: RelativePath)] = []
            var others: [(path: RelativePath, folder: RelativePath)] = []
            try transaction.asOneDeed { () throws(ShedError) in
                for (folder, places) in byFolder {
                    let paths = places.map(\.path).once
                    let out = try transaction.dismiss(paths, from: folder, dryRun: change.dryRun)
                    taken += out.map { ($0, folder) }
                    let gone = Set(out)
                    others += paths.filter { !gone.contains($0) }.map { ($0, folder) }
                }
            }
            return (taken, others)
        }
        session.sayTakenOut(taken, dryRun: change.dryRun)
        for other in others { session.say(.isNotCollected(path: session.style.path(other.path), folder: session.style.path(other.folder))) }
        if !change.dryRun { session.warnOfRest(in: project) }
        return .done
    }
}
