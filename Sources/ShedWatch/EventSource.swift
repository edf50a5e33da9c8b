import CInotifyTools
import Glibc
import ShedModel
import ShedThreads
import Synchronization

/// The process's one source of file events: libinotifytools, and the one thread that waits in it.
///
/// The thread copies each event out at once and wakes whoever waits. It wakes up itself only when there are events, and
/// once an hour. Watches are set and removed by any thread. Call ``stop()`` in the end: until then the source lives.
public final class EventSource: Sendable {
    private struct Queue: Sendable {
        var batch = EventBatch()
        /// Cookie files whose event has not come yet.
        var cookies: Set<[UInt8]> = []
        var isStopping = false
        var isHeldBack = false
        var failure: WatchError?
        /// Tests only: watches that may still be set.
        var watchesLeft = Int.max
        /// Tests only: how many events are given at once.
        var mostGiven = Int.max
        /// The watch of the private directory.
        var directoryWatch: Int32 = -1
    }

    /// The private directory, where cookie files are made.
    private struct Place: Sendable {
        var descriptor: Int32
    }

    /// Seconds that the library waits for events; it takes whole seconds only.
    private static let longestWait = 3600
    static let cookieNumber = Atomic<UInt64>(0)

    let descriptor: Int32
    private let place: Lock<Place>
    private let directoryPath: [UInt8]
    private let clock: any WatchClock
    private let queue = Lock(Queue())
    private let thread = Lock<Thread?>(nil)
    /// Rings when events came, when a cookie came through, when the source ends.
    let news = Bell()
    /// Rings when the thread may read on.
    private let room = Bell()

    /// Starts the library and its thread.
    /// - Parameters:
    ///   - privateDirectory: A directory on a local file system, outside every project, where cookie files are made
    ///     and removed. It is made (mode 0700) if its parent is there.
    ///   - waitsForTurn: Whether to wait until another source of this process is stopped, instead of failing.
    /// - Throws: ``WatchError/tooManyInstances(limit:)``, ``WatchError/alreadyRunning`` and others.
    public init(
        privateDirectory: [UInt8], clock: any WatchClock = MonotonicClock(), waitsForTurn: Bool = false
    ) throws(WatchError) {
        let descriptor = try Library.take(waits: waitsForTurn)
        let directory: Int32
        let watch: Int32
        do {
            directory = try Self.openPrivate(privateDirectory)
        } catch {
            Library.release()
            throw error
        }
        do {
            watch = try Self.watchPrivate(directory, with: descriptor, path: privateDirectory)
        } catch {
            close(directory)
            Library.release()
            throw error
        }
        self.descriptor = descriptor
        self.clock = clock
        directoryPath = privateDirectory
        place = Lock(Place(descriptor: directory))
        queue.withLock { $0.directoryWatch = watch }
        Self.removeCookies(in: directory)
        try start()
        // Events that an earlier source of this process left behind are none of ours.
        do {
            try barrier { _ = take() }
        } catch {
            stop()
            throw error
        }
        _ = take()
    }

    private static func openPrivate(_ path: [UInt8]) throws(WatchError) -> Int32 {
        let (descriptor, code) = path.withPath { path in
            mkdir(path, 0o700)
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            return (descriptor, errno)
        }
        guard descriptor >= 0 else { throw .from(call: "open", path: path, code: code) }
        return descriptor
    }

    private static func watchPrivate(_ directory: Int32, with descriptor: Int32, path: [UInt8]) throws(WatchError) -> Int32 {
        let watch = inotify_add_watch(descriptor, "/proc/self/fd/\(directory)", UInt32(IN_CREATE | IN_ONLYDIR))
        guard watch >= 0 else { throw .from(call: "inotify_add_watch", path: path, code: errno) }
        return watch
    }

    /// Removes what processes that were killed left behind. A living one's cookie has done its work by being made.
    private static func removeCookies(in directory: Int32) {
        let copy = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard let stream = fdopendir(copy) else {
            close(copy)
            return
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = DirectoryEntry.name(of: entry)
            if name.starts(with: "cookie.".utf8) { _ = name.withPath { unlinkat(directory, $0, 0) } }
        }
    }

    /// Makes a cookie file, and the private directory anew if somebody deleted it.
    private func makeCookie(_ name: [UInt8]) -> Int32 {
        place.withLock { place in
            let code = Self.create(name, in: place.descriptor)
            guard code == ENOENT, let directory = try? Self.openPrivate(directoryPath) else { return code }
            guard let watch = try? Self.watchPrivate(directory, with: descriptor, path: directoryPath) else {
                close(directory)
                return code
            }
            queue.withLock { $0.directoryWatch = watch }
            close(place.descriptor)
            place.descriptor = directory
            return Self.create(name, in: directory)
        }
    }

