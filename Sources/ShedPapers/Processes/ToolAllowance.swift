import ShedModel
import ShedThreads

/// How long programs may use a processor for one project in an hour, for what nobody asked for. What they used is kept in memory:
/// a shed that is started anew begins with a whole hour.
///
/// The hour begins with the first program that runs after the last one is over. Beyond the time no program is started; one that
/// runs is not ended, so that what it uses at most (``ToolLimits``) may come on top.
public final class ToolAllowance: Sendable {
    private struct State {
        /// In milliseconds since 1970.
        var begin: Int64?
        /// In microseconds.
        var used: Int64 = 0
        var isAwaited = false
    }

    /// In an hour.
    public let seconds: Int
    /// In milliseconds since 1970.
    private let now: @Sendable () -> Int64
    private let state = Lock(State())

    private static let hour: Int64 = 3_600_000

    /// - Parameter now: the time in milliseconds since 1970.
    public init(seconds: Int, now: @escaping @Sendable () -> Int64) { (self.seconds, self.now) = (seconds, now) }

    /// When there is time again, in milliseconds since 1970; `nil`: there is some now.
    public var due: Int64? { state.withLock { due(&$0) } }

    /// How much of it was used in this hour, in microseconds.
    public var used: Int64 {
        state.withLock { state in
            _ = due(&state)
            return state.used
        }
    }

    /// Takes note that something waits for ``due``.
    public func noteWaiting() { state.withLock { $0.isAwaited = true } }

    /// Whether something waited, and need not any more.
    public var hasComeDue: Bool { state.withLock { $0.isAwaited && due(&$0) == nil } }

    /// When something that waits need not any more, in milliseconds since 1970; `nil`: nothing waits, or it need not now.
    public var awaitedDue: Int64? { state.withLock { $0.isAwaited ? due(&$0) : nil } }

    /// Takes note that what waited goes on.
    public func goOn() { state.withLock { $0.isAwaited = false } }

    /// Counts what a program has used.
    func use(_ microseconds: Int64) {
        state.withLock { state in
            _ = due(&state)
            state.begin = state.begin ?? now()
            state.used = state.used.addingUp(max(0, microseconds))
        }
    }

    private func due(_ state: inout State) -> Int64? {
        guard let begin = state.begin else { return nil }
        let now = now()
        // By a clock that was set back it would be ever so long.
        if now < begin || now - begin >= ToolAllowance.hour {
            (state.begin, state.used) = (nil, 0)
            return nil
        }
        return state.used < Int64(seconds) * 1_000_000 ? nil : begin + ToolAllowance.hour
    }
}
