/// The lines of a file, the last one first. What stands behind the last newline is no line yet and is left out; a line
/// that is too long is passed over. Memory is bounded by that length.
struct BackwardLines {
    private static let chunk = 1 << 16

    private let file: HistoryFile
    /// What was read and not given out. Ends where the next line ends.
    private var buffer: [UInt8] = []
    /// Where the buffer begins in the file.
    private var start: Int
    private var isPassing = true
    /// The offset behind the last newline: what comes later is read from there.
    private(set) var end = 0

    init(_ file: HistoryFile) {
        self.file = file
        start = file.size
        guard let newline = lastNewline() else { return }
        end = start + newline + 1
        cut(at: newline)
        isPassing = false
    }

    /// The next line without its newline; `nil` at the file's beginning.
    mutating func next() -> [UInt8]? {
        guard end > 0 else { return nil }
        while let newline = lastNewline() {
            let line = Array(buffer[(newline + 1)...])
            cut(at: newline)
            if !isPassing, line.count < HistoryEntry.longestLine { return line }
            isPassing = false
        }
        guard !isPassing, !buffer.isEmpty, buffer.count < HistoryEntry.longestLine else { return nil }
        defer { buffer = [] }
        return buffer
    }

    private mutating func cut(at newline: Int) { buffer.removeLast(buffer.count - newline) }

    /// The last newline of the buffer, which grows to the front until there is one.
    private mutating func lastNewline() -> Int? {
        var seen = 0
        while true {
            if let newline = buffer.dropLast(seen).lastIndex(of: UInt8(ascii: "\n")) { return newline }
            guard start > 0 else { return nil }
            if buffer.count >= HistoryEntry.longestLine {
                isPassing = true
                buffer = []
            }
            let count = min(BackwardLines.chunk, start)
            let more = file.read(at: start - count, count)
            // Shorter than it was, or not to be read: what is left of it is not looked at.
            guard more.count == count else {
                start = 0
                buffer = []
                return nil
            }
            seen = buffer.count
            buffer = more + buffer
            start -= count
        }
    }
}
