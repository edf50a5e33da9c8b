import ShedDisk
import ShedMessages
import ShedModel
import ShedRules

extension Transaction {
    /// Gives a node another name (`rename`).
    public func rename(_ path: RelativePath, to name: Name, dryRun: Bool = false) throws(ShedError) {
        guard !path.isRoot else { return try renameProject(to: name, dryRun: dryRun) }
        guard name.isPossible, !name.bytes.contains(UInt8(ascii: "/")) else {
            throw ShedError(.usage, .notAName(name: "\(name)"), remedy: .namesAndMoves)
        }
        _ = try move([path], to: path.parent.appending(name), isRename: true, dryRun: dryRun)
    }

    /// That something is to get the name that it has.
    static func sameName(_ name: Name) -> ShedError {
        ShedError(.refused, .sameName(name: "\(name)"), remedy: .nothingRenamed)
    }

    /// Renames the project's own directory. Its name is the project's name.
    private func renameProject(to name: Name, dryRun: Bool) throws(ShedError) {
        let old = home.name
        guard let parentPath = AbsolutePath.parent(of: home.path) else { return }
        do {
            let parent = try DirectoryHandle(pathBytes: parentPath)
            guard name != old else { throw Transaction.sameName(name) }
            try Project.checkProjectName(name, in: parent, except: old)
            guard !dryRun else { return }
            try requireWriting()
            let noted = try noteFinalStep(.projectRenamed(old: "\(old)", new: "\(name)"), naming: name)
            Interruption.point("name-noted")
            do throws(DiskError) { try parent.rename(old, to: parent, as: name, expecting: try root.ownEvidence().identity) } catch {
                if error.isFromBefore || error.code == .noSpace { project.undo.retract(noted) }
                throw error
            }
            sync(parent)
            home.path = AbsolutePath.joined(parentPath, name.bytes)
            let path = home.path
            try updateKept { $0.root = path }
        } catch { throw ShedError(error) }
    }

    /// Deletes the project (`delete`): to the desktop's trash, or for good. What this machine kept of it goes too when
    /// it is deleted for good. The caller has asked the person.
    /// - Returns: where it is now, or `nil` if it is gone.
    public func delete(permanently: Bool, dryRun: Bool = false) throws(ShedError) -> [UInt8]? {
        guard let parentPath = AbsolutePath.parent(of: home.path) else { return nil }
        guard !dryRun else { return nil }
        try requireWriting()
        do {
            let parent = try DirectoryHandle(pathBytes: parentPath)
            let identity = try root.ownEvidence().identity
            if permanently {
                guard try parent.evidence(of: home.name)?.identity == identity else {
                    throw ShedError(.environment, "the project moved meanwhile; nothing was deleted", remedy: "Try again.")
                }
                try parent.removeTree(home.name)
                try parent.sync()
                if let folder = home.stateFolder { try registry.forget(folder) }
                return nil
            }
            let trash = try DesktopTrash(for: parent, surroundings: surroundings)
            return try trash.take(home.name, at: home.path, from: parent, expecting: identity, now: surroundings.now())
        } catch { throw ShedError(error) }
    }
}

extension Project {
    /// Gives a node, or the project itself, another name.
    public func rename(_ path: RelativePath, to name: Name, dryRun: Bool = false) throws(ShedError) {
        try write(after: path.isRoot ? .nothing : .refresh()) { transaction throws(ShedError) in
            try transaction.rename(path, to: name, dryRun: dryRun)
        }
    }

    /// Deletes the project; see ``Transaction/delete(permanently:dryRun:)``.
    public func delete(permanently: Bool, dryRun: Bool = false) throws(ShedError) -> [UInt8]? {
        try write(after: .nothing) { transaction throws(ShedError) in try transaction.delete(permanently: permanently, dryRun: dryRun) }
    }
}
