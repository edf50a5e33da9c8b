import ShedDisk
import ShedIndex
import ShedModel
import ShedProject
import ShedService

extension Doctor {
    /// Other programs: those that shed runs where they are there, and those that carry projects between devices.
    func programs() -> [Diagnosis] {
        var found = [notifier(), manager()]
        for name in ["git", "rsync", "syncthing"] {
            let place = program(name)
            found.append(Diagnosis(.program, .ok, named: name, place.map { "\(name) is there (\(EscapedText.escape(Array($0.utf8))))" } ?? "\(name) is not installed; shed itself does not need it"))
        }
        return found
    }

    private func notifier() -> Diagnosis {
        for name in ["notify-send", "gdbus"] where program(name) != nil {
            return Diagnosis(.program, .ok, named: name, "\(name) is there, for desktop notifications")
        }
        return Diagnosis(
            .program, .note, named: "notify-send", "neither notify-send nor gdbus is installed",
            cost: "no desktop notification tells you that something was rejected; “shed status” does", remedy: "sudo apt install libnotify-bin")
    }

    private func manager() -> Diagnosis {
        if program("systemctl") != nil { return Diagnosis(.program, .ok, named: "systemctl", "systemctl is there, for the daemon as a service") }
        return Diagnosis(
            .program, .note, named: "systemctl", "systemctl is not installed",
            cost: "the daemon is started by the desktop’s autostart instead, and not started again if it fails")
    }

    /// Where a program is, by `PATH` alone: where that is not set, nowhere.
    private func program(_ name: String) -> String? {
        ProgramPath.find(name, environment: ["PATH": surroundings.environment["PATH", default: ""]])
    }

    /// What shed is made of and stands on.
    func versions() -> [Diagnosis] {
        [
            Diagnosis(.version, .ok, named: "shed", "shed \(version)"),
            Doctor.kernel(machine.kernel),
            ProjectIndex.sqliteVersion.map { Diagnosis(.version, .ok, named: "SQLite", "SQLite \($0)") }
                ?? Diagnosis(
                    .version, .error, named: "SQLite", "SQLite does not work", cost: "shed cannot keep its indexes",
                    remedy: "sudo apt install --reinstall libsqlite3-0"),
            Diagnosis(.version, .ok, named: "libinotifytools", watchLibrary().map { "libinotifytools is loaded from \($0)" } ?? "libinotifytools does not say which it is"),
        ]
    }

    static func kernel(_ release: String) -> Diagnosis {
        let numbers = release.split(separator: ".").prefix(2).compactMap { Int($0.prefix { $0.isASCII && $0.isNumber }) }
        guard numbers.count == 2 else {
            return Diagnosis(.version, .note, named: "kernel", "the kernel does not say its version", cost: "nobody can say whether it is new enough")
        }
        let message = "Linux \(release)"
        guard (numbers[0], numbers[1]) < (5, 6) else { return Diagnosis(.version, .ok, named: "kernel", message) }
        return Diagnosis(
            .version, .note, named: "kernel", "\(message) has no openat2 (Linux 5.6)",
            cost: "paths are opened step by step, which takes longer", remedy: "update the system’s kernel")
    }

    /// The file that libinotifytools was loaded from; it has no function that tells its version.
    private func watchLibrary() -> String? {
        let maps = ProcessFile.read("/proc/self/maps", atMost: 1 << 20) ?? []
        for line in maps.split(separator: UInt8(ascii: "\n")) {
            guard let slash = line.firstIndex(of: UInt8(ascii: "/")) else { continue }
            let path = String(decoding: line[slash...], as: UTF8.self)
            if path.contains("/libinotifytools.so") { return EscapedText.escape(Array(path.utf8)) }
        }
        return nil
    }
}
