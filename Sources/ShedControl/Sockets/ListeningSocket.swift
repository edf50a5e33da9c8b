import CLinux
import Glibc
import ShedModel

/// A socket that listens at a path where only its owner can reach it.
struct ListeningSocket {
    let socket: Descriptor
    private let directory: Descriptor
    private let name: [UInt8]
    private let device: UInt64
    private let inode: UInt64

    /// Makes the directory (mode 0700) if its parent is there, and puts the socket in the place of a stale one.
    ///
    /// The socket has the mode 0600 before it has a name, and it listens before it has its own name, so no moment is
    /// there in which another user could connect or one's own program would be refused.
    init(path bytes: [UInt8]) throws(ControlServerError) {
        guard let path = SocketPath(bytes) else { throw .impossiblePath(bytes) }
        let directory = try ListeningSocket.openDirectory(path.directory)
        try ListeningSocket.checkPlace(path.name, in: directory, path: bytes)
        let made = shed_socket(1)
        guard let socket = Descriptor(made) else { throw .system(action: "make a socket for", path: bytes, errno: -made) }
        let temporary = Array(".\(getpid()).".utf8) + path.name.prefix(60)
        // A process of the same number may have died between the two names.
        _ = temporary.withPath { unlinkat(directory.number, $0, 0) }
        var facts = shed_stat()
        let result = ListeningSocket.publish(socket, temporary, path.name, in: directory, &facts)
        if result < 0 {
            _ = temporary.withPath { unlinkat(directory.number, $0, 0) }
            throw .system(action: "put a socket at", path: bytes, errno: -result)
        }
        self.socket = socket
        self.directory = directory
        name = path.name
        device = facts.device
        inode = facts.inode
    }

    /// Binds to a name that nobody looks for, listens, and takes the right name. Returns 0 or a negative error number.
    private static func publish(
        _ socket: Descriptor, _ temporary: [UInt8], _ name: [UInt8], in directory: Descriptor, _ facts: inout shed_stat
    ) -> Int32 {
        var result = shed_set_mode(socket.number, 0o600)
        if result >= 0 { result = SocketPath.address(of: temporary, in: directory).withPath { shed_bind(socket.number, $0) } }
        if result >= 0 { result = temporary.withPath { shed_statx(directory.number, $0, &facts) } }
        // A umask can only have taken rights away.
        if result >= 0, facts.mode & 0o7777 != 0o600 {
            result = temporary.withPath { shed_set_mode_at(directory.number, $0, 0o600) }
        }
        if result >= 0 { result = shed_listen(socket.number, 128) }
        guard result >= 0 else { return result }
        return temporary.withPath { old in name.withPath { shed_rename(directory.number, old, directory.number, $0) } }
    }

    /// Removes the socket's file unless another stands there by now.
    ///
    /// RACE: a daemon that puts its own socket there between the look and the removal loses the file, and is reached by
    /// no verb until it is started anew. Daemons take a lock before they come here, so there is no such second one.
    func remove() {
        var facts = shed_stat()
        guard name.withPath({ shed_statx(directory.number, $0, &facts) }) == 0 else { return }
        guard facts.device == device, facts.inode == inode else { return }
        _ = name.withPath { unlinkat(directory.number, $0, 0) }
    }

    /// Only a directory that nobody else can change will do: whoever can rename in it can put a socket of their own there.
    private static func openDirectory(_ path: [UInt8]) throws(ControlServerError) -> Descriptor {
        let made = path.withPath { shed_mkdir(AT_FDCWD, $0, 0o700) }
        guard made >= 0 || made == -EEXIST else { throw .system(action: "make", path: path, errno: -made) }
        let opened = path.withPath { shed_open(AT_FDCWD, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0) }
        guard let directory = Descriptor(opened) else { throw .system(action: "open", path: path, errno: -opened) }
        var facts = stat()
        guard fstat(directory.number, &facts) == 0 else { throw .system(action: "look at", path: path, errno: errno) }
        guard facts.st_uid == geteuid() else { throw .unsafeDirectory(path, .foreign) }
        guard facts.st_mode & 0o022 == 0 else { throw .unsafeDirectory(path, .writable) }
        return directory
    }

    /// A stale socket is replaced; anything else stays where it is.
    private static func checkPlace(_ name: [UInt8], in directory: Descriptor, path: [UInt8]) throws(ControlServerError) {
        var facts = shed_stat()
        let result = name.withPath { shed_statx(directory.number, $0, &facts) }
        if result == -ENOENT { return }
        guard result == 0 else { throw .system(action: "look at", path: path, errno: -result) }
        guard facts.mode & UInt32(S_IFMT) == UInt32(S_IFSOCK) else { throw .placeTaken(path) }
    }
}
