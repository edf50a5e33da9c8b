import ShedDisk
import ShedModel

extension Carriers {
    /// A folder that Syncthing carries.
    package struct SyncthingFolder {
        package var directory: DirectoryHandle
        /// Absolute.
        package var path: [UInt8]
        /// The project's root below it.
        package var project: RelativePath

        /// - Parameters: as the members.
        package init(directory: DirectoryHandle, path: [UInt8], project: RelativePath) {
            (self.directory, self.path, self.project) = (directory, path, project)
        }
    }

    /// The nearest folder, of those in which a project lies and the project's own, that bears Syncthing's mark (`.stfolder`). It is sought
    /// as far as other marks are.
    package static func syncthingFolder(above root: DirectoryHandle, path: [UInt8], home: String?) -> SyncthingFolder? {
        let homeIdentity = home.flatMap { try? DirectoryHandle(path: $0).ownEvidence().identity }
        var (directory, names, below) = (root, path.split(separator: UInt8(ascii: "/")).map { Name(bytes: Array($0)) }, [Name]())
        for _ in 0..<mostLevels {
            if (try? directory.kind(of: ".stfolder")).flatMap({ $0 }) != nil {
                let path = names.flatMap { [UInt8(ascii: "/")] + $0.bytes }
                return SyncthingFolder(directory: directory, path: path, project: RelativePath(below.reversed()))
            }
            guard let identity = try? directory.ownEvidence().identity, identity != homeIdentity, let above = (try? directory.above()).flatMap({ $0 }),
                let name = names.popLast(), let owner = directory.owner, above.owner == owner,
                let outer = try? above.ownEvidence().identity, outer != homeIdentity
            else { return nil }
            below.append(name)
            directory = above
        }
        return nil
    }
}
