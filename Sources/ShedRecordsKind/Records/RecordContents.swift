import ShedDisk
import ShedIndex
import ShedModel
import ShedProject
import ShedRecords
import ShedRules

/// A file of a collection with what it holds.
struct RecordContent {
    var name: Name
    var id: NodeID?
    /// `nil` where it is no record.
    var record: Record?
    /// Why it is none.
    var complaint: ContentComplaint?
    var evidence: Evidence
}

extension ProjectReader {
    /// What the files of a collection hold: from the index where that knows just this state of a file, else read. Nothing is
    /// written.
    /// - Parameter files: in the order in which they are wanted.
    func contents(
        of folder: RelativePath, _ collection: NodeID?, _ files: [(name: Name, id: NodeID?, evidence: Evidence)]
    ) throws(ShedError) -> [RecordContent] {
        var positions: [NodeID: Int] = [:]
        for (position, file) in files.enumerated() { if let id = file.id { positions[id] = position } }
        var known: [Int: Record] = [:]
        // All names of a file have one record.
        var linked: [Evidence: Record] = [:]
        let reader = LinkedFiles()
        if let index = store.index, let collection {
            // A damaged index is a lost cache: the files are read.
            _ = try? index.forEachRow(in: collection) { row in
                guard let position = positions[row.id], !row.isRacy, !row.hasProblem, row.hasContent,
                    row.stamp == ContentStamp(files[position].evidence),
                    let record = linked[files[position].evidence] ?? PackedRecord.view(row.content)?.record()
                else { return true }
                if files[position].evidence.links > 1 { linked[files[position].evidence] = record }
                known[position] = record
                return true
            }
        }
        do {
            var directory: DirectoryHandle?
            var result: [RecordContent] = []
            result.reserveCapacity(files.count)
            for (position, file) in files.enumerated() {
                var content = RecordContent(name: file.name, id: file.id, record: known[position], evidence: file.evidence)
                if content.record == nil {
                    let handle = try directory ?? root.openDirectory(at: folder)
                    directory = handle
                    // What cannot be read is not known to be wrong: another rule says that it cannot be read.
                    if let read = try? reader.file(file.name, in: handle) {
                        content.record = read.record
                        content.complaint = read.complaint
                        content.evidence = read.evidence
                    }
                }
                result.append(content)
            }
            return result
        } catch { throw ShedError(error) }
    }
}

extension ProjectReader {
    /// What a collection holds on disk, whether it was taken in or not; `nil` if there is none of that name.
    func contents(ofFolder name: Name, _ state: ProjectState) throws(ShedError) -> [RecordContent]? {
        guard name.isPossible, !name.isHidden, template.role(named: name) == nil, let directory = try? root.openDirectory(name) else { return nil }
        let folder = RelativePath([name])
        let id = state.node(at: folder).flatMap { state.stands($0) ? $0 : nil }
        if let id, state.model.nodes[id]?.type != .collection { return nil }
        return try contents(of: folder, id, in: directory, state)
    }

    private func children(of collection: NodeID?, _ state: ProjectState) -> [Name: NodeID] {
        var children: [Name: NodeID] = [:]
        for child in collection.map({ state.model.children(of: $0) }) ?? [] where state.stands(child) {
            if let name = state.model.nodes[child]?.place?.name { children[name] = child }
        }
        return children
    }

    /// The records of a folder, by name.
    private func files(
        in directory: DirectoryHandle, _ folder: RelativePath, _ children: [Name: NodeID]
    ) throws(ShedError) -> [(name: Name, id: NodeID?, evidence: Evidence)] {
        var files: [(name: Name, id: NodeID?, evidence: Evidence)] = []
        do throws(DiskError) {
            for entry in try directory.list(atMost: 10_000_000) where entry.kind == .file && entry.name.hasSuffix(".json") && !entry.name.isHidden {
                guard !home.configuration.ignore.ignores(path: folder.appending(entry.name), kind: .file), let evidence = try directory.evidence(of: entry.name) else { continue }
                files.append((entry.name, children[entry.name], evidence))
            }
        } catch {
            // A folder that cannot be read is another rule's.
            guard error.code == .notPermitted else { throw ShedError(error) }
        }
        return files.sorted { $0.name < $1.name }
    }

    /// What the records of a folder hold, by name.
    func contents(of folder: RelativePath, _ id: NodeID?, in directory: DirectoryHandle, _ state: ProjectState) throws(ShedError) -> [RecordContent] {
        try contents(of: folder, id, files(in: directory, folder, children(of: id, state)))
    }
}
