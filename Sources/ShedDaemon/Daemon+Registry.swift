import ShedModel
import ShedProject
import ShedWatch

extension Daemon {
    func beginToFollow() throws(ShedError) {
        do throws(WatchError) {
            try watcher.add(root: Array(roster.registry.directory.utf8), key: Roster.key, isFlat: true)
        } catch { throw Daemon.explained(error) }
        followRegistry()
    }

    /// Watches what was registered since, and lets go of what was forgotten. What is registered and not there is looked
    /// for twice a minute.
    func followRegistry() {
        guard roster.isFollowed else { return }
        // The folder itself may be what is gone.
        lookAfterFootholds()
        guard DaemonLock.stands(in: surroundings) else { return watcher.wake() }
        let folders: [ProjectStateFolder]
        do throws(ShedError) { folders = try roster.registry.allFolders() } catch {
            // Those that are watched stay watched.
            if roster.failure != error.description { notices.report(.failed(root: Array(roster.registry.directory.utf8), error)) }
            roster.failure = error.description
            roster.due = clock.now() + Roster.period
            return
        }
        roster.failure = nil
        let paths = Set(folders.map(\.path))
        for (worker, standing) in standings where standing.folder.map({ !paths.contains($0.path) && Roster.isGone($0.path) }) == true {
            release(worker)
            notices.report(.forgotten(root: standing.root))
        }
        let known = Set(standings.compactMap { $0.standing.folder?.path })
        roster.keep(paths)
        let watched = Set(standings.compactMap { $0.standing.isWatching && !$0.standing.isAway ? $0.standing.folder?.path : nil })
        for folder in folders where !known.contains(folder.path) && !roster.isSuperfluous(folder, besides: watched) { enlist(at: folder.record.root, folder) }
        roster.due = roster.absent.isEmpty ? nil : clock.now() + Roster.period
    }

    /// Begins to watch a project, on a thread of its own.
    /// - Parameter folder: what this machine keeps of it, if that is known.
    func enlist(at root: [UInt8], _ folder: ProjectStateFolder?) {
        let former = standings.filter { $0.standing.root == root }.map(\.worker) + leaving
        let worker = ProjectWorker(key: roster.takeKey(), root: root, folder: folder) { [watcher] in watcher.wake() }
        workers[worker.key] = worker
        do throws(ShedError) { try worker.start(site, after: former.filter { $0.standing.root == root }) } catch {
            workers[worker.key] = nil
            note(error, of: worker)
        }
    }

    /// Has a project let go.
    func release(_ worker: ProjectWorker) {
        worker.stop()
        site.work.wakeWaiting()
        workers[worker.key] = nil
        site.roots[worker.key] = nil
        leaving = leaving.filter { !$0.standing.isOver } + [worker]
    }

    /// Takes note of what has become of those that were begun.
    func noteStandings() {
        for (worker, standing) in standings {
            guard case .over(let end) = standing.phase else {
                if standing.isWatching, let folder = standing.folder { roster.absent[folder.path] = nil }
                continue
            }
            workers[worker.key] = nil
            switch end {
            case .stopped: break
            case .superfluous(let other): if let folder = standing.folder { roster.note(superfluous: folder, besides: other) }
            case .absent:
                if let folder = standing.folder, roster.absent.updateValue("gone", forKey: folder.path) == nil {
                    notices.report(.offline(root: standing.root, RootAbsence.gone.description))
                }
            case .unusable(let error): note(error, of: worker)
            case .quarantined(let quarantine):
                guard roster.isFollowed else {
                    // Nobody would tell it that it may go on.
                    failure = failure ?? Daemon.leavingAlone(standing.root, quarantine)
                    break
                }
                guard let folder = standing.folder, roster.absent.updateValue("left alone", forKey: folder.path) != "left alone" else { break }
                notices.tellQuarantine(of: standing.root, quarantine)
            }
            if roster.isFollowed, !roster.absent.isEmpty { roster.due = min(roster.due ?? .max, clock.now() + Roster.period) }
        }
    }

    /// Why a project that was named and is quarantined is not watched.
    static func leavingAlone(_ root: [UInt8], _ quarantine: Quarantine) -> ShedError {
        let path = EscapedText.escape(root)
        return ShedError(
            .environment, "\(path) is left alone: the daemon \(quarantine.cause)",
            remedy: "Run “shed trust \(ShellWord.quote(root)) --again”, then start this once more.")
    }

    /// A project cannot be watched. Where it was named, that is an error of the daemon.
    private func note(_ error: ShedError, of worker: ProjectWorker) {
        let standing = worker.standing
        guard roster.isFollowed, let folder = standing.folder else {
            failure = failure ?? error
            return
        }
        if roster.absent.updateValue(error.description, forKey: folder.path) != error.description {
            notices.report(.failed(root: standing.root, error))
            if error.isAboutTrust { notices.ask(forTrustIn: standing.root, error) }
        }
    }
}
