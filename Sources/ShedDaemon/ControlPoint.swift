import Glibc
import ShedControl
import ShedProject
import ShedWatch

/// Where verbs reach the daemon: the control socket, and who carries them out.
final class ControlPoint {
    private let surroundings: Surroundings
    private let version: String
    private let handler: Daemon.RequestHandler
    private var server: ControlServer?

    init(_ surroundings: Surroundings, version: String, handler: @escaping Daemon.RequestHandler) {
        self.surroundings = surroundings
        self.version = version
        self.handler = handler
    }

    /// The socket's path.
    var path: [UInt8] { Array(surroundings.controlSocket.utf8) }

    /// Whether the socket's file is still there.
    var stands: Bool { access(surroundings.controlSocket, F_OK) == 0 }

    /// Answers on the control socket from now on. Until now verbs did their work themselves.
    func listen(_ watcher: Watcher) throws(ShedError) {
        stop()
        do {
            // The folder for the socket: the runtime directory itself is the session's to make.
            if !surroundings.hasRuntimeDirectory { try surroundings.makeStateDirectory("") }
            if let other = ControlClient.greeting(at: path), other.pid != getpid() {
                throw ShedError(
                    .environment, "process \(other.pid), a daemon with another state directory, answers on \(surroundings.controlSocket)",
                    remedy: "Until it is stopped, verbs do their own work beside this one.")
            }
            server = try ControlServer(path: path, version: version) { watcher.wake() }
        } catch { throw Daemon.explained(error) }
    }

    func stop() {
        server?.stop()
        server = nil
    }

    /// Has the verbs carried out that wait. One that nobody waits for any more is not begun; one that was begun comes to its end.
    /// - Parameters:
    ///   - projects: for a verb, with what says whether somebody still waits for it.
    ///   - done: is called after each.
    /// - Returns: whether there were any.
    func serve(_ projects: (_ isAbandoned: @escaping () -> Bool) -> any WatchedProjects, done: () -> Void) -> Bool {
        let calls = server?.take() ?? []
        for call in calls where !call.isAbandoned {
            call.reply(handler(call.request, projects { call.isAbandoned }))
            done()
        }
        return !calls.isEmpty
    }
}
