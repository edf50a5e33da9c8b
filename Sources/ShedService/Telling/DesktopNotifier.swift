import Glibc
import ShedMessages
import ShedThreads

/// Shows notifications on the desktop (org.freedesktop.Notifications), by notify-send(1), else by gdbus(1).
///
/// Nothing happens where there is no session bus or neither program. One notification is under way at a time; what
/// comes meanwhile is shown after it, in one. A program that hangs is killed after ten seconds.
///
/// Buttons are shown where notify-send knows `--action` and the server shows them: that program stays until the notification is
/// gone, ten minutes at most, and at most four do.
public final class DesktopNotifier: Sendable {
    /// What became of the last notification.
    enum Outcome: Hashable, Sendable {
        /// It was handed over.
        case shown
        /// There is no session bus.
        case noBus
        /// There is neither `notify-send` nor `gdbus`.
        case noProgram
        /// A program was run and did not succeed; with what it said.
        case failed(String)
    }

    private struct State {
        var isBusy = false
        var pending: PendingNotification?
        var outcome: Outcome?
        /// A failure that nobody took note of yet.
        var failure: String?
        var isFailing = false
        /// So many programs wait for a button.
        var waiting = 0
        /// Whether notify-send knows buttons; `nil` while nobody has asked it.
        var hasButtons: Bool?

        mutating func note(_ outcome: Outcome) -> Bool {
            self.outcome = outcome
            guard case .failed(let reason) = outcome else {
                if outcome == .shown { isFailing = false }
                return false
            }
            defer { isFailing = true }
            if !isFailing { failure = reason }
            return !isFailing
        }
    }

    private let environment: [String: String]
    private let milliseconds: Int64
    private let catalogue: Catalogue
    private let onFailure: @Sendable () -> Void
    private let state = Lock(State())

    /// - Parameters:
    ///   - environment: of the programs that are run; `PATH`, `DBUS_SESSION_BUS_ADDRESS` and `XDG_RUNTIME_DIR` tell
    ///     where they and the bus are.
    ///   - milliseconds: how long a program may take.
    ///   - catalogue: the words for what does not fit.
    ///   - onFailure: called from another thread when ``takeFailure()`` has something to say.
    public init(
        environment: [String: String] = ServiceEnvironment.current(), milliseconds: Int64 = 10_000,
        catalogue: Catalogue = .english, onFailure: @escaping @Sendable () -> Void = {}
    ) {
        self.environment = environment
        self.milliseconds = milliseconds
        self.catalogue = catalogue
        self.onFailure = onFailure
    }

    /// Why a notification could not be shown, once: for the first one, and for the first after one that was shown.
    public func takeFailure() -> String? {
        state.withLock { state in
            defer { state.failure = nil }
            return state.failure
        }
    }

    /// What became of the last notification that is no longer under way; `nil` if there was none.
    var lastOutcome: Outcome? { state.withLock { $0.outcome } }

    /// Whether nothing is under way or waits.
    var isIdle: Bool { state.withLock { !$0.isBusy } }

    /// Shows a notification, soon; returns at once.
    ///
    /// Both texts are plain text. Controls are escaped, and each is cut after 200 characters.
    /// - Parameter actions: buttons, for where they can be shown.
    public func notify(summary: String, body: String, actions: [NotificationAction] = []) {
        add(PendingNotification(summary: summary, body: body, actions: actions, catalogue))
    }

