import ShedDisk
import ShedExchange
import ShedModel

/// Where an export is written: whole under its name, or nowhere.
protocol ExportSink: AnyObject {
    /// Makes a folder; those that it stands in were made before.
    func add(folder path: RelativePath, modified: Int64, mode: UInt32) throws(DiskError)

    /// Writes a file.
    /// - Parameters:
    ///   - size: how many bytes are to be expected.
    ///   - modified: in milliseconds since 1970.
    ///   - mode: the permissions that it has in the project.
    ///   - make: gives the bytes to the closure that it gets. Where it returns `nil`, nothing of the file stays.
    func add<Made>(
        file path: RelativePath, size: Int64, modified: Int64, mode: UInt32,
        _ make: (_ take: ([UInt8]) throws(DiskError) -> Void) throws(DiskError) -> Made?
    ) throws(DiskError) -> Made?

    /// Makes a place for files of a folder that may be added later; those that it stands in were prepared before.
    func prepare(folder path: RelativePath) throws(DiskError)

    /// Takes files out again.
    func remove(files paths: Set<RelativePath>) throws(DiskError)

    /// Takes a folder out that was only prepared, and in which nothing is any more.
    func remove(folder path: RelativePath) throws(DiskError)

    /// Makes all of it durable; it has its name only after ``publish(as:)``.
    func finish() throws(DiskError)

    /// What was written, to be read again.
    func written(_ limits: ImportLimits) throws(ImportFault) -> any SourceTree

    /// Gives it its name, or the first of others that is free. Nothing is replaced.
    /// - Parameter names: what it may be called in place of that, the best first.
    /// - Returns: the name that it got.
    func publish(as names: [Name]?) throws(DiskError) -> Name

    /// Leaves nothing.
    func discard()
}

/// What an export is called while it is made, and where.
struct ExportPlace {
    let parent: DirectoryHandle
    let name: Name
    let temporary: Name

    static let prefix = ".shed-export-"

    /// - Parameter id: new.
    init(_ name: Name, in parent: DirectoryHandle, id: NodeID) throws(DiskError) {
        (self.name, self.parent) = (name, parent)
        temporary = Name(ExportPlace.prefix + id.description)
        guard try parent.kind(of: name) == nil else { throw DiskError(.exists, action: "write", path: "\(parent.label)/\(name)") }
    }

    func publish(as names: [Name]?) throws(DiskError) -> Name {
        var others = (names ?? [])[...]
        var name = others.popFirst() ?? name
        while true {
            do throws(DiskError) {
                try parent.rename(temporary, to: parent, as: name, expecting: nil)
                break
            } catch {
                guard error.code == .exists, let other = others.popFirst() else {
                    throw error.naming(parent.label(of: name), for: parent.label(of: temporary))
                }
                name = other
            }
        }
        try parent.sync()
        return name
    }

    /// So long nobody writes an archive without a pause, in nanoseconds.
    private static let longestPause: Int64 = 24 * 3_600 * 1_000_000_000

    /// Removes archives that were being made by a process that was killed. Where other machines write too, a lock may be seen by its own
    /// machine alone: there one goes a day after it was last written to.
    /// - Parameter now: milliseconds since 1970.
    static func removeAbandoned(in parent: DirectoryHandle, now: Int64) {
        guard let entries = try? parent.list(atMost: 1_000_000) else { return }
        let isShared = (try? parent.fileSystem())?.hasEvents != true
        for entry in entries where entry.kind == .file && entry.name.bytes.starts(with: prefix.utf8) {
            guard NodeID(String(decoding: entry.name.bytes.dropFirst(prefix.utf8.count), as: UTF8.self)) != nil else { continue }
            // A name alone is no proof: it holds the beginning of an archive, or nothing, and nobody makes it just now.
            parent.removeUnfinished(entry.name) {
                guard let beginning = try? parent.readBeginning(entry.name, atMost: 4), beginning.isEmpty || ArchiveFile.begins(beginning) else { return false }
                guard isShared, let modified = try? parent.evidence(of: entry.name)?.modified else { return true }
                return modified <= Nanoseconds.of(milliseconds: now) - longestPause
            }
        }
    }
}

/// Writes an archive.
final class ArchiveSink: ExportSink {
    private let place: ExportPlace
    private let file: NewFile
    private let writer: ArchiveWriter

    init(_ place: ExportPlace) throws(DiskError) {
        self.place = place
        let file = try place.parent.newFile(place.temporary, mode: 0o600, called: place.parent.label(of: place.name))
        self.file = file
        writer = ArchiveWriter(to: ArchiveOutput { bytes, offset throws(DiskError) in
            try file.write(bytes, at: offset)
        } cut: { offset throws(DiskError) in
            try file.cut(at: offset)
        })
    }

