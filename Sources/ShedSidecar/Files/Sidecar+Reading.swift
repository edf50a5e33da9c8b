import ShedDisk
import ShedModel
import ShedThreads

extension SidecarListing {
    /// All that can be read, bases first.
    package var files: [BatchFile] { bases + batches }
}

extension Sidecar {
    /// So many threads read at once where there is much to read.
    static let readers = 4
    /// So many files are read before what they hold is handed on, and fewer where they are large: what was read is kept that long.
    private static let together = 512
    /// In bytes; one file may be larger.
    private static let mostBytesTogether: Int64 = 4 << 20
    /// So many go to one thread at a time.
    private static let portion = 32

    /// Reads files, several at once, and hands on what each holds, in their order. While some are read, those before them are handed on.
    func read(_ files: [BatchFile], of project: ProjectFile, _ body: (BatchFile, Result<FoldedFile, BatchFault>) -> Void) {
        var ready = (files: files[..<files.startIndex], contents: [Result<FoldedFile, BatchFault>]())
        func handOn() { for (file, content) in zip(ready.files, ready.contents) { body(file, content) } }
        var rest = files[...]
        while !rest.isEmpty {
            let next = Sidecar.beginning(of: rest)
            rest = rest[next.endIndex...]
            // Two large ones at once would take twice the memory.
            if (ready.files + next).contains(where: { $0.evidence.size > Sidecar.mostBytesTogether }) {
                handOn()
                ready = ([], [])
            }
            let contents = contents(of: next, project, meanwhile: handOn)
            ready = (next, contents)
        }
        handOn()
    }

    private static func beginning(of files: ArraySlice<BatchFile>) -> ArraySlice<BatchFile> {
        var bytes: Int64 = 0
        let more = files.prefix(together).prefix { file in
            defer { bytes += max(file.evidence.size, 0) }
            return bytes <= mostBytesTogether
        }
        return more
    }

    private func contents(of files: ArraySlice<BatchFile>, _ project: ProjectFile, meanwhile: () -> Void) -> [Result<FoldedFile, BatchFault>] {
        let portions = (files.count + Sidecar.portion - 1) / Sidecar.portion
        let read = Lock([[Result<FoldedFile, BatchFault>]](repeating: [], count: portions))
        Parallel.run(portions, threads: Sidecar.readers, meanwhile: meanwhile) { number in
            var folders = SidecarFolders(self)
            let contents = files.dropFirst(number * Sidecar.portion).prefix(Sidecar.portion).map { content(of: $0, project, &folders) }
            read.withLock { $0[number] = contents }
        }
        return read.withLock { $0.flatMap { $0 } }
    }

    private func content(of file: BatchFile, _ project: ProjectFile, _ folders: inout SidecarFolders) -> Result<FoldedFile, BatchFault> {
        guard file.area == Sidecar.base else {
            return read(file, &folders) { bytes throws(BatchFault) in .batch(try BatchDecoder.decode(bytes, projects: project.projects)) }
        }
        return read(file, &folders) { bytes throws(BatchFault) in .base(try BaseDecoder.decode(bytes, projects: project.projects)) }
    }
}

/// The directories of a sidecar, of which the one that was asked for last stays open: most files stand beside each other.
struct SidecarFolders {
    private let sidecar: Sidecar
    private var last: (area: Name, replica: Name?, folder: DirectoryHandle)?

    init(_ sidecar: Sidecar) { self.sidecar = sidecar }

    /// The directory that a file stands in.
    mutating func folder(of file: BatchFile) throws(DiskError) -> DirectoryHandle {
        if let last, last.area == file.area, last.replica == file.replicaDirectory { return last.folder }
        var folder = try sidecar.directory.openDirectory(file.area, create: false)
        if let replica = file.replicaDirectory { folder = try folder.openDirectory(replica, create: false) }
        last = (file.area, file.replicaDirectory, folder)
        return folder
    }
}

/// What a file of the sidecar holds that was folded.
public enum FoldedFile: Sendable {
    case batch(Batch)
    case base(Base)

    /// Its identity.
    public var id: BatchID {
        switch self {
        case .batch(let batch): batch.id
        case .base(let base): base.id
        }
    }
}
