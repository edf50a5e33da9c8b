import Glibc
import ShedDisk
import ShedModel

/// One daemon for all of a user's projects: the lock on `daemon.lock` in the state directory, and `daemon.json`, which
/// says who holds it.
package enum DaemonLock {
    /// - Parameter process: the daemon's own, by which it is known.
    package static func take(in surroundings: Surroundings, process: Int32 = getpid()) throws(ShedError) -> FileLock {
        var taken = try FileLock.attempt(path(surroundings))
        if taken == nil { taken = try ofOneThatEnds(surroundings) }
        guard let lock = taken else {
            let pid = holder(surroundings).map { " (process \($0))" } ?? ""
            throw ShedError(
                .environment, "a daemon\(pid) is running already", remedy: "One is enough for all your projects; stop it first if you want this one.")
        }
        do throws(DiskError) {
            try DirectoryHandle(path: surroundings.stateDirectory).write(fileName, (["pid": .integer(Int64(process))] as JSONValue).pretty, replacing: true)
        } catch { throw ShedError(error) }
        return lock
    }

    /// The lock of a daemon whose process was killed, and whose worker, which holds the lock, is being ended for that
    /// (PR_SET_PDEATHSIG): on a busy machine that takes a while. Not waited for without end, since another daemon may take it first.
    private static func ofOneThatEnds(_ surroundings: Surroundings) throws(ShedError) -> FileLock? {
        guard let process = holder(surroundings), isOver(process) else { return nil }
        return try FileLock.attempt(path(surroundings), milliseconds: 20_000)
    }

    /// Whether a process has ended, waited for or not (proc_pid_stat(5)).
    private static func isOver(_ process: Int32) -> Bool {
        if kill(process, 0) != 0, errno == ESRCH { return true }
        guard let folder = try? DirectoryHandle(path: "/proc/\(process)"), let text = try? folder.read("stat", atMost: 4_096) else { return false }
        let rest = text.suffix(from: text.lastIndex(of: UInt8(ascii: ")")).map { $0 + 1 } ?? text.endIndex)
        return rest.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "Z")
    }

    /// Whether the lock's file is still there, and is held; also where that cannot be told.
    package static func stands(in surroundings: Surroundings) -> Bool { FileLock.isHeld(path(surroundings), inDoubt: true) }

    /// The process that holds the lock; `nil` if none does.
    package static func holder(_ surroundings: Surroundings) -> Int32? {
        guard FileLock.isHeld(path(surroundings)), let folder = try? DirectoryHandle(path: surroundings.stateDirectory),
            let bytes = try? folder.read(fileName, atMost: 4_096), let json = try? JSONParser.parse(bytes)
        else { return nil }
        return json["pid"]?.integer.flatMap { Int32(exactly: $0) }
    }

    private static let fileName: Name = "daemon.json"

    private static func path(_ surroundings: Surroundings) -> String { surroundings.stateDirectory + "/daemon.lock" }
}
