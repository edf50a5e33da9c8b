import Glibc
import ShedDisk
import ShedMessages
import ShedModel

/// An entry of the undo journal that is being written: each step is on the disk before it is done.
final class UndoWriter {
    let number: Int
    private let path: String
    private let directory: DirectoryHandle
    private let file: HistoryFile
    private let now: @Sendable () -> Int64
    /// The entry that is taken back, which must not go meanwhile.
    private let undoes: Int?
    /// What is small of what files held, in one file.
    private var parts: HistoryFile?
    /// How much this entry keeps, in bytes.
    private var kept: Int64 = 0
    private var files = 0
    /// How many lines it has written below the one that says who writes.
    private var lines = 0
    /// Those of them that are steps and were not taken out again.
    private var standing: Set<Int> = []
    private let isNew: Bool
    /// Whether the name of its file is on the disk: that, and the line that says who writes, come with the first step.
    private var isPlaced: Bool
    /// Whether it is so large that nothing more is written down, and it cannot be taken back.
    private var isFull = false
    /// Why nothing more is written down: something could not be, and nobody knows what the file has of it.
    private var failure: DiskError?

    /// Files of more bytes than this are kept each for itself.
    private static let largestPart: Int64 = 1 << 20
    private static let partsName: Name = "parts"
    /// Of the room behind the largest size, what lines may take that take steps out, in bytes.
    private static let roomForRetracted = UndoJournal.room / 2
    /// The position of a step takes so many bytes at most.
    private static let positionSize = 12
    /// The rest of the line that holds them takes no more than so many of them.
    private static let positionsOfEnd = 4
    /// So often the sizes of all entries are looked at.
    private static let exactEvery = 64

    /// - Parameter number: of an entry that is to be gone on with; `nil`: a new one.
    init(
        _ journal: UndoJournal, number: Int? = nil, by actor: String, undoes: Int?, isAutomatic: Bool = false, now: @escaping @Sendable () -> Int64
    ) throws(DiskError) {
        directory = try journal.makeDirectory()
        self.now = now
        let wanted = if let number { number } else { max(try UndoJournal.numbers(in: directory).last ?? 0, UndoWriter.waiting(journal)) + 1 }
        self.undoes = undoes
        self.number = wanted
        isNew = number == nil
        isPlaced = number != nil
        path = journal.path + "/\(wanted)"
        file = try UndoWriter.open(path)
        guard number == nil else {
            try add([UndoEntry.goingOn(at: now())])
            lines = 0
            return
        }
        do throws(DiskError) { try add([UndoEntry.head(at: now(), by: actor, undoes: undoes, isAutomatic: isAutomatic)], isDurable: false) } catch {
            try? directory.removeFile(UndoJournal.name(of: wanted))
            throw error
        }
        lines = 0
        UndoJournal.prune(directory, now: now(), room: 0, isExact: wanted % UndoWriter.exactEvery == 0, writing: wanted, sparing: spared)
    }

    /// The number of a deed that waits to be taken back, or 0: also where a power cut has left no entry of it, another one does not get it,
    /// which would be taken back in its place. What is said by a damaged mark may leave no number for the next one.
    private static func waiting(_ journal: UndoJournal) -> Int {
        DeedMark.number(beside: journal.path + "/0").flatMap { UndoJournal.possible.dropLast().contains($0) ? $0 : nil } ?? 0
    }

    /// Entries that must not go: the one that is taken back, and the one that waits for it.
    private var spared: Set<Int> { Set([undoes, DeedMark.number(beside: path)].compactMap(\.self)) }

    /// Whether nothing is written down that was not taken out again.
    var isEmpty: Bool { isNew && standing.isEmpty && !isFull }

    /// Writes steps down, durably.
    /// - Parameters:
    ///   - words: what is done by them, for who lists it.
    ///   - named: what a person named first of what they are about.
    /// - Throws: also where something could not be written down before: its lines could not be counted any more.
    @discardableResult
    func write(_ steps: [UndoStep], saying words: Message? = nil, naming named: FirstNamed? = nil) throws(DiskError) -> [NotedStep] {
        guard !steps.isEmpty else { return [] }
        // What is said of steps in words stands just before them.
        let said = [named?.json, words.map { UndoEntry.saying($0, of: steps.count) }].compactMap(\.self)
        let first = lines + said.count
        try add(said + steps.map(\.json))
        // Too much was done for any of it to be taken back.
        guard !isFull else { return [] }
        standing.formUnion(first..<lines)
        return (first..<lines).map { NotedStep(entry: number, line: $0) }
    }

    /// Writes down how files stand that were written, if there is room for it. Not durable.
    func write(placed files: [PlacedFile]) {
        let bytes = bytes(of: [PlacedFile.json(files)])
        guard !isFull, failure == nil, file.size + bytes.count <= UndoJournal.largest else { return }
        try? add(bytes, lines: 1, isDurable: false)
    }

