import ShedDisk
import ShedMessages
import ShedModel

/// Says on this machine's disk that an entry of the undo journal is one deed and under way, or is being taken back: whoever finds it in
/// a transaction of his own knows that this was interrupted.
struct DeedMark {
    private let directory: DirectoryHandle
    private static let name: Name = "deed"
    /// A number takes no more bytes.
    private static let longest = 20

    /// - Returns: `nil` where this machine keeps nothing of the project.
    init?(_ home: ProjectHome) {
        guard let path = home.stateFolder?.path, let directory = try? DirectoryHandle(path: path) else { return nil }
        self.directory = directory
    }

    /// Whether it is set, whatever it says.
    var isSet: Bool { (try? directory.kind(of: DeedMark.name)) == .file }

    /// The entry's number; `nil` where it is not set, or says none.
    /// - Throws: what hinders to read it, as where too many files are open: nobody knows then what it says.
    func read() throws(DiskError) -> Int? {
        do throws(DiskError) { return Int(String(decoding: try directory.read(DeedMark.name, atMost: DeedMark.longest), as: UTF8.self)) } catch {
            guard [.notFound, .isLink, .notFile, .tooLarge].contains(error.code) else { throw error }
            return nil
        }
    }

    /// The same; `nil` also where it cannot be read.
    var number: Int? { (try? read()) ?? nil }

    /// The number that it says beside an entry of the undo journal; `nil` where it is not set, or says none.
    /// - Parameter path: the entry's, absolute.
    static func number(beside path: String) -> Int? {
        let folders = path.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        return (try? DirectoryHandle(path: folders.joined(separator: "/"))).flatMap { DeedMark(directory: $0).number }
    }

    private init(directory: DirectoryHandle) { self.directory = directory }

    /// Sets it durably.
    func set(_ number: Int) throws(DiskError) { try directory.write(DeedMark.name, Array("\(number)".utf8), replacing: true) }

    /// Takes it away durably: what was told as done is not taken back after a power cut.
    func remove() {
        guard (try? directory.removeFile(DeedMark.name)) != nil else { return }
        try? directory.sync()
    }

    /// Takes it away where it is an entry's.
    func remove(of entry: Int) { if number == entry { remove() } }
}

/// Why a deed that was interrupted could not be taken back. While this process lives, that is not tried with each transaction.
struct DeedHindrance {
    let number: Int
    let error: ShedError
    /// When that was, in milliseconds since 1970.
    let time: Int64
    /// Whether somebody was told of it.
    var isTold: Bool

    /// In milliseconds: a minute.
    static let patience: Int64 = 60_000

    /// Whether it is still too early for another try.
    func holds(_ number: Int, at now: Int64) -> Bool { number == self.number && (0..<DeedHindrance.patience).contains(now - time) }
}

extension Transaction {
    /// Does several things as one deed: where it is interrupted, the next command that writes takes back what was done of it. Where it
    /// fails, what was done stays, and can be taken back by `undo`.
    public func asOneDeed<Result>(_ body: () throws(ShedError) -> Result) throws(ShedError) -> Result {
        guard isWriting, let mark = DeedMark(home) else { return try body() }
        var marked: Int?
        try requireNoOtherDeed(mark)
        do throws(DiskError) {
            if let number = try project.undo.begin(), try mark.read() == nil {
                try mark.set(number)
                marked = number
            }
        } catch { throw ShedError.unnoted(error) }
        defer {
            if let marked { mark.remove(of: marked) }
            // Where nothing was to be done.
            project.undo.retract([])
        }
        return try body()
    }

    /// There is one mark: while a deed waits to be taken back that could not be, no other one begins.
    /// - Parameter entry: the deed that is to begin; `nil`: the one that is being written.
    /// - Throws: ``ShedError`` of kind environment, which says why.
    func requireNoOtherDeed(_ mark: DeedMark, besides entry: Int? = nil) throws(ShedError) {
        let waiting: Int?
        // Else it would be written over, and nobody would know any more that a deed waits.
        do throws(DiskError) { waiting = try mark.read() } catch { throw ShedError.unnoted(error) }
        guard let number = waiting, number != entry ?? project.undo.number else { return }
        if let hindrance = project.deedHindrance, hindrance.number == number {
            throw ShedError(.environment, .notTakenBackYet(number: number, reason: hindrance.error.words), remedy: hindrance.error.advice)
        }
        throw ShedError(.environment, .deedWaits(number: number))
    }

