import ShedProject
import ShedWatch
import Synchronization

/// The work in one project: says before each piece of it that somebody is at work, and after it that nobody is, so that it is known
/// under which project a process died.
///
/// One for the project's thread, and one for what a kind does for it in the background.
final class ProjectWork: Sendable {
    private struct State: Sendable {
        var folder: ProjectStateFolder?
        var note: WorkNote?
        /// How the piece is done that is under way.
        var manner = WorkNote.Manner.not
    }

    private let table: WorkTable
    private let worker: ProjectWorker
    private let hand: WorkNote.Hand
    /// Until when it takes turns with other suspects, in milliseconds since 1970.
    private let suspectUntil: Int64
    private let state = Mutex(State())

    /// How long a suspect waits for its turn: a minute, in nanoseconds. Then it works beside the one whose turn it is, which
    /// may never come to an end.
    private static let patience: UInt64 = 60_000_000_000

    init(_ table: WorkTable, _ worker: ProjectWorker, _ quarantine: Quarantine, _ hand: WorkNote.Hand = .thread) {
        self.table = table
        self.worker = worker
        self.hand = hand
        suspectUntil = quarantine.suspectUntil
    }

    private var key: RootKey { hand == .background ? -worker.key : worker.key }

    /// Does a piece of work.
    func perform<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        begin()
        defer { end() }
        return try body()
    }

    /// ``end()`` must follow, and one piece be done after the other.
    func begin() {
        var manner = WorkNote.Manner.usual
        if Surroundings.clock() < suspectUntil {
            manner = table.takeTurn(worker.key, of: worker, deadline: MonotonicClock().now() + ProjectWork.patience) ? .alone : .beside
        }
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
    }

    func end() {
        let (note, manner) = state.withLock { ($0.note, $0.manner) }
        note?.write(.not)
        table.end(key)
        if manner == .alone { table.giveTurn(worker.key) }
    }
}
