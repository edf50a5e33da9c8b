import ShedDisk
import ShedModel
import ShedProject

/// Files on their way into the state directory whose writers were killed, folders of projects on their way into it or out of it, and
/// directories in which a program worked for a shed that was killed.
enum Leftovers {
    /// Nobody is on the way for that long, in nanoseconds.
    private static let age: Int64 = 60_000_000_000

    /// Removes those that are older than a minute.
    static func sweep(_ surroundings: Surroundings, _ registry: Registry) {
        let now = surroundings.now() * 1_000_000
        let work = surroundings.stateDirectory + "/work"
        (try? DirectoryHandle(path: work))?.removeAbandoned(now: now, patience: age)
        for path in [surroundings.stateDirectory, work, registry.directory] + registry.folders().map(\.path) {
            guard let directory = try? DirectoryHandle(path: path), let entries = try? directory.list(atMost: 100_000) else { continue }
            for entry in entries where DirectoryHandle.isTemporary(entry.name) && (entry.kind == .file || entry.kind == .directory && path == registry.directory) {
                guard let evidence = try? directory.evidence(of: entry.name) else { continue }
                // A file was written on its way. A folder may be old, and has got this name when its way began.
                guard (entry.kind == .file ? evidence.modified : evidence.changed) < now - age else { continue }
                try? directory.removeTree(entry.name)
            }
        }
    }
}
