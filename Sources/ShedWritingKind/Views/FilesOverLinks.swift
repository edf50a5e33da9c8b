import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedReconcile
import ShedWriting

/// Files that stand in place of a view's links.
///
/// One that holds the link's text (git without links leaves such), or what its target holds (`cp -rL`, zip, FAT), is replaced by the
/// link. Any other one is an edit of the target, if this machine saw the link standing and the target is as it was then: the target
/// gets its content, and what that held before is kept for `undo`. All else is refused, also where the target's folder may not be written
/// to, or a program has the target open to write to it.
struct FilesOverLinks {
    /// Edits of larger files, and of more of them at once, are refused: what was there before is to be kept.
    private static let most = (size: 64 << 20 as Int64, total: 128 << 20 as Int64)

    let project: Project
    let view: any LinkView
    /// The links in whose places they stand, as they were last seen.
    let links: [Name: LinkBook.Record]
    /// Files that are no edits, whatever they hold.
    let known: Set<FileIdentity>

    /// What became of files.
    struct Outcome {
        /// The files that were edited.
        var edited: [RelativePath] = []
        /// The names at which links stand again.
        var replaced: [Name] = []
        /// The names at which something else is.
        var refused: [Name] = []
        /// What the files at such names were edits of, where a program has that open to write to it.
        var open: [Name: RelativePath] = [:]
    }

    /// - Throws: also where a look fails for the moment, as for want of memory: then the file stays where it is until it can be done.
    func settle(_ files: [Name], overridesWaiting: Bool, _ transaction: Transaction) throws(ShedError) -> Outcome {
        var outcome = Outcome()
        let linked = files.filter { links[$0] != nil }
        let users = overridesWaiting || linked.isEmpty ? nil : OpenPaths(below: project.home.path, of: linked.map { view.path.appending($0) })
        var edited: Int64 = 0
        for name in files {
            guard let link = links[name], users?.user(of: view.path.appending(name)) == nil, let target = view.target(of: link.text),
                let file = StandingFile(view.handle, name), !known.contains(file.evidence.identity)
            else { continue }
            var folder = LinkFolder(view.handle)
            switch fate(of: file, link, edited, overridesWaiting) {
            case .unknown(let error): throw ShedError(error)
            case .refused(let isOpen):
                outcome.refused.append(name)
                if isOpen { outcome.open[name] = target }
                continue
            case .link: break
            case .edit(let there):
                edited += there.evidence.size
                guard let saved = try save(file, to: target, there, link: view.path.appending(name), overridesWaiting, transaction) else { continue }
                outcome.edited.append(target)
                guard saved == file.evidence else { continue }
            }
            if folder.replace(name, file.evidence, by: link.text) { outcome.replaced.append(name) }
        }
        return outcome
    }

    /// What will be made of a file.
    struct Settlement {
        /// What the link leads to.
        let target: RelativePath
        /// Whether the target gets what the file holds.
        let isEdit: Bool
    }

    /// What is to become of files, without doing it, by their names; of those alone that will not be refused.
    /// - Parameter overridesWaiting: as of what is to settle them.
    func foresee(_ files: [Name], overridesWaiting: Bool) -> [Name: Settlement] {
        var foreseen: [Name: Settlement] = [:]
        var edited: Int64 = 0
        for name in files {
            guard let link = links[name], let target = view.target(of: link.text), let file = StandingFile(view.handle, name),
                !known.contains(file.evidence.identity)
            else { continue }
            switch fate(of: file, link, edited, overridesWaiting) {
            case .refused: continue
            case .unknown: foreseen[name] = Settlement(target: target, isEdit: true)
            case .link: foreseen[name] = Settlement(target: target, isEdit: false)
            case .edit(let there):
                edited += there.evidence.size
                foreseen[name] = Settlement(target: target, isEdit: true)
            }
        }
        return foreseen
    }

    /// What becomes of a file in place of a link.
    private enum Fate {
        /// The link takes its place.
        case link
        /// The target gets what it holds.
        case edit(StandingFile)
        /// - isOpen: whether it would be an edit, if no program had the target open to write to it.
        case refused(isOpen: Bool)
        /// It waits: it cannot be told now whether a program has the target open to write to it.
        case unknown(DiskError)
    }

    /// - Parameters:
    ///   - edited: how much is written over already.
    ///   - overridesWriters: whether a target counts as well that a program has open to write to it.
    private func fate(of file: StandingFile, _ link: LinkBook.Record, _ edited: Int64, _ overridesWriters: Bool) -> Fate {
        if file.holds(link.text) { return .link }
        guard let there = view.target(of: link.text).flatMap(view.file) else { return .refused(isOpen: false) }
        if file.isEqual(to: there) { return .link }
        guard let seen = link.seen, seen == LinkBook.Seen(there.evidence),
            max(file.evidence.size, there.evidence.size) <= FilesOverLinks.most.size, edited + there.evidence.size <= FilesOverLinks.most.total,
            there.directory.isWritable
        else { return .refused(isOpen: false) }
        // What a program writes to the target next would be lost.
        if overridesWriters { return .edit(there) }
        do throws(DiskError) { return try there.directory.whetherBeingWritten(there.name) ? .refused(isOpen: true) : .edit(there) } catch {
            // What may not be read cannot be kept for `undo` later either.
            return error.code == .notPermitted ? .refused(isOpen: false) : .unknown(error)
        }
    }

    /// Puts what a file holds into its target, and takes that in.
    /// - Returns: how the file was when it was read; `nil` where that was not done, since somebody changes one of the two.
    /// - Throws: what has nothing to do with the two, such as that the disk is full. Then the file stays where it is until it can be
    ///   done.
    private func save(
        _ file: StandingFile, to target: RelativePath, _ there: StandingFile, link: RelativePath, _ overridesWriters: Bool, _ transaction: Transaction
    ) throws(ShedError) -> Evidence? {
        var change = try transaction.stageChange()
        change.overridesWriters = overridesWriters
        let evidence: Evidence
        do throws(DiskError) {
            let read = try file.directory.readWithEvidence(file.name, atMost: Int(FilesOverLinks.most.size))
            evidence = read.evidence
            guard evidence.identity == file.evidence.identity else { throw DiskError(.changed, action: "read", path: "\(link)") }
            try change.write(read.bytes, to: target, replacing: (there.evidence, there.directory))
        } catch {
            transaction.discard(change)
            guard error.code != .noSpace, error.code != .tooManyOpen else { throw ShedError(error) }
            return nil
        }
        do throws(ShedError) {
            try transaction.carryOut(change, scope: .directories(change.places), remade: [target: .savedOverLink(link: "\(link)")])
        } catch {
            // Where the target's folder may not be written to, for one, nothing was done: the file is refused, and the rest is put in order.
            // What was begun is finished by the next walk.
            guard !change.isBegun, error.kind == .refused || error.isAboutOne else { throw error }
            return nil
        }
        Interruption.point("edit-taken-over")
        return evidence
    }
}

extension WalkRequest {
    /// Whether a person wants what is in use judged as well.
    var overridesWaiting: Bool {
        guard case .sync(let options) = self else { return false }
        return options.overridesWaiting
    }
}
