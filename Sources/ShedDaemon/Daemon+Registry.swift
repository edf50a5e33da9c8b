import Glibc
import ShedModel
import ShedWatch

extension Daemon {
    /// Stands for the folder of the registry among the roots that are watched.
    static let registryKey: RootKey = 0

    func beginToFollow() throws(ShedError) {
        do throws(WatchError) {
            try watcher.add(root: Array(registry.directory.utf8), key: Daemon.registryKey, isFlat: true)
        } catch { throw Daemon.explained(error) }
        followRegistry()
    }

    /// Watches what was registered since, and lets go of what was forgotten. What is registered and not there is looked
    /// for twice a minute.
    func followRegistry() {
        guard followsRegistry else { return }
        // The folder itself may be what is gone.
        footholdsDue = 0
        guard DaemonLock.stands(in: surroundings) else { return watcher.wake() }
        let seats: [Registry.Seat]
        do throws(ShedError) { seats = try registry.allSeats() } catch {
            // Those that are watched stay watched.
            if registryFailure != error.description { report(.failed(root: Array(registry.directory.utf8), error)) }
            registryFailure = error.description
            absentDue = clock.now() + 30_000_000_000
            return
        }
        registryFailure = nil
        let paths = Set(seats.map(\.path))
        for (key, post) in posts where post.project.seat.map({ !paths.contains($0.path) && Daemon.isGone($0.path) }) == true {
            post.leave()
            texts.drop(key)
            posts[key] = nil
            report(.forgotten(root: post.project.rootPath))
        }
        let watched = Set(posts.values.compactMap { $0.project.seat?.path })
        absent = absent.filter { paths.contains($0.key) }
        for seat in seats where !watched.contains(seat.path) { enlist(seat) }
        absentDue = absent.isEmpty ? nil : clock.now() + 30_000_000_000
        readiness.status(status)
    }

    /// Whether nothing stands at a path. A record that cannot be read for a while is not forgotten.
    private static func isGone(_ path: String) -> Bool { access(path, F_OK) != 0 && errno == ENOENT }

    private func enlist(_ seat: Registry.Seat) {
        do throws(ShedError) {
            guard Registry.isLive(seat) else {
                if absent.updateValue("gone", forKey: seat.path) == nil {
                    report(.offline(root: seat.record.root, Post.Absence.gone.rawValue))
                }
                return
            }
            let project = try Project.open(containing: seat.record.root, surroundings: surroundings, purpose: .change)
            guard project.rootPath == seat.record.root, project.seat?.path == seat.path else { return }
            let post = try enlist(project)
            do throws(ShedError) { try begin(post) } catch {
                post.leave()
                posts[post.key] = nil
                throw error
            }
            absent[seat.path] = nil
        } catch {
            if absent.updateValue(error.description, forKey: seat.path) != error.description {
                report(.failed(root: seat.record.root, error))
            }
        }
    }
}
