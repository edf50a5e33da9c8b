import Glibc
import ShedDisk
import ShedIndex
import ShedModel
import ShedProject
import ShedSidecar

/// What is looked at in one registered project. Its documents are not opened, and nothing is written.
struct ProjectChecks {
    let patient: Patient
    /// Who asks.
    let user: UInt32
    let twins: Twins
    let kinds: KindModules
    /// Where the person sets what holds for all projects.
    let settingsFile: String
    let environment: [String: String]
    /// In milliseconds since 1970.
    let now: Int64

    private var path: [UInt8] { patient.path }
    private var word: String { ShellWord.quote(path) }

    func all() -> [Diagnosis] {
        guard let root = patient.handle, patient.isSame else { return [gone()] + index() }
        return [diagnosis(.root, .ok, "it is there")] + fileSystem(root) + space(root) + access(root) + names(root)
            + sidecar(root) + trust(root) + index() + twin() + replica() + CarrierChecks(path: path, root: root, environment: environment).all()
    }

    private func diagnosis(_ check: DoctorCheck, _ status: Diagnosis.Status, _ message: String, cost: String = "", remedy: String = "") -> Diagnosis {
        Diagnosis(check, status, subject: path, message, cost: cost, remedy: remedy)
    }

    // MARK: The root

    private func gone() -> Diagnosis {
        let cost = "it is not watched, and nothing is judged there until it is back"
        switch patient.root {
        case .success where twins.isRegisteredAnew(patient):
            return diagnosis(
                .root, .note, "another directory stands there now, which is known by itself", cost: "its log, and what could be undone there, is not seen any more",
                remedy: "if it is not to come back: shed projects forget --gone")
        case .success:
            return diagnosis(
                .root, .note, "another directory stands there now", cost: cost,
                remedy: "mount the right disk there; if it was put back from a backup: shed trust \(word)")
        case .failure(let error) where error.code == .notFound:
            return diagnosis(.root, .note, "it is not there", cost: cost, remedy: "mount its disk; if it was moved, run “shed sync” where it is now")
        case .failure(let error):
            return diagnosis(.root, .warning, "it cannot be opened: \(error.reason)", cost: cost, remedy: "\(error.remedy): ls -ld \(word)")
        }
    }

    // MARK: The file system

    private func fileSystem(_ root: DirectoryHandle) -> [Diagnosis] {
        guard let facts = try? root.fileSystem(), let evidence = try? root.ownEvidence() else {
            return [diagnosis(.fileSystem, .warning, "its file system does not say what it is", cost: "nobody can say what works there", remedy: "dmesg")]
        }
        return ProjectChecks.fileSystem(facts, name: patient.mount?.type ?? facts.name, hasBirthTimes: evidence.birth != 0).map {
            diagnosis(.fileSystem, $0.status, $0.message, cost: $0.cost, remedy: $0.remedy)
        }
    }

    /// What a file system lacks, one diagnosis a lack; one that is `ok` where it lacks nothing.
    static func fileSystem(_ facts: FileSystemFacts, name: String, hasBirthTimes: Bool) -> [Diagnosis] {
        var found: [Diagnosis] = []
        func note(_ message: String, _ cost: String, _ remedy: String = "") {
            found.append(Diagnosis(.fileSystem, .note, message, cost: cost, remedy: remedy))
        }
        let local = "where that matters, keep the project on a disk of this machine (ext4, btrfs, xfs)"
        if !facts.hasEvents {
            note("\(name) does not tell what others do there", "the daemon polls the project: changes are noticed later, and looking costs time", local)
        }
        if !facts.hasStableInodes {
            note("\(name) does not keep a file’s inode number", "a file that was both moved and changed while no daemon ran gets a new ID; path and content count", local)
        } else if !hasBirthTimes {
            note("\(name) keeps no birth times", "an inode number that is used again may be taken for the old file, where path and content do not tell", local)
        }
        if !facts.canRenameWithoutReplacing {
            note("\(name) cannot rename without replacing", "shed links and removes instead: a crash between the two leaves a file under both names")
        }
        if facts.isVolatile { note("\(name) is in memory", "the project is gone when the machine stops", "move it to a disk") }
        if !facts.isKnown { note("shed does not know the file system \(name)", "it is taken for a local disk; where others change it, changes are noticed late") }
        return found.isEmpty ? [Diagnosis(.fileSystem, .ok, "\(name) has all that shed needs")] : found
    }