    /// Writes down where files went that were replaced, if there is room for it. Not durable.
    func write(putAside files: [PutAsideFile]) {
        let bytes = bytes(of: [PutAsideFile.json(files)])
        guard !isFull, failure == nil, file.size + bytes.count <= UndoJournal.largest else { return }
        try? add(bytes, lines: 1, isDurable: false)
    }

    /// Takes out steps that were not done. Where that cannot be written down, they stay, as after an interruption: nothing that was
    /// done cannot be taken back for their sake.
    func retract(_ lines: Set<Int>) {
        let lines = lines.intersection(standing)
        guard !lines.isEmpty, !isFull else { return }
        standing.subtract(lines)
        // It goes as a whole.
        guard !isEmpty else { return }
        let bytes = bytes(of: [UndoEntry.notDone(lines)])
        guard failure == nil, file.size + bytes.count <= Int(UndoJournal.largest) + UndoWriter.roomForRetracted else { return }
        try? add(bytes, lines: 1)
    }

    /// Takes steps out of an entry that nobody writes any more, durably.
    static func retract(_ lines: Set<Int>, of number: Int, in journal: UndoJournal) throws(DiskError) {
        let file = try HistoryFile.openFile(journal.path + "/\(number)", O_RDWR | O_APPEND)
        var bytes = UndoEntry.notDone(lines).compact + [UInt8(ascii: "\n")]
        let size = file.size
        // A line that was torn off gets its end.
        if size > 0, file.read(at: size - 1, 1) != [UInt8(ascii: "\n")] { bytes.insert(UInt8(ascii: "\n"), at: 0) }
        try append(bytes, to: file, at: journal.path)
        try sync(file, at: journal.path)
    }

    /// Says that all is done.
    /// - Parameter left: the positions of the steps of the other entry that were not taken back.
    func finish(left: Set<Int> = []) throws(DiskError) {
        // Where there is no room for them, the entry itself can be taken back no more.
        let size = (left.count + UndoWriter.positionsOfEnd) * UndoWriter.positionSize
        let hasRoom = !isFull && file.size + size <= Int(UndoJournal.largest) + UndoJournal.room
        // It is about no line of this entry.
        try add(bytes(of: [UndoEntry.end(left: hasRoom ? left : [])]), lines: 1)
    }

    private func add(_ lines: [JSONValue], isDurable: Bool = true) throws(DiskError) {
        guard !isFull else { return }
        if let failure { throw failure }
        var bytes = bytes(of: lines)
        let isTooMuch = file.size + bytes.count > UndoJournal.largest
        if isTooMuch { bytes = Array("\n".utf8) + UndoStep.final(.init(.didTooMuch)).json.compact + Array("\n".utf8) }
        try add(bytes, lines: lines.count, isDurable: isDurable)
        isFull = isTooMuch
        Interruption.point("undo-noted")
    }

    private func bytes(of lines: [JSONValue]) -> [UInt8] {
        var bytes: [UInt8] = []
        let size = file.size
        // A line that was torn off gets its end, so that it spoils no other.
        if size > 0, file.read(at: size - 1, 1) != [UInt8(ascii: "\n")] { bytes.append(UInt8(ascii: "\n")) }
        for line in lines { bytes += line.compact + [UInt8(ascii: "\n")] }
        return bytes
    }

    /// Adds whole lines durably and counts them, or adds none; where nobody knows which of both, nothing is added any more.
    private func add(_ bytes: [UInt8], lines count: Int, isDurable: Bool = true) throws(DiskError) {
        let size = file.size
        do throws(DiskError) { try UndoWriter.append(bytes, to: file, at: directory.label) } catch {
            if file.size != size { failure = error }
            throw error
        }
        do throws(DiskError) { if isDurable { try makeDurable() } } catch {
            failure = error
            throw error
        }
        lines += count
    }

    private func makeDurable() throws(DiskError) {
        try UndoWriter.sync(file, at: directory.label)
        if !isPlaced { try directory.sync() }
        isPlaced = true
    }

    // MARK: What files held

    /// Makes room for what is about to be kept: of files of these sizes, in bytes, so many as there can ever be room for.
    func makeRoom(for sizes: [Int64]) {
        var room: Int64 = 0
        for size in sizes where kept + room + size <= UndoJournal.largest { room += size }
        UndoJournal.prune(directory, now: now(), room: room, isExact: true, writing: number, sparing: spared)
    }

    /// So many bytes of what files held can still be kept.
    var roomLeft: Int64 { isFull ? 0 : max(0, UndoJournal.largest - kept) }

