import ShedDisk
import ShedModel

/// A daemon that watches a project now: `watch.json` in the project's folder of the state directory says which, and
/// the lock on `watch.lock` says that it is alive.
public struct WatchPresence: Hashable, Sendable {
    public var pid: Int32
    /// The process that does the work, where it is another one: ``pid`` waits for it.
    package var worker: Int32?
    /// Since when it has seen everything: nanoseconds since 1970, by the clock that file times come from.
    public var since: Int64

    package init(pid: Int32, worker: Int32? = nil, since: Int64) {
        self.pid = pid
        self.worker = worker == pid ? nil : worker
        self.since = since
    }

    static let fileName: Name = "watch.json"

    package static func lockPath(_ folder: ProjectStateFolder) -> String { folder.path + "/watch.lock" }

    package static func current(in folder: ProjectStateFolder) -> WatchPresence? {
        guard FileLock.isHeld(lockPath(folder)), let folder = try? DirectoryHandle(path: folder.path),
            let bytes = try? folder.read(fileName, atMost: 4096), let json = try? JSONParser.parse(bytes),
            let pid = json["pid"]?.integer.flatMap({ Int32(exactly: $0) }), let since = json["since"]?.integer.map(Nanoseconds.bounded)
        else { return nil }
        return WatchPresence(pid: pid, worker: json["worker"]?.integer.flatMap { Int32(exactly: $0) }, since: since)
    }

    package func write(in folder: ProjectStateFolder) throws(ShedError) {
        do throws(DiskError) {
            var json: JSONObject = ["pid": .integer(Int64(pid)), "since": .integer(since)]
            if let worker { json["worker"] = .integer(Int64(worker)) }
            try DirectoryHandle(path: folder.path).write(WatchPresence.fileName, JSONValue.object(json.sorted).pretty, replacing: true)
        } catch { throw ShedError(error) }
    }
}
