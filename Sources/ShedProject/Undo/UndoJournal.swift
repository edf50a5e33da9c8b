import Glibc
import ShedDisk
import ShedModel

/// What was done to a project, so that it can be taken back: `undo` in the project's folder of the state directory.
///
/// An entry is a file whose name is its number, one line of JSON a step; what files held that were replaced stands beside it, in
/// the folder `NUMBER.kept`. Entries go after 30 days, and the oldest first where all together have more than 256 MiB, but never
/// the newest, nor one that is being taken back or waits for it. Between changes that replace files sizes are looked at with each 64th entry. Who
/// writes holds the project's lock; who only lists may see an entry that is still being written.
struct UndoJournal {
    /// The folder's absolute path.
    let path: String

    /// In milliseconds: 30 days.
    static let longest: Int64 = 30 * 86_400_000
    /// In bytes.
    static let largest: Int64 = 256 << 20
    /// So many entries at most, so that looking for one stays quick.
    static let most = 10_000

    /// Room for the line that says that an entry is too large, in bytes.
    static let room = 4_096

    /// The numbers that an entry can have.
    static let possible = 1..<1 << 53

    static func name(of number: Int) -> Name { Name("\(number)") }
    static func keptName(of number: Int) -> Name { Name("\(number).kept") }

    /// - Returns: `nil` where nothing was ever written down.
    func directory() throws(DiskError) -> DirectoryHandle? {
        do throws(DiskError) { return try DirectoryHandle(path: path) } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }

    /// The same, made where it is not there.
    func makeDirectory() throws(DiskError) -> DirectoryHandle {
        if let there = try directory() { return there }
        guard let slash = path.lastIndex(of: "/") else { throw DiskError(errno: EINVAL, action: "make", path: path) }
        return try DirectoryHandle(path: String(path[..<slash])).openDirectory("undo", create: true)
    }

    // MARK: Reading

    /// The numbers of all entries, the oldest first.
    func numbers() throws(DiskError) -> [Int] {
        guard let directory = try directory() else { return [] }
        return try UndoJournal.numbers(in: directory)
    }

    static func numbers(in directory: DirectoryHandle) throws(DiskError) -> [Int] {
        try directory.list(atMost: 1_000_000).compactMap { $0.kind == .file ? $0.name.text.flatMap { Int($0) } : nil }.filter(possible.contains).sorted()
    }

    /// `nil` where there is none of that number, or nothing of it can be read.
    func entry(_ number: Int) throws(DiskError) -> UndoEntry? {
        try bytes(of: number).flatMap { UndoEntry(number: number, lines: UndoJournal.lines(of: $0)) }
    }

    /// The lines of an entry; `nil` where there is none of that number.
    func bytes(of number: Int) throws(DiskError) -> [UInt8]? {
        guard let directory = try directory(), try directory.kind(of: UndoJournal.name(of: number)) == .file else { return nil }
        do throws(DiskError) { return try directory.read(UndoJournal.name(of: number), atMost: Int(UndoJournal.largest) + UndoJournal.room) } catch {
            // It may have been pruned just now.
            if error.code == .notFound { return nil }
            throw error
        }
    }

