import CLinux
import Glibc
import ShedModel

/// Another program, run with a time limit and bounded output.
///
/// It is given no input, a process group of its own, an empty signal mask and the signals' default actions, whatever
/// ours are, and no descriptor but those it is meant to have. It is always reaped.
public struct ChildProcess: Sendable {
    /// How it ended.
    public struct Ending: Equatable, Sendable {
        /// The exit code, or 128 and the number of the signal that ended it; 0 where somebody else reaped it.
        public var code: Int32
        /// What it wrote on stdout and stderr, as far as it was kept.
        public var output: [UInt8]
        /// Whether it was killed, with its process group, because its time was over.
        public var isOutOfTime: Bool
        /// What it wrote on stderr, where ``ChildStreams/keepsErrorsApart`` said so.
        public var errors: [UInt8] = []
        /// How long it used a processor, with all that it waited for, in microseconds; 0 outside of a ``Cell``.
        public var processorTime: Int64 = 0

        /// The output on one line, safe to show, 500 bytes at most.
        public var text: String { ChildProcess.line(output) }
    }

    public let id: pid_t
    private let reading: Int32
    /// -1 where stderr is not kept apart.
    private let readingErrors: Int32
    /// Whether what it started ends with it.
    private let isInCell: Bool

    init(id: pid_t, reading: Int32, readingErrors: Int32, isInCell: Bool = false) {
        self.id = id
        self.reading = reading
        self.readingErrors = readingErrors
        self.isInCell = isInCell
    }

    /// Runs a program to its end.
    /// - Parameters:
    ///   - program: an absolute path.
    ///   - milliseconds: after this time it and its process group are killed.
    ///   - limit: how many bytes of its output to keep; it may write more.
    public static func run(
        _ program: String, _ arguments: [String], environment: [String: String], milliseconds: Int64, keeping limit: Int = 64 << 10
    ) throws(ServiceError) -> Ending {
        try start(program, arguments, environment: environment).finish(milliseconds: milliseconds, keeping: limit)
    }

