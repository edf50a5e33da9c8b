import Glibc
import ShedModel
import ShedProject

extension Doctor {
    /// Which daemons run, and which projects none of them watches.
    func daemon(_ patients: [Patient]) -> [Diagnosis] {
        var watched: [Int32: Int] = [:]
        for patient in patients { if let pid = patient.watcher?.pid { watched[pid, default: 0] += 1 } }
        guard !watched.isEmpty else {
            return [
                Diagnosis(
                    .daemon, .note, "no daemon runs",
                    cost: "changes are taken in when you next run a verb; moves of files that were also rewritten meanwhile may be missed",
                    remedy: "shed watch")
            ]
        }
        var found = watched.sorted { $0.key < $1.key }.map { pid, number in
            Diagnosis(.daemon, .ok, named: "\(pid)", "process \(pid) watches \(Doctor.count(number, "project"))")
        }
        // One daemon runs at a time: it has to go before one can begin that watches all.
        let stop = watched.keys.sorted().map { "kill \($0); " }.joined()
        for patient in patients where patient.watcher == nil && patient.isLive && !patient.quarantine.isQuarantined {
            found.append(
                Diagnosis(
                    .watched, .note, subject: patient.path, "the daemon does not watch this project",
                    cost: "changes in it are taken in when you next run a verb there", remedy: stop + "shed watch"))
        }
        return found
    }

    /// Which projects the daemon leaves alone, since it died under them.
    func quarantines(_ patients: [Patient]) -> [Diagnosis] {
        patients.filter(\.quarantine.isQuarantined).map { patient in
            Diagnosis(
                .quarantine, .warning, subject: patient.path, "the daemon \(patient.quarantine.cause), and leaves it alone",
                cost: "changes in it are taken in when you next run a verb there", remedy: "shed trust \(ShellWord.quote(patient.path)) --again")
        }
    }

    /// Whether the daemon is started when the person logs in.
    func service() -> [Diagnosis] {
        let environment = surroundings.environment
        let configuration: String
        if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") {
            configuration = directory
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            configuration = home + "/.config"
        } else {
            return [Diagnosis(.service, .note, "HOME is not set", cost: "nobody can say whether the daemon starts when you log in", remedy: "set HOME")]
        }
        for (path, what) in [("/systemd/user/shed.service", "a systemd user unit"), ("/autostart/shed.desktop", "an autostart entry")] {
            var status = stat()
            guard stat(configuration + path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            return [Diagnosis(.service, .ok, named: configuration + path, "\(what) is installed")]
        }
        return [
            Diagnosis(
                .service, .note, "the daemon is not installed as a service", cost: "it does not start when you log in", remedy: "shed service install")
        ]
    }
}
