import Glibc
import ShedDisk
import ShedIndex
import ShedModel
import ShedProject

/// Looks at this machine and at the projects it knows, and says what is missing and what that costs.
///
/// It writes nothing anywhere, and takes what it reads for hostile: sizes are bounded, damaged files are findings.
public struct Doctor {
    /// What is asked about the machine; tests put something else in its place.
    public struct Machine: Sendable {
        /// Where the kernel shows its settings.
        public var settings = "/proc/sys"
        /// Where the kernel shows its processes.
        public var processes = "/proc"
        /// Who asks.
        public var user: UInt32 = geteuid()
        /// How many files a process may have open; `nil` for no limit.
        public var openFiles: UInt64? = Machine.fileLimit()
        /// The kernel's release, such as `6.1.0-18-amd64`.
        public var kernel = Machine.release()

        public init() {}

        private static func fileLimit() -> UInt64? {
            var limit = rlimit()
            guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur != .max else { return nil }
            return UInt64(limit.rlim_cur)
        }

        private static func release() -> String {
            let bytes = ProcessFile.read("/proc/sys/kernel/osrelease", atMost: 256) ?? []
            return EscapedText.escape(bytes.filter { $0 != UInt8(ascii: "\n") })
        }
    }

    let surroundings: Surroundings
    let machine: Machine
    /// shed's own version.
    let version: String

    /// Where the person stands: an absolute path without links. A project there is told of, also where it is not known yet.
    private let directory: [UInt8]?

    /// - Parameter surroundings: with `PATH`, `HOME`, `XDG_CONFIG_HOME` and `XDG_RUNTIME_DIR` in its environment, where they are set.
    public init(_ surroundings: Surroundings, version: String, machine: Machine = Machine(), directory: [UInt8]? = nil) {
        self.surroundings = surroundings
        self.machine = machine
        self.directory = directory
        self.version = version
    }

    /// The project that the person stands in, where this machine does not know it and so only looks at it.
    private func onlyLookedAt(besides patients: [Patient]) -> [Diagnosis] {
        guard let directory, let root = try? Project.root(containing: directory, surroundings: surroundings), !patients.contains(where: { $0.path == root }),
            let project = try? Project.open(containing: root, surroundings: surroundings, purpose: .look), let reason = project.home.reasonToOnlyLook
        else { return [] }
        let remedy = reason.isAboutTrust ? "shed trust \(ShellWord.quote(root))" : reason.remedy
        return [
            Diagnosis(.access, .note, subject: root, reason.message, cost: "nothing is taken in or changed there, and no daemon watches it", remedy: remedy)
        ]
    }

    private var settingsFile: String {
        EscapedText.escape(Array((Surroundings.settingsFile(surroundings.environment) ?? "config.toml").utf8))
    }

    /// Looks at everything, in the order of ``DoctorCheck/Group``.
    public func examine() -> [Diagnosis] {
        let registry = Registry(surroundings)
        let mounts = MountTable()
        let patients = registry.folders().map { Patient($0, mounts: mounts) }
        let watching = Set(patients.flatMap { [$0.watcher?.pid, $0.watcher?.worker].compactMap(\.self) })
        let use = InotifyUse(of: machine.user, excluding: watching, in: machine.processes)
        let others = Twins(patients)
        return limits(InotifyLimits(directory: machine.settings), use: use, need: WatchNeed(patients))
            + stateDirectory(mounts) + runtimeDirectory() + damagedRecords() + clock(patients)
            + daemon(patients) + quarantines(patients) + service()
            + patients.flatMap { patient in
                ProjectChecks(
                    patient: patient, user: machine.user, twins: others, kinds: surroundings.kinds, settingsFile: settingsFile,
                    environment: surroundings.environment, now: surroundings.now()
                ).all() + absentBatches(of: patient)
            }
            + onlyLookedAt(besides: patients) + programs() + surroundings.kinds.all.flatMap { $0.diagnose(patients, surroundings) } + versions()
    }
}