    /// Starts a program. ``finish(milliseconds:keeping:isStopped:)`` must follow.
    /// - Parameters:
    ///   - keepsErrors: whether what it writes on stderr counts as output; else nobody sees it.
    ///   - streams: where its input comes from and its output goes.
    public static func start(
        _ program: String, _ arguments: [String], environment: [String: String], keepsErrors: Bool = true,
        streams: ChildStreams = ChildStreams()
    ) throws(ServiceError) -> ChildProcess {
        let (reading, writing) = try pair(program)
        defer { close(writing) }
        var (readingErrors, writingErrors): (Int32, Int32) = (-1, -1)
        if streams.keepsErrorsApart {
            do throws(ServiceError) {
                (readingErrors, writingErrors) = try pair(program)
            } catch {
                close(reading)
                throw error
            }
        }
        defer { if writingErrors >= 0 { close(writingErrors) } }
        do throws(ServiceError) {
            let lent = try LentDescriptors(streams, program)
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, lent.output ?? writing, STDOUT_FILENO)
            if streams.keepsErrorsApart {
                posix_spawn_file_actions_adddup2(&actions, writingErrors, STDERR_FILENO)
            } else if keepsErrors {
                posix_spawn_file_actions_adddup2(&actions, writing, STDERR_FILENO)
            } else {
                posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
            }
            lent.apply(to: &actions)
            let child = try spawn(program, arguments, environment, &actions)
            return ChildProcess(id: child, reading: reading, readingErrors: readingErrors)
        } catch {
            close(reading)
            if readingErrors >= 0 { close(readingErrors) }
            throw error
        }
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String: String], _ actions: inout posix_spawn_file_actions_t
    ) throws(ServiceError) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var child = pid_t()
        let fault = posix_spawn(&child, program, &actions, &attributes, &words, &variables)
        guard fault == 0 else { throw failure(program, fault) }
        return child
    }

    /// A pair of sockets, not a pipe: it can be made close-on-exec in one step, also while other threads fork.
    static func pair(_ program: String) throws(ServiceError) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw failure(program, errno) }
        return (ends[0], ends[1])
    }

    /// Waits for the end.
    /// - Parameters:
    ///   - limit: how many bytes of its output to keep, and of its errors where they are apart 64 KiB.
    ///   - step: so often, in milliseconds, the process is looked at, beside each time that it writes.
    ///   - isStopped: asked each time; where it says yes the process group is killed.
    public func finish(
        milliseconds: Int64, keeping limit: Int = 64 << 10, step: Int64 = 10, isStopped: () -> Bool = { false }
    ) -> Ending {
        defer {
            close(reading)
            if readingErrors >= 0 { close(readingErrors) }
        }
        let end = ChildProcess.now() + milliseconds
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var isOpen = true
        var hasErrors = readingErrors >= 0
        while true {
            // A child of the child may keep the socket open for ever, so it is not the end of the output that counts.
            var waits = [
                pollfd(fd: isOpen ? reading : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: hasErrors ? readingErrors : -1, events: Int16(POLLIN), revents: 0),
            ]
            poll(&waits, 2, Int32(max(1, min(step, end - ChildProcess.now()))))
            if isOpen { isOpen = drain(reading, &output, limit) }
            if hasErrors { hasErrors = drain(readingErrors, &errors, 64 << 10) }
            if let (code, time) = reap(WNOHANG) {
                if isOpen { _ = drain(reading, &output, limit) }
                if hasErrors { _ = drain(readingErrors, &errors, 64 << 10) }
                return Ending(code: code, output: output, isOutOfTime: false, errors: errors, processorTime: time)
            }
            let isOutOfTime = ChildProcess.now() >= end
            if isOutOfTime || isStopped() {
                kill(-id, SIGKILL)
                let (code, time) = reap(0) ?? (128 + SIGKILL, 0)
                return Ending(code: code, output: output, isOutOfTime: isOutOfTime, errors: errors, processorTime: time)
            }
        }
    }

    /// Reads what there is now, in one call a round at most as much as a child can write meanwhile.
    /// - Returns: whether more can come.
    private func drain(_ socket: Int32, _ output: inout [UInt8], _ limit: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        // Bounded, so that a child that never stops writing does not keep us from looking at the clock.
        for _ in 0..<64 {
            let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count == 0 { return false }
            if count < 0 { return errno == EAGAIN || errno == EINTR }
            output += buffer[..<min(count, limit - output.count)]
        }
        return true
    }

    /// What a program said, on one line, safe to show, 500 bytes at most.
    public static func line(_ output: [UInt8]) -> String {
        let lines = output.prefix(500).split(separator: UInt8(ascii: "\n")).map { EscapedText.escape($0) }
        return lines.joined(separator: "; ")
    }

    /// - Returns: the exit code and the processor time, or `nil` where it still runs.
    private func reap(_ options: Int32) -> (code: Int32, time: Int64)? {
        if isInCell {
            var ending = shed_cell_ending()
            switch shed_cell_wait(id, options == 0 ? 1 : 0, &ending) {
            case 0: return nil
            case 1: return (ending.code, ending.processor_microseconds)
            default: return (0, 0)
            }
        }
        var status: Int32 = 0
        while true {
            let result = waitpid(id, &status, options)
            if result == id { return (status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f), 0) }
            if result == 0 { return nil }
            // ECHILD: the process ignores SIGCHLD, and the kernel has reaped it.
            if errno != EINTR { return (0, 0) }
        }
    }

    /// In milliseconds, of a clock that only goes on.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    static func failure(_ program: String, _ number: Int32) -> ServiceError {
        ServiceError(
            .environment, "cannot run \(EscapedText.escape(Array(program.utf8))): \(String(cString: strerror(number)))",
            remedy: "Check that it is there and may be run (ls -l).")
    }
}
