import ShedDisk
import ShedMessages
import ShedModel

/// Writes down what one opened project is about to have done to it, in an entry of the undo journal for each verb, and for each
/// thing that a daemon does by itself. An entry is begun with its first step.
final class UndoRecorder {
    private let home: ProjectHome
    private var writer: UndoWriter?
    /// The entry that is about to be taken back, and the one that goes on with that, if an interrupted one does.
    private var undoing: (entry: Int, in: Int?, isAutomatic: Bool)?
    /// The entry of a killed verb that what is done next belongs to.
    private var goingOn: Int?

    /// How many more of the things that an entry moves are looked into.
    private var readsLeft = UndoRecorder.mostReads

    /// So many of the things that are moved in one go are looked into at most: a move is to stay a rename.
    private static let mostReads = 256

    init(_ home: ProjectHome) { self.home = home }

    /// `nil` while the project is not registered.
    var journal: UndoJournal? { home.stateFolder.map { UndoJournal(in: $0) } }

    /// Whether anything was written down since the last entry ended.
    var isOpen: Bool { writer != nil }

    /// The number of the entry that was closed last; `nil` where nothing was done until then.
    private(set) var lastNumber: Int?

    /// The number of the entry that is being written.
    var number: Int? { writer?.number }

    /// Begins an entry, if none is begun.
    /// - Returns: its number; `nil` while the project is not registered.
    func begin() throws(DiskError) -> Int? { try opened()?.number }

    /// What a person named first of what the next steps are about: the next ``note(_:saying:)`` takes it.
    var firstNamed: FirstNamed?

    /// Writes down steps that are about to be done, durably.
    /// - Parameter words: what is done by them, for who lists it, where they do not tell it well by themselves.
    /// - Returns: where each of them stands, so that it can be taken out again.
    @discardableResult
    func note(_ steps: [UndoStep], saying words: Message? = nil) throws(DiskError) -> [NotedStep] {
        guard !steps.isEmpty, let writer = try opened() else { return [] }
        mark(writer.number)
        defer { firstNamed = nil }
        do throws(DiskError) { return try writer.write(steps, saying: words, naming: firstNamed) } catch {
            retract([])
            throw error
        }
    }

    /// Writes down how files stand that were written. Not durable; where it cannot be written, their content tells.
    func notePlaced(_ files: [PlacedFile]) { if !files.isEmpty { writer?.write(placed: files) } }

    /// Writes down where files went that were replaced. Not durable; where it cannot be written, only the folder is told.
    func notePutAside(_ files: [PutAsideFile]) { if !files.isEmpty { writer?.write(putAside: files) } }

    /// Takes out what was written down and then certainly not done. An entry of which nothing else is left goes.
    func retract(_ steps: [NotedStep]) {
        guard let writer else { return }
        writer.retract(Set(steps.lazy.filter { $0.entry == writer.number }.map(\.line)))
        guard writer.isEmpty else { return }
        writer.remove()
        self.writer = nil
    }

    /// So many bytes of what files hold can still be kept in the entry that is being written, or would be begun.
    var roomLeft: Int64 { writer?.roomLeft ?? UndoJournal.largest }

    /// Keeps what files hold that are about to be replaced, and makes it durable.
    /// - Returns: where, in the order of the files; `nil` for one that is too large.
    func keep(_ files: [(path: RelativePath, evidence: Evidence)], below root: DirectoryHandle) throws(DiskError) -> [UndoContents?] {
        guard !files.isEmpty, let writer = try opened() else { return files.map { _ in nil } }
        writer.makeRoom(for: files.map(\.evidence.size))
        var result: [UndoContents?] = []
        var open: (path: RelativePath, folder: DirectoryHandle)?
        for file in files {
            guard let name = file.path.last else { continue }
            let folder = if let open, open.path == file.path.parent { open.folder } else { try root.openDirectory(at: file.path.parent) }
            open = (file.path.parent, folder)
            result.append(try writer.keep(name, in: folder, expecting: file.evidence))
        }
        try writer.syncParts()
        return result
    }

    /// Keeps what files held elsewhere, durably, all that the entry has room for or nothing: there is nothing to take back of that.
    /// - Parameters:
    ///   - sizes: of all of it, in bytes.
    ///   - version: of each what the file held and since when it did no more, given one by one so that they need not be in memory together.
    func keep(_ sizes: [Int64], _ version: (Int) throws(ShedError) -> (node: NodeID, time: Int64, actor: String, bytes: [UInt8])) throws(ShedError) {
        do {
            guard !sizes.isEmpty, let writer = try opened() else { return }
            writer.makeRoom(for: sizes)
            do {
                var steps: [UndoStep] = []
                for position in sizes.indices {
                    let kept = try version(position)
                    guard let contents = try writer.keep(kept.bytes) else { continue }
                    steps.append(.kept(.init(node: kept.node, time: kept.time, actor: kept.actor, contents: contents)))
                }
                try writer.syncParts()
                Interruption.point("overwritten-kept")
                try writer.write(steps)
            } catch {
                // One that was begun for them alone goes.
                retract([])
                throw error
            }
        } catch { throw ShedError(error) }
    }