    private func space(_ root: DirectoryHandle) -> [Diagnosis] {
        guard let volume = try? root.volume() else { return [] }
        guard let space = Doctor.space(volume) else { return [diagnosis(.space, .ok, "there is room on its disk")] }
        return [
            diagnosis(
                .space, space.status, "its disk has \(space.message)", cost: "changes can be seen, but not kept in the sidecar",
                remedy: "free some space there (df -h \(word))")
        ]
    }

    private func names(_ root: DirectoryHandle) -> [Diagnosis] {
        let facts = try? root.fileSystem()
        guard facts?.isCaseInsensitive == true || root.foldsCase() else { return [] }
        let isFAT = ["vfat", "exfat"].contains(facts?.name)
        return [
            diagnosis(
                .names, .note, "names that differ only in case are one there",
                cost: "of two such names that another device has, only one can be here (“shed check” names them)"
                    + (isFAT ? "; nor can names with \\ : * ? \" < > or |, or a dot or space at their end" : ""))
        ]
    }

    // MARK: Permissions

    private func access(_ root: DirectoryHandle) -> [Diagnosis] {
        var found: [Diagnosis] = []
        if (try? root.volume())?.isReadOnly == true {
            return [
                diagnosis(
                    .access, .warning, "its file system is mounted read-only", cost: "verbs that look work; nothing is taken in or changed",
                    remedy: patient.mount.map { "sudo mount -o remount,rw \(ShellWord.quote($0.point))" } ?? "mount it for writing")
            ]
        }
        let cost = "nothing there can be taken in or changed"
        if !ProjectChecks.isWritable(root) {
            found.append(diagnosis(.access, .warning, "you may not write in it", cost: cost, remedy: "ls -ld \(word)"))
        }
        if let sidecar = try? root.openDirectory(Sidecar.name) {
            let parts = [sidecar] + [try? sidecar.openDirectory("ops")].compactMap { $0 }
            if !parts.allSatisfy(ProjectChecks.isWritable) {
                found.append(diagnosis(.access, .warning, "you may not write in its .shed", cost: cost, remedy: "sudo chown -R \(user) \(ShellWord.quote(path + Array("/.shed".utf8)))"))
            }
        }
        var status = stat()
        if fstat(root.descriptor, &status) == 0, status.st_uid != user {
            found.append(
                diagnosis(
                    .access, .note, "it belongs to user \(status.st_uid), you are user \(user)",
                    cost: "it is only looked at, unless “safe-directories” of your \(settingsFile) lists it",
                    remedy: "work as its owner; or, if it is to be yours: sudo chown -R \(user) \(word)"))
        }
        return found.isEmpty ? [diagnosis(.access, .ok, "it can be written")] : found
    }

