import CLinux
import Glibc
import ShedMessages
import ShedModel

/// A lock on a file outside the tree (flock(2)), held until the value is gone or the process ends.
package final class FileLock: Sendable {
    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { FileLock.release(descriptor) }

    /// Unlocks and closes. A child that another thread is starting just now has a copy of the descriptor until it runs its program, and
    /// with that the lock, which would outlive the closing.
    private static func release(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Takes the lock, waiting for whoever holds it: in the kernel, which whatever ends the process ends too.
    package static func wait(_ path: String) throws(ShedError) -> FileLock {
        let lock = try open(path)
        while flock(lock.descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure(path, errno) }
        }
        return lock
    }

    /// How long it is tried, in milliseconds: enough for one who only asks to get the processor on a busy machine.
    package static let patience = 500

    /// Takes the lock if nobody holds it.
    /// - Parameter milliseconds: how long it is tried at the least.
    package static func attempt(_ path: String, milliseconds: Int = patience) throws(ShedError) -> FileLock? {
        let lock = try open(path)
        for _ in 0..<milliseconds {
            if flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0 { return lock }
            guard errno == EWOULDBLOCK || errno == EINTR else { throw failure(path, errno) }
            // Who asks whether it is held holds it for a moment, shared; so this is tried again, a millisecond apart, and is mostly done at
            // the second try. It is no wait of the kernel's, since flock(2) and fcntl(2) (F_OFD_SETLKW) know no end of one but a signal,
            // which a library does not set up in somebody's process. A thread that waits instead could not be called off: it would hold
            // the lock, unasked, as soon as whoever has it lets go. And locks of fcntl(2) are others than those of flock(2): a shed of
            // another version beside this one would not see them.
            usleep(1_000)
        }
        return nil
    }

    /// Whether somebody holds the lock. Makes no file.
    /// - Parameter doubt: what to say where the file is there and cannot be opened.
    package static func isHeld(_ path: String, inDoubt doubt: Bool = false) -> Bool {
        let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return doubt && errno != ENOENT && errno != ENOTDIR }
        defer { release(descriptor) }
        // A shared lock: two that ask at once do not take each other for the holder.
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }

    private static func open(_ path: String) throws(ShedError) -> FileLock {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(path, errno) }
        return FileLock(descriptor: descriptor)
    }

    private static func failure(_ path: String, _ number: Int32) -> ShedError {
        ShedError(.environment, .cannotLock(path: path, reason: .system(number)), remedy: .stateWritableOrOther)
    }
}
