import CLinux
import Glibc
import ShedModel
import Synchronization

/// The directories of a crawl that are still to be read, last in, first out, which keeps few of them open; and what was
/// read of the others.
///
/// `@unchecked Sendable`: all mutable state is used under `lock` only, apart from atomics. No `Monitor`, since what is handed over under
/// the lock are folders that are not sendable by themselves (``CrawlFolder``), and entries that are moved, never copied.
final class CrawlQueue: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var waiting: [CrawlFolder] = []
    /// Folders that were put in and are not finished.
    private var unfinished = 1
    private var idle = 0
    /// The number of the next directory of the snapshot.
    private var nextDirectory: Int = 1
    private var found = CrawlEntries()
    /// How many more folders may be kept open for their children.
    private let room: Atomic<Int>

    /// - Parameter listsAll: whether everything in the tree will be listed.
    init(_ root: CrawlFolder, listsAll: Bool) {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(arrival, nil)
        waiting.append(root)
        if listsAll { found.expectMany() }
        var limit = rlimit()
        // A quarter of what the process may have, since it needs others for other things.
        let known = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        room = Atomic(known ? min(256, Int(clamping: limit.rlim_cur) / 4) : 64)
    }

    deinit {
        pthread_cond_destroy(arrival)
        pthread_mutex_destroy(lock)
        arrival.deallocate()
        lock.deallocate()
    }

    /// The first folder for a worker; `nil` when everything is read.
    func next() -> CrawlFolder? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return takeNext()
    }

    /// Says that a folder was read, takes over its entries, puts its children in, of which `toRead` are still to be read,
    /// and gives the next.
    func finish(
        _ folder: CrawlFolder, _ entries: inout CrawlEntries, children: ArraySlice<CrawlFolder>, toRead: [CrawlFolder]
    ) -> CrawlFolder? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        for child in children {
            child.directory = Int32(truncatingIfNeeded: nextDirectory)
            nextDirectory += 1
            entries.setDirectory(child.directory, of: child.entry)
        }
        folder.entries = found.append(contentsOf: entries)
        for child in children { child.entry += folder.entries.lowerBound }
        waiting.append(contentsOf: toRead)
        unfinished += toRead.count - 1
        if idle > 0, toRead.count > 1 || unfinished == 0 { pthread_cond_broadcast(arrival) }
        return takeNext()
    }

    private func takeNext() -> CrawlFolder? {
        while true {
            if let folder = waiting.popLast() { return folder }
            if unfinished == 0 { return nil }
            idle += 1
            pthread_cond_wait(arrival, lock)
            idle -= 1
        }
    }

    /// Hands over what was read, when all workers have ended.
    func take() -> CrawlEntries {
        pthread_mutex_lock(lock)
        defer {
            found = CrawlEntries()
            pthread_mutex_unlock(lock)
        }
        return found
    }

    /// Asks for room to keep a folder open.
    func takeRoom() -> Bool {
        if room.subtract(1, ordering: .relaxed).newValue >= 0 { return true }
        room.add(1, ordering: .relaxed)
        return false
    }

    func giveRoom() { room.add(1, ordering: .relaxed) }
}