    /// - Returns: errno, or 0.
    private static func create(_ name: [UInt8], in directory: Int32) -> Int32 {
        name.withPath {
            let file = openat(directory, $0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard file >= 0 else { return errno }
            close(file)
            return 0
        }
    }

    private func start() throws(WatchError) {
        do throws(ThreadError) {
            let new = try Thread(blocksSignals: true) { [self] in run() }
            thread.withLock { $0 = new }
        } catch {
            place.withLock { _ = close($0.descriptor) }
            Library.release()
            throw .system(call: "pthread_create", path: Array("inotify".utf8), code: error.code)
        }
    }

    /// Ends the thread, removes every watch and lets another source be made. Safe to call more than once.
    public func stop() {
        let new = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let new else { return }
        queue.withLock { $0.isStopping = true }
        room.ring()
        // The end of a watch is an event itself, so the thread wakes whether or not the disk can be written. It is set
        // anew first, since the directory may have been deleted and its watch be gone. If none can be set, others end.
        let directory = place.withLock { $0.descriptor }
        let wake = inotify_add_watch(descriptor, "/proc/self/fd/\(directory)", UInt32(IN_CREATE))
        if wake >= 0 { inotify_rm_watch(descriptor, wake) } else { endWatches() }
        new.join()
        endWatches()
        place.withLock { place in
            close(place.descriptor)
            place.descriptor = -1
        }
        Library.release()
        news.ring()
    }

    private func endWatches() {
        for watch in Library.watches(of: descriptor) { inotify_rm_watch(descriptor, watch) }
    }

    /// Watches an open directory. A directory that is watched already gives the same number again.
    /// - Parameters:
    ///   - directory: A descriptor that was opened for reading without following a link.
    ///   - path: Named in errors.
    /// - Throws: ``WatchError/tooManyWatches(path:limit:)`` and others; see inotify_add_watch(2).
    public func watch(directory: Int32, mask: UInt32, path: [UInt8]) throws(WatchError) -> Int32 {
        let isAllowed = queue.withLock { queue in
            queue.watchesLeft -= 1
            return queue.watchesLeft >= 0
        }
        guard isAllowed else { throw .from(call: "inotify_add_watch", path: path, code: ENOSPC) }
        // Through the descriptor, so that nothing which takes the directory's place can be watched instead.
        let watch = inotify_add_watch(descriptor, "/proc/self/fd/\(directory)", mask | UInt32(IN_ONLYDIR))
        guard watch >= 0 else { throw .from(call: "inotify_add_watch", path: path, code: errno) }
        return watch
    }

    /// Ends a watch. One that is gone already is no error.
    public func unwatch(_ watch: Int32) {
        guard watch != queue.withLock({ $0.directoryWatch }) else { return }
        inotify_rm_watch(descriptor, watch)
    }

    /// The number of the watch on an open directory, which the kernel alone knows for certain. If it was not watched, it
    /// is now.
    /// - Returns: `nil` if it was not, and cannot be.
    func number(of directory: Int32, mask: UInt32) -> Int32? {
        let watch = inotify_add_watch(descriptor, "/proc/self/fd/\(directory)", mask | UInt32(IN_ONLYDIR))
        return watch >= 0 ? watch : nil
    }

    /// How many watches the kernel holds for this process's source, the private directory's included.
    public var watchCount: Int { Library.watches(of: descriptor).count }

    /// Waits until the thread has copied out every event of what happened before this call.
    /// - Parameters:
    ///   - nanoseconds: How long at most.
    ///   - makeRoom: Takes the events when there is no room for more; the barrier would wait for its own caller otherwise.
    /// - Throws: ``WatchError/barrierTimedOut``, ``WatchError/stopped``, or what kept the cookie file from being made.
    func barrier(nanoseconds: UInt64 = 10_000_000_000, makeRoom: () -> Void) throws(WatchError) {
        guard !isStopped else { throw .stopped }
        var cookie: [UInt8]
        var code: Int32
        repeat {
            let number = Self.cookieNumber.add(1, ordering: .relaxed).newValue
            cookie = Array("cookie.\(getpid()).\(number)".utf8)
            queue.withLock { _ = $0.cookies.insert(cookie) }
            code = makeCookie(cookie)
            if code != 0 { queue.withLock { _ = $0.cookies.remove(cookie) } }
            // Another process of the same number, in another container or before a crash, left one of that name.
        } while code == EEXIST
        guard code == 0 else { throw .from(call: "open", path: directoryPath, code: code) }
        defer {
            queue.withLock { _ = $0.cookies.remove(cookie) }
            _ = cookie.withPath { path in place.withLock { unlinkat($0.descriptor, path, 0) } }
        }
        let end = MonotonicClock().now() &+ nanoseconds
        while true {
            let known = news.count
            let (isThrough, failure, isStopping, isFull) = queue.withLock {
                (!$0.cookies.contains(cookie), $0.failure, $0.isStopping, $0.batch.isFull)
            }
            if let failure { throw failure }
            if isThrough { return }
            if isStopping { throw .stopped }
            let now = MonotonicClock().now()
            guard now < end else { throw .barrierTimedOut }
            if isFull {
                makeRoom()
                continue
            }
            news.wait(past: known, nanoseconds: end - now)
        }
    }

    /// What ended the thread early, if something did; no event comes any more.
    public var failure: WatchError? { queue.withLock { $0.failure } }

    var isStopped: Bool { queue.withLock { $0.isStopping } }

    /// Notes what ended the thread, and tells whoever waits.
    func fail(with error: WatchError) {
        queue.withLock { $0.failure = error }
        news.ring()
    }

    /// Gives all events that were copied out, and forgets them.
    func take() -> EventBatch {
        let batch = queue.withLock { queue in
            if queue.batch.events.count > queue.mostGiven { return queue.batch.takeFirst(queue.mostGiven) }
            let batch = queue.batch
            queue.batch = EventBatch()
            return batch
        }
        if batch.isFull { room.ring() }
        return batch
    }

    /// For tests: keeps the thread from reading, so that the kernel's queue fills.
    func holdBack(_ isHeldBack: Bool) {
        queue.withLock { $0.isHeldBack = isHeldBack }
        room.ring()
    }

    /// For tests: how many watches may still be set before the limit is met; to watch again what is watched counts too.
    var watchesLeft: Int { queue.withLock { $0.watchesLeft } }

    func limitWatches(to count: Int) { queue.withLock { $0.watchesLeft = count } }

    /// For tests: gives so many events at once at most, as if the others had not been copied out yet.
    func giveAtOnce(_ count: Int) { queue.withLock { $0.mostGiven = count } }
}

extension EventSource {
    /// The thread: everything that calls the library's reader is here.
    private func run() {
        shed_watch_name_thread("shed-events")
        while waitForRoom() {
            guard let event = inotifytools_next_events(Self.longestWait, 1) else {
                let code = inotifytools_error()
                if code == 0 || code == EINTR { continue }
                // To go on would spin: select and read fail at once, for good.
                return fail(with: .system(call: "inotifytools_next_events", path: Array("inotify".utf8), code: code))
            }
            copy(event)
        }
    }

