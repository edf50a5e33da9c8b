import ShedDisk
import ShedModel
import ShedProject

/// Something in a collection's folder that is no record now.
public struct NoRecord: Sendable {
    public var path: RelativePath
    public var isFolder = false
    /// Why it is none, in a sentence.
    public var reason: String
}

extension ProjectReader {
    /// What stands in a collection's folder and is no record now, in the order of names: files that are broken, never held a
    /// record, or were not taken in; files of other sorts; folders. Nothing of what is hidden or ignored.
    /// - Parameter records: all of the collection, with what is wrong with their files now.
    func noRecords(in collection: RecordCollection, among records: [FoundRecord]) throws(ShedError) -> [NoRecord] {
        let known = Set(records.map(\.name))
        let broken = records.compactMap { record in record.problem.map { NoRecord(path: record.path, reason: $0.sentence) } }
        do {
            let directory = try root.openDirectory(at: collection.path)
            var others = broken
            for entry in try directory.list(atMost: 10_000_000) where !entry.name.isHidden && !known.contains(entry.name) {
                let path = collection.path.appending(entry.name)
                guard !home.configuration.ignore.ignores(path: path, kind: entry.kind) else { continue }
                let reason = reasonAgainst(entry.name, entry.kind, in: directory)
                others.append(NoRecord(path: path, isFolder: entry.kind == .directory, reason: reason))
            }
            return others.sorted { $0.path < $1.path }
        } catch { throw ShedError(error) }
    }

    private func reasonAgainst(_ name: Name, _ kind: EntryKind, in directory: DirectoryHandle) -> String {
        switch kind {
        case .directory: return "It is a folder."
        case .link: return "It is a symbolic link."
        case .special: return "It is no regular file."
        case .file where !name.hasSuffix(".json"): return "Its name does not end in .json."
        case .file:
            do throws(DiskError) {
                return try RecordFile(name, in: directory).complaint?.sentence ?? "It was not taken in: “shed status” says why."
            } catch { return "It cannot be read: \(error.reason)." }
        }
    }
}
