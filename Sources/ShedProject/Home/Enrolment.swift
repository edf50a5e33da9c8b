import ShedDisk
import ShedMessages
import ShedModel
import ShedSidecar

/// A root that is a copy of another one on this machine, and gets IDs of its own.
struct Copying {
    /// The other root: an absolute path.
    var original: [UInt8]
    /// Whether it has them by now; else the first change gives them.
    var isDone: Bool
}

/// What just became of a project's IDs, which is told once.
package enum IDsNews {
    /// It is a copy of the root at an absolute path, and got IDs of its own.
    case copied([UInt8])
    /// It is a copy that has its own IDs again.
    case takenBack
}

/// Finds what this machine keeps of a root, and registers the root where somebody said that it may be changed.
///
/// A root is known again by its directory (inode and birth time), else by its path. A second live root of the same project is
/// a copy or a replica (Documentation/Identity.md). One that was neither made nor adopted nor trusted here is only looked at: no
/// folder, no replica ID and no ID of a copy is made for it.
extension ProjectHome {
    func enrol(_ purpose: Project.Purpose, _ consent: Project.Consent) throws(ShedError) {
        if purpose == .change { try requireOwnership() }
        let evidence: Evidence
        do throws(DiskError) { evidence = try root.ownEvidence() } catch { throw ShedError(error) }
        // Who only looks does without a state directory that is closed to them; one whose registry is damaged is told.
        let mustKnow = purpose == .change || (try? DirectoryHandle(path: surroundings.stateDirectory)) != nil
        let known = surroundings.requiresState || purpose == .change ? (mustKnow ? try registry.allFolders() : []) : registry.folders()
        let machine = Surroundings.machine()
        let overwritten = try overwritten(known, evidence, machine)
        if purpose == .change, consent == .trust, let overwritten { try takeBack(overwritten) }
        let folders = known.filter { file.projects.contains($0.record.project) }
        otherRoots = ProjectHome.others(than: path, evidence, among: folders, of: file.id)
        // Where any directory may have the number of this one, the project must be the same too.
        let own = folders.first { $0.record.isRoot(evidence) && $0.record.machine == machine && (isSurelyKnown(evidence) || $0.record.project == file.id) }
        let former = own == nil ? folders.first { $0.record.root == path && $0.record.project == file.id } : nil
        let isKnown = (own ?? former).map { isTrusted($0, evidence) } ?? false
        let isReshaped = isKnown && (own ?? former).map { !hasTrustedShape($0.record) } == true
        isTrusted = consent != .none || isKnown && !isReshaped
        remembered = overwritten != nil ? .overwritten : isReshaped ? .reshaped : Remembered(of: path, evidence, among: folders)
        guard purpose == .look || isTrusted else { throw ShedError.untrusted(path, remembered) }
        if purpose == .change { try forgetFormer(known, evidence, machine) }
        if let own {
            try keep(own, evidence, purpose, consent)
        } else if let former {
            try takeOver(former, evidence, machine, purpose)
            if consent != .none { try trustShape(in: former) }
        } else if purpose == .change {
            try register(consent, folders, evidence, machine)
        } else if let original = original(among: folders, evidence) {
            copying = Copying(original: original, isDone: false)
        }
    }

    private func register(
        _ consent: Project.Consent, _ folders: [ProjectStateFolder], _ evidence: Evidence, _ machine: String
    ) throws(ShedError) {
        if consent != .trustAsReplica, let original = original(among: folders, evidence) {
            try becomeCopy()
            otherRoots = []
            copying = Copying(original: original, isDone: true)
        }
        let replica = if case .made(let replica) = consent { replica } else { surroundings.ids.replica() }
        var record = ProjectRecord(project: file.id, root: path, identity: evidence.identity, replica: replica, machine: machine, kind: file.kind)
        record.trusted = surroundings.now()
        record.shapes = [shape]
        record.fileSystem = root.lastingFileSystem
        if !isSurelyKnown(evidence) { record.mark = ownMark(replica) }
        record.copiedFrom = file.copiedFrom
        if copying != nil { record.given = file.id }
        record.hasAttributes = (try? sidecar.holdsAttributes()) == true
        stateFolder = try registry.register(record)
    }

    /// The other roots on this machine of the same project that are there now, but for those of which a person said what they and this
    /// one are to each other. What a copy was made of is another project, with other IDs.
    private static func others(
        than path: [UInt8], _ evidence: Evidence, among folders: [ProjectStateFolder], of project: NodeID
    ) -> [[UInt8]] {
        let others = folders.filter { $0.record.project == project && !$0.record.isRoot(evidence) && $0.record.root != path }
        guard !others.isEmpty else { return [] }
        let own = folders.first { $0.record.project == project && $0.record.isRoot(evidence) }
        return others.filter { other in own?.record.isSettled(with: other.record) != true && Registry.isLive(other) }.map(\.record.root)
    }

