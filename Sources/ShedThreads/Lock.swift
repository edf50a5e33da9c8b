import Glibc

/// A value that threads look at or change one at a time. Copies of a lock are the same lock.
///
/// In place of `Synchronization.Mutex`, which a house test forbids. Where nobody waits, that is an atomic instruction in the program itself.
/// Where somebody does, it is locked and unlocked in `libswiftSynchronization`, which is not built for the thread sanitizer, and by the
/// kernel: the sanitizer sees neither, and reports races on values that are guarded well (`make sanitize-thread`). It knows the calls of
/// pthreads(7). One takes some nanoseconds more where nobody waits. Atomic values of `Synchronization` need nothing in their place:
/// they are instructions, which the sanitizer sees.
///
/// `@unchecked Sendable` holds because the value is touched only while the lock is held, and both stand in one allocation that never moves.
public struct Lock<Value: Sendable>: @unchecked Sendable {
    @usableFromInline let storage: ManagedBuffer<Value, pthread_mutex_t>

    @inlinable public init(_ value: Value) {
        storage = LockStorage<Value>.create(minimumCapacity: 1) { _ in value }
        storage.withUnsafeMutablePointerToElements { lock in
            lock.initialize(to: pthread_mutex_t())
            var attributes = pthread_mutexattr_t()
            pthread_mutexattr_init(&attributes)
            pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ERRORCHECK))
            pthread_mutex_init(lock, &attributes)
            pthread_mutexattr_destroy(&attributes)
        }
    }

    /// Looks at the value or changes it. The process ends where the body asks for the same lock: it would wait for itself.
    @inlinable public func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        try storage.withUnsafeMutablePointers { value, lock throws(Failure) in
            let code = pthread_mutex_lock(lock)
            precondition(code == 0, "a lock is asked for by who holds it")
            defer { pthread_mutex_unlock(lock) }
            return try body(&value.pointee)
        }
    }
}

/// Where the value and its mutex stand. What is made by ``Lock`` always has the one mutex.
@usableFromInline final class LockStorage<Value>: ManagedBuffer<Value, pthread_mutex_t> {
    deinit { withUnsafeMutablePointerToElements { _ = pthread_mutex_destroy($0) } }
}
