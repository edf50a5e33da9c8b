import CLinux
import Glibc
import ShedService

extension WatchParent {
    /// The process that waits for this one.
    public struct Link: Sendable {
        /// Its ID, by which the daemon is known: it is the one that was started, and signals to it reach this one.
        public let process: Int32
        /// Passes on what is told the service manager.
        let notifier: ReadinessNotifier

        /// The process that waits for this one, where one does: it has said so in the environment, out of which that is taken.
        /// From now on this process ends with it.
        ///
        /// To be called once, before there is a second thread: the environment belongs to no thread (setenv(3)).
        public static func take() -> Link? {
            guard let text = getenv(WatchParent.variable).flatMap({ String(validatingCString: $0) }) else { return nil }
            unsetenv(WatchParent.variable)
            // All threads take memory from one heap. Each would have one of its own, and what a storm needed in one of those goes back to the
            // system late or never. The limit counts from the first second thread on, and later changes nothing (mallopt(3), M_ARENA_MAX).
            mallopt(M_ARENA_MAX, 1)
            let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
            guard numbers.count == 3, let process = numbers[0] else { return nil }
            _ = shed_end_with_parent(SIGKILL)
            // It may have ended before that. Nobody else sets the variable: without it this would be a daemon of its own, which nobody
            // knows who has killed the one that he started.
            guard process == Int64(getppid()) else { _exit(128 + SIGKILL) }
            let socket = numbers[1].flatMap { Int32(exactly: $0) }.flatMap { $0 > STDERR_FILENO ? $0 : nil }
            if let socket { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
            let milliseconds = numbers[2].flatMap { $0 > 0 ? $0 : nil }
            return Link(process: Int32(process), notifier: ReadinessNotifier(through: socket, watchdogMilliseconds: milliseconds))
        }
    }

    /// Says who waits: process ID, number of the socket for what is told the service manager (-1: none), milliseconds of its
    /// watchdog (0: none), with colons between them.
    static let variable = "SHED_WATCH_PARENT"
}
