import GRDB
import Glibc

/// Why the index could not be used. The index is a cache: nothing that cannot be made anew is lost with it.
public struct IndexError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What sort of failure it is, for callers that decide by it.
    public enum Code: String, Hashable, Sendable {
        /// The file is damaged or is no index: discard it (``ProjectIndex/discard(path:)``) and rebuild.
        case corrupt
        /// Another process kept it locked for longer than ``ProjectIndex/patience``.
        case busy
        /// The disk or the quota is full.
        case full
        /// The file or its directory cannot be written.
        case readOnly
        /// It cannot be opened, or something that is no file stands in its place.
        case unopenable
        /// Anything else that SQLite reports, device errors among it.
        case failed
    }

    public let code: Code
    /// What happened, in one sentence without the path.
    public let what: String
    /// The index file.
    public let path: String
    /// What the person can do.
    public let remedy: String

    public init(code: Code, what: String, path: String, remedy: String) {
        self.code = code
        self.what = what
        self.path = path
        self.remedy = remedy
    }

    public var description: String { "\(path): \(what). \(remedy)." }
}

/// Bytes that no version of this index wrote.
struct Malformed: Error {}

extension IndexError {
    init(_ error: any Error, path: String) {
        if let known = error as? IndexError {
            self = known
        } else if error is Malformed {
            self = .corrupt("the index holds bytes that shed did not write", path: path)
        } else if let known = error as? DatabaseError {
            self.init(known, path: path)
        } else {
            self.init(
                code: .failed, what: "the index failed (\(error))", path: path,
                remedy: "Run the command again; if it fails again, delete this file, shed rebuilds it")
        }
    }

    static func corrupt(_ what: String, path: String) -> IndexError {
        IndexError(
            code: .corrupt, what: what, path: path,
            remedy: "Delete this file; shed rebuilds it from the project, no document is affected")
    }

    private init(_ error: DatabaseError, path: String) {
        let detail = error.message ?? "SQLite result \(error.resultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_SCHEMA, .SQLITE_MISMATCH, .SQLITE_ERROR, .SQLITE_INTERRUPT, .SQLITE_TOOBIG:
            // SQLITE_ERROR too: the statements are fixed, so only a damaged schema makes one fail. Only a bound interrupts (``StepBound``).
            self = .corrupt("the index is damaged (\(detail))", path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                code: .busy, what: "another process holds the index (\(detail))", path: path,
                remedy: "Wait until the other shed command is done and run this one again")
        // On a full disk what several connections share cannot be made larger, which SQLite calls a fault of the disk.
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE && !IndexError.limitsFileSizes, .SQLITE_FULL:
            self.init(
                code: .full, what: "there is no room for the index (\(detail))", path: path,
                remedy: "Make room on this disk, or move the state directory with SHED_STATE_DIR")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                code: .readOnly, what: "the index cannot be written (\(detail))", path: path,
                remedy: "Make the file and its directory writable, or choose another state directory with SHED_STATE_DIR")
        case .SQLITE_CANTOPEN:
            self = .unopenable("the index cannot be opened (\(detail))", path: path)
        default:
            self.init(
                code: .failed, what: "the index failed (\(detail))", path: path,
                remedy: error.resultCode == .SQLITE_IOERR && IndexError.limitsFileSizes
                    ? "Raise the limit of file sizes (ulimit -f); if it is high enough, check the disk; if that is sound, delete this file, shed rebuilds it"
                    : "Check the disk; if it is sound, delete this file, shed rebuilds it")
        }
    }

    /// Whether this process may not write files of any size, which SQLite reports as a fault of the disk.
    private static var limitsFileSizes: Bool {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 && limit.rlim_cur != rlim_t.max
    }

    static func unopenable(_ what: String, path: String) -> IndexError {
        IndexError(
            code: .unopenable, what: what, path: path,
            remedy: "See that its directory exists and that you may read and write it")
    }
}
