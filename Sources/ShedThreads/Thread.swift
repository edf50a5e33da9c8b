import Glibc

/// A thread of the system (pthreads(7)).
///
/// Not libdispatch's: once its pool exists it wakes the process every second, which a daemon that sleeps must not.
public struct Thread: Sendable {
    private let handle: pthread_t

    /// Starts a thread, which is to be joined or detached. It keeps what the body holds until that has ended.
    /// - Parameter blocksSignals: whether it takes no signals. They belong to the program's own threads; in one that waits
    ///   for something else they would only interrupt that.
    /// - Throws: why there is no thread; then the body does not run.
    public init(blocksSignals: Bool = false, _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
        var before = sigset_t()
        if blocksSignals {
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_SETMASK, &all, &before)
        }
        defer { if blocksSignals { pthread_sigmask(SIG_SETMASK, &before, nil) } }
        let job = Unmanaged.passRetained(Job(body: body))
        var handle = pthread_t()
        let code = pthread_create(&handle, nil, { job in
            if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body() }
            return nil
        }, job.toOpaque())
        guard code == 0 else {
            job.release()
            throw ThreadError(code: code)
        }
        self.handle = handle
    }

    /// Whether this is the calling thread.
    public var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

    /// Waits for the end. To be called once, by another thread.
    public func join() { pthread_join(handle, nil) }

    /// Lets it end by itself. To be called once, and instead of ``join()``.
    public func detach() { pthread_detach(handle) }

    private final class Job: Sendable {
        let body: @Sendable () -> Void

        init(body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

/// Why there is no thread.
public struct ThreadError: Error, Hashable, Sendable {
    /// errno, as pthread_create(3) gives it.
    public let code: Int32
}