    private static func isWritable(_ directory: DirectoryHandle) -> Bool {
        faccessat(directory.descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0
    }

    /// What an earlier shed registered when it was only looked at.
    private func trust(_ root: DirectoryHandle) -> [Diagnosis] {
        guard !patient.folder.record.isTrusted(root) else { return [] }
        return [
            diagnosis(
                .access, .note, "nobody has trusted it on this machine", cost: "it is only looked at: nothing is taken in or changed, and no daemon watches it",
                remedy: "shed trust \(word); or forget it: shed projects forget \(word)")
        ]
    }

    // MARK: The sidecar and the index

    /// Changes of several files that were left in the middle.
    private func left(in root: DirectoryHandle) -> [Diagnosis] {
        let changes = patient.folder.leftChanges(in: root)
        var found: [Diagnosis] = []
        if let foreign = changes.first(where: \.isForeign) {
            found.append(diagnosis(
                .sidecar, .warning, "in \(foreign.path) somebody staged a change that this machine did not begin, or its journal was altered",
                cost: "nothing of it is done", remedy: "look into it, keep what you need, and remove it: cd \(word) && rm -r \(ShellWord.quote(foreign.path.bytes))"))
        }
        if changes.contains(where: { !$0.isForeign }) {
            found.append(diagnosis(
                .sidecar, .note, "a change of several files was interrupted", cost: "half of it may stand there", remedy: "shed -C \(word) sync"))
        }
        return found
    }

    private func sidecar(_ root: DirectoryHandle) -> [Diagnosis] {
        let cost = "shed does nothing in this project"
        do throws(SidecarError) {
            let sidecar = try Sidecar(root)
            let file = try sidecar.projectFile()
            _ = try sidecar.template()
            if !file.projects.contains(patient.folder.record.project) {
                guard !twins.isRegisteredAnew(patient) else {
                    return [
                        diagnosis(
                            .sidecar, .note, "its .shed is that of another project now, which is known by itself", cost: "what was recorded for the former is not used",
                            remedy: "if the former .shed is not to come back: shed projects forget --gone")
                    ]
                }
                return [
                    diagnosis(
                        .sidecar, .warning, "its .shed is that of another project", cost: "it is not watched",
                        remedy: "bring back the right .shed, or make the other one known: shed trust \(word)")
                ]
            }
            if let text = try sidecar.settings() { _ = try settings(text) }
            return [diagnosis(.sidecar, .ok, "its sidecar can be read")] + left(in: root)
        } catch {
            switch error {
            case .notAProject:
                return [
                    diagnosis(
                        .sidecar, .warning, "it has no .shed, or no .shed/project.json", cost: "shed does nothing there, and forgets nothing",
                        remedy: "bring .shed back from a backup or another device")
                ]
            case .unsupportedFormat(let file, let format):
                return [diagnosis(.sidecar, .error, ".shed/\(file) has format \(format), of a newer shed", cost: cost, remedy: "update shed")]
            case .damaged(let file, let reason):
                if file == "settings.toml" {
                    return [diagnosis(.sidecar, .error, reason, cost: cost, remedy: "mend or remove the line in .shed/settings.toml")]
                }
                return [
                    diagnosis(
                        .sidecar, .error, ".shed/\(file) is damaged: \(reason)", cost: cost,
                        remedy: "bring it back from a backup or another device; the documents are not affected")
                ]
            case .emptyBatch, .fieldTooLong, .disk:
                return [diagnosis(.sidecar, .error, "its sidecar cannot be read: \(error)", cost: cost, remedy: "ls -la \(ShellWord.quote(path + Array("/.shed".utf8)))")]
            }
        }
    }

    private func settings(_ text: [UInt8]) throws(SidecarError) -> Settings {
        do throws(ShedError) { return try SettingsFile.parse(text, kinds).settings } catch {
            throw .damaged(file: "settings.toml", reason: error.message)
        }
    }

    private func index() -> [Diagnosis] {
        switch patient.index {
        case .success(let summary?):
            let files = Doctor.count(summary.files, "file")
            return [diagnosis(.index, .ok, "its index has \(files) in \(Doctor.count(summary.folders, "folder"))")]
        case .success(nil):
            return patient.isSame
                ? [diagnosis(.index, .note, "it has no index yet", cost: "the first verb reads the project anew", remedy: "shed -C \(word) sync")] : []
        case .failure(let error):
            let isLost = error.code == .corrupt
            return [
                diagnosis(
                    .index, isLost ? .note : .warning, "its index cannot be used: \(error.what)",
                    cost: isLost
                        ? "the next change makes it anew; moves that nobody saw until then are told by content alone"
                        : "verbs read the project anew each time, or fail",
                    remedy: isLost ? "shed -C \(word) sync" : error.remedy)
            ]
        }
    }

    // MARK: Twins

    private func twin() -> [Diagnosis] {
        let others = twins.others(of: patient)
        guard let other = others.first else { return [] }
        let more = others.count > 1 ? " and at \(Doctor.count(others.count - 1, "more place"))" : ""
        let message = "the same project is also at \(other.shown)\(more)"
        guard let unsettled = others.first(where: { !patient.folder.record.isSettled(with: $0.folder.record) }) else {
            return [diagnosis(.twin, .ok, message + ", as was declared")]
        }
        return [
            diagnosis(
                .twin, .note, unsettled.shown == other.shown ? message : message + ", and nobody said what that at \(unsettled.shown) is", cost: "both are taken for one project on two devices: what you do in one is not a copy",
                remedy: "if it is meant: shed adopt \(word) --as replica; if it is a copy: shed adopt \(word) --as copy")
        ]
    }
}