    private func opened() throws(DiskError) -> UndoWriter? {
        if let writer { return writer }
        guard let journal else { return nil }
        let opened = try UndoWriter(
            journal, number: undoing?.in ?? goingOn, by: home.surroundings.actor, undoes: undoing?.entry,
            isAutomatic: undoing?.isAutomatic ?? false, now: home.surroundings.now)
        writer = opened
        return opened
    }

    // MARK: What is under way

    /// The entries that this process says to be under way.
    private var marked: Set<Int> = []
    /// Those of which nothing was ever done, as a dry run has found.
    private(set) var neverDone: Set<Int> = []

    private var underWay: UnderWay? { home.stateFolder.map { UnderWay(in: $0) } }

    /// Says that an entry is under way, before its first step is done. One that takes another back is gone on with in any case.
    private func mark(_ number: Int) {
        guard undoing == nil, marked.insert(number).inserted, let underWay else { return }
        underWay.set(underWay.numbers.filter { $0 != number } + [number])
    }

    /// Says the same of an entry that takes another one back, as long as it has taken folders away whose IDs are not given up.
    func markRemoval() {
        guard undoing != nil, let number = writer?.number, marked.insert(number).inserted, let underWay else { return }
        underWay.set(underWay.numbers.filter { $0 != number } + [number])
    }

    /// Their IDs are.
    func settleRemoval() {
        guard undoing != nil, let number = writer?.number, marked.remove(number) != nil else { return }
        settle([number])
    }

    /// What was done by this process came to its end, well or not.
    func unmark() {
        guard !marked.isEmpty else { return }
        settle(Array(marked))
        marked = []
    }

    /// The entries that are being written, or were when a process was killed.
    var allUnderWay: [Int] { underWay?.numbers ?? [] }

    /// The entries that a process had begun which was killed, as far as nobody has looked at them since.
    var leftUnderWay: [Int] { (underWay?.numbers ?? []).filter { !marked.contains($0) && $0 != writer?.number } }

    /// Entries were looked at, or came to their end.
    func settle(_ numbers: [Int]) {
        guard let underWay else { return }
        let settled = Set(numbers)
        underWay.set(underWay.numbers.filter { !settled.contains($0) })
    }

    /// Nothing of an entry that another process had begun was ever done.
    func drop(_ number: Int, isWriting: Bool) { if isWriting { journal?.remove(number) } else { neverDone.insert(number) } }

    // MARK: Entries

    /// Whether one more of the things that are about to be moved may be looked into.
    func mayRead() -> Bool {
        readsLeft -= 1
        return readsLeft >= 0
    }

    /// What is done next belongs to another entry.
    func close() {
        readsLeft = UndoRecorder.mostReads
        lastNumber = writer?.number
        firstNamed = nil
        writer = nil
        undoing = nil
        goingOn = nil
    }

    /// What is done next, until ``close()``, belongs to the newest entry: a verb that was killed would have done it.
    /// - Returns: whether that may be: not while another one is written, nor where something was done since, where it takes another one back or
    ///   cannot be taken back, or where not all of it can be read.
    func goOn(with number: Int) -> Bool {
        guard writer == nil, undoing == nil, !neverDone.contains(number), DeedMark(home)?.isSet != true, let journal,
            (try? journal.numbers())?.last == number, let entry = try? journal.entry(number), entry.undoes == nil, entry.obstacle == nil,
            !entry.hasUnknownLines
        else { return false }
        goingOn = number
        return true
    }

    /// Nothing of what was written down since the last entry ended was done; what is done next belongs to the same one.
    func abandon() {
        // What a killed verb has written down before stays.
        if goingOn == nil { writer?.remove() }
        writer = nil
    }

    /// What is done next takes an entry back.
    /// - Parameters:
    ///   - interrupted: the number of the entry that began to and was interrupted.
    ///   - isAutomatic: whether nobody asked for that.
    func beginUndoing(_ entry: Int, in interrupted: Int?, isAutomatic: Bool) {
        close()
        undoing = (entry, interrupted, isAutomatic)
    }

    /// All of an entry was taken back that can be.
    /// - Parameters:
    ///   - left: the positions of its steps that were not.
    ///   - isVoid: whether there was nothing to take back.
    func finishUndoing(left: Set<Int>, isVoid: Bool) throws(DiskError) {
        // Also where nothing was left to be done of what was interrupted.
        if isVoid || undoing?.in != nil { _ = try opened() }
        try writer?.finish(left: left)
        close()
    }
}