    /// Waits while the queue is full or held back. Returns whether to go on.
    private func waitForRoom() -> Bool {
        while true {
            let known = room.count
            let (isStopping, isHeldBack, isFull) = queue.withLock { ($0.isStopping, $0.isHeldBack, $0.batch.isFull) }
            if isStopping { return false }
            if !isHeldBack && !isFull { return true }
            if isFull { news.ring() }
            room.wait(past: known)
        }
    }

    private func copy(_ event: UnsafeMutablePointer<inotify_event>) {
        let head = event.pointee
        let start = UnsafeRawPointer(event).advanced(by: MemoryLayout<inotify_event>.size)
            .assumingMemoryBound(to: UInt8.self)
        // The kernel pads names with NUL.
        let count = strnlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self), Int(head.len))
        let name = UnsafeBufferPointer(start: start, count: count)
        let time = clock.now()
        let isNews = queue.withLock { queue in
            if head.wd == queue.directoryWatch, head.mask & UInt32(IN_CREATE) != 0 {
                queue.cookies.remove(Array(name))
                return true
            }
            // Whoever waits emptied the queue before, so only the first event and a cookie are news.
            let wasEmpty = queue.batch.events.isEmpty
            // The cookies' own events may be among the lost; everything is scanned anew, so all of them are answered.
            let isOverflow = head.mask & UInt32(IN_Q_OVERFLOW) != 0
            if isOverflow { queue.cookies.removeAll() }
            queue.batch.append(watch: head.wd, mask: head.mask, cookie: head.cookie, time: time, name: name)
            return wasEmpty || isOverflow
        }
        if isNews { news.ring() }
    }
}

extension [UInt8] {
    /// Gives the bytes as a path that C functions take.
    func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (self + [0]).withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return "".withCString(body) }
            return body(start.assumingMemoryBound(to: CChar.self))
        }
    }
}
