import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel

/// A folder, or the folder of one file, from which something is imported. Read relative to descriptors; no link is followed below the path that
/// the person named.
final class FolderTree: SourceTree {
    let name: Name
    let file: Name?
    private let root: DirectoryHandle
    private let limits: ImportLimits
    private var listed: [RelativePath: [SourceEntry]] = [:]
    private var count = 0
    /// The folder that was read in last.
    private var open: (path: RelativePath, handle: DirectoryHandle)?
    private static let piece = 1 << 20

    init(_ root: DirectoryHandle, named name: Name, file: Name? = nil, limits: ImportLimits) {
        (self.root, self.name, self.file, self.limits) = (root, name, file, limits)
    }

    func entries(of folder: RelativePath) throws(ImportFault) -> [SourceEntry] {
        if let known = listed[folder] { return known }
        guard limits.allows(folder.names) else {
            throw ImportFault(.importTooDeep(path: EscapedText.beginning("\(folder)"), most: limits.depth), at: folder)
        }
        var entries: [SourceEntry] = []
        do throws(DiskError) {
            let handle = try directory(folder)
            for entry in try handle.list(atMost: limits.entries) {
                let evidence = try handle.evidence(of: entry.name)
                let isFile = entry.kind == .file
                entries.append(SourceEntry(
                    name: entry.name, kind: entry.kind, size: isFile ? evidence?.size ?? 0 : 0, modified: evidence.map { $0.modified / 1_000_000 }))
            }
        } catch { throw FolderTree.fault(error, folder) }
        count += entries.count
        guard count <= limits.entries else { throw ImportFault(.importTooMany(most: limits.entries), raisedBy: "--max-files") }
        entries.sort { $0.name < $1.name }
        listed[folder] = entries
        return entries
    }

    func entry(at path: RelativePath) throws(ImportFault) -> SourceEntry? {
        guard let name = path.last else { return SourceEntry(name: self.name, kind: .directory) }
        if let known = listed[path.parent] { return known.named(name, by: \.name) }
        do throws(DiskError) {
            let handle = try directory(path.parent)
            guard let kind = try handle.kind(of: name), let evidence = try handle.evidence(of: name) else { return nil }
            return SourceEntry(name: name, kind: kind, size: kind == .file ? evidence.size : 0, modified: evidence.modified / 1_000_000)
        } catch {
            if [.notFound, .notDirectory, .isLink].contains(error.code) { return nil }
            throw FolderTree.fault(error, path)
        }
    }

    func read(_ path: RelativePath, _ take: ([UInt8]) throws(ImportFault) -> Void) throws(ImportFault) {
        guard let name = path.last else { throw ImportFault(.importLacks(path: "\(path)"), at: path) }
        let file: ReadableFile
        do throws(DiskError) { file = try directory(path.parent).file(name) } catch { throw FolderTree.fault(error, path) }
        guard file.size <= limits.size else { throw ImportFault(.importTooLarge(most: Int(limits.size >> 20)), at: path, raisedBy: "--max-size") }
        var offset: Int64 = 0
        while true {
            let bytes: [UInt8]
            do throws(DiskError) { bytes = try file.read(at: offset, atMost: FolderTree.piece) } catch { throw FolderTree.fault(error, path) }
            guard !bytes.isEmpty else { break }
            offset += Int64(bytes.count)
            // One that grows while it is read has no end.
            guard offset <= file.size else { break }
            try take(bytes)
        }
        let isSame = (try? file.evidenceNow()).map { !$0.differsInContent(from: file.evidence) } ?? false
        guard isSame, offset == file.size else { throw FolderTree.fault(DiskError(.changed, action: "read", path: file.label), path) }
    }

    private func directory(_ path: RelativePath) throws(DiskError) -> DirectoryHandle {
        if let open, open.path == path { return open.handle }
        let handle = try root.openDirectory(at: path)
        open = (path, handle)
        return handle
    }

    private static func fault(_ error: DiskError, _ path: RelativePath) -> ImportFault {
        if error.code == .tooLarge { return ImportFault(.importTooMany(most: ImportLimits().entries), at: path, raisedBy: "--max-files") }
        return ImportFault(disturbedBy: error, at: path)
    }
}

extension ImportFault {
    /// What the disk says, with the whole path.
    fileprivate init(disturbedBy error: DiskError, at path: RelativePath? = nil) {
        self.init(.disturbed(reason: error.words), at: path)
        namesSource = true
    }
}

extension ShedError {
    /// A fault of what a person gives to be imported, which is called by its name.
    init(_ fault: ImportFault, of tree: any SourceTree) {
        var fault = fault
        // Of one file that was named, the fault says which it is.
        if let file = tree.file, fault.path == RelativePath([file]) { fault.namesSource = true }
        self.init(fault, of: tree.name)
    }

    fileprivate init(_ fault: ImportFault, of source: Name) {
        let isNamed = fault.namesSource || source.bytes.isEmpty
        self.init(.usage, isNamed ? fault.words : .about(subject: "\(source)", text: fault.words), remedy: fault.remedy ?? .nothing)
    }
}

/// What a person named to be imported, opened.
package enum ImportInput {
    /// - Parameter path: absolute; links to it are followed, as of all that a person names.
    /// - Throws: ``ShedError`` where nothing stands there, or an archive that is damaged or too large.
    package static func tree(at path: [UInt8], limits: ImportLimits) throws(ShedError) -> any SourceTree {
        let path = try RealPath.of(path)
        if let folder = try? DirectoryHandle(pathBytes: path) { return FolderTree(folder, named: Name(bytes: AbsolutePath.parts(of: path)?.name ?? []), limits: limits) }
        guard let parts = AbsolutePath.parts(of: path) else { throw ShedError(.usage, .cannotRead(path: EscapedText.escape(path), reason: .nothing)) }
        let name = Name(bytes: parts.name)
        let file: ReadableFile
        let folder: DirectoryHandle
        let beginning: [UInt8]
        do throws(DiskError) {
            folder = try DirectoryHandle(pathBytes: parts.parent)
            file = try folder.file(name)
            beginning = try file.read(at: 0, atMost: 4)
        } catch {
            // Nothing stands there that could be moved away for one: a device, a pipe.
            if error.code == .notFile { throw ShedError(.usage, .inputIsNoFile(input: .verbatim(EscapedText.escape(path))), remedy: .nameAFile) }
            throw ShedError(error)
        }
        guard ArchiveFile.begins(beginning) else { return FolderTree(folder, named: name, file: name, limits: limits) }
        do throws(ImportFault) { return try ArchiveTree(ArchiveFile(file), named: name, limits: limits) } catch { throw ShedError(error, of: name) }
    }
}

extension ArchiveFile {
    init(_ file: ReadableFile) {
        self.init(size: file.size) { offset, count throws(ImportFault) in
            do throws(DiskError) { return try file.read(at: offset, atMost: count) } catch { throw ImportFault(disturbedBy: error) }
        }
    }
}
