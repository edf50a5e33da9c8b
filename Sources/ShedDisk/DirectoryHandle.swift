import CLinux
import Glibc
import ShedModel

/// An open directory. Everything that shed does to files is done relative to one of these, so that a directory moved
/// or swapped for a link meanwhile cannot lead an operation elsewhere.
///
/// No operation follows a symbolic link below the path that the handle was opened at. Names are single names: one
/// that holds `/` or NUL, or is `.`, `..` or empty, fails with `EINVAL`. The descriptor is closed with the last
/// reference. Any thread may use a handle at any time.
public final class DirectoryHandle: Sendable {
    /// The descriptor: `O_DIRECTORY`, close-on-exec. It stays the handle's own.
    public let descriptor: Int32
    /// The path that it was opened at, escaped, for messages only: the directory may have moved since.
    public let label: String

    init(owning descriptor: Int32, label: String) {
        self.descriptor = descriptor
        self.label = label
    }

    deinit { _ = shed_close(descriptor) }

    /// Opens a directory by an absolute path. Links on the way to it are the person's own and are followed.
    public convenience init(path: String) throws(DiskError) { try self.init(pathBytes: Array(path.utf8)) }

    /// Opens a directory by an absolute path of any bytes but NUL.
    public convenience init(pathBytes: [UInt8]) throws(DiskError) {
        let label = EscapedText.escape(pathBytes)
        guard pathBytes.first == UInt8(ascii: "/"), !pathBytes.contains(0) else {
            throw DiskError(errno: EINVAL, action: "open", path: label)
        }
        let path = pathBytes.cString
        let descriptor = shed_open(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw DiskError(errno: -descriptor, action: "open", path: label) }
        self.init(owning: descriptor, label: label)
    }

    static let openFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
}

extension DirectoryHandle {
    /// Opens a directory in this one.
    /// - Parameters:
    ///   - create: whether to make it where there is nothing of that name; it is durable then.
    ///   - label: what messages call it, where it is to have another name than it has now; escaped.
    /// - Throws: `isLink` or `notDirectory` if something else is there.
    public func openDirectory(_ name: Name, create: Bool = false, called label: String? = nil) throws(DiskError) -> DirectoryHandle {
        var result = openFolder(name)
        if create, result == -ENOENT {
            do throws(DiskError) { try makeDirectory(name) } catch { if error.code != .exists { throw error } }
            result = openFolder(name)
        }
        guard result >= 0 else { throw openFailure(-result, name) }
        return DirectoryHandle(owning: result, label: label ?? self.label(of: name))
    }

    private func openFolder(_ name: Name) -> Int32 {
        name.withPath { shed_open(descriptor, $0, DirectoryHandle.openFlags, 0) }
    }

    /// Opens the directory at a path below this one; the empty path opens this one again.
    /// - Throws: as ``openDirectory(_:create:)``, for the first part of the path that fails.
    public func openDirectory(at path: RelativePath) throws(DiskError) -> DirectoryHandle {
        let result = shed_open(descriptor, ".", DirectoryHandle.openFlags, 0)
        guard result >= 0 else { throw DiskError(errno: -result, action: "open", path: label) }
        var current = DirectoryHandle(owning: result, label: label)
        // openat2 takes the whole way in one call; what it refuses is walked, which finds the part that fails.
        if path.names.allSatisfy(\.isPossible), !path.isRoot, path.bytes.count < Int(PATH_MAX) {
            let text = path.bytes.cString
            let opened = shed_open_beneath(descriptor, text, DirectoryHandle.openFlags)
            if opened >= 0 { return DirectoryHandle(owning: opened, label: "\(label)/\(path)") }
        }
        for name in path.names { current = try current.openDirectory(name) }
        return current
    }

    private func openFailure(_ number: Int32, _ name: Name) -> DiskError {
        // With O_DIRECTORY a link is reported as no directory; the person wants to know that it is a link.
        if number == ENOTDIR, (try? kind(of: name)) == .link { return failure(ELOOP, "open", name) }
        return failure(number, "open", name)
    }

    /// The entries of the directory, in no order; `.` and `..` are left out, other names with a dot are not.
    /// - Throws: `tooLarge` if there are more than `limit`.
    public func list(atMost limit: Int) throws(DiskError) -> [(name: Name, kind: EntryKind, inode: UInt64)] {
        // A descriptor of its own: reading moves the position, which all users of a descriptor share.
        let own = shed_open(descriptor, ".", DirectoryHandle.openFlags, 0)
        guard own >= 0 else { throw DiskError(errno: -own, action: "list", path: label) }
        defer { _ = shed_close(own) }
        var reader = DirectoryReader()
        var result: [(name: Name, kind: EntryKind, inode: UInt64)] = []
        while let entry = try reader.next(in: own, label: label) {
            guard let kind = entry.kind ?? kindByStat(own, entry) else { continue }
            guard result.count < limit else { throw DiskError(.tooLarge, action: "list", path: label) }
            result.append((Name(bytes: Array(entry.name)), kind, entry.inode))
        }
        return result
    }

    private func kindByStat(_ directory: Int32, _ entry: DirectoryReader.Entry) -> EntryKind? {
        var stat = shed_stat()
        return shed_statx(directory, entry.path, &stat) == 0 ? EntryKind(mode: stat.mode) : nil
    }

    /// The evidence of an entry, of a link itself; `nil` if there is none of that name.
    public func evidence(of name: Name) throws(DiskError) -> Evidence? {
        guard let stat = try stat(of: name) else { return nil }
        return Evidence(stat)
    }

    /// What sort of thing an entry is; `nil` if there is none of that name.
    public func kind(of name: Name) throws(DiskError) -> EntryKind? {
        guard let stat = try stat(of: name) else { return nil }
        return EntryKind(mode: stat.mode)
    }

    func stat(of name: Name) throws(DiskError) -> shed_stat? {
        var stat = shed_stat()
        let result = name.withPath { shed_statx(descriptor, $0, &stat) }
        if result == -ENOENT { return nil }
        guard result >= 0 else { throw failure(-result, "look at", name) }
        return stat
    }

    /// The evidence of the directory itself.
    public func ownEvidence() throws(DiskError) -> Evidence {
        var stat = shed_stat()
        let result = shed_statx(descriptor, "", &stat)
        guard result >= 0 else { throw DiskError(errno: -result, action: "look at", path: label) }
        return Evidence(stat)
    }

    /// Makes the entries of the directory durable: what was made, moved or removed in it (fsync(2)).
    public func sync() throws(DiskError) {
        let result = shed_fsync(descriptor)
        guard result >= 0 else { throw DiskError(errno: -result, action: "save", path: label) }
    }

    /// What messages call an entry.
    public func label(of name: Name) -> String { label == "/" ? "/\(name)" : "\(label)/\(name)" }

    func failure(_ number: Int32, _ action: String, _ name: Name) -> DiskError {
        DiskError(errno: number, action: action, path: label(of: name))
    }

    func failure(_ code: DiskError.Code, _ action: String, _ name: Name) -> DiskError {
        DiskError(code, action: action, path: label(of: name))
    }
}
