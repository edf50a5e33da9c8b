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

    /// All registered projects, in the order of their paths. A single record that is not readable or damaged is left
    /// out; `doctor` lists those.
    /// - Throws: ``ShedError`` where it cannot be said which projects are registered. None are where there is no registry.
    public func allSeats() throws(ShedError) -> [Seat] {
        do throws(DiskError) {
            let directory = try DirectoryHandle(path: seatsPath)
            var seats: [Seat] = []
            for entry in try directory.list(atMost: Registry.most) where entry.kind == .directory {
                if let seat = try seat(entry.name, in: directory) { seats.append(seat) }
            }
            return seats.sorted { $0.record.root.lexicographicallyPrecedes($1.record.root) }
        } catch {
            // Whoever wants to write there is told what stands in the way.
            if error.code == .notFound || error.code == .notDirectory { return [] }
            throw ShedError(error)
        }
    }

    /// The same; none where it cannot be said, for those who do without.
    func seats() -> [Seat] { (try? allSeats()) ?? [] }

    /// How many folders the registry may hold.
    static let most = 100_000

    private func seat(_ name: Name, in directory: DirectoryHandle) throws(DiskError) -> Seat? {
        guard let text = name.text else { return nil }
        do throws(DiskError) {
            let bytes = try directory.openDirectory(name).read(ProjectRecord.name, atMost: 1 << 20)
            return ProjectRecord(bytes: bytes).map { Seat(record: $0, path: seatsPath + "/" + text) }
        } catch {
            // That is no fault of the record, which will be read the next time.
            if error.code == .tooManyOpen { throw error }
            return nil
        }
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
