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
        for watched in inOrder where watched.project.home.stateFolder.map({ !paths.contains($0.path) && Roster.isGone($0.path) }) == true {
            release(watched)
            notices.report(.forgotten(root: watched.project.home.path))
        }
        let known = Set(projects.values.compactMap { $0.project.home.stateFolder?.path })
        roster.absent = roster.absent.filter { paths.contains($0.key) }
        for folder in folders where !known.contains(folder.path) { enlist(folder) }
        roster.due = roster.absent.isEmpty ? nil : clock.now() + Roster.period
        tellStatus()
    }

    /// Lets go of the project that stood at a root where another one is now.
    private func leaveFormer(at root: [UInt8]) {
        for watched in inOrder where watched.project.home.path == root {
            release(watched)
            notices.report(.forgotten(root: root))
        }
    }

    private func enlist(_ folder: ProjectStateFolder) {
        do throws(ShedError) {
            guard Registry.isLive(folder) else {
                if roster.absent.updateValue("gone", forKey: folder.path) == nil {
                    notices.report(.offline(root: folder.record.root, RootAbsence.gone.description))
                }
                return
            }
            let project = try Project.open(containing: folder.record.root, surroundings: surroundings, purpose: .change)
            guard project.home.path == folder.record.root, project.home.stateFolder?.path == folder.path else { return }
            leaveFormer(at: project.home.path)
            let watched = try enlist(project)
            do throws(ShedError) { try begin(watched) } catch {
                release(watched)
                throw error
            }
            roster.absent[folder.path] = nil
        } catch {
            if roster.absent.updateValue(error.description, forKey: folder.path) != error.description {
                notices.report(.failed(root: folder.record.root, error))
                if error.isAboutTrust { notices.ask(forTrustIn: folder.record.root, error) }
            }
        }
    }
}
