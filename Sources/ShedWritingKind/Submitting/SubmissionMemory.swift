import ShedDisk
import ShedModel
import ShedProject
import ShedWriting

/// What this machine read of files that may be records of submissions, by the IDs of their nodes, so that a file which is as it was is not
/// read again. It stands in the project's folder of the state directory (`submissions`) and may be lost: then all are read again.
struct SubmissionMemory: Equatable {
    /// What a file holds.
    enum Content: Equatable {
        /// No record, and nothing that was meant for one.
        case nothing
        /// - Parameter namesPiece: whether its front matter says which piece was sent.
        case record(SubmissionRecord, namesPiece: Bool)
    }

    /// A file as it was read.
    fileprivate struct Known: Equatable {
        var stamp: FileStamp
        var content: Content
    }

    fileprivate var known: [NodeID: Known] = [:]

    init() {}

    /// Of how many files at most something is known.
    fileprivate static let mostFiles = 100_000
    /// Of a record that holds more text nothing is kept: in bytes.
    private static let longest = 4 << 10

    /// What a file holds that is as it was; `nil` where it is to be read.
    func content(of id: NodeID, _ evidence: Evidence) -> Content? {
        guard let known = known[id], known.stamp.isOf(evidence) else { return nil }
        return known.content
    }

    /// Takes note of what a file holds.
    /// - Parameters:
    ///   - evidence: of it before it was read.
    ///   - now: milliseconds since 1970.
    mutating func note(_ content: Content, _ id: NodeID, _ evidence: Evidence, now: Int64) {
        // What was written to just now can be written to again without its times showing it.
        guard !evidence.isRacy(at: Nanoseconds.of(milliseconds: now)), known.count < SubmissionMemory.mostFiles else { return }
        if case .record(let record, _) = content {
            let texts = [record.piece, record.venue, record.notes, record.answer]
            guard texts.reduce(0, { $0 + ($1?.utf8.count ?? 0) }) <= SubmissionMemory.longest else { return }
        }
        known[id] = Known(stamp: FileStamp(evidence), content: content)
    }

    /// Forgets all files but these.
    mutating func keep(only files: Set<NodeID>) {
        if !known.keys.allSatisfy(files.contains) { known = known.filter { files.contains($0.key) } }
    }
}

extension SubmissionMemory {
    // MARK: The file

    private static let name: Name = "submissions"
    /// In bytes.
    private static let largest = 64 << 20

    /// What is known; nothing where there is none, or it is damaged.
    static func read(_ project: Project) -> SubmissionMemory {
        guard let folder = project.home.stateFolder, let directory = try? DirectoryHandle(path: folder.path),
            let bytes = try? directory.read(name, atMost: largest)
        else { return SubmissionMemory() }
        return SubmissionMemory(bytes) ?? SubmissionMemory()
    }

    /// Writes it down. Does nothing in a project that is only looked at, and says nothing where it cannot be written. Of two that write
    /// at once the later counts: what the other one read is read again.
    func save(_ project: Project) {
        guard project.purpose == .change, let folder = project.home.stateFolder, let directory = try? DirectoryHandle(path: folder.path),
            case let bytes = bytes, bytes.count <= SubmissionMemory.largest
        else { return }
        try? directory.write(SubmissionMemory.name, bytes, replacing: true)
    }

    /// The number counts up whenever records are read otherwise.
    private static let mark: [UInt8] = Array("shed submissions 2\n".utf8)

    var bytes: [UInt8] {
        var writer = NumberWriter(SubmissionMemory.mark)
        writer.bytes.reserveCapacity(known.count * 250)
        for (id, file) in known {
            writer.put(id.high)
            writer.put(id.low)
            file.stamp.put(into: &writer)
            switch file.content {
            case .nothing: writer.put(UInt8(0))
            case .record(let record, let namesPiece):
                writer.put(UInt8(namesPiece ? 2 : 1))
                writer.put(record)
            }
        }
        writer.put(SubmissionMemory.sum(writer.bytes[...]))
        return writer.bytes
    }

