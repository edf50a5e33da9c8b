import ShedModel
import ShedProject
import ShedReconcile
import ShedService

/// Tells what the daemon does: to its log, and of what was refused to the desktop.
final class Notices {
    let report: (DaemonEvent) -> Void
    private let notifier: DesktopNotifier

    /// - Parameter wake: called from any thread when a notification could not be shown.
    init(_ report: @escaping (DaemonEvent) -> Void, wake: @escaping @Sendable () -> Void) {
        self.report = report
        notifier = DesktopNotifier { wake() }
    }

    /// What a walk came to.
    func tell(_ outcome: Outcome, of watched: WatchedProject) {
        let home = watched.project.home
        if !outcome.changes.isEmpty || !outcome.moves.isEmpty || !outcome.failures.isEmpty {
            report(.reconciled(root: home.path, outcome))
        }
        if !outcome.reports.isEmpty { report(.waiting(root: home.path, outcome.reports)) }
        guard !outcome.moves.isEmpty else { return }
        let announcement = Announcement(of: outcome.moves, in: home.name)
        notifier.notify(summary: announcement.summary, body: announcement.body)
    }

    /// Says a failure once, until something has succeeded or something else fails.
    func tell(_ error: ShedError, of watched: WatchedProject) {
        if watched.presence.lastFailure != error.description { report(.failed(root: watched.project.home.path, error)) }
        watched.presence.lastFailure = error.description
    }

    func tellGaps(of watched: WatchedProject) {
        if !watched.health.polled.isEmpty { report(.polling(root: watched.project.home.path, watched.health.polled)) }
    }

    func tellOfNotifier() { if let failure = notifier.takeFailure() { report(.unannounced(failure)) } }
}
