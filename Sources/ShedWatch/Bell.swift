import ShedThreads

/// Lets threads wait until another thread says that something happened. Any number of threads may wait at once: each
/// remembers the count of rings that it knew before it looked, so no ring is lost between looking and waiting.
package final class Bell: Sendable {
    private let rings = Monitor<UInt64>(0)

    package init() {}

    /// How often the bell rang.
    package var count: UInt64 { rings.withLock { $0 } }

    /// Wakes every thread that waits.
    package func ring() {
        rings.withLock { $0 += 1 }
        rings.wakeAll()
    }

    /// Waits until the bell rang more often than `known`, or the time is over.
    /// - Parameter nanoseconds: How long at most; `nil` waits without end.
    /// - Returns: whether it rang.
    @discardableResult
    package func wait(past known: UInt64, nanoseconds: UInt64? = nil) -> Bool {
        func rang(_ rings: inout UInt64) -> Bool? { rings != known ? true : nil }
        guard let nanoseconds else { return rings.wait(rang) }
        return rings.wait(nanoseconds: nanoseconds, rang) ?? false
    }
}