    /// Takes it away: nothing of it was done.
    func remove() {
        try? directory.removeTree(UndoJournal.keptName(of: number))
        try? directory.removeFile(UndoJournal.name(of: number))
    }

    /// Keeps what a file holds. Durable after ``syncParts()``.
    /// - Returns: where; `nil` where it is too much to be kept.
    /// - Throws: `changed` if it is not the file that is expected, as it is expected.
    func keep(_ name: Name, in folder: DirectoryHandle, expecting evidence: Evidence) throws(DiskError) -> UndoContents? {
        guard evidence.size <= UndoJournal.largest - kept else { return nil }
        let own = try openKept()
        guard evidence.size <= UndoWriter.largestPart else {
            let file = try folder.file(name)
            guard UndoWriter.isSame(file.evidence, evidence) else { throw DiskError(.changed, action: "replace", path: file.label) }
            // An entry that is gone on with has some already.
            var copyName = Name("\(files)")
            while try own.kind(of: copyName) != nil {
                files += 1
                copyName = Name("\(files)")
            }
            try own.copyUnread(file, as: copyName, mode: 0o600)
            kept += file.size
            return .file(copyName)
        }
        let (bytes, found) = try folder.readWithEvidence(name, atMost: Int(UndoWriter.largestPart))
        guard UndoWriter.isSame(found, evidence) else { throw DiskError(.changed, action: "replace", path: folder.label) }
        return try add(bytes, in: own)
    }

    /// Keeps what a file held elsewhere. Durable after ``syncParts()``.
    /// - Returns: where; `nil` where it is too much to be kept.
    func keep(_ bytes: [UInt8]) throws(DiskError) -> UndoContents? {
        guard bytes.count <= UndoWriter.largestPart, Int64(bytes.count) <= roomLeft else { return nil }
        return try add(bytes, in: try openKept())
    }

    private func add(_ bytes: [UInt8], in own: DirectoryHandle) throws(DiskError) -> UndoContents {
        let parts = try openParts(own)
        let offset = parts.size
        try UndoWriter.append(bytes, to: parts, at: own.label)
        kept += Int64(bytes.count)
        return .part(offset: Int64(offset), size: bytes.count)
    }

    private func openKept() throws(DiskError) -> DirectoryHandle {
        let name = UndoJournal.keptName(of: number)
        do throws(DiskError) { return try directory.openDirectory(name) } catch { guard error.code == .notFound else { throw error } }
        // Makes all names in the journal's folder durable, that of the entry's file among them.
        try directory.makeDirectory(name)
        isPlaced = true
        return try directory.openDirectory(name)
    }

    private static func isSame(_ found: Evidence, _ expected: Evidence) -> Bool {
        found.identity == expected.identity && WriteStamp(found) == WriteStamp(expected)
    }

    private func openParts(_ own: DirectoryHandle) throws(DiskError) -> HistoryFile {
        if let parts { return parts }
        let opened = try UndoWriter.open(path + ".kept/\(UndoWriter.partsName)")
        try own.sync()
        parts = opened
        return opened
    }

    /// Makes what was kept durable.
    func syncParts() throws(DiskError) { if let parts { try UndoWriter.sync(parts, at: directory.label) } }

    /// What a file held.
    static func read(_ part: (offset: Int64, size: Int), of number: Int, in journal: UndoJournal) throws(DiskError) -> [UInt8] {
        guard let directory = try journal.directory(), part.size <= largestPart else { throw DiskError(errno: ENOENT, action: "read", path: journal.path) }
        let file = try directory.openDirectory(UndoJournal.keptName(of: number)).file(partsName)
        let bytes = try file.read(at: part.offset, atMost: part.size)
        guard bytes.count == part.size else { throw DiskError(errno: EIO, action: "read", path: file.label) }
        return bytes
    }

    // MARK: Bytes

    private static func open(_ path: String) throws(DiskError) -> HistoryFile {
        try HistoryFile.openFile(path, O_RDWR | O_APPEND | O_CREAT)
    }

    /// Appends all bytes, or none; where they cannot be taken off again, a part of them.
    private static func append(_ bytes: [UInt8], to file: HistoryFile, at label: String) throws(DiskError) {
        let size = file.size
        let number = bytes.withUnsafeBytes { buffer -> Int32 in
            var done = 0
            while let start = buffer.baseAddress, done < buffer.count {
                let count = Glibc.write(file.descriptor, start + done, buffer.count - done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : EIO }
                done += count
            }
            return 0
        }
        guard number != 0 else { return }
        ftruncate(file.descriptor, off_t(size))
        throw DiskError(errno: number, action: "write", path: label)
    }

    private static func sync(_ file: HistoryFile, at label: String) throws(DiskError) {
        guard fdatasync(file.descriptor) == 0 else { throw DiskError(errno: errno, action: "save", path: label) }
    }
}
