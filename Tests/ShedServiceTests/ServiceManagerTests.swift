import Glibc
import ShedTestSchedule
import Testing

@testable import ShedService

@Suite(.waitsForPrograms) struct `Installing` {
    private let program = Array("/usr/local/bin/shed".utf8)
    private let unit = ".config/systemd/user/shed.service"
    private let wants = ".config/systemd/user/default.target.wants/shed.service"
    private let entry = ".config/autostart/shed.desktop"

    /// A systemd that remembers which text it has read, and what is enabled and active. It fails at a command of which
    /// a file `fail-COMMAND` stands on the bench.
    private func withSystemd() throws -> Bench {
        let bench = try Bench()
        try bench.program("systemctl", """
            echo "$*" >> $bench/log
            shift; [ "$1" = --user ] && shift
            d=$bench/.config/systemd/user; unit=$d/shed.service; wants=$d/default.target.wants/shed.service
            [ -e $bench/fail-$1 ] && { echo "Failed at $1" >&2; exit 1; }
            case "$1" in
            --version) echo 'systemd 252 (252.38-1~deb12u1)';;
            is-system-running) echo degraded; exit 1;;
            daemon-reload) rm -f $bench/loaded; [ ! -f $unit ] || cp $unit $bench/loaded;;
            enable) [ -e $bench/loaded ] || { echo 'Unit file shed.service does not exist.' >&2; exit 1; }
                mkdir -p $d/default.target.wants; ln -sf $unit $wants
                if [ "$2" = --now ] && [ ! -e $bench/active ]; then cp $bench/loaded $bench/active; fi;;
            disable) rm -f $wants; [ "$2" != --now ] || rm -f $bench/active;;
            stop) rm -f $bench/active;;
            try-restart) [ ! -e $bench/active ] || cp $bench/loaded $bench/active;;
            show) echo "LoadState=$([ -e $bench/loaded ] && echo loaded || echo not-found)"
                [ ! -e $bench/loaded ] || { echo "UnitFileState=$([ -L $wants ] && echo enabled || echo disabled)"; echo "FragmentPath=$unit"; }
                if [ -e $bench/active ]; then printf 'ActiveState=active\\nSubState=running\\nMainPID=4711\\n'
                else printf 'ActiveState=inactive\\nSubState=dead\\nMainPID=0\\n'; fi
                cmp -s $unit $bench/loaded || [ ! -e $bench/loaded ] && echo NeedDaemonReload=no || echo NeedDaemonReload=yes;;
            *) exit 64;;
            esac
            """)
        return bench
    }

    private func install(_ bench: Bench, _ program: [UInt8]? = nil, daemon: Int32? = nil, dryRun: Bool = false, force: Bool = false) throws -> [ServiceAction] {
        try ServiceManager(environment: bench.environment).install(executable: program ?? self.program, daemon: daemon, dryRun: dryRun, force: force)
    }

    private func uninstall(_ bench: Bench, dryRun: Bool = false, force: Bool = false) throws -> [ServiceAction] {
        try ServiceManager(environment: bench.environment).uninstall(dryRun: dryRun, force: force)
    }

    private func status(_ bench: Bench, daemon: Int32? = nil) throws -> ServiceStatus {
        try ServiceManager(environment: bench.environment).status(daemon: daemon)
    }

    /// What is installed is as it should be, and the daemon runs by the text that stands there.
    private func expectWhole(_ bench: Bench, _ location: SourceLocation = #_sourceLocation) throws {
        let status = try status(bench)
        #expect(status.missing == [], sourceLocation: location)
        #expect(status.isInstalled && status.isEnabled && status.isRunning && !status.isChangedByHand, sourceLocation: location)
        #expect(status.process == 4711, sourceLocation: location)
        #expect(bench.text(unit) == bench.text("loaded"), sourceLocation: location)
        #expect(bench.text(unit) == bench.text("active"), sourceLocation: location)
    }

