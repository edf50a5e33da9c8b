import Glibc

/// What a program that works on somebody's content may reach and take, which the kernel holds it to: it is set after the
/// process was made and before the program runs, and all that it starts has the same.
///
/// It may read and run what the system has installed, read the descriptors that it is given (``ChildStreams/further``), write to
/// its output, and do as it likes beneath the directory that it works in. Nothing else of the file system, no socket of any
/// family (but for ``hasIdleSockets``), no other process, no process of its own unless it may start some. What of this the kernel cannot hold it to here is in ``CellCapability``; the limits always hold.
///
/// By Landlock and seccomp themselves, not by bubblewrap or systemd-run(1): these need a package or a session that not every
/// machine has, and namespaces, which many refuse to those who are not root.
public struct Cell: Hashable, Sendable {
    /// What it may take (setrlimit(2)). Of processes there is no limit: the kernel counts those of the whole user.
    public struct Limits: Hashable, Sendable {
        /// Address space, in bytes.
        public var memory: Int64
        /// Time on a processor, in seconds: SIGXCPU then, and SIGKILL five seconds later.
        public var processorSeconds: Int
        /// The size of any one file that it writes, in bytes: SIGXFSZ beyond.
        public var fileSize: Int64
        public var openFiles: Int

        public init(memory: Int64, processorSeconds: Int, fileSize: Int64, openFiles: Int = 256) {
            self.memory = memory
            self.processorSeconds = processorSeconds
            self.fileSize = fileSize
            self.openFiles = openFiles
        }
    }

    public var limits: Limits
    /// Absolute paths of files and directories that it may read besides.
    public var readable: [String]
    /// Absolute paths of directories beneath which it may read, and run programs.
    public var runnable: [String]
    /// Absolute paths of directories beneath which it may read and write. What runs programs has none: it could change one.
    public var writable: [String]
    /// Whether it may start processes; else threads alone. Limits hold for each process by itself, its time is counted only where
    /// it was waited for, and what it started lives on where we are killed: only the first ends with us.
    public var mayStartProcesses: Bool
    /// Whether it is let believe that others can speak to it: it gets sockets of its machine (unix(7)) that lead nowhere. They have no name
    /// and are not listened to, whatever it is told, and connect to nothing. For programs that do not begin without one. Where calls cannot
    /// be refused (``CellCapability/refusesCalls``), it makes real ones where it may write.
    public var hasIdleSockets: Bool

    public init(
        _ limits: Limits, readable: [String] = [], runnable: [String] = [], writable: [String] = [], mayStartProcesses: Bool = false,
        hasIdleSockets: Bool = false
    ) {
        self.limits = limits
        self.readable = readable
        self.runnable = runnable
        self.writable = writable
        self.mayStartProcesses = mayStartProcesses
        self.hasIdleSockets = hasIdleSockets
    }

    /// Whether a program is a script, which another one runs (execve(2)): it begins with `#!`.
    /// - Parameter program: its path; `false` where it cannot be read.
    public static func isScript(_ program: String) -> Bool {
        let descriptor = Glibc.open(program, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var bytes: [UInt8] = [0, 0]
        return read(descriptor, &bytes, 2) == 2 && bytes == Array("#!".utf8)
    }

    /// Where programs and libraries are that the system has installed, by any Debian and by Nix and Guix.
    static let programs = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"]

    /// What they read, besides: where libraries are, which fonts there are, what time it is, how to encrypt. Not `/etc` as a whole,
    /// and of `/proc` nothing: it shows what other processes of the same user have in their environment. The descriptors beneath
    /// `/proc/self/fd` can be opened all the same, as the kernel asks for rights on what they lead to.
    static let data = [
        "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload", "/etc/fonts", "/var/cache/fontconfig",
        "/etc/localtime", "/etc/gnutls", "/etc/ssl/openssl.cnf", "/etc/crypto-policies", "/dev/zero", "/dev/random", "/dev/urandom",
    ]

    /// What belongs to a program that the system has not installed: its libraries.
    /// - Parameter program: its path, without links.
    static func company(of program: String) -> [String] {
        let parts = program.split(separator: "/").dropLast()
        if parts.first == "opt", parts.count > 1 { return ["/opt/\(parts[1])"] }
        guard parts.last == "bin", !programs.contains(where: { program.hasPrefix($0 + "/") }) else { return [] }
        let prefix = "/" + parts.dropLast().joined(separator: "/")
        return ["lib", "lib64"].map { prefix == "/" ? "/\($0)" : "\(prefix)/\($0)" }
    }
}
