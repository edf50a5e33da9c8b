import Glibc
import ShedTestSupport
import Testing

/// A daemon that watches the shelf's project. Ended, at the latest, when nobody needs it any more.
final class Watch {
    private let shelf: Shelf
    private let running: Shelf.Running
    private var isOver = false

    var process: pid_t { running.process }
    /// The process that does the work, for which the one that was started waits.
    var worker: pid_t {
        let children = String(decoding: TestFile.read("/proc/\(process)/task/\(process)/children"), as: UTF8.self)
        return children.split(separator: " ").first.flatMap { pid_t($0) } ?? process
    }
    /// What it has said so far.
    var log: String { running.said }

    /// Starts one. It need not watch yet.
    init(starting shelf: Shelf) throws {
        self.shelf = shelf
        running = try shelf.start(ShedProgram.path, ["watch", "--json"], in: shelf.project)
    }

    /// Starts one and waits until it says that it watches.
    convenience init(_ shelf: Shelf) throws {
        try self.init(starting: shelf)
        try awaitWatching()
    }

    deinit { kill() }

    func awaitWatching() throws {
        try shelf.await("the daemon watches") {
            try #require(Glibc.kill(process, 0) == 0 && !hasEnded, "the daemon ended: \(log)")
            return log.contains("watching")
        }
    }

    /// Whether it is a zombie: ended, and not waited for.
    private var hasEnded: Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 && information.si_signo == SIGCHLD
    }

    /// Holds it back: the kernel's queue fills.
    func freeze() {
        let worker = worker
        Glibc.kill(worker, SIGSTOP)
        // It has stopped when the kernel says so, not when the signal was sent. It is no child of ours.
        while !["T", "t", "Z"].contains(ProcessCosts.state(of: worker)) { sched_yield() }
    }

    func thaw() { Glibc.kill(worker, SIGCONT) }

    func kill() {
        guard !isOver else { return }
        isOver = true
        Glibc.kill(process, SIGKILL)
        _ = running.wait()
    }

    /// Ends it as a person would.
    func stop() throws -> Shelf.Result {
        isOver = true
        Glibc.kill(process, SIGTERM)
        return running.wait()
    }
}
