import Glibc
import ShedDisk
import ShedModel
import ShedProject
import ShedReconcile
import ShedSidecar
import ShedWatch

/// One project under watch: what the daemon keeps of it between events, in parts that each look after one thing.
final class WatchedProject {
    let key: RootKey
    private(set) var project: Project
    private var lock: FileLock
    let watcher: Watcher
    let clock: any WatchClock
    /// By which process the daemon is known.
    private let process: Int32

    /// Whether the root is there, and when it is looked for again.
    var presence = RootPresence()
    /// What was seen to happen.
    var activity = WatchedActivity()
    /// What has to wait, and until when.
    var pending = PendingLooks()
    /// What the last walks have left.
    var unresolvedNotes = UnresolvedNotes()
    /// What is done while nothing happens.
    var idle = IdleWork()

    init(_ project: Project, key: RootKey, watcher: Watcher, clock: any WatchClock, process: Int32 = getpid()) throws(ShedError) {
        self.key = key
        self.process = process
        self.project = project
        self.watcher = watcher
        self.clock = clock
        guard let folder = project.home.stateFolder, let lock = try FileLock.attempt(WatchPresence.lockPath(folder)) else {
            let pid = project.watcher.map { " (process \($0.pid))" } ?? ""
            throw ShedError(.environment, "another daemon\(pid) watches \(EscapedText.escape(project.home.path))", remedy: "One is enough; stop the other one first if you want this one.")
        }
        self.lock = lock
        project.changeSource = self
        project.actor = "daemon"
    }

    /// Lets go of the project.
    func leave() {
        watcher.remove(key)
        project.changeSource = nil
    }

    // MARK: Beginning, and beginning again

    /// Watches the root. Nothing that happens from now on is missed; what is there has still to be looked at.
    func watch() throws(ShedError) {
        watcher.remove(key)
        do throws(WatchError) { try watcher.add(root: project.home.path, key: key) } catch { throw ShedError(.environment, "\(error)") }
        var time = timespec()
        // The file system's own clock, so that its times can be compared.
        clock_gettime(CLOCK_REALTIME, &time)
        activity.since = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        isSidecarQuiet = false
        try declare()
        lookForGaps()
    }

    /// Says in the state directory who watches, and since when.
    private func declare() throws(ShedError) {
        guard let folder = project.home.stateFolder else { return }
        try WatchPresence(pid: process, worker: getpid(), since: activity.since).write(in: folder)
    }

    /// The clock was set: what was noted by it is noted anew.
    func clockStepped(by nanoseconds: Int64) {
        activity.since &+= nanoseconds
        try? declare()
    }

    /// Where the root is now: followed to where it was moved, or back at its path. The project is opened anew there.
    /// - Returns: whether it is there and is watched.
    func findRoot() -> Bool {
        let home = project.home
        let recorded = home.registry.folders().first { $0.path == home.stateFolder?.path }?.record.root
        var tried: Set<[UInt8]> = []
        presence.reasonToOnlyLook = nil
        for path in [home.currentPath, home.path, recorded].compactMap({ $0 }) where tried.insert(path).inserted {
            guard !WatchedProject.isInDesktopTrash(path) else { continue }
            // Another project that stands there now is nobody's to register but by whoever put it there.
            guard let seen = try? Project.open(containing: path, surroundings: home.surroundings, purpose: .look),
                seen.home.path == path, seen.home.file.projects.contains(home.id)
            else { continue }
            if let reason = seen.home.reasonToOnlyLook {
                presence.reasonToOnlyLook = presence.reasonToOnlyLook ?? reason
                continue
            }
            guard let found = try? Project.open(containing: path, surroundings: home.surroundings, purpose: .change), take(found) else { continue }
            presence.reasonToOnlyLook = nil
            return true
        }
        return false
    }

    /// Whether the root is another project by now: the folder was adopted anew.
    var isSupplanted: Bool {
        guard let file = try? Sidecar(project.home.root).projectFile() else { return false }
        return !file.projects.contains(project.home.id)
    }

    /// Goes on with the project as it was found.
    private func take(_ found: Project) -> Bool {
        guard let folder = found.home.stateFolder else { return false }
        // The same folder, and so the same lock, unless the root is another directory now.
        if folder.path != project.home.stateFolder?.path {
            guard let other = try? FileLock.attempt(WatchPresence.lockPath(folder)) else { return false }
            lock = other
        }
        project.changeSource = nil
        project = found
        project.changeSource = self
        project.actor = "daemon"
        return (try? watch()) != nil
    }

    /// Whether a path is in a trash of the desktop (freedesktop.org's trash specification): thrown away, not moved.
    static func isInDesktopTrash(_ path: [UInt8]) -> Bool {
        let parts = path.split(separator: UInt8(ascii: "/"))
        return zip(parts, parts.dropFirst()).contains { $0.elementsEqual("Trash".utf8) && $1.elementsEqual("files".utf8) }
            || parts.contains { $0.starts(with: ".Trash".utf8) }
    }

