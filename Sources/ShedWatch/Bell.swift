import Glibc

/// Lets threads wait until another thread says that something happened. Any number of threads may wait at once: each
/// remembers the count of rings that it knew before it looked, so no ring is lost between looking and waiting.
///
/// `@unchecked Sendable` holds because both pointers are set once, the memory behind them is used by pthread calls
/// only, and `rings` is touched only while the mutex is held.
package final class Bell: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var rings: UInt64 = 0

    package init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
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
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// How often the bell rang.
    package var count: UInt64 {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return rings
    }

    /// Wakes every thread that waits.
    package func ring() {
        pthread_mutex_lock(mutex)
        rings += 1
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Waits until the bell rang more often than `known`, or the time is over.
    /// - Parameter nanoseconds: How long at most; `nil` waits without end.
    /// - Returns: whether it rang.
    @discardableResult
    package func wait(past known: UInt64, nanoseconds: UInt64? = nil) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard let nanoseconds else {
            while rings == known { pthread_cond_wait(condition, mutex) }
            return true
        }
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let total = UInt64(end.tv_nsec) + nanoseconds % 1_000_000_000
        end.tv_sec += Int(nanoseconds / 1_000_000_000 + total / 1_000_000_000)
        end.tv_nsec = Int(total % 1_000_000_000)
        while rings == known {
            if pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT { return rings != known }
        }
        return true
    }
}
