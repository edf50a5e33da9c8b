import ArgumentParser

struct ServiceVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service",
        abstract: "Have the daemon start by itself at login; actions in file managers.",
        discussion: """
            By a systemd user unit, or, where no systemd runs for you, by an entry in the desktop's autostart folder. \
            Documentation/Service.md says more.

            Example: shed service install
            """,
        subcommands: [ServiceInstallVerb.self, ServiceStatusVerb.self, ServiceUninstallVerb.self])
}
