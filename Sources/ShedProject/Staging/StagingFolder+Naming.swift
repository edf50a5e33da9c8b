import ShedDisk
import ShedModel

/// What cannot be written is named by where it is to stand, which is what a person knows of it.
extension StagingFolder {
    /// What messages call a place of the project.
    package func label(of target: RelativePath) -> String { "\(directory.label.dropLast("\(path)".count + 1))/\(target)" }

    /// Does something with an entry that is to stand at a path.
    func naming<Result>(_ target: RelativePath, _ name: Name, _ body: () throws(DiskError) -> Result) throws(DiskError) -> Result {
        do throws(DiskError) { return try body() } catch { throw error.naming(label(of: target), for: directory.label(of: name)) }
    }

    /// Copies a file that is to stand at a path: as ``DirectoryHandle/copy(_:as:mode:expecting:)``.
    package func copy(
        _ file: ReadableFile, as name: Name, for target: RelativePath, mode: UInt32, expecting: ContentHash? = nil
    ) throws(DiskError) -> FileCopy {
        try naming(target, name) { () throws(DiskError) in try directory.copy(file, as: name, mode: mode, expecting: expecting) }
    }
}
