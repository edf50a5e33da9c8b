import Glibc

/// Reads a history from its end: the newest entry first. Costs what is read, however long the history is.
public struct HistoryReader {
    private var lines: BackwardLines?
    private var older: HistoryFile?

    /// The newer file, and how far it reached when the reading began; `nil` if there was none.
    let newest: (file: HistoryFile, end: Int)?

    /// - Throws: ``ShedError`` where a file of the history cannot be opened. One that is not there is empty.
    public init(_ history: History) throws(ShedError) {
        let file = try HistoryFile.open(history.path, O_RDONLY)
        older = try HistoryFile.open(history.olderPath, O_RDONLY)
        // The newer one became the older one between the two calls.
        if older?.inode == file?.inode { older = nil }
        guard let file else {
            newest = nil
            return
        }
        let lines = BackwardLines(file)
        newest = (file, lines.end)
        self.lines = lines
    }

    /// The next older entry; `nil` at the beginning. Lines that are no entries are passed over.
    public mutating func next() -> HistoryEntry? {
        while true {
            while let line = lines?.next() { if let entry = HistoryEntry(line: line) { return entry } }
            guard let file = older else { return nil }
            lines = BackwardLines(file)
            older = nil
        }
    }
}
