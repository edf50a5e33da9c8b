import Glibc

extension Session {
    /// The variables that shed heeds.
    package static func environment() -> [String: String] {
        let names = [
            "SHED_STATE_DIR", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "HOME", "LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE",
            "NO_COLOR", "SHED_PLAIN", Session.meantProject, "XDG_CONFIG_HOME", "TERM", "EDITOR", "VISUAL", "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "TZ", "JOURNAL_STREAM", "PATH", "TESSDATA_PREFIX", "SHED_TOOL_PATHS",
        ]
        var environment: [String: String] = [:]
        for name in names { environment[name] = getenv(name).map { String(cString: $0) } }
        return environment
    }

    /// The variable that names the project that is meant, by its ID: where another stands in its place, nothing is changed.
    package static let meantProject = "SHED_PROJECT"

    /// The whole environment of this process, for programs that it starts. Entries that are not UTF-8 are left out.
    package static func wholeEnvironment() -> [String: String] {
        var environment: [String: String] = [:]
        var position = 0
        while let entry = Glibc.environ[position] {
            position += 1
            guard let text = String(validatingCString: entry), let sign = text.firstIndex(of: "=") else { continue }
            environment[String(text[..<sign])] = String(text[text.index(after: sign)...])
        }
        return environment
    }
}
