import Glibc
import ShedModel
import ShedTestSchedule
import Synchronization
import Testing

@testable import ShedWatch

/// A clock that only the test turns.
final class ManualClock: WatchClock {
    private let time = Atomic<UInt64>(1_000_000_000_000)

    func now() -> UInt64 { time.load(ordering: .sequentiallyConsistent) }

    func advance(milliseconds: UInt64) { time.add(milliseconds * 1_000_000, ordering: .sequentiallyConsistent) }
}

/// A temporary directory with a root `project` in it, watched as root 1, and a directory `outside`.
final class Fixture {
    let top: String
    let clock = ManualClock()
    let source: EventSource
    let watcher: Watcher

    var root: String { top + "/project" }

    /// - Parameter preparing: A shell script that runs in the root before it is watched.
    init(preparing script: String = "", watches: Bool = true) throws {
        var template = Array("/tmp/shed-watch.XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        top = String(cString: made)
        mkdir(top + "/project", 0o755)
        mkdir(top + "/outside", 0o755)
        source = try EventSource(privateDirectory: Array((top + "/cookies").utf8), clock: clock, waitsForTurn: true)
        watcher = Watcher(source: source, clock: clock)
        try shell(script)
        if watches { try watcher.add(root: Array(root.utf8), key: 1) }
    }

    deinit {
        source.stop()
        system("chmod -R u+rwx \(top); rm -rf \(top)")
    }

    /// Runs a script in the root and waits for its end.
    func shell(_ script: String) throws {
        guard !script.isEmpty else { return }
        let child = try spawn(script)
        var status: Int32 = 0
        waitpid(child, &status, 0)
        try #require(status == 0, "\(script)")
    }

    /// Starts a script in the root.
    func spawn(_ script: String) throws -> pid_t {
        var child = pid_t()
        let words: [String] = ["/bin/bash", "-e", "-c", "cd \(root)\n" + script]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { arguments.forEach { free($0) } }
        try #require(posix_spawn(&child, "/bin/bash", nil, nil, arguments + [nil], environ) == 0)
        return child
    }

    /// Everything that happened up to now, settled or not.
    func changes(_ key: RootKey = 1) throws -> Burst {
        try watcher.barrier()
        return watcher.drain(key)
    }

    /// The directories that a fresh read of the disk finds, those with a dot in front apart.
    func directoriesOnDisk() throws -> Set<RelativePath> {
        let pipe = try #require(popen("cd \(root) && find . -name '.?*' -prune -o -type d -print0", "r"))
        defer { pclose(pipe) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(pipe), byte != EOF { bytes.append(UInt8(byte)) }
        return Set(bytes.split(separator: 0).compactMap { RelativePath(bytes: $0) })
    }
}

@_silgen_name("renameat2")
private func renameat2(
    _ from: Int32, _ old: UnsafePointer<CChar>, _ to: Int32, _ new: UnsafePointer<CChar>, _ flags: UInt32
) -> Int32

/// Lets two entries change places in one step: RENAME_EXCHANGE (2), which Swift's Glibc does not have.
func exchange(_ one: String, _ two: String) -> Int32 { renameat2(AT_FDCWD, one, AT_FDCWD, two, 2) }

/// The library is one for the process, so these tests take turns.
@Suite(.serialized, .waitsInTurn) struct Watching {}
