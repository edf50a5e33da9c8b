import ShedMessages
import ShedModel
import ShedProject
import ShedReconcile
import ShedService
import ShedThreads

/// Tells what the daemon does: to its log, and of what was refused or held back, of conflict copies, and of links, to the desktop. Any thread may
/// tell; the log is written by one, which nobody waits for.
final class Notices: Sendable {
    private let events = Lock<[DaemonEvent]>([])
    private let notifier: DesktopNotifier
    private let catalogue: Catalogue
    /// Called when there is something to be taken.
    private let wake: @Sendable () -> Void

    /// So many events wait at most. Nobody reads what the daemon says; the first ones are let go.
    private static let most = 10_000

    /// - Parameters:
    ///   - notifier: shows what is told to the desktop.
    ///   - catalogue: the words for that.
    ///   - wake: called from any thread when there is something to be taken.
    init(_ notifier: DesktopNotifier, _ catalogue: Catalogue, wake: @escaping @Sendable () -> Void) {
        self.notifier = notifier
        self.catalogue = catalogue
        self.wake = wake
    }

    /// Tells something.
    func report(_ event: DaemonEvent) {
        events.withLock { events in
            if events.count >= Notices.most { events.removeFirst(Notices.most / 2) }
            events.append(event)
        }
        wake()
    }

    /// What was told since this was last called, in the order in which it was.
    func take() -> [DaemonEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }

    /// What a walk came to.
    func tell(_ outcome: Outcome, of watched: WatchedProject) {
        let home = watched.project.home
        var news = outcome
        if !news.reports.isEmpty { news.reports = watched.project.kind.worthTelling(news.reports) }
        // What waits for a person is told also where nothing else happened.
        if news.isAnythingDone || news.hasNews || news.reports.contains(where: { $0.delay == .earlier }) {
            let told = watched.unresolvedNotes.told.untold(news, home.root)
            if told.isAnythingDone || !told.reports.isEmpty { report(.reconciled(root: home.path, told)) }
        }
        if !outcome.reports.isEmpty { report(.waiting(root: home.path, outcome.reports)) }
        if !outcome.moves.isEmpty {
            let actions = NoticeActions(in: home, catalogue)?.actions(for: outcome.moves, entry: watched.project.lastDone) ?? []
            announce(Announcement(of: outcome.moves, in: home.name), actions)
        }
        if !outcome.linkNews.isEmpty { announce(Announcement(ofMendedLinks: outcome.linkNews, in: home.name)) }
        let copies = outcome.changes.filter(\.isNewConflictCopy).map(\.path)
        if !copies.isEmpty { announce(Announcement(ofConflictCopies: copies, in: home.name)) }
        guard let held = watched.unresolvedNotes.takeUntoldHold(), let hold = held.hold else { return }
        report(.heldBack(root: home.path, held))
        announce(Announcement(of: hold, in: home.name))
    }

    /// Says how many links lead nowhere since something was moved by hand.
    func tellBrokenLinks(_ count: Int, of watched: WatchedProject) {
        let home = watched.project.home
        report(.brokeLinks(root: home.path, count: count))
        announce(Announcement(ofBrokenLinks: count, in: home.name))
    }

    /// Says a failure once, until something has succeeded or something else fails.
    func tell(_ error: ShedError, of watched: WatchedProject) {
        if watched.presence.lastFailure != error.description { report(.failed(root: watched.project.home.path, error)) }
        watched.presence.lastFailure = error.description
    }

    /// Says that a project is left alone, and why.
    func tellQuarantine(of root: [UInt8], _ quarantine: Quarantine) {
        report(.quarantined(root: root, quarantine.cause))
        let name = Name(bytes: Array(root.split(separator: UInt8(ascii: "/")).last ?? []))
        announce(Announcement(leavingAlone: name, at: root))
    }

    func tellGaps(of watched: WatchedProject) {
        if !watched.health.polled.isEmpty { report(.polling(root: watched.project.home.path, watched.health.polled)) }
    }

    /// Asks the person, by a notification, to trust what stands at a root, or to leave it.
    func ask(forTrustIn root: [UInt8], _ reason: ShedError) { announce(Announcement(askingForTrustIn: root, reason)) }

    private func announce(_ announcement: Announcement, _ actions: [NotificationAction] = []) {
        let body = announcement.lines.map { catalogue.text($0) }.joined(separator: "\n")
        notifier.notify(summary: catalogue.text(announcement.summary), body: body, actions: actions)
    }

    func tellOfNotifier() { if let failure = notifier.takeFailure() { report(.unannounced(failure)) } }
}

extension Outcome {
    /// Whether there is more to tell than what was left where it is.
    fileprivate var isAnythingDone: Bool { !changes.isEmpty || !moves.isEmpty || !failures.isEmpty || !unsynced.isEmpty || !remarks.isEmpty }
}
