import ShedModel

/// What this machine knows of the words of a project's files, by the IDs of their nodes: how many there were when a file was last
/// read, so that it is not read again as long as it stays as it is; and how many came and went on which day. No content.
struct WordMemory: Equatable {
    /// A file when its words were counted.
    struct Known: Equatable {
        /// With a change of its inode of 0 it may have changed since unseen.
        var stamp: FileStamp
        /// ``noText`` or ``uncounted`` where there are none to count.
        var words: Int

        /// It holds no text.
        static let noText = -1
        /// It could not be counted.
        static let uncounted = -2
        /// What a file is said to hold at most: more than 64 MiB of text can.
        static let most = 1 << 31

        /// - Parameter now: milliseconds since 1970.
        init(_ evidence: Evidence, words: Int, now: Int64) {
            self.init(FileStamp(evidence), words)
            // What was written to just now can be written to again without its times showing it.
            if evidence.isRacy(at: now &* 1_000_000) { stamp.changed = 0 }
        }

        fileprivate init(_ stamp: FileStamp, _ words: Int) {
            self.stamp = stamp
            self.words = min(max(words, Known.uncounted), Known.most)
        }
    }

    /// A file on a day. The project's own ID stands for files of which nothing more is kept.
    struct Key: Hashable {
        /// ``CalendarDay/number``.
        var day: Int
        var id: NodeID
    }

    var known: [NodeID: Known] = [:]
    private(set) var days: [Key: DayOfWords] = [:]
    /// When all files were last looked at, in milliseconds since 1970; 0: never.
    var looked: Int64 = 0

    // MARK: Days

    /// A person writes no more in a minute, and puts no more in at once that counts as written.
    private static let pace = 100.0

    /// Takes note of what a file holds now, and of what of that was written since it was last read.
    /// - Parameters:
    ///   - birth: of the file, in nanoseconds since 1970; 0 where that is not known.
    ///   - now: milliseconds since 1970.
    ///   - day: the day of a time in milliseconds since 1970; `nil`: no history is kept, or the file does not count.
    mutating func take(_ id: NodeID, _ seen: Known, birth: Int64, now: Int64, day: (Int64) -> CalendarDay?) {
        let before = known.updateValue(seen, forKey: id)
        guard seen.words >= 0 else { return }
        let (start, nowIn) = (looked &* 1_000_000, Nanoseconds.of(milliseconds: now))
        let since = max(start, before?.stamp.changed ?? 0)
        let written = seen.stamp.written.modified > since && seen.stamp.written.modified <= nowIn ? seen.stamp.written.modified : nowIn
        guard let key = day(written / 1_000_000).map({ Key(day: $0.number, id: id) }) else { return }
        var words = DayOfWords()
        if let before, before.words >= 0 {
            let more = seen.words - before.words
            if more < 0 { words.removed = -more } else { words.note(more, isWritten: WordMemory.mayBeWritten(more, from: since, to: written)) }
        } else {
            let isNew = looked > 0 && birth > start
            words.note(seen.words, isWritten: isNew && WordMemory.mayBeWritten(seen.words, from: birth, to: written))
        }
        guard words != DayOfWords() else { return }
        days[key, default: DayOfWords()].add(words)
    }

    /// - Parameters:
    ///   - start: nanoseconds since 1970, as `end`.
    private static func mayBeWritten(_ words: Int, from start: Int64, to end: Int64) -> Bool {
        let minutes = max(0, Double(end) - Double(start)) / 60e9
        return Double(words) <= pace * (1 + minutes)
    }

    /// So long the days of single files are kept; then only that of the project.
    private static let longest = 400
    /// So many lines are kept at most.
    static let mostLines = 100_000

    /// Adds up what is old, so that it stays small.
    /// - Parameter project: the project's ID.
    mutating func prune(today: CalendarDay, project: NodeID) {
        var old = days.keys.filter { $0.id != project && $0.day < today.number - WordMemory.longest }
        let left = days.count - old.count
        if left > WordMemory.mostLines {
            let recent = days.keys.filter { $0.id != project && $0.day >= today.number - WordMemory.longest }
            old += recent.sorted { $0.day < $1.day }.prefix(left - WordMemory.mostLines)
        }
        for key in old {
            guard let words = days.removeValue(forKey: key) else { continue }
            days[Key(day: key.day, id: project), default: DayOfWords()].add(words)
        }
    }

