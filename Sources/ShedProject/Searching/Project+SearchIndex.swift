import ShedMessages
import ShedModel

/// What is put into an index of words.
public struct SearchIndexed: Hashable, Sendable {
    public var files = 0
    /// In bytes, of what the files hold.
    public var size: Int64 = 0
}

extension Project {
    /// Makes the index of words anew, whole (`repair --search`).
    /// - Parameter dryRun: whether it is only said what would be put into it.
    /// - Throws: ``ShedError`` where the project wants none, somebody else is writing it, or something stands in the place of what is written.
    public func rebuildSearchIndex(dryRun: Bool) throws(ShedError) -> SearchIndexed {
        let keeper = SearchKeeper(self)
        guard keeper.isWanted else {
            if !dryRun { keeper.removeUnwanted() }
            throw ShedError(.environment, .searchIndexUnwanted, remedy: .searchSettingSaysSo)
        }
        let files = try listing().texts() + keptTexts()
        let indexed = SearchIndexed(files: files.count, size: files.reduce(0) { $0 + $1.evidence.size })
        guard !dryRun else { return indexed }
        guard let writing = try keeper.opened(isNew: true) else { throw ShedError(.environment, .searchIndexBusy, remedy: .tryIndexAgain) }
        let outcome = writing.takeIn(files)
        writing.checkpoint()
        guard outcome.isDone else { throw ShedError(.environment, .searchIndexUnwritten, remedy: .makeRoomForIndex) }
        return indexed
    }
}

extension Listing {
    /// The files in whose texts is looked.
    fileprivate func texts() -> [LinkedTexts.File] {
        var files: [LinkedTexts.File] = []
        var waiting = [snapshot.sortedEntries(of: 0).makeIterator()]
        while !waiting.isEmpty {
            guard let entry = waiting[waiting.count - 1].next() else {
                waiting.removeLast()
                continue
            }
            let item = snapshot.entries[entry]
            if item.kind == .file, item.evidence.size <= Search.largestText, !project.kind.knowsText(of: snapshot.name(of: entry)) {
                files.append(LinkedTexts.File(path: snapshot.path(of: entry), evidence: item.evidence))
            }
            if item.directory >= 0 { waiting.append(snapshot.sortedEntries(of: Int(item.directory)).makeIterator()) }
        }
        return files
    }
}
