import CInotifyTools
import Glibc
import ShedDisk
import ShedModel
import ShedThreads

/// libinotifytools 3.22.6: all its state is global, so there is one for the process. It is initialised once and never
/// cleaned up: `inotifytools_cleanup` leaves stale events in static buffers for the next initialisation to find.
enum Library {
    private struct State {
        var descriptor: Int32?
        var isTaken = false
    }

    private static let state = Lock(State())
    private static let released = Bell()

    /// Initialises the library if that was not done, and takes it for one owner.
    /// - Parameter waits: whether to wait until another owner gave it back, instead of failing.
    /// - Returns: the library's inotify descriptor, closed in child processes.
    static func take(waits: Bool) throws(WatchError) -> Int32 {
        while true {
            let known = released.count
            let taken = try state.withLock { state throws(WatchError) -> Int32? in
                guard !state.isTaken else { return nil }
                if state.descriptor == nil { state.descriptor = try initialise() }
                state.isTaken = true
                return state.descriptor
            }
            if let taken { return taken }
            guard waits else { throw .alreadyRunning }
            released.wait(past: known)
        }
    }

    /// Gives the library back. Its thread must have ended.
    static func release() {
        state.withLock { $0.isTaken = false }
        released.ring()
    }

    private static func initialise() throws(WatchError) -> Int32 {
        let before = inotifyDescriptors()
        guard inotifytools_initialize() != 0 else {
            throw .from(call: "inotify_init", path: Array("inotify".utf8), code: inotifytools_error())
        }
        let new = inotifyDescriptors().subtracting(before)
        guard let descriptor = new.first, new.count == 1 else { throw .descriptorNotFound }
        guard descriptor < FD_SETSIZE else { throw .descriptorTooHigh(descriptor) }
        // The library does not ask for it, and every child process would inherit the events.
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
            throw .system(call: "fcntl", path: Array("inotify".utf8), code: errno)
        }
        return descriptor
    }

    private static func inotifyDescriptors() -> Set<Int32> {
        guard let directory = opendir("/proc/self/fd") else { return [] }
        defer { closedir(directory) }
        var found: Set<Int32> = []
        var target = [CChar](repeating: 0, count: 64)
        while let entry = readdir(directory) {
            let name = DirectoryEntry.name(of: entry)
            guard let number = Int32(String(decoding: name, as: UTF8.self)) else { continue }
            let count = readlink("/proc/self/fd/\(number)", &target, target.count)
            if count > 0, target.prefix(count).elementsEqual("anon_inode:inotify".utf8.map { CChar(bitPattern: $0) }) { found.insert(number) }
        }
        return found
    }

    /// The watches that the kernel holds on a descriptor, as proc(5) tells in `fdinfo`.
    static func watches(of descriptor: Int32) -> [Int32] {
        guard let bytes = ProcessFile.read("/proc/self/fdinfo/\(descriptor)", atMost: 64 << 20) else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard line.starts(with: "inotify wd:".utf8) else { return nil }
            let digits = line.dropFirst(11).prefix { $0 != UInt8(ascii: " ") }
            return Int32(String(decoding: digits, as: UTF8.self), radix: 16)
        }
    }
}

/// What readdir(3) gives, read without copying the fixed-size tuple that Swift sees.
enum DirectoryEntry {
    static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
        let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
        let text = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
        return Array(UnsafeBufferPointer(start: start, count: strlen(text)))
    }
}
