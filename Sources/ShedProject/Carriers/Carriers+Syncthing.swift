import ShedDisk
import ShedModel

extension Carriers {
    /// The line of `.stignore` that leaves out just what stands at a path below Syncthing's folder.
    package static func syncthingLine(leavingOut path: RelativePath) -> [UInt8] { [UInt8(ascii: "/")] + CarrierLines.pattern(for: path) }

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

    /// The nearest folder, of those in which a project lies and the project's own, that bears Syncthing's mark (`.stfolder`).
    package static func syncthingFolder(above root: DirectoryHandle, path: [UInt8], home: String?) -> SyncthingFolder? {
        search(from: root, path: path, home: home) { level in
            guard (try? level.directory.kind(of: ".stfolder")).flatMap({ $0 }) != nil else { return nil }
            return SyncthingFolder(directory: level.directory, path: level.names.flatMap { [UInt8(ascii: "/")] + $0.bytes }, project: level.below)
        }
    }
}
