import Glibc

/// The variables that the service and its child processes heed.
public enum ServiceEnvironment {
    /// What the process has of them now. A value that is not UTF-8 is left out.
    ///
    /// The variables of sd_notify(3) are not among them, so no child speaks to systemd in the daemon's place.
    public static func current() -> [String: String] {
        var environment: [String: String] = [:]
        for name in names {
            environment[name] = getenv(name).flatMap { String(validatingCString: $0) }
        }
        return environment
    }

    /// Those that the service must have as they were when it was installed: where shed keeps what it knows.
    static let lasting = ["SHED_STATE_DIR", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"]

    private static let names =
        lasting + [
            "HOME", "USER", "LOGNAME", "PATH", "LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE", "XDG_CONFIG_DIRS", "XDG_RUNTIME_DIR",
            "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
        ]
}
