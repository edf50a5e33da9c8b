import ShedModel
import ShedProject
import ShedThreads
import ShedWatch

/// The work in one project: says before each piece of it that somebody is at work, and after it that nobody is, so that it is known
/// under which project a process died.
///
/// One for the project's thread, and one for what a kind does for it in the background.
///
/// A suspect waits for its turn before a piece, a minute at most and once for each turn of another one; then it works beside that,
/// which may never come to an end. After a death that was shared (``Blame``) it waits as long as it is a suspect for that. What
/// comes for it meanwhile nobody waits for: verbs are left to whoever asked. The thread that works in the background does so for
/// all projects, and so never waits: for a suspect it takes no turn, and after a shared death it does nothing unless the turn is free.
final class ProjectWork: Sendable {
    private struct State: Sendable {
        var folder: ProjectStateFolder?
        var note: WorkNote?
        /// How the piece is done that is under way.
        var manner = WorkNote.Manner.not
        /// Another one's turn that was waited for in vain.
        var passed: Int?
    }

    private let table: WorkTable
    private let worker: ProjectWorker
    private let hand: WorkNote.Hand
    /// Until when it takes turns with other suspects, and until when it never works beside one, in milliseconds since 1970.
    private let suspectUntil: Int64
    private let strictUntil: Int64
    private let state = Lock(State())

    /// How long a suspect waits for its turn: a minute, in nanoseconds.
    private static let patience: UInt64 = 60_000_000_000

    init(_ table: WorkTable, _ worker: ProjectWorker, _ quarantine: Quarantine, _ hand: WorkNote.Hand = .thread) {
        self.table = table
        self.worker = worker
        self.hand = hand
        suspectUntil = quarantine.suspectUntil
        strictUntil = quarantine.strictUntil
    }

    private var key: RootKey { hand == .background ? -worker.key : worker.key }

    /// Does a piece of work of the project's thread.
    /// - Parameter whileWaiting: called before it waits for its turn, if it has to.
    func perform<Value, Failure: Error>(whileWaiting: () -> Void = {}, _ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        begin(whileWaiting: whileWaiting)
        defer { end() }
        return try body()
    }

    /// ``end()`` must follow, and one piece be done after the other.
    /// - Returns: whether it may be done; in the background it may have to stay for later.
    @discardableResult
    func begin(whileWaiting: () -> Void = {}) -> Bool {
        guard let manner = manner(whileWaiting) else { return false }
        let folder = worker.standing.folder
        let note = state.withLock { state in
            // A project may get its folder when it is opened, and another one when it is found at another place.
            if let folder, state.note == nil || folder.path != state.folder?.path {
                state.folder = folder
                state.note = try? WorkNote(in: folder, hand)
            }
            state.manner = manner
            return state.note
        }
        table.begin(key, manner)
        note?.write(manner)
        if hand == .thread { Interruption.point("at-work", in: worker.root) }
        return true
    }

    func end() {
        let (note, manner) = state.withLock { ($0.note, $0.manner) }
        note?.write(.not)
        table.end(key)
        if manner == .alone { table.giveTurn(worker.key) }
    }

    /// How the next piece is done; `nil`: not now.
    private func manner(_ whileWaiting: () -> Void) -> WorkNote.Manner? {
        let now = Surroundings.clock()
        guard now < suspectUntil else { return .usual }
        let strict = Milliseconds.rest(until: strictUntil, from: now, atMost: 48 * Quarantine.window)
        if hand == .background {
            guard strict > 0 else { return .beside }
            return table.takeTurn(worker.key, of: worker, deadline: 0) == .taken ? .alone : nil
        }
        let patience = strict > 0 ? UInt64(strict) * 1_000_000 : ProjectWork.patience
        let passed = strict > 0 ? nil : state.withLock { $0.passed }
        let turn = table.takeTurn(worker.key, of: worker, deadline: MonotonicClock().now() + patience, passing: passed) {
            worker.wait()
            whileWaiting()
        }
        worker.goOn()
        guard case .passed(let number) = turn else { return .alone }
        state.withLock { $0.passed = number }
        return Surroundings.clock() < suspectUntil ? .beside : .usual
    }
}
