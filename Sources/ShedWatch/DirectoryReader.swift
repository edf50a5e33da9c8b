import CInotifyTools
import Glibc
import ShedDisk
import ShedModel

/// Opens and reads directories below a root, without following a link or crossing a mount point.
enum DirectoryReader {
    /// Opens a root. Links on the way to it are the person's own, and followed.
    static func openRoot(_ path: [UInt8]) throws(WatchError) -> (descriptor: Int32, device: UInt64, inode: UInt64) {
        let (descriptor, code) = path.withPath { (Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC), errno) }
        guard descriptor >= 0 else { throw .from(call: "open", path: path, code: code) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw .from(call: "fstat", path: path, code: code)
        }
        return (descriptor, UInt64(status.st_dev), UInt64(status.st_ino))
    }

    /// The longest path that one call is given; PATH_MAX is 4096 with the final NUL.
    private static let longestPath = 4000

    /// Opens a directory below an open root, however deep it is.
    /// - Parameter shown: What errors call it, if that is not `path`.
    static func open(
        _ path: RelativePath, below root: Int32, as shown: RelativePath? = nil
    ) throws(WatchError) -> Int32 {
        let shown = shown ?? path
        var current = root
        var part: [UInt8] = []
        for (index, name) in path.names.enumerated() {
            if !part.isEmpty { part.append(UInt8(ascii: "/")) }
            part += name.bytes
            let isLast = index == path.names.count - 1
            guard isLast || part.count > longestPath - Name.longest - 1 else { continue }
            current = try step(from: current, to: part, closes: current != root, path: shown)
            part = []
        }
        if current == root { current = try step(from: root, to: [UInt8(ascii: ".")], closes: false, path: shown) }
        return current
    }

    private static func step(from parent: Int32, to part: [UInt8], closes: Bool, path: RelativePath) throws(WatchError) -> Int32 {
        var (next, code) = part.withPath { (shed_watch_open_beneath(parent, $0), errno) }
        // What is moved out of the directory in that very moment is refused like another file system, and not found the next time.
        if next < 0, code == EXDEV { (next, code) = part.withPath { (shed_watch_open_beneath(parent, $0), errno) } }
        // Before Linux 5.6, and in sandboxes that know no openat2, each name is a step of its own.
        if next < 0, code == ENOSYS || code == EPERM { (next, code) = walk(from: parent, along: part) }
        if closes { close(parent) }
        guard next >= 0 else { throw .from(call: "open", path: path.bytes, code: code) }
        return next
    }

    private static func walk(from parent: Int32, along part: [UInt8]) -> (descriptor: Int32, code: Int32) {
        var status = stat()
        guard fstat(parent, &status) == 0 else { return (-1, errno) }
        let device = status.st_dev
        var current = parent
        for name in part.split(separator: UInt8(ascii: "/")) {
            let (next, code) = Array(name).withPath {
                (openat(current, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), errno)
            }
            if current != parent { close(current) }
            guard next >= 0 else { return (-1, code) }
            current = next
            guard fstat(current, &status) == 0, status.st_dev == device else {
                close(current)
                return (-1, EXDEV)
            }
        }
        return (current, 0)
    }

    /// The names of the directories in an open directory, in no order, and whether it is a project's root as a scan takes it. Closes
    /// the descriptor.
    /// - Returns: `nil` if the directory could not be read to its end.
    static func subdirectories(closing descriptor: Int32) -> (names: [Name], holdsProject: Bool)? {
        guard let directory = fdopendir(descriptor) else {
            close(descriptor)
            return nil
        }
        defer { closedir(directory) }
        var found: [Name] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else {
                guard errno == 0 else { return nil }
                return (found, found.contains(".shed") && DirectoryHandle.holdsProject(descriptor))
            }
            let type = Int(entry.pointee.d_type)
            guard type == Int(DT_DIR) || type == Int(DT_UNKNOWN) else { continue }
            let name = Name(bytes: DirectoryEntry.name(of: entry))
            guard name.isPossible, type == Int(DT_DIR) || isDirectory(name, in: descriptor) else { continue }
            found.append(name)
        }
    }

    private static func isDirectory(_ name: Name, in directory: Int32) -> Bool {
        var status = stat()
        let isKnown = name.bytes.withPath { fstatat(directory, $0, &status, AT_SYMLINK_NOFOLLOW) == 0 }
        return isKnown && status.st_mode & S_IFMT == S_IFDIR
    }
}