    @Test func `with systemd the unit is written, enabled and started, and all is gone afterwards`() throws {
        let bench = try withSystemd()
        #expect(try status(bench).isInstalled == false)
        let done = try install(bench)
        #expect(done.map(\.kind) == [.write, .run, .run])
        #expect(done.first?.text == bench.path + "/" + unit)
        try expectWhole(bench)
        #expect(!bench.exists(entry))
        _ = try uninstall(bench)
        for name in [unit, wants, "loaded", "active"] { #expect(!bench.exists(name), "\(name)") }
        #expect(try uninstall(bench) == [])
    }

    @Test func `a second time changes nothing and restarts nothing`() throws {
        let bench = try withSystemd()
        _ = try install(bench)
        let before = bench.text(unit)
        let logged = bench.lines("log").count
        #expect(try !install(bench).map(\.kind).contains(.write))
        #expect(!bench.lines("log").dropFirst(logged).contains { $0.contains("restart") })
        #expect(bench.text(unit) == before)
        try expectWhole(bench)
    }

    @Test func `another place of shed renews the unit, and the daemon runs by it`() throws {
        let bench = try withSystemd()
        _ = try install(bench)
        _ = try install(bench, Array("/opt/shed".utf8))
        #expect(bench.text(unit)?.contains("ExecStart=/opt/shed watch") == true)
        try expectWhole(bench)
    }

    @Test(arguments: ["show", "daemon-reload", "enable", "try-restart"]) func `what stopped half-way is completed by the next run`(command: String) throws {
        let bench = try withSystemd()
        if command == "try-restart" { _ = try install(bench, Array("/opt/shed".utf8)) }
        try bench.file("fail-\(command)", "")
        let error = #expect(throws: ServiceError.self) { try install(bench) }
        #expect(error?.message.contains("Failed at \(command)") == true)
        unlink("\(bench.path)/fail-\(command)")
        _ = try install(bench)
        // Only a systemd that still knows the old text can tell that the daemon runs by it.
        if command != "try-restart" { try expectWhole(bench) }
    }

    @Test(arguments: ["disable", "daemon-reload"]) func `an interrupted removal is completed by the next run`(command: String) throws {
        let bench = try withSystemd()
        _ = try install(bench)
        try bench.file("fail-\(command)", "")
        #expect(throws: ServiceError.self) { try uninstall(bench) }
        unlink("\(bench.path)/fail-\(command)")
        _ = try uninstall(bench)
        for name in [unit, wants, "active"] { #expect(!bench.exists(name), "\(name)") }
    }

    @Test func `a daemon that lost its unit is stopped, and its link removed`() throws {
        let bench = try withSystemd()
        _ = try install(bench)
        unlink("\(bench.path)/\(unit)")
        _ = try uninstall(bench)
        #expect(!bench.exists(wants))
        #expect(!bench.exists("active"))
    }

    @Test func `a dry run writes nothing and runs nothing that changes anything`() throws {
        let bench = try withSystemd()
        let planned = try install(bench, dryRun: true)
        #expect(!bench.exists(".config"))
        #expect(try install(bench) == planned)
        let text = bench.text(unit)
        let removal = try uninstall(bench, dryRun: true)
        #expect(bench.text(unit) == text)
        try expectWhole(bench)
        #expect(try uninstall(bench) == removal)
        let verbs = Set(bench.lines("log").map { $0.split(separator: " ").dropFirst(2).first.map(String.init) ?? "" })
        #expect(verbs.isSuperset(of: ["show", "enable", "disable", "daemon-reload"]))
    }

    @Test(arguments: [".config/systemd/user/shed.service", ".config/autostart/shed.desktop"])
    func `a file that a person changed is neither overwritten nor removed`(name: String) throws {
        let bench = try name.hasSuffix("service") ? withSystemd() : Bench()
        _ = try install(bench)
        let changed = (bench.text(name) ?? "") + "# mine\n"
        try bench.file(name, changed)
        let commands = bench.lines("log").filter { $0.contains("able") || $0.contains("reload") }
        for attempt in [{ try install(bench) }, { try uninstall(bench) }, { try install(bench, dryRun: true) }] {
            let error = #expect(throws: ServiceError.self) { _ = try attempt() }
            #expect(error?.kind == .refused)
            #expect(error?.remedy.contains("--force") == true)
        }
        #expect(bench.text(name) == changed)
        #expect(bench.lines("log").filter { $0.contains("able") || $0.contains("reload") } == commands)
        #expect(try status(bench).isChangedByHand)
        // Set aside, twice, without losing the first.
        _ = try install(bench, force: true)
        #expect(bench.text(name + ".bak") == changed)
        try bench.file(name, "second")
        _ = try uninstall(bench, force: true)
        #expect(bench.text(name + ".bak") == changed)
        #expect(bench.text(name + ".bak2") == "second")
        #expect(!bench.exists(name))
    }

    @Test func `a link in the unit's place is a person's, and what it leads to is left alone`() throws {
        let bench = try withSystemd()
        try bench.file("elsewhere", "theirs")
        try bench.file(".config/systemd/user/other.service", "theirs too")
        symlink("\(bench.path)/elsewhere", "\(bench.path)/\(unit)")
        #expect(throws: ServiceError.self) { try install(bench) }
        _ = try install(bench, force: true)
        #expect(bench.text("elsewhere") == "theirs")
        #expect(bench.text(unit)?.contains("ExecStart") == true)
        _ = try uninstall(bench)
        #expect(bench.text(".config/systemd/user/other.service") == "theirs too")
    }

    @Test func `a daemon that runs by hand is not joined by a second one`() throws {
        let bench = try withSystemd()
        let done = try install(bench, daemon: 99)
        #expect(done.last?.kind == .note)
        #expect(!bench.exists("active"))
        let status = try status(bench, daemon: 99)
        #expect(status.isEnabled && status.isRunning)
        #expect(status.process == 99)
        #expect(status.missing.contains { $0.contains("started by hand") })
    }

    @Test(arguments: ["", "echo offline; exit 1", "echo 'Failed to connect to bus: No medium found' >&2; exit 1"])
    func `without a systemd of the user an autostart entry is written, and removed`(script: String) throws {
        let bench = try Bench()
        if !script.isEmpty { try bench.program("systemctl", "echo \"$*\" >> $bench/log; \(script)") }
        #expect(try install(bench).map(\.kind) == [.write, .note])
        #expect(bench.text(entry)?.contains("\nExec=/usr/local/bin/shed watch\n") == true)
        #expect(!bench.exists(unit))
        let now = try status(bench)
        #expect(now.starter == .autostart)
        #expect(now.isInstalled && now.isEnabled && !now.isRunning)
        #expect(try status(bench, daemon: 5).isRunning)
        #expect(try uninstall(bench).map(\.kind) == [.remove])
        #expect(!bench.exists(entry))
        #expect(!bench.lines("log").contains { !$0.isEmpty && !$0.contains("is-system-running") })
    }

    @Test func `once systemd is there, the autostart entry gives way to the unit`() throws {
        let bench = try withSystemd()
        rename("\(bench.programs)/systemctl", "\(bench.path)/systemctl")
        _ = try install(bench)
        #expect(bench.exists(entry))
        rename("\(bench.path)/systemctl", "\(bench.programs)/systemctl")
        _ = try install(bench)
        #expect(!bench.exists(entry))
        try expectWhole(bench)
        // And what systemd had is removed where it is gone.
        unlink("\(bench.programs)/systemctl")
        _ = try uninstall(bench)
        #expect(!bench.exists(unit))
        #expect(!bench.exists(wants))
    }

    @Test(.enabled(if: getuid() == 0, "only root can give a folder to another user"))
    func `another user's home directory is refused`() throws {
        let bench = try Bench()
        chown(bench.path, 65534, 65534)
        let error = #expect(throws: ServiceError.self) { try install(bench) }
        #expect(error?.message.contains("another user") == true)
        #expect(!bench.exists(".config"))
    }

    @Test func `without a home directory it says so`() {
        #expect(throws: ServiceError.self) { try ServiceManager(environment: [:]) }
    }
}
