import ShedDisk
import ShedIndex
import ShedModel
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

extension Project {
    /// What the files of a collection hold: from the index where that knows just this state of a file, else read. Nothing is
    /// written.
    /// - Parameter files: in the order in which they are wanted.
    func contents(
        of folder: RelativePath, _ collection: NodeID?, _ files: [(name: Name, id: NodeID?, evidence: Evidence)]
    ) throws(ShedError) -> [RecordContent] {
        var positions: [NodeID: Int] = [:]
        for (position, file) in files.enumerated() { if let id = file.id { positions[id] = position } }
        var known: [Int: Record] = [:]
        if let index, let collection {
            // A damaged index is a lost cache: the files are read.
            _ = try? index.forEachRecord(in: collection) { row in
                guard let position = positions[row.id], !row.isRacy, !row.hasProblem, row.hasPairs,
                    row.stamp == RecordStamp(files[position].evidence), let record = PackedRecord.view(row.pairs)?.record()
                else { return true }
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
                    if let read = try? RecordFile(file.name, in: handle) {
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
