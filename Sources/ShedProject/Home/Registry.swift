import ShedDisk
import ShedIndex
import ShedModel
import ShedSidecar

/// What this machine keeps of one project root: its folder in the state directory, with record, index, history and locks.
public struct ProjectStateFolder: Sendable {
    public var record: ProjectRecord
    /// The folder's absolute path.
    public var path: String

    /// Where the index is.
    public var index: String { path + "/index.sqlite" }
}

/// The projects that this machine knows: a folder each in the state directory.
public struct Registry: Sendable {
    let surroundings: Surroundings
    private var foldersPath: String { surroundings.stateDirectory + "/projects" }
    /// The folder in which each project has its own.
    package var directory: String { foldersPath }

    public init(_ surroundings: Surroundings) { self.surroundings = surroundings }

    /// All registered projects, in the order of their paths. A single record that is not readable or damaged is left
    /// out; `doctor` lists those. So is one that is still being made, or never was finished.
    /// - Throws: ``ShedError`` where it cannot be said which projects are registered. None are where there is no registry.
    public func allFolders() throws(ShedError) -> [ProjectStateFolder] {
        let folders = try allEntered()
        let drafts = ImportDraft.noted(surroundings)
        return drafts.isEmpty ? folders : folders.filter { !ImportDraft.isUnfinished($0.record, drafts) }
    }

    /// The same with those that are being made.
    func allEntered() throws(ShedError) -> [ProjectStateFolder] {
        do throws(DiskError) {
            let directory = try DirectoryHandle(path: foldersPath)
            var folders: [ProjectStateFolder] = []
            for entry in try directory.list(atMost: Registry.most) where entry.kind == .directory && !DirectoryHandle.isTemporary(entry.name) {
                if let folder = try folder(entry.name, in: directory) { folders.append(folder) }
            }
            return folders.sorted { $0.record.root.lexicographicallyPrecedes($1.record.root) }
        } catch {
            // Whoever wants to write there is told what stands in the way.
            if error.code == .notFound || error.code == .notDirectory { return [] }
            throw ShedError(error)
        }
    }

    /// The same; none where it cannot be said, for those who do without.
    package func folders() -> [ProjectStateFolder] { (try? allFolders()) ?? [] }

    /// Whether none of the projects' folders holds something of a name, also of those whose record cannot be read; not where that cannot be told.
    func noneHolds(_ name: Name) -> Bool {
        do throws(DiskError) {
            let directory = try DirectoryHandle(path: foldersPath)
            for entry in try directory.list(atMost: Registry.most) where entry.kind == .directory {
                do throws(DiskError) { if try directory.openDirectory(entry.name).kind(of: name) != nil { return false } } catch {
                    // One that went just now holds nothing.
                    if error.code != .notFound { return false }
                }
            }
            return true
        } catch { return error.code == .notFound }
    }

    /// How many folders the registry may hold.
    package static let most = 100_000

    private func folder(_ name: Name, in directory: DirectoryHandle) throws(DiskError) -> ProjectStateFolder? {
        guard let text = name.text else { return nil }
        do throws(DiskError) {
            let bytes = try directory.openDirectory(name).read(ProjectRecord.name, atMost: 1 << 20)
            return ProjectRecord(bytes: bytes).map { ProjectStateFolder(record: $0, path: foldersPath + "/" + text) }
        } catch {
            // That is no fault of the record, which will be read the next time.
            if error.code == .tooManyOpen { throw error }
            return nil
        }
    }

    /// Writes a record, durably, in a new folder unless it has one: that comes whole, or not at all.
    @discardableResult
    func register(_ record: ProjectRecord, in folder: ProjectStateFolder? = nil) throws(ShedError) -> ProjectStateFolder {
        do {
            let directory = try surroundings.makeStateDirectory("projects")
            let name = folder.map { Name(String($0.path.split(separator: "/").last ?? "")) } ?? Name(record.replica.description)
            if try directory.kind(of: name) == nil {
                try make(name, record, in: directory)
            } else {
                try directory.openDirectory(name).write(ProjectRecord.name, record.bytes, replacing: true)
            }
            return ProjectStateFolder(record: record, path: foldersPath + "/" + (name.text ?? ""))
        } catch { throw ShedError(error) }
    }

    private func make(_ name: Name, _ record: ProjectRecord, in directory: DirectoryHandle) throws(DiskError) {
        let draft = DirectoryHandle.temporaryName()
        do throws(DiskError) {
            try directory.openDirectory(draft, create: true).write(ProjectRecord.name, record.bytes, replacing: false)
            Interruption.point("registering")
            try directory.rename(draft, to: directory, as: name, expecting: nil)
        } catch {
            try? directory.removeTree(draft)
            // By the name that it would have.
            throw DiskError(error.code, errno: error.errno, action: error.action, path: "\(directory.label)/\(name)")
        }
        try directory.sync()
    }

    /// A project's folder with its record as it is now: another run may have written it meanwhile. `nil` where there is none any more,
    /// or it cannot be read.
    func stored(_ folder: ProjectStateFolder) -> ProjectStateFolder? {
        guard let bytes = try? DirectoryHandle(path: folder.path).read(ProjectRecord.name, atMost: 1 << 20), let record = ProjectRecord(bytes: bytes)
        else { return nil }
        return ProjectStateFolder(record: record, path: folder.path)
    }

    /// Removes a project's folder: what this machine kept of it. It goes as a whole: with its record goes the trust, and a record
    /// without the rest would have journals believed that nobody sealed.
    func forget(_ folder: ProjectStateFolder) throws(ShedError) {
        do {
            let directory = try DirectoryHandle(path: foldersPath)
            guard let name = folder.path.split(separator: "/").last else { return }
            let aside = DirectoryHandle.temporaryName()
            try directory.rename(Name(String(name)), to: directory, as: aside, expecting: nil)
            try directory.sync()
            Interruption.point("forgotten-project")
            try directory.removeTree(aside)
        } catch { throw ShedError(error) }
    }

    /// Whether the root of a folder is there now, and still the one.
    package static func isLive(_ folder: ProjectStateFolder) -> Bool {
        standing(folder).map { folder.record.isRoot($0) } ?? false
    }

    /// Whether a project of this ID stands at the root of a folder, in whichever directory: the one, a replica, a copy, the same on a disk
    /// that was mounted again. Whether it may be changed is for its opening to say.
    package static func isThere(_ folder: ProjectStateFolder) -> Bool { standing(folder) != nil }

    /// What the directory is at the root of a folder; `nil` where that is no such project.
    private static func standing(_ folder: ProjectStateFolder) -> Evidence? {
        guard let root = try? DirectoryHandle(pathBytes: folder.record.root), let evidence = try? root.ownEvidence(),
            let sidecar = try? Sidecar(root), let file = try? sidecar.projectFile(), file.projects.contains(folder.record.project)
        else { return nil }
        return evidence
    }
}
