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
        guard let excess = site.work.excess(over: options.memoryCeiling) else { return }
        for key in excess.projects {
            guard let standing = workers[key]?.standing else { continue }
            let error = ShedError(
                .environment, "the daemon needs more than \(options.memoryCeiling >> 20) MiB while it works in \(EscapedText.escape(standing.root))",
                remedy: "It starts again without what it holds.")
            notices.report(.failed(root: standing.root, error))
            guard let folder = standing.folder else { continue }
            _ = try? Quarantine.noteDeath(in: folder, by: 0, at: surroundings.now(), isProven: excess.isProven)
        }
        tellEvents()
        // All that is under way is safe when the process is killed, and this is no more than that.
        _exit(excess.projects.isEmpty ? WatchParent.again.unexplained : WatchParent.again.noted)
    }
}
