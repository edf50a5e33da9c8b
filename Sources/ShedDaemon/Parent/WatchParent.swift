import CLinux
import Glibc
import ShedModel
import ShedProject
import ShedService
import ShedThreads
import ShedWatch

/// The process that `shed watch` is started as. It starts the daemon as its child (the same program with the same words), waits
/// for it, and does nothing else: it opens no project, so nothing in one can hurt it.
///
/// Signals that it is sent reach the child, what the child tells the service manager it passes on, and it ends as the child does.
/// Where the child died by a fault of its own (``Quarantine/isFault(_:)``), it notes under which projects that was, and starts
/// it again. One that was killed (kill(1), the kernel's want of memory) is started again too, and counts against no project; other
/// deaths are left to the service manager. The child ends when it ends.
public final class WatchParent {
    /// The exit codes of a child that is to be started again, since it needed too much memory: for projects that it has noted, or
    /// for one that it cannot tell.
    static let again: (noted: Int32, unexplained: Int32) = (75, 76)

    /// Deaths of which no project can be told within an hour; one more, and it gives up.
    private static let mostUnexplained = 5

    private let surroundings: Surroundings
    private let log: DaemonLog
    private let notifier = ReadinessNotifier.fromProcess()
    private let program: String
    /// The mask before it was changed: the child's.
    private var mask = sigset_t()
    private var child: pid_t = 0
    /// Whether it was told to end.
    private var isEnding: Bool { endDue != nil }
    /// When the child has to have ended, since that was wanted: nanoseconds of the monotonic clock; `nil` while nobody wants it.
    private var endDue: UInt64?
    private let clock = MonotonicClock()
    /// When there were deaths of which no project can be told, in milliseconds since 1970.
    private var unexplained: [Int64] = []
    private var pauses = 0

    /// How long the child may take to end: 1.9 s, in nanoseconds. It ends itself before that, whatever its threads are at; one that is
    /// stopped, or stands in a call to a disk that does not answer, cannot.
    private static let longestEnd: UInt64 = 1_900_000_000

