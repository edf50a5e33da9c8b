import Glibc
import ShedModel

/// Why something cannot be watched. The description says what the person can do.
public enum WatchError: Error, Hashable, Sendable {
    /// No inotify instance is left for this user (EMFILE).
    case tooManyInstances(limit: Int?)
    /// No descriptor is left for this process (EMFILE), or for the machine (ENFILE).
    case tooManyDescriptors(path: [UInt8])
    /// No watch is left for this user (ENOSPC). What is below this directory has to be polled.
    case tooManyWatches(path: [UInt8], limit: Int?)
    /// The directory may not be read (EACCES, EPERM).
    case unreadable(path: [UInt8])
    /// No directory stands at the path: it is gone, or a link or a file is in its place.
    case gone(path: [UInt8])
    /// Another file system is mounted there.
    case foreign(path: [UInt8])
    /// Any other failure of a system call.
    case system(call: String, path: [UInt8], code: Int32)
    /// libinotifytools keeps its state for the whole process, which has an event source already.
    case alreadyRunning
    /// The descriptor of libinotifytools was not to be found in `/proc/self/fd`.
    case descriptorNotFound
    /// libinotifytools waits with select(2), which takes no descriptor from 1024 on.
    case descriptorTooHigh(Int32)
    /// The event source was stopped.
    case stopped
    /// The events before a barrier did not come through in time.
    case barrierTimedOut
    /// There is no root of that key, or one already.
    case keyUnknown(RootKey)
    case keyTaken(RootKey)

    /// Sorts a failed call by its errno.
    static func from(call: String, path: [UInt8], code: Int32) -> WatchError {
        switch code {
        case ENOSPC where call == "inotify_add_watch":
            .tooManyWatches(path: path, limit: KernelLimit.userWatches.value)
        case EMFILE where call == "inotify_init" && hasDescriptorLeft:
            .tooManyInstances(limit: KernelLimit.userInstances.value)
        case EMFILE, ENFILE: .tooManyDescriptors(path: path)
        case EACCES, EPERM: .unreadable(path: path)
        case ENOENT, ENOTDIR, ELOOP: .gone(path: path)
        case EXDEV: .foreign(path: path)
        default: .system(call: call, path: path, code: code)
        }
    }

    /// inotify_init(2) says EMFILE for two limits; one of them holds for every descriptor.
    private static var hasDescriptorLeft: Bool {
        let descriptor = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }
}

extension WatchError {
    /// What raises the limit of watches, as a sentence with the commands: for now, and to make it last.
    /// - Parameter needed: How many directories are to be watched.
    public static func cure(watches needed: Int) -> String {
        KernelLimit.userWatches.cure(least: 524_288, needed: needed)
    }

    /// What raises the limit of instances, as a sentence with the commands: for now, and to make it last.
    public static var cureForInstances: String { KernelLimit.userInstances.cure(least: 256) }
}

extension WatchError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooManyInstances(let limit):
            """
            No inotify instance is left for this user\(Self.shown(limit, .userInstances)). Close other programs that \
            watch files, or allow more: \(Self.cureForInstances)
            """
        case .tooManyDescriptors(let path):
            """
            No file descriptor is left to open \(EscapedText.escape(path)). Allow this process more (ulimit -n), or \
            close other programs.
            """
        case .tooManyWatches(let path, let limit):
            """
            No watch is left for \(EscapedText.escape(path))\(Self.shown(limit, .userWatches)). It is polled instead. \
            To watch it, allow more: \(Self.cure(watches: limit ?? 0))
            """
        case .unreadable(let path):
            "\(EscapedText.escape(path)) may not be read. Its changes are not seen until its permissions allow it."
        case .gone(let path): "There is no directory at \(EscapedText.escape(path))."
        case .foreign(let path):
            "\(EscapedText.escape(path)) is another file system, which is no part of the project."
        case .system(let call, let path, let code):
            "\(call) failed for \(EscapedText.escape(path)): \(String(cString: strerror(code)))."
        case .alreadyRunning: "This process watches already. Stop the first event source before another is made."
        case .descriptorNotFound:
            "The descriptor of libinotifytools was not found in /proc/self/fd. Is /proc mounted?"
        case .descriptorTooHigh(let descriptor):
            """
            The descriptor of libinotifytools is \(descriptor); it must be below 1024. Start the event source before \
            other files are opened.
            """
        case .stopped: "The event source was stopped."
        case .barrierTimedOut: "The kernel's events did not come through in time. Scan without them."
        case .keyUnknown(let key): "No root \(key) is watched."
        case .keyTaken(let key): "A root \(key) is watched already. Remove it first."
        }
    }

    private static func shown(_ limit: Int?, _ kind: KernelLimit) -> String {
        limit.map { " (\(kind.setting) is \($0))" } ?? ""
    }
}
