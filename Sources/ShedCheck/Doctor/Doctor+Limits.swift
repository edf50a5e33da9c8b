import ShedModel
import ShedProject
import ShedWatch

/// How many watches the registered projects need: one a folder.
struct WatchNeed: Hashable, Sendable {
    var folders = 0
    var projects = 0
    /// Projects that were never counted.
    var unknown = 0

    init(folders: Int = 0, projects: Int = 0, unknown: Int = 0) {
        self.folders = folders
        self.projects = projects
        self.unknown = unknown
    }

    init(_ patients: [Patient]) {
        for patient in patients where patient.isSame {
            projects += 1
            if let summary = patient.summary { folders += summary.folders } else { unknown += 1 }
        }
    }
}

extension Doctor {
    func limits(_ limits: InotifyLimits, use: InotifyUse, need: WatchNeed) -> [Diagnosis] {
        [watches(limits.watches, use, need), instances(limits.instances, use), queue(limits.queue), openFiles()]
    }

    private func watches(_ limit: KernelLimit.Setting?, _ use: InotifyUse, _ need: WatchNeed) -> Diagnosis {
        guard let limit else { return Doctor.unknownLimit(.watchLimit, "max_user_watches") }
        let wanted = need.folders + use.watches
        var message = "\(Doctor.count(need.folders, "folder")) in \(Doctor.count(need.projects, "project")) "
            + "\(need.folders == 1 ? "needs a watch" : "need a watch each"), other programs hold \(use.watches); the limit is \(limit.value)"
        if need.unknown > 0 { message += " (\(Doctor.count(need.unknown, "project")) not counted yet)" }
        // Room for twice as much, in the powers of two that distributions use.
        var better = 524_288
        while better < 2 * wanted, better < 1 << 30 { better *= 2 }
        let cost = "folders beyond the limit are polled: changes there are noticed later, and looking costs time"
        if wanted > limit.value {
            return Diagnosis(.watchLimit, .warning, message, cost: cost, remedy: KernelLimit.command(limit.key, better))
        }
        let isClose = wanted > limit.value / 5 * 4
        return Diagnosis(
            .watchLimit, isClose ? .note : .ok, isClose ? message + ", so little is left" : message, cost: isClose ? "soon " + cost : "",
            remedy: isClose ? KernelLimit.command(limit.key, better) : "")
    }

    private func instances(_ limit: KernelLimit.Setting?, _ use: InotifyUse) -> Diagnosis {
        guard let limit else { return Doctor.unknownLimit(.instanceLimit, "max_user_instances") }
        let message = "the daemon needs 1 inotify instance, other programs hold \(use.instances); the limit is \(limit.value)"
        guard use.instances >= limit.value else { return Diagnosis(.instanceLimit, .ok, message) }
        return Diagnosis(
            .instanceLimit, .error, message, cost: "“shed watch” cannot start",
            remedy: KernelLimit.command(limit.key, max(512, 2 * limit.value)))
    }

    private func queue(_ limit: KernelLimit.Setting?) -> Diagnosis {
        guard let limit else { return Doctor.unknownLimit(.queueLimit, "max_queued_events") }
        let message = "the kernel keeps \(Doctor.count(limit.value, "event")) for a daemon that is busy"
        // The kernel's own default.
        guard limit.value < 16_384 else { return Diagnosis(.queueLimit, .ok, message) }
        return Diagnosis(
            .queueLimit, .note, message, cost: "when more come at once, shed reads all folders again; nothing is lost but time",
            remedy: KernelLimit.command(limit.key, 16_384))
    }

    private func openFiles() -> Diagnosis {
        guard let limit = machine.openFiles else { return Diagnosis(.fileLimit, .ok, "a process may have any number of files open") }
        let message = "a process may have \(limit) files open"
        guard limit < 256 else { return Diagnosis(.fileLimit, .ok, message) }
        return Diagnosis(
            .fileLimit, .warning, message, cost: "with several projects shed fails with “too many open files”", remedy: "ulimit -n 1024")
    }

    private static func unknownLimit(_ check: DoctorCheck, _ name: String) -> Diagnosis {
        Diagnosis(
            check, .note, "/proc/sys/fs/inotify/\(name) cannot be read", cost: "nobody can say whether it is high enough",
            remedy: "mount /proc, or load a kernel with inotify")
    }

    /// `1 file`, `2 files`.
    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
