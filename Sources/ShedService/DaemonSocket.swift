import Glibc

/// The daemon's control socket, as far as the service needs it: whether somebody listens there, and who.
public enum DaemonSocket {
    /// `$XDG_RUNTIME_DIR/shed/control.socket`; without that variable, or where `SHED_STATE_DIR` is set,
    /// `run/control.socket` in the state directory.
    public static func path(stateDirectory: String, environment: [String: String]) -> String {
        if environment["SHED_STATE_DIR", default: ""].isEmpty, let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
            return runtime + "/shed/control.socket"
        }
        return stateDirectory + "/run/control.socket"
    }

    /// The process that listens at a path and belongs to this user; `nil` if there is none. Says nothing to it, and
    /// does not wait.
    public static func listener(at path: String) -> Int32? {
        guard let address = UnixAddress(path) else { return nil }
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard address.with({ connect(descriptor, $0, $1) }) == 0 else { return nil }
        // struct ucred of unix(7), which Swift's Glibc does not show.
        var peer: (pid: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, peer.user == getuid(), peer.pid > 0 else { return nil }
        return peer.pid
    }
}