    /// The same, looked up again, for who has the project open for long.
    package func otherRootsNow() -> [[UInt8]] {
        guard let evidence = try? root.ownEvidence() else { return [] }
        return ProjectHome.others(than: path, evidence, among: registry.folders().filter { file.projects.contains($0.record.project) }, of: file.id)
    }

    /// Gives up what is kept of another project that this very directory was: `.shed` was removed and the directory adopted
    /// anew, or another project's `.shed` was put there. As long as anything of it stands in the sidecar it is kept: then only
    /// `project.json` is another, which may be a slip.
    private func forgetFormer(_ known: [ProjectStateFolder], _ evidence: Evidence, _ machine: String) throws(ShedError) {
        // Without birth times the root of another disk may have this number too.
        guard evidence.birth != 0 else { return }
        for folder in known where !file.projects.contains(folder.record.project) {
            let record = folder.record
            guard record.root == path, record.isRoot(evidence), record.machine == machine, try !hasBatches(of: record.project) else { continue }
            try registry.forget(folder)
        }
    }

    private func hasBatches(of project: NodeID) throws(ShedError) -> Bool {
        let former = ProjectFile(id: project, kind: file.kind, created: 0)
        do throws(SidecarError) {
            let listing = try sidecar.listing()
            return listing.batches.contains { (try? sidecar.read($0, of: former).get()) != nil }
                || listing.bases.contains { (try? sidecar.readBase($0, of: former).get()) != nil }
        } catch { throw ShedError(error) }
    }

    private func keep(_ folder: ProjectStateFolder, _ evidence: Evidence, _ purpose: Project.Purpose, _ consent: Project.Consent) throws(ShedError) {
        stateFolder = folder
        guard purpose == .change else { return }
        let (path, file, now, shape) = (path, file, surroundings.now(), shape)
        let mark = folder.record.mark ?? (isSurelyKnown(evidence) ? nil : ownMark(folder.record.replica))
        let fileSystem = root.lastingFileSystem
        let (reason, own) = (reasonToRenew(folder, fileSystem), ownSequence(folder))
        let new = reason.map { _ in surroundings.ids.replica() }
        try updateKeptLocked(in: folder) { record in
            record.root = path
            record.identity = evidence.identity
            record.project = file.id
            record.kind = file.kind
            record.copiedFrom = file.copiedFrom
            record.trusted = record.trusted ?? now
            // Without a word only where nothing is known: another run may have given it another template since this one read it.
            if consent != .none || record.shapes.isEmpty { record.shapes = [shape] }
            record.mark = mark
            record.fileSystem = fileSystem ?? record.fileSystem
            // Another run may have done it meanwhile.
            guard let reason, let new, record.replica == folder.record.replica else { return }
            record.renew(as: new, because: reason, sequence: own, now: now)
        }
        noteRenewal(of: folder.record.replica)
    }

    /// The same path but another directory: the tree was restored or copied back. It writes under a new replica ID, since the
    /// sidecar may lack batches that the old one wrote.
    private func takeOver(
        _ folder: ProjectStateFolder, _ evidence: Evidence, _ machine: String, _ purpose: Project.Purpose
    ) throws(ShedError) {
        stateFolder = folder
        guard purpose == .change else { return }
        var new = ProjectRecord(
            project: file.id, root: path, identity: evidence.identity, replica: folder.record.replica, machine: machine, kind: file.kind)
        new.former = folder.record.former
        new.renew(
            as: surroundings.ids.replica(), because: folder.record.machine == machine ? .directory : .machine, sequence: ownSequence(folder),
            now: surroundings.now())
        new.fileSystem = root.lastingFileSystem
        new.trusted = surroundings.now()
        // What the former replica has written stays what the root is known by.
        if !isSurelyKnown(evidence) { new.mark = folder.record.mark ?? ownMark(folder.record.replica) }
        new.copiedFrom = file.copiedFrom
        // A backup may have been made before the file was brought.
        new.hasAttributes = (try? sidecar.holdsAttributes()) == true
        // What a person said of it holds on where it is surely the same, as on a disk that was mounted again.
        if isTrusted(folder, evidence) {
            new.hasAttributes = folder.record.hasAttributes
            (new.declared, new.declaredBeside, new.given) = (folder.record.declared, folder.record.declaredBeside, folder.record.given)
        }
        try updateKeptLocked(in: folder) { record in
            let (shelters, shapes) = (record.shelters, record.shapes)
            record = new
            (record.shelters, record.shapes) = (shelters, shapes)
        }
        noteRenewal(of: folder.record.replica)
    }

