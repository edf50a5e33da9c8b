import Glibc
import ShedControl
import ShedProject
import ShedWatch

/// Where verbs reach the daemon: the control socket.
final class ControlPoint {
    private let surroundings: Surroundings
    private let version: String
    /// By which process the daemon is known.
    private let process: Int32
    private var server: ControlServer?

    init(_ surroundings: Surroundings, version: String, process: Int32) {
        self.surroundings = surroundings
        self.version = version
        self.process = process
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
            if let other = ControlClient.greeting(at: path), other.pid != process {
                throw ShedError(
                    .environment, "process \(other.pid), a daemon with another state directory, answers on \(surroundings.controlSocket)",
                    remedy: "Until it is stopped, verbs do their own work beside this one.")
            }
            server = try ControlServer(path: path, version: version, pid: process) { watcher.wake() }
        } catch { throw Daemon.explained(error) }
    }

    func stop() {
        server?.stop()
        server = nil
    }

    /// The verbs that came since the last call.
    func take() -> [ControlCall] { server?.take() ?? [] }
}