    /// `nil` for what is not what ``bytes`` gives.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= SubmissionMemory.mark.count + 8, bytes.starts(with: SubmissionMemory.mark) else { return nil }
        let end = bytes.count - 8
        var sum = NumberReader(bytes, in: end..<bytes.count)
        guard sum.take(UInt64.self) == SubmissionMemory.sum(bytes[..<end]) else { return nil }
        var reader = NumberReader(bytes, in: SubmissionMemory.mark.count..<end)
        while reader.position < end {
            guard known.count < SubmissionMemory.mostFiles, let high = reader.take(UInt64.self), let low = reader.take(UInt64.self),
                let stamp = FileStamp(from: &reader), let sort = reader.take(UInt8.self), sort <= 2
            else { return nil }
            var content = Content.nothing
            if sort > 0 {
                guard let record = reader.takeRecord() else { return nil }
                content = .record(record, namesPiece: sort == 2)
            }
            known[NodeID(high: high, low: low)] = Known(stamp: stamp, content: content)
        }
    }

    /// FNV-1a of words of eight bytes, mixed, by which a file that was torn is known.
    static func sum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { buffer in
            var sum = FNV()
            var position = 0
            while position + 8 <= buffer.count {
                sum.add(word: UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
                sum.value ^= sum.value >> 29
                position += 8
            }
            sum.add(buffer[position...])
            return sum.value
        }
    }
}

extension NumberWriter {
    /// A length, and so many bytes; −1 for none.
    fileprivate mutating func put(_ text: (some Collection<UInt8>)?) {
        put(Int32(clamping: text?.count ?? -1))
        if let text { bytes += text }
    }

    fileprivate mutating func put(_ record: SubmissionRecord) {
        put(UInt8(SubmissionStatus.allCases.firstIndex(of: record.status) ?? 0))
        for day in [record.sent, record.answered, record.due] { put(Int32(clamping: day?.number ?? Int(Int32.min))) }
        put(UInt8(record.pieceID == nil ? 0 : 1))
        if let id = record.pieceID {
            put(id.high)
            put(id.low)
        }
        put(record.file?.bytes)
        for text in [record.piece, record.venue, record.notes, record.answer] { put(text?.utf8) }
    }
}

extension NumberReader {
    /// - Returns: `nil` for what cannot be read; `.some(nil)` for none.
    private mutating func takeBytes() -> ArraySlice<UInt8>?? {
        guard let length = take(Int32.self) else { return nil }
        if length == -1 { return .some(nil) }
        return take(bytes: Int(length)).map { .some($0) }
    }

    private mutating func takeText() -> String?? {
        guard let found = takeBytes() else { return nil }
        guard let found else { return .some(nil) }
        return String(validating: found, as: UTF8.self).map { .some($0) }
    }

    private mutating func takeDay() -> CalendarDay?? {
        guard let number = take(Int32.self) else { return nil }
        if number == .min { return .some(nil) }
        return CalendarDay(number: Int(number)).map { .some($0) }
    }

    fileprivate mutating func takeRecord() -> SubmissionRecord? {
        guard let status = take(UInt8.self), SubmissionStatus.allCases.indices.contains(Int(status)), let sent = takeDay(), let answered = takeDay(),
            let due = takeDay(), let hasID = take(UInt8.self), hasID <= 1
        else { return nil }
        var id: NodeID?
        if hasID == 1 {
            guard let high = take(UInt64.self), let low = take(UInt64.self) else { return nil }
            id = NodeID(high: high, low: low)
        }
        guard let name = takeBytes(), let piece = takeText(), let venue = takeText(), let notes = takeText(), let answer = takeText() else { return nil }
        let file = name.map { Name(bytes: Array($0)) }
        guard file.map({ $0.isPossible && !$0.isHidden }) ?? true else { return nil }
        var record = SubmissionRecord(
            piece: piece, pieceID: id, venue: venue, sent: sent, status: SubmissionStatus.allCases[Int(status)], file: file)
        (record.answered, record.due, record.notes, record.answer) = (answered, due, notes, answer)
        return record
    }
}
