import ShedDisk
import ShedModel
import ShedProject
import ShedSidecar

extension Project {
    /// The project whose document stands at a path: a file that is no link, that no ignore rule covers, and that is not
    /// hidden, nor is any folder on the way. `nil` where there is none, or it is in no project.
    /// - Parameter path: absolute. Links on the way are followed, one at its end is not.
    /// - Returns: the root's absolute path.
    public static func ofDocument(at path: [UInt8]) throws(ShedError) -> [UInt8]? {
        guard let parts = AbsolutePath.parts(of: path), !parts.name.isEmpty else { return nil }
        let name = Name(bytes: parts.name)
        var folder = try RealPath.of(parts.parent)
        do throws(DiskError) {
            guard try DirectoryHandle(pathBytes: folder).kind(of: name) == .file else { return nil }
            var names = [name]
            while true {
                let directory = try DirectoryHandle(pathBytes: folder)
                if try directory.kind(of: Sidecar.name) == .directory {
                    if names.contains(where: \.isHidden) { return nil }
                    return try IgnoreFile.read(directory).ignores(path: RelativePath(names), kind: .file) ? nil : folder
                }
                guard folder.count > 1, let parts = AbsolutePath.parts(of: folder) else { return nil }
                names.insert(Name(bytes: parts.name), at: 0)
                folder = parts.parent
            }
        } catch { throw ShedError(error) }
    }
}
