import ShedDisk
import ShedExchange
import ShedModel

// What is done before anybody has to wait.
extension Exporter {
    /// Copies files and what they held before, and keeps nobody from the project. Nothing is said of what cannot be copied: ``run()`` finds that.
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
        early.versions = versions.written
        Interruption.point("export-copied")
        return early
    }

    private mutating func copyEarly(_ id: NodeID?, at path: RelativePath) throws(ShedError) {
        try prepare(path.parent)
        let start = Nanoseconds.of(milliseconds: reader.surroundings.now())
        let copied = try copy(to: ExportManifest.place(of: path), attempts: 1) { (exporter: inout Exporter) throws(DiskError) in
            try exporter.directory(path.parent).file(path.last ?? "")
        }
        // Of one that changed a moment ago nobody can tell by its times whether it does once more.
        if case .copied(let file) = copied { early.files[path] = .init(file: file, isRacy: file.evidence.isRacy(at: start)) }
        if let id { _ = try versions(of: id, isEarly: true) + overwritten(of: id) }
        result.files += 1
        progress(result.files)
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
        let folders = early.folders.filter { !$0.isRoot && !isFolder($0) }.sorted { $0.names.count > $1.names.count }
        do throws(DiskError) {
            try sink.remove(files: gone)
            for folder in folders { try sink.remove(folder: ExportManifest.place(of: folder)) }
        } catch { throw ShedError(error) }
    }

    private mutating func isAsItWas(_ file: CopiedFile, at path: RelativePath) -> Bool {
        let isNode = state.node(at: path).flatMap { id in state.model.nodes[id].map { !$0.type.isDirectory && state.stands(id) } } ?? false
        guard isNode || untaken.files.contains(path) else { return false }
        do throws(DiskError) { return try directory(path.parent).evidence(of: path.last ?? "") == file.evidence } catch {
            folder = nil
            return false
        }
    }

    private func isFolder(_ path: RelativePath) -> Bool {
        untaken.folders.contains(path) || state.node(at: path).map { state.model.nodes[$0]?.type.isDirectory == true && state.stands($0) } ?? false
    }
}
