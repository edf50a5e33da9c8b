import ShedDisk
import ShedExchange
import ShedHash
import ShedMessages
import ShedModel

/// Writes what an import brings into folders that nobody sees yet. What is written is compared with what the source says of it.
struct ImportWork {
    let tree: any SourceTree
    /// Is told how many files are done.
    let progress: (Int) -> Void
    private(set) var done = 0

    init(_ tree: any SourceTree, progress: @escaping (Int) -> Void) { (self.tree, self.progress) = (tree, progress) }

    /// Gives the bytes of a content, piece by piece.
    /// - Returns: their number and their hash.
    /// - Throws: where they are others than the source says.
    static func read(
        _ content: ImportedContent, from tree: any SourceTree, _ take: ([UInt8]) throws(ShedError) -> Void
    ) throws(ShedError) -> (size: Int64, hash: ContentHash) {
        var failure: ShedError?
        do throws(ImportFault) {
            return try compare(content, in: tree) { bytes throws(ImportFault) in
                do throws(ShedError) { try take(bytes) } catch {
                    failure = error
                    throw ImportFault(error.words)
                }
            }
        } catch { throw failure ?? ShedError(error, of: tree) }
    }

    /// The same, where nothing but the source can be at fault.
    static func compare(
        _ content: ImportedContent, in tree: any SourceTree, _ take: ([UInt8]) throws(ImportFault) -> Void = { _ in }
    ) throws(ImportFault) -> (size: Int64, hash: ContentHash) {
        var hash = SHA256()
        var size: Int64 = 0
        func pass(_ bytes: [UInt8]) throws(ImportFault) {
            hash.update(bytes)
            size += Int64(bytes.count)
            try take(bytes)
        }
        switch content {
        case .folder: break
        case .bytes(let bytes): try pass(bytes)
        case .file(let path, _, _): try tree.read(path, pass)
        }
        guard let found = ContentHash(bytes: hash.digest()) else { throw ImportFault(.archiveDamaged) }
        if case .file(let path, let expected, let known) = content, size != expected || known.map({ $0 != found }) ?? false {
            guard known == nil else { throw ImportFault(.exportAltered(path: "\(path)"), at: path) }
            // Nothing says what it was to be but what it was when it was listed: somebody writes to it.
            throw ImportFault(.changedAtPath(path: "\(path)"), at: path, remedy: .lookAndRunAgain)
        }
        return (size, found)
    }

    /// Reads all of a plan and writes nothing: what a dry run sees.
    mutating func verify(_ plan: ImportPlan) throws(ShedError) {
        for node in plan.nodes where !node.type.isDirectory {
            _ = try ImportWork.read(node.content, from: tree) { _ in }
            step()
        }
        try ImportWork.verifyVersions(of: plan, from: tree)
    }

    /// Reads what files held before, each content once: it is kept only when all else is there, and must be what the source says by then.
    static func verifyVersions(of plan: ImportPlan, from tree: any SourceTree) throws(ShedError) {
        var seen: Set<ContentHash> = []
        for version in plan.nodes.lazy.flatMap(\.versions) {
            if let (_, hash) = version.content.known, !seen.insert(hash).inserted { continue }
            _ = try read(version.content, from: tree) { _ in }
        }
    }

    private mutating func step() {
        done += 1
        progress(done)
    }

    /// Writes a file under a name that is free.
    /// - Parameter label: what messages call it, where it is to have another name than it has now.
    /// - Returns: what it holds.
    mutating func write(
        _ content: ImportedContent, as name: Name, in folder: DirectoryHandle, modified: Int64? = nil, mode: UInt32 = 0o644, called label: String? = nil
    ) throws(ShedError) -> ContentHash {
        let file: NewFile
        do throws(DiskError) { file = try folder.newFile(name, mode: mode, called: label) } catch { throw ShedError(error) }
        let hash = try ImportWork.write(content, from: tree, into: file)
        if let modified { file.setModified(modified) }
        step()
        Interruption.point("import-file")
        return hash
    }

    static func write(_ content: ImportedContent, from tree: any SourceTree, into file: NewFile) throws(ShedError) -> ContentHash {
        var offset: Int64 = 0
        return try read(content, from: tree) { bytes throws(ShedError) in
            do throws(DiskError) { try file.write(bytes, at: offset) } catch { throw ShedError(error) }
            offset += Int64(bytes.count)
        }.hash
    }

    /// Writes nodes below a folder that stands for a path.
    /// - Parameter nodes: each folder before what is in it.
    mutating func fill(_ root: DirectoryHandle, at base: RelativePath, with nodes: some Sequence<PlannedNode>) throws(ShedError) {
        var open: [(path: RelativePath, handle: DirectoryHandle)] = [(base, root)]
        for node in nodes where !node.isThere {
            guard let name = node.path.last else { continue }
            while let last = open.last, open.count > 1, last.path != node.path.parent { open.removeLast() }
            let parent: DirectoryHandle
            do throws(DiskError) {
                if let last = open.last, last.path == node.path.parent {
                    parent = last.handle
                } else {
                    // A folder that was there before.
                    parent = try root.openDirectory(at: RelativePath(Array(node.path.parent.names.dropFirst(base.names.count))))
                    open.append((node.path.parent, parent))
                }
                if node.type.isDirectory {
                    try parent.makeDirectory(name, mode: node.mode)
                    open.append((node.path, try parent.openDirectory(name)))
                }
            } catch { throw ShedError(error) }
            if !node.type.isDirectory { _ = try write(node.content, as: name, in: parent, modified: node.modified, mode: node.mode) }
        }
    }
}