    /// Takes back what was done of a deed that was interrupted, or goes on with taking one back. What hinders that is tried again by
    /// the next command, and by the same process after a while.
    /// - Parameter hasWalked: whether what changed on disk was taken in.
    func endInterruptedDeed(hasWalked: Bool) {
        if hasWalked { dropUndone() }
        guard isWriting, !project.leavesInterruptedDeeds, let mark = DeedMark(home), mark.isSet else { return }
        let said: Int?
        // What cannot be read now, the next command may.
        do throws(DiskError) { said = try mark.read() } catch { return }
        guard let number = said else { return mark.remove() }
        let now = surroundings.now()
        if let hindrance = project.deedHindrance, hindrance.holds(number, at: now) { return }
        do throws(ShedError) { if !hasWalked { earlierOutcome = try walk(.refresh()) } } catch {
            // Who walks next says why that cannot be.
            project.deedHindrance = DeedHindrance(number: number, error: error, time: now, isTold: true)
            return
        }
        isEndingDeed = true
        defer { isEndingDeed = false }
        do throws(ShedError) { endedDeed = try undo(try project.undoEntry(number)) } catch {
            if error.isForEver {
                mark.remove()
                // What was done of it stands, and nobody tries again.
                return project.deedNews.append(error.words)
            }
            let isKnown = project.deedHindrance.map { $0.number == number && $0.error.message == error.message && $0.isTold } ?? false
            project.deedHindrance = DeedHindrance(number: number, error: error, time: now, isTold: isKnown)
            return
        }
        project.deedHindrance = nil
        if let endedDeed { project.deedNews += Transaction.news(of: endedDeed) }
    }

    /// What is told of a deed that was taken back: that it was, and the first things that were left as they are.
    private static func news(of ended: Undone) -> [Message] {
        let taken = Message.tookBackInterrupted(number: ended.entry.number, verb: ShedError.shown(ended.entry.actor))
        let left = ended.things.filter { $0.deed == .left }
        let most = 5
        let named = left.prefix(most).map { Message.leftAsItIs(path: .verbatim("\($0.path)"), why: $0.obstacle?.message { "\($0)" } ?? .nothing) }
        return [taken] + named + (left.count > most ? [.moreLeftAsTheyAre(count: left.count - most)] : [])
    }

    /// Tells also what was taken in before a deed was ended that was interrupted, and of that.
    /// - Parameter isShown: whether what is told here is shown to somebody; else who was named says it in the end (``Project/takeDeedNews()``).
    func tellEndedDeed(in outcome: inout Outcome, isShown: Bool) {
        if var earlier = earlierOutcome {
            earlierOutcome = nil
            // What the deed had moved was moved back.
            let moved = Set(endedDeed?.things.compactMap(\.from) ?? [])
            earlier.changes.removeAll { $0.kind == .moved && moved.contains($0.path) }
            outcome.follow(earlier)
        }
        guard isShown else { return }
        outcome.deedNews += project.takeDeedNews()
        if outcome.deedNews.isEmpty, let hindrance = project.deedHindrance, !hindrance.isTold {
            outcome.deedNews = [.notTakenBackYet(number: hindrance.number, reason: hindrance.error.words)]
            project.deedHindrance?.isTold = true
        }
    }
}

extension Project {
    /// What became of deeds that were interrupted, and was told nobody yet: a clause each.
    package func takeDeedNews() -> [Message] {
        defer { deedNews = [] }
        return deedNews
    }
}

extension ShedError {
    /// Whether what cannot be taken back never can: there is nothing to take back, or nothing that can be.
    var isForEver: Bool { kind == .refused || kind == .usage }
}

extension UndoEntry {
    /// Whether it is of several things, among them what a folder's guests are: half of it taken back is no state that anybody wanted.
    var isOneDeed: Bool { steps.count > 1 && steps.contains(where: \.isOfGuests) }
}

extension UndoStep {
    fileprivate var isOfGuests: Bool {
        guard case .set(_, let after) = self else { return false }
        return after.set.contains { field in if case .other(let name, _) = field { FolderGuests.isField(name) } else { false } }
    }
}
