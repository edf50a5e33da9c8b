import ShedProject
import ShedWatch
import Synchronization

/// Which projects are at work just now, in this process.
///
/// Projects under which the daemon died lately take turns (``takeTurn(_:of:deadline:)``): should it die again, only one of them can
/// have been the cause.
final class WorkTable: Sendable {
    private struct Entry: Sendable {
        var manner: WorkNote.Manner
        /// How much memory the process had when the work was begun, in bytes.
        var memory: Int
        /// Whether no other project was at work since.
        var isSole: Bool
    }

    private struct State: Sendable {
        var entries: [RootKey: Entry] = [:]
        /// Whose turn it is, and how often it has taken it: for its thread, and for what is done in the background.
        var turn: (key: RootKey, count: Int)?
    }

    /// Which projects need more memory than they may.
    struct Excess: Hashable, Sendable {
        var projects: [RootKey]
        /// Whether it can be nothing else: it was at work alone all the time.
        var isProven: Bool
    }

    private let state = Mutex(State())
    private let turns = Bell()
    private let memory: @Sendable () -> Int
    /// Called when the first one begins to work.
    private let begun: @Sendable () -> Void

    /// - Parameter memory: how many bytes the process has for itself.
    init(memory: @escaping @Sendable () -> Int = ProcessMemory.own, begun: @escaping @Sendable () -> Void) {
        self.memory = memory
        self.begun = begun
    }

    /// - Parameter key: the project's; its negative for what is done for it in the background.
    func begin(_ key: RootKey, _ manner: WorkNote.Manner) {
        let memory = memory()
        let isFirst = state.withLock { state in
            let isSole = state.entries.isEmpty
            if !isSole { for other in state.entries.keys { state.entries[other]?.isSole = false } }
            state.entries[key] = Entry(manner: manner, memory: memory, isSole: isSole)
            return isSole
        }
        if isFirst { begun() }
    }

    func end(_ key: RootKey) { state.withLock { $0.entries[key] = nil } }

    var isAnybodyAtWork: Bool { state.withLock { !$0.entries.isEmpty } }

    // MARK: Turns

    /// Waits until none of the other suspects is at work.
    /// - Returns: whether it is its turn, which is to be given; `false` where the deadline passed or it is to end.
    func takeTurn(_ key: RootKey, of worker: ProjectWorker, deadline: UInt64, _ clock: MonotonicClock = MonotonicClock()) -> Bool {
        while true {
            let known = turns.count
            let isTaken = state.withLock { state in
                guard state.turn == nil || state.turn?.key == key else { return false }
                state.turn = (key, (state.turn?.count ?? 0) + 1)
                return true
            }
            if isTaken { return true }
            let now = clock.now()
            guard now < deadline, !worker.isStopping else { return false }
            turns.wait(past: known, nanoseconds: deadline - now)
        }
    }

    func giveTurn(_ key: RootKey) {
        state.withLock { state in
            guard let turn = state.turn, turn.key == key else { return }
            state.turn = turn.count > 1 ? (key, turn.count - 1) : nil
        }
        turns.ring()
    }

    /// Has those who wait for their turn look whether they are to end.
    func wakeWaiting() { turns.ring() }

    // MARK: Memory

    /// Who took more than the ceiling while at work, if anybody did. Of several at work together it may be twice as much: each
    /// may do with its own what the others did with theirs.
    func excess(over ceiling: Int) -> Excess? {
        let now = memory()
        return state.withLock { state in
            guard let least = state.entries.values.map(\.memory).min(), now - least > ceiling * min(state.entries.count, 2) else { return nil }
            if let (key, entry) = state.entries.first, state.entries.count == 1 { return Excess(projects: [abs(key)], isProven: entry.isSole) }
            return Excess(projects: WorkTable.toBlame(state.entries.map { (abs($0.key), $0.value.manner) }), isProven: false)
        }
    }

    /// Which of those that were at work can have been the cause of something; none where it cannot be told.
    ///
    /// Those that nobody suspected yet, if there are any: then they are suspected, and next time it can be told. Of suspects the
    /// one whose turn it was, unless another one was at work beside it.
    static func toBlame<Project>(_ atWork: [(Project, WorkNote.Manner)]) -> [Project] {
        let usual = atWork.filter { $0.1 == .usual }
        if !usual.isEmpty { return usual.map(\.0) }
        guard !atWork.contains(where: { $0.1 == .beside }) else { return [] }
        return atWork.filter { $0.1 == .alone }.map(\.0)
    }
}
