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

    /// What happened, as far as its words differ. The raw values are the words of the catalogue.
    public enum Fault: String, Hashable, Sendable, CaseIterable {
        case damaged, foreign, busy, full, readOnly, unopenable
        case notRemoved = "not-removed"
        case notExamined = "not-examined"
        case notDurable = "not-durable"
        case noFile = "no-file"
        case failed
        /// This process may not write files of any size, which SQLite reports as a fault of the disk.
        case limited
        /// It is not SQLite that says so.
        case unknown

        var code: Code {
            switch self {
            case .damaged, .foreign: .corrupt
            case .busy: .busy
            case .full: .full
            case .readOnly: .readOnly
            case .unopenable, .notRemoved, .notExamined, .notDurable, .noFile: .unopenable
            case .failed, .limited, .unknown: .failed
            }
        }
    }

    public let fault: Fault
    /// What SQLite or the system says; empty where nobody does.
    public let detail: String
    /// The index file.
    public let path: String

    public init(_ fault: Fault, detail: String = "", path: String) { (self.fault, self.detail, self.path) = (fault, detail, path) }

    public var code: Code { fault.code }

    /// What happened, in one sentence without the path.
    public var what: String {
        switch fault {
        case .damaged: "the index is damaged (\(detail))"
        case .foreign: "the index holds bytes that shed did not write"
        case .busy: "another process holds the index (\(detail))"
        case .full: "there is no room for the index (\(detail))"
        case .readOnly: "the index cannot be written (\(detail))"
        case .unopenable: "the index cannot be opened (\(detail))"
        case .notRemoved: "it cannot be removed (\(detail))"
        case .notExamined: "it cannot be examined (\(detail))"
        case .notDurable: "it cannot be made durable (\(detail))"
        case .noFile: "something that is no file stands there"
        case .failed, .limited, .unknown: "the index failed (\(detail))"
        }
    }

    /// What the person can do.
    public var remedy: String {
        switch fault {
        case .damaged, .foreign: "Delete this file; shed rebuilds it from the project, no document is affected"
        case .busy: "Wait until the other shed command is done and run this one again"
        case .full: "Make room on this disk, or move the state directory with SHED_STATE_DIR"
        case .readOnly: "Make the file and its directory writable, or choose another state directory with SHED_STATE_DIR"
        case .unopenable, .notRemoved, .notExamined, .notDurable, .noFile: "See that its directory exists and that you may read and write it"
        case .failed: "Check the disk; if it is sound, delete this file, shed rebuilds it"
        case .limited: "Raise the limit of file sizes (ulimit -f); if it is high enough, check the disk; if that is sound, delete this file, shed rebuilds it"
        case .unknown: "Run the command again; if it fails again, delete this file, shed rebuilds it"
        }
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
            self.init(.foreign, path: path)
        } else if let known = error as? DatabaseError {
            self.init(IndexError.fault(known), detail: known.message ?? "SQLite result \(known.resultCode.rawValue)", path: path)
        } else {
            self.init(.unknown, detail: "\(error)", path: path)
        }
    }

    private static func fault(_ error: DatabaseError) -> Fault {
        switch error.resultCode {
        // SQLITE_ERROR too: the statements are fixed, so only a damaged schema makes one fail. Only a bound interrupts (``StepBound``).
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_SCHEMA, .SQLITE_MISMATCH, .SQLITE_ERROR, .SQLITE_INTERRUPT, .SQLITE_TOOBIG: .damaged
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        // On a full disk what several connections share cannot be made larger, which SQLite calls a fault of the disk.
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE && !limitsFileSizes, .SQLITE_FULL: .full
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .readOnly
        case .SQLITE_CANTOPEN: .unopenable
        default: error.resultCode == .SQLITE_IOERR && limitsFileSizes ? .limited : .failed
        }
    }

    /// Whether this process may not write files of any size, which SQLite reports as a fault of the disk.
    private static var limitsFileSizes: Bool {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 && limit.rlim_cur != rlim_t.max
    }
}
