import ShedDisk
import ShedExchange
import ShedModel

// What is done before anybody has to wait.
extension Exporter {
    /// Copies files, what they held before and what goes with the project beside them, and keeps nobody from the project. Nothing is said of what
    /// cannot be copied: ``run()`` finds that.
    mutating func copyEarly() throws(ShedError) -> EarlyCopies {
        try findUntaken()
        let tops = try self.tops()
        try findVersions(below: tops.map(\.id))
        var open = Array(tops.reversed())
        while let (id, path) = open.popLast() {
            guard let node = state.model.nodes[id], !isElsewhere(id, than: path) else { continue }
            guard !node.type.isDirectory else {
                open += children(of: id).reversed().map { ($0.id, path.appending($0.name)) }
                continue
            }
            try copyEarly(id, at: path)
        }
        for entry in untaken.entries where !entry.isFolder { try copyEarly(entry.id, at: entry.path) }
        try copyKeptEarly()
        early.versions = versions.written
        Interruption.point("export-copied")
        return early
    }

    private mutating func copyEarly(_ id: NodeID?, at path: RelativePath) throws(ShedError) {
        try prepare(path.parent)
        early.files[path] = try earlyCopy(of: path, to: ExportManifest.place(of: path))
        if let id { _ = try versions(of: id) + overwritten(of: id) }
        result.files += 1
        progress(result.files)
    }

    /// The template is none of them: it is written as it is in force.
    private mutating func copyKeptEarly() throws(ShedError) {
        let files = KeptFiles(of: reader.home.module)
        // What gets another name is copied once.
        for file in try comingKept(files, files.found(in: reader.root).paths) where file.path != KeptFiles.template && file.target == file.path {
            let target = KeptFiles.place(of: file.path)
            try makeParents(of: target)
            early.kept[file.path] = try earlyCopy(of: file.path, to: target)
        }
    }

    private mutating func earlyCopy(of path: RelativePath, to target: RelativePath) throws(ShedError) -> EarlyCopies.Copy? {
        let start = Nanoseconds.of(milliseconds: reader.surroundings.now())
        let copied = try copy(to: target, attempts: 1) { (exporter: inout Exporter) throws(DiskError) in
            try exporter.directory(path.parent).file(path.last ?? "")
        }
        guard case .copied(let file) = copied else { return nil }
        // Of one that changed a moment ago nobody can tell by its times whether it does once more.
        return .init(file: file, isRacy: file.evidence.isRacy(at: start))
    }

    private mutating func prepare(_ folder: RelativePath) throws(ShedError) {
        guard early.folders.insert(folder).inserted else { return }
        if !folder.isRoot { try prepare(folder.parent) }
        do throws(DiskError) { try sink.prepare(folder: ExportManifest.place(of: folder)) } catch { throw ShedError(error) }
    }

    /// Takes out what was copied before and is not as it was then; it is copied again with all that came.
    mutating func leaveChanged() throws(ShedError) {
        var gone: Set<RelativePath> = []
        for (path, copy) in early.files.sorted(by: { $0.key < $1.key }) where copy.isRacy || !isAsItWas(copy.file, at: path) {
            early.files[path] = nil
            gone.insert(ExportManifest.place(of: path))
        }
        for (path, copy) in early.kept.sorted(by: { $0.key < $1.key }) where copy.isRacy || !isStanding(copy.file, at: path) {
            early.kept[path] = nil
            gone.insert(KeptFiles.place(of: path))
        }
        let folders = early.folders.filter { !$0.isRoot && !isFolder($0) }.sorted { $0.names.count > $1.names.count }
        do throws(DiskError) {
            try sink.remove(files: gone)
            for folder in folders { try sink.remove(folder: ExportManifest.place(of: folder)) }
        } catch { throw ShedError(error) }
    }

    private mutating func isAsItWas(_ file: CopiedFile, at path: RelativePath) -> Bool {
        let isNode = state.node(at: path).flatMap { id in state.model.nodes[id].map { !$0.type.isDirectory && state.stands(id) } } ?? false
        return (isNode || untaken.files.contains(path)) && isStanding(file, at: path)
    }

    private mutating func isStanding(_ file: CopiedFile, at path: RelativePath) -> Bool {
        do throws(DiskError) { return try directory(path.parent).evidence(of: path.last ?? "") == file.evidence } catch {
            folder = nil
            return false
        }
    }

    private func isFolder(_ path: RelativePath) -> Bool {
        untaken.folders.contains(path) || state.node(at: path).map { state.model.nodes[$0]?.type.isDirectory == true && state.stands($0) } ?? false
    }
}
