import ShedDisk
import ShedModel
import ShedRules

extension Project {
    /// Gives a node another name (`rename`).
    public func rename(_ path: RelativePath, to name: Name, dryRun: Bool = false) throws(ShedError) {
        guard !path.isRoot else { return try renameProject(to: name, dryRun: dryRun) }
        guard name.isPossible, !name.bytes.contains(UInt8(ascii: "/")) else {
            throw ShedError(.usage, "“\(name)” cannot be a name", remedy: "A name has 1 to 255 bytes and no “/”; “shed mv” moves to another folder.")
        }
        _ = try move([path], to: path.parent.appending(name), isRename: true, dryRun: dryRun)
    }

    /// Renames the project's own directory. Its name is the project's name.
    private func renameProject(to name: Name, dryRun: Bool) throws(ShedError) {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        let old = self.name
        guard let slash = rootPath.lastIndex(of: UInt8(ascii: "/")) else { return }
        let parentPath = slash == 0 ? [UInt8(ascii: "/")] : Array(rootPath[..<slash])
        do {
            let parent = try DirectoryHandle(pathBytes: parentPath)
            guard name != old else { return }
            try Project.checkProjectName(name, in: parent, except: old)
            guard !dryRun else { return }
            try parent.rename(old, to: parent, as: name, expecting: try root.ownEvidence().identity)
            try parent.sync()
            rootPath = (slash == 0 ? [] : parentPath) + [UInt8(ascii: "/")] + name.bytes
            guard let seat else { return }
            var record = seat.record
            record.root = rootPath
            self.seat = try registry.register(record, in: seat)
        } catch { throw ShedError(error) }
    }

    /// Deletes the project (`delete`): to the desktop's trash, or for good. What this machine kept of it goes too when
    /// it is deleted for good. The caller has asked the person.
    /// - Returns: where it is now, or `nil` if it is gone.
    public func delete(permanently: Bool, dryRun: Bool = false) throws(ShedError) -> [UInt8]? {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        guard let slash = rootPath.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        guard !dryRun else { return nil }
        do {
            let parent = try DirectoryHandle(pathBytes: slash == 0 ? [UInt8(ascii: "/")] : Array(rootPath[..<slash]))
            let identity = try root.ownEvidence().identity
            if permanently {
                guard try parent.evidence(of: name)?.identity == identity else {
                    throw ShedError(.environment, "the project moved meanwhile; nothing was deleted", remedy: "Try again.")
                }
                try parent.removeTree(name)
                try parent.sync()
                if let seat { try registry.forget(seat) }
                return nil
            }
            let trash = try DesktopTrash(for: parent, surroundings: surroundings)
            return try trash.take(name, at: rootPath, from: parent, expecting: identity, now: surroundings.now())
        } catch { throw ShedError(error) }
    }
}
