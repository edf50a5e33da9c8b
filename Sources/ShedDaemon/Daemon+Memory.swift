import Glibc
import ShedModel
import ShedProject
import ShedWatch

extension Daemon {
    /// How often memory is looked at while any project is at work: once a second, in nanoseconds.
    static let memoryPeriod: UInt64 = 1_000_000_000

    /// Ends the process where a project takes more memory than one may have: nothing else gives back what a walk holds that is
    /// under way. Whoever waits for this process starts another, which leaves that project alone; where several were at work,
    /// it lets them take turns, and knows the next time.
    func lookAtMemory() {
        let now = clock.now()
        guard memoryDue <= now, site.work.isAnybodyAtWork else { return }
        memoryDue = now + Daemon.memoryPeriod
        tellOfLongWork(at: now)
        guard let excess = site.work.excess(over: options.memoryCeiling) else { return }
        for key in excess.blame.causes + excess.blame.shared {
            guard let standing = workers[key]?.standing else { continue }
            let error = ShedError(
                .environment, "the daemon needs more than \(options.memoryCeiling >> 20) MiB while it works in \(EscapedText.escape(standing.root))",
                remedy: "It starts again without what it holds.")
            notices.report(.failed(root: standing.root, error))
        }
        let isNoted = excess.blame.note(in: { workers[$0]?.standing.folder }, by: 0, at: surroundings.now(), isProven: excess.isProven) { folder, error in
            notices.report(.failed(root: folder.record.root, error))
        }
        tellEvents()
        // All that is under way is safe when the process is killed, and this is no more than that.
        _exit(isNoted ? WatchParent.again.noted : WatchParent.again.unexplained)
    }

    /// Says of which projects a thread has been at one thing for an hour.
    private func tellOfLongWork(at now: UInt64) {
        for key in site.work.takeLong(at: now) {
            guard let root = workers[key]?.standing.root else { continue }
            let error = ShedError(
                .environment, "the daemon has been at one piece of work in \(EscapedText.escape(root)) for an hour; its verbs wait",
                remedy: "A large project on a slow disk takes long. If it goes on and on, start the daemon again, and please report it.")
            notices.report(.failed(root: root, error))
        }
    }
}
