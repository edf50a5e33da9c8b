import Glibc

/// A value that threads change one at a time, and of which they can wait that it becomes what they need.
///
/// ``Lock`` guards values too, but nobody can wait for one. `@unchecked Sendable` holds because the value is touched only while the lock
/// is held, both pointers are set once, and what is behind them never moves and is used by calls of pthreads(7) alone.
public final class Monitor<Value: Sendable>: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    public init(_ value: Value) {
        self.value = value
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // The wall clock may jump while a thread waits.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(lock)
        condition.deallocate()
        lock.deallocate()
    }

    /// Looks at the value or changes it. Who changes what others wait for says so by ``wakeOne()`` or ``wakeAll()``.
    public func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body(&value)
    }

    /// Waits until the body gives a result: it is asked at once, and whenever somebody was woken.
    public func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(condition, lock)
        }
    }

    /// The same, for a while.
    /// - Parameter nanoseconds: how long at most.
    /// - Returns: `nil` where the time was over before the body gave a result.
    public func wait<Result>(nanoseconds: UInt64, _ body: (inout Value) -> Result?) -> Result? {
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let total = UInt64(end.tv_nsec) + nanoseconds % 1_000_000_000
        end.tv_sec += Int(nanoseconds / 1_000_000_000 + total / 1_000_000_000)
        end.tv_nsec = Int(total % 1_000_000_000)
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            if let result = body(&value) { return result }
            if pthread_cond_timedwait(condition, lock, &end) == ETIMEDOUT { return body(&value) }
        }
    }

    /// Wakes one thread that waits, if any does.
    public func wakeOne() { pthread_cond_signal(condition) }

    /// Wakes every thread that waits.
    public func wakeAll() { pthread_cond_broadcast(condition) }
}
