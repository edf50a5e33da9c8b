import ShedDisk
import ShedIndex
import ShedModel
import ShedSidecar

/// The projects that this machine knows: a folder each in the state directory, with record, index and locks.
public struct Registry: Sendable {
    /// One project's folder in the state directory.
    public struct Seat: Sendable {
        public var record: ProjectRecord
        /// The folder's absolute path.
        public var path: String

        /// Where the index is.
        public var index: String { path + "/index.sqlite" }
    }

    let surroundings: Surroundings
    private var seatsPath: String { surroundings.stateDirectory + "/projects" }
    /// The folder in which each project has its own.
    var directory: String { seatsPath }

    public init(_ surroundings: Surroundings) { self.surroundings = surroundings }

    /// All registered projects, in the order of their paths. What is not readable or damaged is left out.
    public func seats() -> [Seat] {
        guard let directory = try? DirectoryHandle(path: seatsPath), let entries = try? directory.list(atMost: 100_000) else { return [] }
        return entries.compactMap { entry in
            guard entry.kind == .directory, let name = entry.name.text,
                let folder = try? directory.openDirectory(entry.name),
                let bytes = try? folder.read(ProjectRecord.name, atMost: 1 << 20), let record = ProjectRecord(bytes: bytes)
            else { return nil }
            return Seat(record: record, path: seatsPath + "/" + name)
        }.sorted { ($0.record.root, $0.path).0.lexicographicallyPrecedes(($1.record.root, $1.path).0) }
    }

    /// Writes a record, in a new folder unless it has a seat.
    @discardableResult
    func register(_ record: ProjectRecord, in seat: Seat? = nil) throws(ShedError) -> Seat {
        do {
            let directory = try surroundings.makeStateDirectory("projects")
            let name = seat.map { Name(String($0.path.split(separator: "/").last ?? "")) } ?? Name(record.replica.description)
            let folder = try directory.openDirectory(name, create: true)
            try folder.write(ProjectRecord.name, record.bytes, replacing: true)
            return Seat(record: record, path: seatsPath + "/" + (name.text ?? ""))
        } catch { throw ShedError(error) }
    }

    /// Removes a project's folder: what this machine kept of it.
    func forget(_ seat: Seat) throws(ShedError) {
        do {
            let directory = try DirectoryHandle(path: seatsPath)
            guard let name = seat.path.split(separator: "/").last else { return }
            try directory.removeTree(Name(String(name)))
        } catch { throw ShedError(error) }
    }

    /// Whether the root of a seat is there now, and still the one.
    static func isLive(_ seat: Seat) -> Bool {
        guard let root = try? DirectoryHandle(pathBytes: seat.record.root), let evidence = try? root.ownEvidence(),
            seat.record.isRoot(evidence), let sidecar = try? Sidecar(root), let file = try? sidecar.projectFile()
        else { return false }
        return file.projects.contains(seat.record.project)
    }
}