    /// The lines that are not empty. An entry may have 256 MiB: they are found as fast as memory is read.
    static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        bytes.withUnsafeBytes { text in
            guard let base = text.baseAddress else { return }
            var start = 0
            while start < text.count {
                let end = memchr(base + start, 0x0a, text.count - start).map { UnsafeRawPointer($0) - base } ?? text.count
                if end > start { lines.append(bytes[start..<end]) }
                start = end + 1
            }
        }
        return lines
    }

    /// Which entries take which others back.
    func links() throws(DiskError) -> UndoLinks {
        var links = UndoLinks()
        // What came to its end.
        for head in try heads() {
            guard let entry = try entry(head.number), entry.isFinished else { continue }
            if entry.isVoid { links.add(void: head.undone) } else { links.add(head.number, undoing: head.undone, left: entry.left) }
            if entry.isAutomatic { links.add(interrupted: head.undone) }
        }
        return links
    }

    /// Whether it was found already that of an entry nothing is to be taken back.
    func isNotedAsVoid(_ number: Int) throws(DiskError) -> Bool {
        for head in try heads() where head.undone == number { if try entry(head.number)?.isVoid == true { return true } }
        return false
    }

    /// The newest entry that began to take another one back and was interrupted.
    func interrupted(undoing number: Int) throws(DiskError) -> UndoEntry? {
        let takenBack = try links().takenBack()
        for (candidate, undone) in try heads().reversed() where undone == number && takenBack[candidate] == nil {
            if let entry = try entry(candidate) { return entry.isInterrupted ? entry : nil }
        }
        return nil
    }

    /// The files that were written by an entry, and by what was done after it.
    func filesWritten(since number: Int) throws(DiskError) -> Set<FileIdentity> {
        Set(try replacements(since: number).map(\.new))
    }

    /// The same, with what each file took the place of, in the order in which that was done.
    func replacements(since number: Int) throws(DiskError) -> [UndoStep.Replacement] {
        var result: [UndoStep.Replacement] = []
        for later in try numbers() where later >= number {
            for case .replaced(let file) in try entry(later)?.steps ?? [] { result.append(file) }
        }
        return result
    }

    /// The entries that take others back, each with that other one, the oldest first.
    private func heads() throws(DiskError) -> [(number: Int, undone: Int)] {
        guard let directory = try directory() else { return [] }
        return try UndoJournal.numbers(in: directory).compactMap { number in
            guard let undone = UndoJournal.head(of: number, in: directory)?.undoes, undone < number else { return nil }
            return (number, undone)
        }
    }

    /// The first of the newest entries that is what is looked for, without its steps.
    /// - Parameter most: so many are looked at.
    func newest(of most: Int, where isMeant: (UndoEntry) -> Bool) throws(DiskError) -> UndoEntry? {
        guard let directory = try directory() else { return nil }
        for number in try UndoJournal.numbers(in: directory).suffix(most).reversed() {
            if let head = UndoJournal.head(of: number, in: directory), isMeant(head) { return head }
        }
        return nil
    }

    /// An entry without its steps; `nil` where its first line cannot be read.
    private static func head(of number: Int, in directory: DirectoryHandle) -> UndoEntry? {
        guard let bytes = try? directory.readBeginning(name(of: number), atMost: 4_096),
            let line = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first
        else { return nil }
        return UndoEntry(number: number, lines: [line])
    }

    // MARK: Forgetting

    /// Takes an entry away, with what it keeps: nothing of it was done.
    func remove(_ number: Int) {
        guard let directory = try? directory() else { return }
        try? directory.removeTree(UndoJournal.keptName(of: number))
        try? directory.removeFile(UndoJournal.name(of: number))
    }

    /// Makes room: what is too old goes, and the oldest where there is too much.
    /// - Parameters:
    ///   - room: so many bytes are about to come.
    ///   - isExact: whether the sizes of all are looked at; else only the age and the number.
    ///   - own: the entry that is being written, which stays.
    ///   - others: entries that stay too and do not count.
    static func prune(_ directory: DirectoryHandle, now: Int64, room: Int64, isExact: Bool, writing own: Int, sparing others: Set<Int>) {
        var numbers = ((try? numbers(in: directory)) ?? []).filter { $0 != own && !others.contains($0) }[...]
        func remove(_ number: Int) {
            // What is kept goes first: an entry without it is still known for what it was.
            try? directory.removeTree(keptName(of: number))
            try? directory.removeFile(name(of: number))
        }
        while let oldest = numbers.first {
            let written = (try? directory.evidence(of: name(of: oldest)))?.modified ?? 0
            guard numbers.count >= most || written / 1_000_000 < now - longest else { break }
            remove(oldest)
            numbers.removeFirst()
        }
        guard isExact else { return }
        var sizes = numbers.map { (number: $0, size: size(of: $0, in: directory)) }[...]
        var total = sizes.reduce(size(of: own, in: directory)) { $0.addingUp($1.size) }
        while total.addingUp(room) > largest, let oldest = sizes.popFirst() {
            remove(oldest.number)
            total -= oldest.size
        }
    }

    private static func size(of number: Int, in directory: DirectoryHandle) -> Int64 {
        var size = (try? directory.evidence(of: name(of: number)))?.size ?? 0
        guard let kept = try? directory.openDirectory(keptName(of: number)) else { return size }
        for entry in (try? kept.list(atMost: 1_000_000)) ?? [] { size = size.addingUp((try? kept.evidence(of: entry.name))?.size ?? 0) }
        return size
    }
}

extension UndoJournal {
    init(in folder: ProjectStateFolder) { self.init(path: folder.path + "/undo") }
}
