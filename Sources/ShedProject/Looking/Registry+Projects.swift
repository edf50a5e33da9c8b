import ShedDisk
import ShedMessages
import ShedModel
import ShedSidecar

/// A project that this machine knows, as `projects` lists it.
public struct KnownProject: Sendable {
    public var id: NodeID
    /// The root's absolute path, where it was last met.
    public var path: [UInt8]
    /// `nil` where the root is not there to ask.
    public var kind: ForeignText?
    /// Whether the root is there now, and still the one that was registered.
    public var isLive: Bool
    /// What this machine keeps of it.
    var folder: ProjectStateFolder

    /// How many things that were done there could be undone.
    public var undoable: Int { folder.undoable }

    /// The project's name: the root directory's.
    public var name: Name { Name(bytes: Array(path.split(separator: UInt8(ascii: "/")).last ?? [])) }
}

extension Registry {
    /// All projects that this machine knows, in the order of their paths.
    /// - Throws: ``ShedError`` where the registry cannot be read.
    public func projects() throws(ShedError) -> [KnownProject] {
        try allFolders().map { folder in
            let isLive = Registry.isLive(folder)
            let root = isLive ? try? DirectoryHandle(pathBytes: folder.record.root) : nil
            let kind = root.flatMap { try? Sidecar($0) }.flatMap { ((try? $0.template()).map(\.kind)) ?? (try? $0.projectFile())?.kind }
            return KnownProject(id: folder.record.project, path: folder.record.root, kind: kind, isLive: isLive, folder: folder)
        }
    }

    /// Removes what this machine keeps of a project (`projects forget`): index, history, and that it is known. Its root is not
    /// touched.
    public func forget(_ project: KnownProject) throws(ShedError) {
        // Nobody is in the midst of a change.
        let lock = try FileLock.wait(project.folder.path + "/lock")
        try withExtendedLifetime(lock) { () throws(ShedError) in try forget(project.folder) }
    }
}

extension Project {
    /// Whether a project of this name could be made in a directory. Writes nothing.
    /// - Parameter parent: an absolute path.
    /// - Throws: ``ShedError`` where the name is taken or impossible, or the directory is inside a project.
    public static func checkNew(named name: Name, in parent: [UInt8], surroundings: Surroundings) throws(ShedError) {
        if let around = try? open(containing: parent, surroundings: surroundings, purpose: .look) {
            throw ShedError(
                .refused, .inAnotherProject(path: EscapedText.escape(parent), project: EscapedText.escape(around.home.path)), remedy: .makeItBeside)
        }
        let directory: DirectoryHandle
        do { directory = try DirectoryHandle(pathBytes: RealPath.of(parent)) } catch { throw ShedError(error) }
        try checkProjectName(name, in: directory)
    }
}
