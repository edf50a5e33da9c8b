import ShedModel
import ShedRules

extension ForeignLosses {
    /// Counts something that is hidden; what programs leave about of themselves (`.DS_Store`, lock files) is nobody's work, and not counted.
    mutating func addUnseen(_ entry: ForeignEntry, in folder: RelativePath) {
        let kind: EntryKind = entry.isFolder ? .directory : .file
        guard !entry.name.bytes.withUnsafeBufferPointer({ PassingFiles.contains($0, kind: kind) }) else { return }
        add(.unseen, at: "\(folder.appending(entry.name))")
    }
}