    func add(folder path: RelativePath, modified: Int64, mode: UInt32) throws(DiskError) {
        try writer.addFolder(path.bytes, modified: modified, mode: mode)
    }

    func add<Made>(
        file path: RelativePath, size: Int64, modified: Int64, mode: UInt32,
        _ make: (_ take: ([UInt8]) throws(DiskError) -> Void) throws(DiskError) -> Made?
    ) throws(DiskError) -> Made? { try writer.add(path.bytes, size: size, modified: modified, mode: mode, make) }

    // A folder of an archive is only told of.
    func prepare(folder path: RelativePath) {}
    func remove(folder path: RelativePath) {}

    func remove(files paths: Set<RelativePath>) { writer.remove(Set(paths.map(\.bytes))) }

    func finish() throws(DiskError) {
        _ = try writer.finish()
        try file.sync()
    }

    func written(_ limits: ImportLimits) throws(ImportFault) -> any SourceTree {
        let size: Int64
        do throws(DiskError) { size = try file.evidence().size } catch { throw ImportFault(error.words) }
        let file = file
        // Read anew from the file system, not from what is held here.
        return try ArchiveTree(
            ArchiveFile(size: size) { offset, count throws(ImportFault) in
                do throws(DiskError) { return try file.read(at: offset, atMost: count) } catch { throw ImportFault(error.words) }
            }, named: place.name, limits: limits)
    }

    func publish(as names: [Name]?) throws(DiskError) -> Name { try place.publish(as: names) }
    func discard() { try? place.parent.removeFile(place.temporary) }
}

/// Writes a folder.
final class FolderSink: ExportSink {
    private let place: ExportPlace
    private let hidden: HiddenFolder
    private var root: DirectoryHandle { hidden.directory }
    private var open: (path: RelativePath, handle: DirectoryHandle)?
    private var prepared: Set<RelativePath> = []

    /// - Parameter notes: where this machine notes that it is being made.
    init(_ place: ExportPlace, notes: DirectoryHandle) throws(DiskError) {
        self.place = place
        hidden = try HiddenFolder(place.temporary, for: place.name, in: place.parent, notes: notes, mode: 0o700)
    }

    private func directory(_ path: RelativePath) throws(DiskError) -> DirectoryHandle {
        if let open, open.path == path { return open.handle }
        let handle = try root.openDirectory(at: path)
        open = (path, handle)
        return handle
    }

    func add(folder path: RelativePath, modified: Int64, mode: UInt32) throws(DiskError) {
        guard prepared.remove(path) == nil else { return }
        try directory(path.parent).makeDirectory(path.last ?? "", mode: 0o700)
    }

    func prepare(folder path: RelativePath) throws(DiskError) {
        try directory(path.parent).makeDirectory(path.last ?? "", mode: 0o700)
        prepared.insert(path)
    }

    func remove(files paths: Set<RelativePath>) throws(DiskError) {
        for path in paths.sorted() { try directory(path.parent).removeFile(path.last ?? "") }
    }

    func remove(folder path: RelativePath) throws(DiskError) {
        open = nil
        try directory(path.parent).removeDirectory(path.last ?? "")
        prepared.remove(path)
    }

    func add<Made>(
        file path: RelativePath, size: Int64, modified: Int64, mode: UInt32,
        _ make: (_ take: ([UInt8]) throws(DiskError) -> Void) throws(DiskError) -> Made?
    ) throws(DiskError) -> Made? {
        let folder = try directory(path.parent)
        let name = path.last ?? ""
        // What a person alone can read stays so, and what can be run can be.
        let file = try folder.newFile(name, mode: mode & 0o700 | 0o600)
        var offset: Int64 = 0
        let made = try make { bytes throws(DiskError) in
            try file.write(bytes, at: offset)
            offset += Int64(bytes.count)
        }
        guard made != nil else {
            try folder.removeFile(name)
            return nil
        }
        file.setModified(modified)
        return made
    }

    func finish() throws(DiskError) { try root.syncFileSystem() }

    func written(_ limits: ImportLimits) throws(ImportFault) -> any SourceTree { FolderTree(root, named: place.name, limits: limits) }

    func publish(as names: [Name]?) throws(DiskError) -> Name {
        let name = try place.publish(as: names)
        hidden.forget()
        return name
    }

    func discard() {
        try? place.parent.removeTree(place.temporary)
        hidden.forget()
    }
}