    /// What is taken and reaches the child.
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGCONT, SIGCHLD]

    /// - Throws: where nobody knows what program this is.
    public init(_ surroundings: Surroundings, _ log: DaemonLog) throws(ShedError) {
        self.surroundings = surroundings
        self.log = log
        program = try WatchParent.ownProgram()
        var set = WatchParent.set
        pthread_sigmask(SIG_BLOCK, &set, &mask)
    }

    /// Runs the daemon to its end, and ends as it does.
    /// - Throws: where it cannot be started, or died too often for reasons that no project explains.
    public func run() throws(ShedError) -> Never {
        while true {
            let status = try runOnce()
            if let code = WatchParent.exitCode(status) {
                guard [WatchParent.again.noted, WatchParent.again.unexplained].contains(code), !isEnding else { exit(code) }
                try startAgain(after: "a want of memory", isExplained: code == WatchParent.again.noted)
            } else {
                let signal = status & 0x7f
                // Who is killed, as by the kernel for want of memory, has no fault; but nobody would watch from then on.
                guard Quarantine.isFault(signal) || signal == SIGKILL, !isEnding else { end(by: signal) }
                try startAgain(after: Quarantine.name(of: signal), isExplained: signal != SIGKILL && noteDeath(by: signal), isKilled: signal == SIGKILL)
            }
        }
    }

    // MARK: The child

    /// - Returns: how the child ended, as waitpid(2) has it.
    private func runOnce() throws(ShedError) -> Int32 {
        var ends: [Int32] = [-1, -1]
        if notifier.isTold, socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) != 0 {
            throw ShedError(.environment, "cannot make a socket for the daemon: \(DaemonLife.text(of: errno))", remedy: "Raise the limit of open files (ulimit -n).")
        }
        setenv(WatchParent.variable, "\(getpid()):\(ends[1]):\(notifier.watchdogMilliseconds ?? 0)", 1)
        child = shed_spawn_alike(program, CommandLine.unsafeArgv, ends[1], &mask)
        if ends[1] >= 0 { close(ends[1]) }
        guard child > 0 else {
            throw ShedError(.environment, "cannot start the daemon's process: \(DaemonLife.text(of: -child))", remedy: "Raise the limit of processes (ulimit -u), or free some memory.")
        }
        let passing = ends[0] >= 0 ? pass(from: ends[0]) : nil
        let status = wait()
        // What it told last is still to be passed on.
        passing?.join()
        return status
    }

    /// Passes on what the child tells the service manager, until its end of the socket is closed.
    private func pass(from socket: Int32) -> Thread? {
        let notifier = notifier
        do throws(ThreadError) {
            return try Thread(blocksSignals: true) {
                var buffer = [UInt8](repeating: 0, count: 4_096)
                while true {
                    let count = recv(socket, &buffer, buffer.count, 0)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { break }
                    notifier.pass(Array(buffer[..<count]))
                }
                close(socket)
            }
        } catch {
            close(socket)
            return nil
        }
    }

    private func wait() -> Int32 {
        var status: Int32 = 0
        while true {
            let result = waitpid(child, &status, WNOHANG)
            if result == child { return status }
            // Nobody else waits for it; where SIGCHLD is ignored the kernel has.
            if result < 0, errno == ECHILD { return 0 }
            var set = WatchParent.set
            guard let endDue else {
                handOn(sigwaitinfo(&set, nil))
                continue
            }
            let now = clock.now()
            guard now < endDue else { leaveBehind() }
            var limit = timespec(tv_sec: Int((endDue - now) / 1_000_000_000), tv_nsec: Int((endDue - now) % 1_000_000_000))
            handOn(sigtimedwait(&set, nil, &limit))
        }
    }

    private func handOn(_ signal: Int32) {
        guard signal > 0, signal != SIGCHLD else { return }
        if signal != SIGCONT, endDue == nil { endDue = clock.now() + WatchParent.longestEnd }
        kill(child, signal)
    }

    /// Ends without waiting for the child, which is killed: at once, or when the call in which it stands comes back. That is safe as it
    /// is where the child ends itself in the midst of its work.
    private func leaveBehind() -> Never {
        kill(child, SIGKILL)
        log.record(.warning, "the daemon did not end in time and was killed")
        exit(0)
    }

    // MARK: Deaths

    /// Takes note of a death in those projects that may have caused it.
    /// - Returns: whether it stands there now of any.
    private func noteDeath(by signal: Int32) -> Bool {
        let folders = Registry(surroundings).folders()
        let blame = Blame(folders.indices.map { ($0, WorkNote.read(in: folders[$0], of: child)) })
        return blame.note(in: { folders[$0] }, by: signal, at: surroundings.now()) { folder, error in
            log.record(.error, "a death of the daemon could not be noted", root: folder.record.root, ["error": "\(error)"])
        }
    }

    private func startAgain(after cause: String, isExplained: Bool, isKilled: Bool = false) throws(ShedError) {
        let now = surroundings.now()
        unexplained = unexplained.filter { $0 > now - Quarantine.window }
        if !isExplained { unexplained.append(now) }
        guard unexplained.count <= WatchParent.mostUnexplained else {
            throw ShedError(
                .environment, "the daemon died \(unexplained.count) times within an hour, the last time by \(cause), and no project explains it",
                remedy: isKilled
                    ? "It was killed, as a rule for want of memory: free some, or give it less (--memory); until then verbs do their own work."
                    : "Please report it; until then verbs do their own work.")
        }
        log.record(.error, "the daemon died and is started again", ["cause": cause])
        pause()
    }

    /// Waits a little longer each time that it is soon again, two seconds at most; less where it is told to end.
    private func pause() {
        pauses = min(pauses + 1, 5)
        var limit = timespec(tv_sec: pauses / 5 * 2, tv_nsec: pauses < 5 ? 100_000_000 << (pauses - 1) : 0)
        var set = WatchParent.set
        sigdelset(&set, SIGCHLD)
        let signal = sigtimedwait(&set, nil, &limit)
        guard signal == SIGINT || signal == SIGTERM || signal == SIGHUP else { return }
        end(by: signal)
    }

    /// Ends by a signal, as the child did, and without a core of its own.
    private func end(by signal: Int32) -> Never {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        Glibc.signal(signal, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(signal)
        // Only where it is one that ends nothing.
        exit(128 + signal)
    }

    // MARK: Helpers

    /// `nil` where it died by a signal.
    private static func exitCode(_ status: Int32) -> Int32? { status & 0x7f == 0 ? status >> 8 & 0xff : nil }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in signals { sigaddset(&set, number) }
        return set
    }

    /// The path of this program. Where another file stands there by now (it was updated), the one that runs: the child must be
    /// the same.
    private static func ownProgram() throws(ShedError) -> String {
        let link = "/proc/self/exe"
        guard let path = realpath(link, nil) else {
            guard access(link, X_OK) == 0 else {
                throw ShedError(.environment, "nobody knows where the program is: /proc is not mounted", remedy: "Mount it.")
            }
            return link
        }
        defer { free(path) }
        var (own, there) = (stat(), stat())
        let isSame = stat(link, &own) == 0 && stat(path, &there) == 0 && own.st_ino == there.st_ino && own.st_dev == there.st_dev
        return isSame ? String(cString: path) : link
    }
}