    /// What events cannot tell is looked at again and again: where the watches do not suffice, or on a file system that
    /// other machines write to.
    func lookForGaps() {
        var polled: [WatchHealth.Polled] = []
        if let facts = try? project.home.root.fileSystem(), !facts.hasEvents {
            polled.append(.init(path: .root, reason: "The file system (\(facts.name)) does not tell what other machines do."))
        }
        let unwatched = watcher.unwatched(key).sorted { $0.key < $1.key }
        polled += unwatched.prefix(100).map { .init(path: $0.key, reason: "\($0.value)") }
        activity.health.polled = polled
        if polled.isEmpty { pending.pollDue = nil } else if pending.pollDue == nil { pending.planPoll(at: clock.now(), after: 0) }
    }

    // MARK: What happened

    /// What a burst says is to be looked at.
    struct Dirt {
        var everything = false
        var directories: Set<RelativePath> = []

        var isNothing: Bool { !everything && directories.isEmpty }
        /// `nil`: everything.
        var scope: Set<RelativePath>? { everything ? nil : directories }
    }

    /// Takes note of a burst.
    /// - Parameter complain: is told what is wrong with the settings or the ignore rules; the last good ones count.
    func take(_ burst: Burst, complain: (ShedError) -> Void) -> Dirt {
        let now = clock.now()
        activity.forget(before: now - min(quiet, now))
        activity.take(burst)
        pending.locks.end(by: burst)
        project.searchSurvey.note(in: burst.dirty)
        var dirt = Dirt(everything: burst.everything)
        if !holdsSidecar(after: burst) {
            isSidecarQuiet = false
            if !project.store.isUpToDate { dirt.everything = true }
        }
        // A sidecar that is gone is said by the walk.
        if burst.everything || burst.dirty.contains(where: { $0.isRoot || $0.names == [Sidecar.name] }),
            (try? project.home.root.kind(of: Sidecar.name)) == .directory {
            do throws(ShedError) {
                if try project.home.reloadConfiguration() {
                    dirt.everything = true
                    presence.configurationFault = nil
                }
            } catch {
                presence.configurationFault = error.description
                complain(error)
            }
        }
        if takeTemplate(burst) { dirt.everything = true }
        dirt.directories = burst.dirty.filter { $0.names.first?.isHidden != true }
        return dirt
    }

    /// Opens the project anew where another template is in force than it was opened with, whoever wrote that: what its kind keeps goes by
    /// the template, and another template may be another kind's.
    private func takeTemplate(_ burst: Burst) -> Bool {
        let folders: Set<RelativePath> = [RelativePath([Sidecar.name]), RelativePath([Sidecar.name, Sidecar.templates])]
        guard burst.everything || !folders.isDisjoint(with: burst.dirty) else { return false }
        project.home.reloadTemplate()
        return project.home.hasOtherTemplate && findRoot()
    }

    /// Whether the model holds the sidecar as it is, as far as a burst tells by name what changed in it. After a batch of our own
    /// it need not be listed, which costs as much as there are batches.
    private func holdsSidecar(after burst: Burst) -> Bool {
        guard !burst.everything else { return false }
        let dirty = burst.dirty.filter { $0.names.first == Sidecar.name }
        if dirty.isEmpty { return true }
        // Of what changed before and was not listed since, the burst says nothing.
        guard isSidecarQuiet else { return false }
        return dirty.allSatisfy { directory in
            guard let names = burst.changedEntries[directory] else { return false }
            return project.store.isUpToDate(at: names.map { RelativePath(directory.names.dropFirst() + [$0]) })
        }
    }

    /// With what has to be judged together with these, with the folder for what is refused, whose names count, and what is above it.
    func withRejected(_ directories: Set<RelativePath>) -> Set<RelativePath> {
        var result = directories.union(unresolvedNotes.directoriesHeldBack(with: directories))
        if let rejected = try? project.asKnown.folder(with: .rejected) { result.insert(rejected) }
        // Where Rejected has to be made, its name must be free at the root; and known nodes go home to other folders.
        result.insert(.root)
        return result.union(foldersRefused(in: directories))
    }

    /// The known folders that stand where they may not, with those in them: a walk that does not look into them does not see what
    /// came there.
    private func foldersRefused(in directories: Set<RelativePath>) -> Set<RelativePath> {
        guard let state = project.store.state else { return [] }
        var found: Set<RelativePath> = []
        // Whoever wrote the sidecar may have put one into the other without end.
        var passed: Set<NodeID> = []
        var open = unresolvedNotes.reports.compactMap { report in report.id.map { (id: $0, path: report.path) } }.filter { directories.contains($0.path.parent) }
        while let (id, path) = open.popLast() {
            guard state.model.nodes[id]?.type.isDirectory == true, passed.insert(id).inserted else { continue }
            found.insert(path)
            for child in state.model.presentChildren(of: id) {
                if let name = state.model.nodes[child]?.place?.name { open.append((child, path.appending(name))) }
            }
        }
        return found
    }

    /// When something is due without an event; `nil` where nothing is. Nanoseconds of the monotonic clock.
    var nextDue: UInt64? {
        let idleDue = idle.nextDue(project, at: clock.now())
        // Until it is looked at again after a failure, only idle work is done.
        let dues = presence.absence != nil ? [] : (presence.retryDue == nil ? pending.dues : [pending.sweepDue]) + [idleDue]
        return (dues + [presence.retryDue]).compactMap(\.self).min()
    }
}
