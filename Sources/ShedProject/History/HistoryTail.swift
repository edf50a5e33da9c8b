import Glibc

/// Reads what is appended to a history, from a place on, also while the files take each other's places.
struct HistoryTail {
    private static let chunk = 1 << 16

    private let history: History
    private var file: HistoryFile?
    private var offset: Int
    /// The beginning of a line whose end has not come yet.
    private var part: [UInt8] = []
    private var isPassing = false

    /// Begins where a reader's newest entry ends.
    init(_ history: History, after reader: HistoryReader) {
        self.history = history
        file = reader.newest?.file
        offset = reader.newest?.end ?? 0
    }

    /// What came since the last call, the oldest first.
    mutating func next() -> [HistoryEntry] {
        var entries = rest()
        while let other = try? HistoryFile.open(history.path, O_RDONLY), other.inode != file?.inode {
            // Nothing is appended any more to the one before: it had its last line before the other was begun.
            entries += rest()
            if let file, let older = try? HistoryFile.open(history.olderPath, O_RDONLY), older.inode != file.inode, older.inode != other.inode {
                begin(older)
                entries += rest()
            }
            begin(other)
            entries += rest()
        }
        return entries
    }

    private mutating func begin(_ file: HistoryFile) {
        self.file = file
        offset = 0
        part = []
        isPassing = false
    }

    /// Reads the file to its end.
    private mutating func rest() -> [HistoryEntry] {
        guard let file else { return [] }
        if file.size < offset {
            // What was written in part was taken back.
            offset = file.size
            part = []
        }
        var entries: [HistoryEntry] = []
        while case let more = file.read(at: offset, HistoryTail.chunk), !more.isEmpty {
            offset += more.count
            for piece in more.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
                if piece.offset > 0 {
                    if !isPassing, let entry = HistoryEntry(line: part) { entries.append(entry) }
                    part = []
                    isPassing = false
                }
                part += piece.element
                if part.count >= HistoryEntry.longestLine {
                    part = []
                    isPassing = true
                }
            }
        }
        return entries
    }
}