    private func add(_ next: PendingNotification) {
        let mustStart = state.withLock { state in
            if state.pending == nil { state.pending = next } else { state.pending?.merge(next) }
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if mustStart { start() }
    }

    private func start() {
        do throws(ThreadError) { try Thread { [self] in work() }.detach() } catch {
            let isNews = state.withLock { state in
                state.isBusy = false
                state.pending = nil
                return state.note(.failed("no thread could be made: \(String(cString: strerror(error.code)))"))
            }
            if isNews { onFailure() }
        }
    }

    /// Shows what waits until nothing does.
    private func work() {
        while let next = take() {
            let outcome = show(next)
            if state.withLock({ $0.note(outcome) }) { onFailure() }
        }
    }

    private func take() -> PendingNotification? {
        state.withLock { state in
            defer { state.pending = nil }
            if state.pending == nil { state.isBusy = false }
            return state.pending
        }
    }

    private func show(_ notification: PendingNotification) -> Outcome {
        guard let environment = withBus() else { return .noBus }
        let body = NotificationText.withoutMarkup(notification.body)
        var outcome = Outcome.noProgram
        if let program = ProgramPath.find("notify-send", environment: environment) {
            // notify-send reads C escapes in the body, and only there.
            let text = body.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
            let words = ["--", notification.summary, text]
            if !notification.actions.isEmpty, offer(notification, program, words, environment) { return .shown }
            outcome = run(program, ["--app-name=shed"] + words, environment)
            if outcome == .shown { return outcome }
        }
        if let program = ProgramPath.find("gdbus", environment: environment) {
            let call = [
                "call", "--session", "--dest", "org.freedesktop.Notifications", "--object-path", "/org/freedesktop/Notifications",
                "--method", "org.freedesktop.Notifications.Notify",
            ]
            // Name, ID to replace, icon, summary, body, actions, hints, milliseconds to show.
            let values = ["'shed'", "0", "''", NotificationText.variant(notification.summary), NotificationText.variant(body), "[]", "{}", "10000"]
            outcome = run(program, call + ["--"] + values, environment)
        }
        return outcome
    }

    private func run(_ program: String, _ arguments: [String], _ environment: [String: String]) -> Outcome {
        do throws(ServiceError) {
            let ending = try ChildProcess.run(program, arguments, environment: environment, milliseconds: milliseconds, keeping: 1024)
            if ending.isOutOfTime { return .failed("\(program) did not end within \(milliseconds) ms") }
            return ending.code == 0 ? .shown : .failed("\(program) ended with \(ending.code): \(ending.text)")
        } catch { return .failed(error.message) }
    }

    // MARK: Buttons

    /// Shows a notification with buttons, and waits for one on a thread of its own.
    /// - Returns: whether that was begun.
    private func offer(_ notification: PendingNotification, _ program: String, _ words: [String], _ environment: [String: String]) -> Bool {
        guard hasButtons(program, environment) else { return false }
        let mayWait = state.withLock { state in
            guard state.waiting < DesktopNotifier.mostWaiting else { return false }
            state.waiting += 1
            return true
        }
        guard mayWait else { return false }
        let arguments = ["--app-name=shed"] + notification.actions.enumerated().map { "--action=\($0.offset)=\(NotificationText.line($0.element.label, atMost: 60))" } + words
        let child: ChildProcess
        do throws(ServiceError) {
            child = try ChildProcess.start(program, arguments, environment: environment, keepsErrors: false)
        } catch {
            state.withLock { $0.waiting -= 1 }
            return false
        }
        do throws(ThreadError) { try Thread { [self] in waitForButton(of: child, notification) }.detach() } catch {
            _ = child.finish(milliseconds: 0)
            state.withLock { $0.waiting -= 1 }
            return false
        }
        return true
    }

    private func waitForButton(of child: ChildProcess, _ notification: PendingNotification) {
        let actions = notification.actions
        let ending = child.finish(milliseconds: DesktopNotifier.waitingTime, keeping: 1024, step: 250)
        state.withLock { $0.waiting -= 1 }
        // It was not shown, as far as that program knows: then without buttons, in the ways that there are.
        guard ending.code == 0 || ending.isOutOfTime else { return add(notification.withoutActions) }
        let chosen = String(decoding: ending.output, as: UTF8.self).split(separator: "\n").first
        guard let position = chosen.flatMap({ Int($0) }), actions.indices.contains(position) else { return }
        if let failure = actions[position].run() { notify(summary: actions[position].label, body: failure) }
    }

    /// Asked until it has answered.
    private func hasButtons(_ program: String, _ environment: [String: String]) -> Bool {
        if let known = state.withLock({ $0.hasButtons }) { return known }
        let help = try? ChildProcess.run(program, ["--help"], environment: environment, milliseconds: milliseconds)
        guard let help, help.code == 0, !help.isOutOfTime else { return false }
        let answer = String(decoding: help.output, as: UTF8.self).contains("--action")
        state.withLock { $0.hasButtons = answer }
        return answer
    }

    /// Whether no program waits for a button.
    var isUnasked: Bool { state.withLock { $0.waiting == 0 } }

    private static let mostWaiting = 4
    private static let waitingTime: Int64 = 600_000

    // MARK: The bus

    /// The environment with the session bus's address in it; `nil` where there is no such bus.
    private func withBus() -> [String: String]? {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
            return address.hasPrefix("disabled:") ? nil : environment
        }
        guard let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") else { return nil }
        var status = stat()
        guard stat(runtime + "/bus", &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        // Programs that know the variable only find it there too. A path's odd bytes are escaped as %NN in an address.
        let path = (runtime + "/bus").utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=" + path.joined()]) { $1 }
    }
}
