import ShedProject
import ShedThreads
import ShedWatch

/// Which projects are at work just now, in this process.
///
/// Projects under which the daemon died lately take turns (``takeTurn(_:of:deadline:passing:_:whileWaiting:)``): should it die again,
/// it can be told under which of them (``Blame``).
final class WorkTable: Sendable {
    private struct Entry: Sendable {
        var manner: WorkNote.Manner
        /// How much memory the process had when the work was begun, in bytes.
        var memory: Int
        /// Whether no other project was at work since.
        var isSole: Bool
        /// When it was begun: nanoseconds of the monotonic clock.
        var begin: UInt64
        /// Whether it was told that it takes long.
        var isTold = false
    }

    private struct State: Sendable {
        /// By the project's key, and by its negative for what is done for it in the background.
        var entries: [RootKey: Entry] = [:]
        /// Whose turn it is, how often it has taken it (for its thread, and for what is done in the background), and the turn's number,
        /// counted from 1.
        var turn: (key: RootKey, count: Int, number: Int)?
        var turns = 0
        /// Who waits for a turn, the first one first.
        var waiting: [Int] = []
        var tickets = 0
    }

    /// What came of asking for a turn.
    enum Turn: Hashable, Sendable {
        /// It is to be given.
        case taken
        /// It was not waited for any longer, by the number of the turn that another one has.
        case passed(Int)
    }

    /// Which projects need more memory than they may.
    struct Excess: Hashable, Sendable {
        var blame: Blame<RootKey>
        /// Whether it can be nothing else: it was at work alone all the time.
        var isProven: Bool
    }

    private let state = Lock(State())
    private let turns = Bell()
    private let memory: @Sendable () -> Int
    /// Called when the first one begins to work, and when a turn is over.
    private let wake: @Sendable () -> Void

    /// - Parameter memory: how many bytes the process has for itself.
    init(memory: @escaping @Sendable () -> Int = ProcessMemory.own, wake: @escaping @Sendable () -> Void) {
        self.memory = memory
        self.wake = wake
    }

    /// - Parameters:
    ///   - key: the project's; its negative for what is done for it in the background.
    ///   - now: nanoseconds of the monotonic clock.
    func begin(_ key: RootKey, _ manner: WorkNote.Manner, at now: UInt64 = MonotonicClock().now()) {
        let memory = memory()
        let isFirst = state.withLock { state in
            let isFirst = state.entries.isEmpty
            let others = state.entries.keys.filter { abs($0) != abs(key) }
            for other in others { state.entries[other]?.isSole = false }
            state.entries[key] = Entry(manner: manner, memory: memory, isSole: others.isEmpty, begin: now)
            return isFirst
        }
        if isFirst { wake() }
    }

    func end(_ key: RootKey) { state.withLock { $0.entries[key] = nil } }

    var isAnybodyAtWork: Bool { state.withLock { !$0.entries.isEmpty } }

    /// A piece of work of a project's thread that takes longer is told: an hour, in nanoseconds.
    private static let long: UInt64 = 3_600_000_000_000

    /// The projects whose thread has been at one piece of work for an hour, each piece once. What is done in the background may take
    /// any time.
    /// - Parameter now: nanoseconds of the monotonic clock.
    func takeLong(at now: UInt64) -> [RootKey] {
        state.withLock { state in
            let long = state.entries.filter { $0.key > 0 && !$0.value.isTold && now >= $0.value.begin &+ WorkTable.long }.map(\.key).sorted()
            for key in long { state.entries[key]?.isTold = true }
            return long
        }
    }

    // MARK: Turns

    /// Waits until it is none of the other suspects' turn. Who came first is first.
    /// - Parameters:
    ///   - deadline: until when it waits, by the monotonic clock; 0: it is asked, and no more.
    ///   - passed: the number of a turn that was waited for before: for the same one it does not wait again.
    ///   - whileWaiting: called once before it waits.
    /// - Returns: whether it has it, which is to be given; not so where the deadline passed or it is to end.
    func takeTurn(
        _ key: RootKey, of worker: ProjectWorker, deadline: UInt64, passing passed: Int? = nil, _ clock: MonotonicClock = MonotonicClock(),
        whileWaiting: () -> Void = {}
    ) -> Turn {
        let ticket = state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
        var isWaiting = false
        while true {
            let known = turns.count
            if let turn = state.withLock({ WorkTable.attempt(&$0, key, ticket, passing: passed, mayWait: deadline > 0) }) {
                return turn
            }
            let now = clock.now()
            guard now < deadline, !worker.isStopping else { break }
            if !isWaiting { whileWaiting() }
            isWaiting = true
            turns.wait(past: known, nanoseconds: deadline - now)
        }
        let number = state.withLock { state in
            state.waiting.removeAll { $0 == ticket }
            return state.turn?.number ?? state.turns
        }
        // Who is behind it may be the first now.
        turns.ring()
        return .passed(number)
    }

    /// - Returns: `nil` where it has to wait.
    private static func attempt(_ state: inout State, _ key: RootKey, _ ticket: Int, passing passed: Int?, mayWait: Bool) -> Turn? {
        if let turn = state.turn {
            // With both its hands in turn it would keep it for ever; the thread does not wait for what it has begun itself.
            if turn.key == key, mayWait || state.waiting.isEmpty {
                state.turn?.count += 1
                state.waiting.removeAll { $0 == ticket }
                return .taken
            }
            if turn.number == passed { return .passed(turn.number) }
        } else if state.waiting.first ?? ticket == ticket {
            state.turns += 1
            state.turn = (key, 1, state.turns)
            state.waiting.removeAll { $0 == ticket }
            return .taken
        }
        if mayWait, !state.waiting.contains(ticket) { state.waiting.append(ticket) }
        return nil
    }

    func giveTurn(_ key: RootKey) {
        let isOver = state.withLock { state in
            guard let turn = state.turn, turn.key == key else { return false }
            state.turn = turn.count > 1 ? (key, turn.count - 1, turn.number) : nil
            return state.turn == nil
        }
        guard isOver else { return }
        turns.ring()
        wake()
    }

    /// Has those who wait for their turn look whether they are to end.
    func wakeWaiting() { turns.ring() }

    // MARK: Memory

    /// Who took more than the ceiling while at work, if anybody did. Of several at work together it may be twice as much: each
    /// may do with its own what the others did with theirs.
    func excess(over ceiling: Int) -> Excess? {
        let now = memory()
        return state.withLock { state in
            let projects = Set(state.entries.keys.map(abs))
            guard let least = state.entries.values.map(\.memory).min(), now - least > ceiling * min(projects.count, 2) else { return nil }
            let blame = Blame(state.entries.map { (abs($0.key), $0.value.manner) })
            return Excess(blame: blame, isProven: projects.count == 1 && state.entries.values.allSatisfy(\.isSole))
        }
    }
}
