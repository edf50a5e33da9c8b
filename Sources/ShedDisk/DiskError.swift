import CLinux
import Glibc
import ShedModel

/// A system call on a file or directory that failed: what was tried, on which path, and what the person can do.
public struct DiskError: Error, Hashable, Sendable {
    /// What went wrong, as far as a caller wants to tell cases apart. New cases may come.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// There is nothing of that name.
        case notFound
        case notPermitted
        /// Something of that name is there already.
        case exists
        /// The disk or the quota is full.
        case noSpace
        case readOnly
        /// A symbolic link stands there; links are never followed.
        case isLink
        case notDirectory
        /// A directory, FIFO, socket or device stands where a regular file was expected.
        case notFile
        /// A directory that was to be removed has something in it.
        case notEmpty
        /// More bytes or entries than the caller allows.
        case tooLarge
        /// The precondition no longer holds: another file is there now.
        case changed
        /// A program has a file open to write to it.
        case beingWritten
        /// Another file system or a mount point lies between.
        case crossDevice
        case busy
        case tooManyOpen
        case nameTooLong
        case other
    }

    public let code: Code
    /// The error number of errno(3), or 0 where no system call failed.
    public let errno: Int32
    /// What was tried, as a verb: `read`, `move`, …
    public let action: String
    /// On what, escaped so that it can be shown on one line.
    public let path: String

    public init(_ code: Code, errno: Int32 = 0, action: String, path: String) {
        self.code = code
        self.errno = errno
        self.action = action
        self.path = path
    }

    /// The same with the name by which a person knows what stands under a passing one.
    /// - Parameters:
    ///   - known: its path, escaped, as of ``DirectoryHandle/label(of:)``.
    ///   - hidden: the path under which it is made, or in which that is.
    public func naming(_ known: String, for hidden: String) -> DiskError {
        guard path == hidden || path.hasPrefix(hidden + "/") else { return self }
        return DiskError(code, errno: errno, action: action, path: known + path.dropFirst(hidden.count))
    }

    /// The error that an error number stands for.
    public init(errno: Int32, action: String, path: String) {
        self.init(Code(errno: errno), errno: errno, action: action, path: path)
    }
}

extension DiskError.Code {
    /// The code of an error number; `other` for those that no caller tells apart.
    public init(errno: Int32) {
        self =
            switch errno {
            case ENOENT, ESTALE: .notFound
            case EACCES, EPERM: .notPermitted
            case EEXIST: .exists
            case ENOSPC, EDQUOT: .noSpace
            case EROFS: .readOnly
            case ELOOP: .isLink
            case ENOTDIR: .notDirectory
            case EISDIR: .notFile
            case ENOTEMPTY: .notEmpty
            case EFBIG, EOVERFLOW: .tooLarge
            case EXDEV: .crossDevice
            case EBUSY, EWOULDBLOCK, ETXTBSY: .busy
            case EMFILE, ENFILE: .tooManyOpen
            case ENAMETOOLONG: .nameTooLong
            default: .other
            }
    }
}

extension DiskError: CustomStringConvertible {
    /// One line: what could not be done, to which path, why, and what helps.
    public var description: String { "cannot \(action) \(path): \(reason); \(remedy)" }

    /// Why, in words.
    public var reason: String {
        switch code {
        case .isLink: "it is a symbolic link"
        case .notFile: "it is not a regular file"
        case .tooLarge where errno != EFBIG: "it is larger than allowed"
        case .changed: "it was changed by another program"
        case .beingWritten: "a program has it open to write to it, and what it writes would be lost"
        case .notDirectory: "it is not a directory"
        default: errno == 0 ? code.rawValue : String(cString: shed_error_text(errno))
        }
    }

    /// What the person can do.
    public var remedy: String {
        switch code {
        case .notFound: "check that it still exists, and that its disk is mounted"
        case .notPermitted: "check the permissions and the owner (ls -ld)"
        case .exists: "choose another name, or move what is there"
        case .noSpace: "free some space on that disk, then try again"
        case .readOnly: "mount the file system for writing, or work on a copy"
        case .beingWritten: "close it there, or wait until it is done, then try again"
        case .isLink: "replace the link by what it points to; shed never follows links"
        case .notDirectory: "move the file away that stands where a folder should be"
        case .notFile: "move it away: only a regular file can stand there"
        case .notEmpty: "move or delete what is in it first"
        case .tooLarge where errno == EFBIG && DiskError.limitsFileSizes: "raise the limit of file sizes (ulimit -f), then try again"
        case .tooLarge where errno == EFBIG: "this file system takes no file so large: make it smaller, or work on another one"
        case .tooLarge: "make it smaller or move it out of the project"
        case .changed: "nothing was done; try again when no other program works on it"
        case .crossDevice: "work within one file system, or unmount what is mounted there"
        case .busy: "close the program that uses it, then try again"
        case .tooManyOpen: "close some programs, or raise the limit of open files (ulimit -n)"
        case .nameTooLong: "choose a shorter name: file systems hold 255 bytes"
        case .other: "check the disk and the system's log (dmesg)"
        }
    }

    /// What tells its words apart in a catalogue: the code, but that what is too large for the system is another thing than what is for a caller.
    package var sort: String {
        switch code {
        case .tooLarge where errno == EFBIG: DiskError.limitsFileSizes ? "overLimit" : "overFileSystem"
        // In a catalogue “other” is whatever it does not know.
        case .other: "failed"
        default: code.rawValue
        }
    }

    /// Whether this process may not write files of any size (setrlimit(2)).
    private static var limitsFileSizes: Bool {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 && limit.rlim_cur != rlim_t.max
    }
}
