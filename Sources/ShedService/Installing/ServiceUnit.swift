/// A systemd user unit that runs the daemon (systemd.unit(5), systemd.service(5), systemd.exec(5)).
public struct ServiceUnit: Sendable {
    /// The unit's name.
    public static let name = "shed.service"
    /// How long systemd waits for a sign of life, in seconds.
    public static let watchdogSeconds = 60

    private let command: ServiceCommand
    private let environment: [(name: String, value: String)]
    private let systemdVersion: Int

    /// - Parameters:
    ///   - executable: the absolute path of shed.
    ///   - environment: of which those variables are written into the unit that say where shed keeps what it knows.
    ///   - systemdVersion: some lines are known to later ones only; 0 where it is not known.
    /// - Throws: ``ServiceError`` for a path that a unit cannot hold.
    public init(executable: [UInt8], environment: [String: String], systemdVersion: Int = 0) throws(ServiceError) {
        command = try ServiceCommand(executable: executable)
        self.environment = try LastingVariables.of(environment)
        self.systemdVersion = systemdVersion
    }

    /// The text of the unit file, without the mark of ``OwnedFile``.
    public var text: String {
        """
        [Unit]
        Description=shed: keeps projects true
        # It is started again for as long as it takes: what stops it (a disk that is not mounted, a limit of the
        # machine) may be over at any time.
        StartLimitIntervalSec=0

        [Service]
        # The daemon says when everything is watched, and then that it is alive. Only the process that systemd started may
        # say so: it passes on what the one that works tells it, and nothing of what that starts.
        Type=notify
        NotifyAccess=main
        ExecStart=\(commandLine)
        WatchdogSec=\(Self.watchdogSeconds)s
        # The first start reads every project once.
        TimeoutStartSec=15min
        TimeoutStopSec=30s
        Restart=on-failure
        \(restart)\(variables)
        # The sandbox. Projects may be anywhere: in the home directory, in /tmp, on another disk. So there is no
        # ProtectHome, no PrivateTmp and no ReadOnlyPaths; only what belongs to the system is closed. No UMask either:
        # what shed makes has the permissions that you chose for everything you make.
        NoNewPrivileges=yes
        # /usr, /boot and /etc cannot be written to (where systemd lets a user's services do this).
        ProtectSystem=full
        # The control socket, the notification socket, the session bus and the journal are all AF_UNIX. Who calls at the
        # control socket is known by SO_PEERCRED, so there is no PrivateUsers, which would hide it.
        RestrictAddressFamilies=AF_UNIX
        RestrictNamespaces=yes
        RestrictRealtime=yes
        LockPersonality=yes
        MemoryDenyWriteExecute=yes
        SystemCallArchitectures=native
        SystemCallFilter=@system-service
        # By which programs that read what others wrote are kept from everything else; not all systemd have them above.
        SystemCallFilter=landlock_create_ruleset landlock_add_rule landlock_restrict_self seccomp
        # A call that is not allowed fails; it does not end the daemon.
        SystemCallErrorNumber=EPERM
        # RestrictSUIDSGID is left out: it forbids openat2(2) altogether, by which shed opens folders without following
        # links. CapabilityBoundingSet, and what implies it (ProtectClock, ProtectKernelModules), cannot be set by a
        # user's systemd.

        [Install]
        WantedBy=default.target

        """
    }

    /// With longer and longer pauses, where systemd can do that.
    private var restart: String {
        systemdVersion >= 254 ? "RestartSec=1s\nRestartSteps=8\nRestartMaxDelaySec=5min\n" : "RestartSec=10s\n"
    }

    private var variables: String {
        environment.map { "Environment=\(Self.quoted("\($0.name)=\($0.value)"))\n" }.joined()
    }

    /// `:` keeps systemd from replacing `$`. The path of the program itself may hold no quotes and no backslash, however
    /// they are escaped.
    private var commandLine: String {
        let words = command.words(unlessHolding: ["\"", "'", "\\"]).map { $0.utf8.allSatisfy(Self.isPlain) ? $0 : Self.quoted($0) }
        return (words.contains { $0.hasPrefix("\"") } ? ":" : "") + words.joined(separator: " ")
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"):
            true
        default: false
        }
    }

    /// A word in quotes: C escapes, and `%` doubled, which begins a specifier (systemd.syntax(7)).
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "%": result += "%%"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
