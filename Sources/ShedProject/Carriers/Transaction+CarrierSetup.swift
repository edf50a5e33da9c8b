import ShedDisk
import ShedMessages
import ShedModel

extension Transaction {
    /// Sets the project up for what carries it between devices, or takes that away again: files of the carrier's, in which only a marked
    /// block is shed's, and for git hooks and files that have it keep folders.
    ///
    /// Each file is written whole and in one step, and none that a person wrote is replaced but for the block. Doing it again changes
    /// nothing, and completes what was interrupted. `undo` says that the same verb takes it away.
    /// - Parameters:
    ///   - removes: takes away what a run without this wrote.
    ///   - program: the path of shed, for hooks.
    /// - Throws: where the project cannot be read; a file that could not be written is told in the answer, and the others are.
    public func setUp(_ carrier: Carrier, removes: Bool, program: [UInt8], dryRun: Bool) throws(ShedError) -> CarrierSetup {
        let folders = try standingFolders()
        var planner = SetupPlanner(
            home, carrier, removes: removes, program: program, views: folders.filter(\.isOfLinks).map(\.path),
            keptFolders: folders.filter { !$0.isOfLinks && (removes || $0.vanishes) }.map(\.path))
        try planner.plan()
        var setup = planner.setup
        guard !dryRun else {
            setup.items += planner.files.map { .init(path: $0.place.fullPath, action: $0.after == .nothing ? .remove : .write) }
            return setup
        }
        try requireWriting()
        // A block of shed's in a file that people write in goes by the same verb, and not with all that was done since.
        let noted = planner.files.isEmpty ? [] : try noteFinalStep(.carrierSetUp(carrier: carrier.rawValue, isRemoved: removes))
        for file in planner.files {
            setup.items.append(carryOut(file))
            Interruption.point("setup")
        }
        if setup.changesNothing { project.undo.retract(noted) }
        return setup
    }

    private func carryOut(_ file: PlannedFile) -> CarrierSetup.Item {
        let path = file.place.fullPath
        func left(_ reason: Message) -> CarrierSetup.Item { .init(path: path, action: .leave, reason: reason) }
        do throws(DiskError) {
            let directory = file.place.isInNewFolder ? try file.place.directory.openDirectory("hooks", create: true) : file.place.directory
            let name = file.place.name
            directory.endSaving(name) { _ in false }
            // What somebody has written since it was read is theirs.
            guard try directory.held(name) == file.before else { return left(.setupChangedMeanwhile) }
            switch file.after {
            case .text(let bytes):
                if let before = file.before {
                    guard try directory.rewrite(name, bytes, holding: before) else { return left(.setupChangedMeanwhile) }
                } else {
                    try directory.write(name, bytes, replacing: false)
                }
            case .program(let bytes): try directory.writeProgram(name, bytes, replacing: file.before != nil)
            case .nothing: if let before = file.before, try !directory.removeFile(name, holding: before) { return left(.setupChangedMeanwhile) }
            }
            return .init(path: path, action: file.after == .nothing ? .remove : .write)
        } catch { return left(error.code == .exists ? .setupChangedMeanwhile : error.why) }
    }

    private struct StandingFolder {
        var path: RelativePath
        /// Whether it holds links that each device makes by itself.
        var isOfLinks: Bool
        /// Whether git would not keep it, now or as soon as its last file goes: it is one of the template's, or nothing stands in it.
        var vanishes: Bool
    }

    /// The folders that are there, but for what lies in Trash or Rejected.
    private func standingFolders() throws(ShedError) -> [StandingFolder] {
        let state = try load()
        let outside = [Role.trash, .rejected].compactMap { folder(with: $0, state) }
        let filled = Set(state.model.nodes.values.lazy.filter { state.stands($0.id) }.compactMap { $0.place?.parent })
        var folders: [StandingFolder] = []
        for node in state.model.nodes.values where node.type.isDirectory && node.type != .project && state.stands(node.id) {
            guard let path = state.model.path(of: node.id), !outside.contains(where: { path != $0 && path.isInside($0) }), node.role != .rejected
            else { continue }
            let isOfLinks = node.role.map { home.module?.holdsOwnLinks($0) == true } ?? false
            folders.append(StandingFolder(path: path, isOfLinks: isOfLinks, vanishes: node.role != nil || !filled.contains(node.id)))
        }
        return folders.sorted { $0.path < $1.path }
    }
}

extension DirectoryHandle {
    /// What a small file holds now; `nil` where it is not there.
    fileprivate func held(_ name: Name) throws(DiskError) -> [UInt8]? {
        do throws(DiskError) { return try read(name, atMost: 2 << 20) } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }
}
