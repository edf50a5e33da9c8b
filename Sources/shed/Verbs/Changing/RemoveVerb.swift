import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct RemoveVerb: PathListVerb {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Move files and folders to Trash.",
        discussion: """
            “shed restore” brings them back. --permanently deletes them for good, which “shed undo” does not take back, and asks first; so does moving a folder of \
            the template, or one in which another project lies, with all that is in it.

            A link that stands in a folder since you put its file there too (“shed collect”) is only taken out of that folder: the file \
            stays where it is.

            Example: shed rm Draft/Ode.txt
            """)

    @Argument(help: "What to remove; “-” reads a list from standard input.", completion: .file()) var paths: [String]
    @Flag(help: "Delete for good.") var permanently = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let places = try session.places(paths, in: project)
        let paths = places.filter { $0.guestOf == nil }.map(\.path).once
        let guests = places.filter { $0.guestOf != nil }
        if !guests.isEmpty { try dismiss(guests, isAlone: paths.isEmpty, project, session) }
        if permanently, !paths.isEmpty {
            try deleteForGood(paths, project, session)
        } else if !paths.isEmpty {
            try moveToTrash(paths, project, session)
        }
        session.warnOfRest(in: project)
        return .done
    }

    /// Takes guests out of the folders in which they were named.
    /// - Parameter isAlone: whether nothing else is named, of which the output tells.
    private func dismiss(_ guests: [NamedPlace], isAlone: Bool, _ project: Project, _ session: Session) throws(ShedError) {
        let folders = Dictionary(grouping: guests, by: \.folder)
        let taken = try project.write { transaction throws(ShedError) in
            var taken: [(path: RelativePath, folder: RelativePath)] = []
            for folder in folders.keys.sorted() {
                taken += try transaction.dismiss(folders[folder]?.map(\.path) ?? [], from: folder, dryRun: change.dryRun).map { ($0, folder) }
            }
            return taken
        }
        session.sayTakenOut(taken, dryRun: change.dryRun, isWhole: isAlone)
    }

    private func moveToTrash(_ paths: [RelativePath], _ project: Project, _ session: Session) throws {
        let isSettled = change.dryRun || session.isConfirmed
        var doubted: Extent?
        var pairs = try session.sayingWhatMoved(in: project) { () throws(ShedError) in
            try project.write { transaction throws(ShedError) in
                var asks = false
                if !isSettled {
                    let extent = try? transaction.extent(of: paths)
                    asks = extent.map { !$0.templateFolders.isEmpty || !$0.projects.isEmpty } ?? false
                    if asks { doubted = extent }
                }
                // Refused before anybody is asked, if it is.
                return try transaction.trash(paths, dryRun: change.dryRun || asks)
            }
        }
        if let doubted {
            try session.confirm(.movingToTrash(what: doubted.naming(paths, session.style)))
            pairs = try session.sayingWhatMoved(in: project) { () throws(ShedError) in
                try project.write { transaction throws(ShedError) in try transaction.trash(paths) }
            }
        }
        session.sayMoved(pairs, verb: "moved", in: project, dryRun: change.dryRun)
    }

    private func deleteForGood(_ paths: [RelativePath], _ project: Project, _ session: Session) throws {
        // Refused before anybody is asked, if it is.
        let extent = try project.write { transaction throws(ShedError) in
            try transaction.deletePermanently(paths, dryRun: true)
            return try transaction.extent(of: paths)
        }
        let doomed = paths.map { (path: $0, id: session.id(at: $0, in: project)) }
        if !change.dryRun {
            try session.confirm(.deletingForGood(what: extent.naming(paths, session.style)))
            try project.write { transaction throws(ShedError) in try transaction.deletePermanently(paths) }
        }
        session.sayDeleted(doomed, dryRun: change.dryRun)
    }
}