    /// The root that this one is a copy of: it is a second live root on the same machine and file system, both registered, neither
    /// with a carrier's marks.
    private func original(among folders: [ProjectStateFolder], _ evidence: Evidence) -> [UInt8]? {
        guard !CarrierMarks.stand(in: root) else { return nil }
        return folders.first { folder in
            guard folder.record.project == file.id, folder.record.declared != "replica", Registry.isLive(folder),
                let other = try? DirectoryHandle(pathBytes: folder.record.root), let theirs = try? other.ownEvidence()
            else { return false }
            return theirs.device == evidence.device && !CarrierMarks.stand(in: other)
        }?.record.root
    }

    /// Whether it has just got IDs of its own, which was not told yet.
    fileprivate var gotOwnIDs: Bool { isTakenBack || copying?.isDone == true }

    /// What just became of its IDs, where that was noticed; told once.
    package func takeNews() -> IDsNews? {
        if isTakenBack {
            isTakenBack = false
            return .takenBack
        }
        guard let copying, copying.isDone else { return nil }
        self.copying = nil
        return .copied(copying.original)
    }

    /// What is kept of this very directory as a copy with IDs of its own, where the `.shed` of what it was made of was copied over it
    /// (`cp -r` a second time) and what was written here under these IDs is still there. Once somebody said that it is a replica of that
    /// it is a copy no more.
    private func overwritten(_ known: [ProjectStateFolder], _ evidence: Evidence, _ machine: String) throws(ShedError) -> ProjectStateFolder? {
        guard !known.contains(where: { $0.record.project == file.id && $0.record.isRoot(evidence) && $0.record.machine == machine })
        else { return nil }
        for folder in known where folder.record.copiedFrom.contains(file.id) && folder.record.machine == machine {
            let record = folder.record
            // Without birth times the root of another disk may have this number too.
            guard record.isRoot(evidence), evidence.birth != 0 || record.root == path, !file.projects.contains(record.project) else { continue }
            if try hasBatches(of: record.project) { return folder }
        }
        return nil
    }

    /// Makes this root the copy again that it was. What came with the other `.shed` is mapped to its IDs, as when it was copied first.
    private func takeBack(_ folder: ProjectStateFolder) throws(ShedError) {
        let own = ProjectFile(id: folder.record.project, kind: file.kind, created: file.created, copiedFrom: folder.record.copiedFrom)
        do throws(SidecarError) { try sidecar.replaceProjectFile(own) } catch { throw ShedError(error) }
        file = own
        isTakenBack = true
    }

    /// What is kept of other roots of the same project, whether they are there or not.
    fileprivate func othersOfSameID() throws(ShedError) -> [ProjectStateFolder] {
        try registry.allFolders().filter { $0.record.project == id && $0.path != stateFolder?.path }
    }

    /// Gives this root a project ID of its own. Its nodes' IDs follow from the old ones (UUIDv5).
    func becomeCopy() throws(ShedError) {
        let copied = file.copied(as: surroundings.ids.next())
        do throws(SidecarError) { try sidecar.replaceProjectFile(copied) } catch { throw ShedError(error) }
        file = copied
    }
}

extension Project {
    /// `adopt --as`: a person says what this root is.
    public func declare(asCopy: Bool) throws(ShedError) {
        try write(after: .nothing) { transaction throws(ShedError) in
            try transaction.requireWriting()
            // What was just trusted may have got them by that.
            let becomesCopy = asCopy && !home.gotOwnIDs
            if becomesCopy {
                // One that came with the ID of a copy, from a root that nobody knows here, is none of its own yet.
                let record = home.stateFolder?.record
                let isOwn = record?.given == home.id || record?.declared == "copy" && record?.declaredBeside == nil
                let isShared = try !home.othersOfSameID().isEmpty
                guard !isOwn || isShared else {
                    throw ShedError(.refused, .isCopyAlready, remedy: .nothingToDo)
                }
                try home.becomeCopy()
                store.forget()
            }
            guard home.stateFolder != nil else { return }
            let (file, replica) = (home.file, becomesCopy ? home.surroundings.ids.replica() : nil)
            let beside = try home.othersOfSameID().map(\.record.replica)
            try transaction.updateKept { record in
                record.project = file.id
                record.copiedFrom = file.copiedFrom
                record.declared = asCopy ? "copy" : "replica"
                record.declaredBeside = beside
                if asCopy { record.given = file.id }
                guard let replica else { return }
                // Its nodes have other IDs.
                record.shelters = nil
                record.replica = replica
            }
            if becomesCopy { try store.discardIndex() }
        }
    }
}
