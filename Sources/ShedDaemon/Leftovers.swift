import ShedDisk
import ShedModel
import ShedProject

/// Files on their way into the state directory whose writers were killed.
enum Leftovers {
    /// Nobody is on the way for that long, in nanoseconds.
    private static let age: Int64 = 60_000_000_000

    /// Removes those that are older than a minute.
    static func sweep(_ surroundings: Surroundings, _ registry: Registry) {
        let now = surroundings.now() * 1_000_000
        for path in [surroundings.stateDirectory] + registry.folders().map(\.path) {
            guard let directory = try? DirectoryHandle(path: path), let entries = try? directory.list(atMost: 100_000) else { continue }
            for entry in entries where entry.kind == .file && DirectoryHandle.isTemporary(entry.name) {
                guard let evidence = try? directory.evidence(of: entry.name), evidence.modified < now - age else { continue }
                try? directory.removeFile(entry.name)
            }
        }
    }
}