    // MARK: The file

    private static let mark: [UInt8] = Array("shed words 1\n\0\0\0".utf8)
    private static let (knownSize, lineSize, headSize) = (16 + FileStamp.length + 8, 36, 40)
    /// Of how many files at most something is known.
    static let mostFiles = 1_000_000
    /// In bytes.
    static let largest = 128 << 20

    var bytes: [UInt8] {
        var writer = NumberWriter(WordMemory.mark)
        writer.bytes.reserveCapacity(WordMemory.headSize + known.count * WordMemory.knownSize + days.count * WordMemory.lineSize + 8)
        writer.put(looked)
        writer.put(Int64(known.count))
        writer.put(Int64(days.count))
        for (id, file) in known {
            writer.put(id.high)
            writer.put(id.low)
            file.stamp.put(into: &writer)
            writer.put(Int64(file.words))
        }
        for (key, words) in days {
            writer.put(key.id.high)
            writer.put(key.id.low)
            writer.put(Int32(truncatingIfNeeded: key.day))
            for number in [words.added, words.removed] { writer.put(Int32(clamping: number)) }
            writer.put(Int64(words.found))
        }
        writer.put(WordMemory.sum(writer.bytes[...]))
        return writer.bytes
    }

    init() {}

    /// `nil` for what is not what ``bytes`` gives.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= WordMemory.headSize + 8, bytes.starts(with: WordMemory.mark) else { return nil }
        let end = bytes.count - 8
        var sum = NumberReader(bytes, in: end..<bytes.count)
        guard sum.take(UInt64.self) == WordMemory.sum(bytes[..<end]) else { return nil }
        var reader = NumberReader(bytes, in: WordMemory.mark.count..<end)
        guard let looked = reader.take(Int64.self), let files = reader.take(Int64.self), let lines = reader.take(Int64.self),
            (0...Int64(WordMemory.mostFiles)).contains(files), (0...Int64(WordMemory.mostLines * 2)).contains(lines),
            end == WordMemory.headSize + Int(files) * WordMemory.knownSize + Int(lines) * WordMemory.lineSize
        else { return nil }
        self.looked = min(max(looked, 0), Milliseconds.range.upperBound)
        known.reserveCapacity(Int(files))
        for _ in 0..<Int(files) {
            guard let high = reader.take(UInt64.self), let low = reader.take(UInt64.self), let stamp = FileStamp(from: &reader),
                let words = reader.take(Int64.self)
            else { return nil }
            known[NodeID(high: high, low: low)] = Known(stamp, Int(min(max(words, Int64(Known.uncounted)), Int64(Known.most))))
        }
        for _ in 0..<Int(lines) {
            guard let high = reader.take(UInt64.self), let low = reader.take(UInt64.self), let day = reader.take(Int32.self),
                let added = reader.take(Int32.self), let removed = reader.take(Int32.self), let found = reader.take(Int64.self)
            else { return nil }
            let words = DayOfWords(
                added: Int(max(added, 0)), removed: Int(max(removed, 0)), found: Int(min(max(found, 0), Int64(DayOfWords.most))))
            if CalendarDay(number: Int(day)) != nil { days[Key(day: Int(day), id: NodeID(high: high, low: low))] = words }
        }
    }

    /// By which a file that was torn is known.
    private static func sum(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.withUnsafeBufferPointer { FNV($0).value } }
}

/// The words of a day.
public struct DayOfWords: Hashable, Sendable {
    /// Written.
    public internal(set) var added = 0
    public internal(set) var removed = 0
    /// What came at once: with a file that was there already, or faster than anybody writes.
    public internal(set) var found = 0

    /// Of one sort, at most.
    static let most = 1 << 40

    var isNothing: Bool { self == DayOfWords() }

    fileprivate mutating func note(_ words: Int, isWritten: Bool) {
        if isWritten { added = words } else { found = words }
    }

    mutating func add(_ other: DayOfWords) {
        added = min(added + other.added, DayOfWords.most)
        removed = min(removed + other.removed, DayOfWords.most)
        found = min(found + other.found, DayOfWords.most)
    }
}
