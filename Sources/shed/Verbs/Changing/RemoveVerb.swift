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
        if paths.isEmpty {
            session.sayTakenOut(try takeOut(guests, project), dryRun: change.dryRun)
        } else if permanently {
            try deleteForGood(paths, guests, project, session)
        } else {
            try moveToTrash(paths, guests, project, session)
        }
        session.warnOfRest(in: project)
        return .done
    }

    /// A file that was taken out of a folder in which it was a guest.
    private typealias TakenOut = (path: RelativePath, folder: RelativePath)

    /// Takes guests out of the folders in which they were named.
    private func takeOut(_ guests: [NamedPlace], _ project: Project) throws(ShedError) -> [TakenOut] {
        try project.write { transaction throws(ShedError) in
            var taken: [TakenOut] = []
            try transaction.asOneDeed { () throws(ShedError) in try takeOut(guests, dryRun: change.dryRun, &taken, transaction) }
            return taken
        }
    }

    /// - Parameter taken: gets what was taken out, or would be, also where it fails midway.
    private func takeOut(_ guests: [NamedPlace], dryRun: Bool, _ taken: inout [TakenOut], _ transaction: Transaction) throws(ShedError) {
        let folders = guests.grouped(by: \.folder)
        // Refused before anything is done, if it is.
        for isLooking in dryRun ? [true] : [true, false] {
            taken = []
            for (folder, guests) in folders {
                let paths = try transaction.dismiss(guests.map(\.path), from: folder, dryRun: isLooking)
                if isLooking == dryRun { taken += paths.map { ($0, folder) } }
            }
        }
    }

    private func moveToTrash(_ paths: [RelativePath], _ guests: [NamedPlace], _ project: Project, _ session: Session) throws {
        let isSettled = change.dryRun || session.isConfirmed
        var doubted: Extent?
        var done = try carryOut(paths, guests, project, session) { transaction in
            guard !isSettled, let extent = try? transaction.extent(of: paths), !extent.templateFolders.isEmpty || !extent.projects.isEmpty else {
                return change.dryRun
            }
            doubted = extent
            // Refused before anybody is asked, if it is.
            return true
        }
        if let doubted {
            try session.confirm(.movingToTrash(what: doubted.naming(paths, session.style)))
            done = try carryOut(paths, guests, project, session) { _ in false }
        }
        session.sayTakenOut(done.taken, dryRun: change.dryRun, isWhole: false)
        session.sayMoved(done.moved, verb: "moved", in: project, dryRun: change.dryRun)
    }

    /// Takes guests out and moves the rest to Trash, in one step; where that fails midway, what was done is said before the error.
    /// - Parameter isDry: whether nothing is to be done.
    private func carryOut(
        _ paths: [RelativePath], _ guests: [NamedPlace], _ project: Project, _ session: Session, isDry: (Transaction) -> Bool
    ) throws(ShedError) -> (taken: [TakenOut], moved: [(from: RelativePath, to: RelativePath)]) {
        var taken: [TakenOut] = []
        let moved = try session.sayingWhatMoved(in: project) { () throws(ShedError) in
            do throws(ShedError) {
                return try project.write { transaction throws(ShedError) in
                    let dryRun = isDry(transaction)
                    // While the guests are still in, what is refused of the rest is.
                    let moved = try transaction.trash(paths, dryRun: dryRun || !guests.isEmpty)
                    guard !guests.isEmpty else { return moved }
                    guard !dryRun else {
                        try takeOut(guests, dryRun: true, &taken, transaction)
                        return moved
                    }
                    return try transaction.asOneDeed { () throws(ShedError) in
                        try takeOut(guests, dryRun: false, &taken, transaction)
                        return try transaction.trash(paths)
                    }
                }
            } catch {
                session.sayTakenOut(taken, dryRun: false, isWhole: false)
                throw error
            }
        }
        return (taken, moved)
    }

    private func deleteForGood(_ paths: [RelativePath], _ guests: [NamedPlace], _ project: Project, _ session: Session) throws {
        var taken: [TakenOut] = []
        // Refused before anybody is asked, if it is.
        let extent = try project.write { transaction throws(ShedError) in
            try transaction.deletePermanently(paths, dryRun: true)
            try takeOut(guests, dryRun: true, &taken, transaction)
            return try transaction.extent(of: paths)
        }
        let doomed = paths.map { (path: $0, id: session.id(at: $0, in: project)) }
        if !change.dryRun {
            try session.confirm(.deletingForGood(what: extent.naming(paths, session.style)))
            // By itself, since undo takes it back.
            if !guests.isEmpty { taken = try takeOut(guests, project) }
        }
        session.sayTakenOut(taken, dryRun: change.dryRun, isWhole: false)
        if !change.dryRun { try project.write { transaction throws(ShedError) in try transaction.deletePermanently(paths) } }
        session.sayDeleted(doomed, dryRun: change.dryRun)
    }
}
