import Glibc
import ShedModel

/// A mount, as a line of `/proc/self/mountinfo` has it. Source: proc_pid_mountinfo(5).
public struct Mount: Hashable, Sendable {
    /// Its number in this mount namespace.
    public var id: Int
    /// The file system as mount(8) calls it, escaped: `ext4`, `fuse.sshfs`.
    public var type: String
    /// Where it is mounted.
    public var point: [UInt8]
}

/// The mounts that this process sees, read once.
public struct MountTable: Sendable {
    private let mounts: [Int: Mount]

    /// A longer table is cut off: 4 MiB, in bytes.
    static let largest = 4 << 20

    /// The table as it is now; empty where `/proc` does not tell.
    public init() { self.init(bytes: ProcessFile.read("/proc/self/mountinfo", atMost: MountTable.largest) ?? []) }

    /// Reads the text of the table. Lines that it does not understand are left out.
    public init(bytes: [UInt8]) {
        var mounts: [Int: Mount] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            // 36 35 98:0 /root /point options [fields …] - type source options
            let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            guard words.count > 6, let id = Int(String(decoding: words[0], as: UTF8.self)),
                let dash = words[6...].firstIndex(where: { $0.elementsEqual("-".utf8) }), dash + 1 < words.count
            else { continue }
            mounts[id] = Mount(id: id, type: EscapedText.escape(Array(words[dash + 1])), point: MountTable.plain(words[4]))
        }
        self.mounts = mounts
    }

    /// The mount that a directory lies on; `nil` where the kernel does not tell.
    public func mount(of directory: DirectoryHandle) -> Mount? {
        guard let bytes = ProcessFile.read("/proc/self/fdinfo/\(directory.descriptor)", atMost: 4096) else { return nil }
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.starts(with: "mnt_id:".utf8) {
            let digits = line.dropFirst(7).filter { $0 >= 0x30 && $0 <= 0x39 }
            return Int(String(decoding: digits, as: UTF8.self)).flatMap { mounts[$0] }
        }
        return nil
    }

    /// A path without the octal escapes (`\040`) of the table.
    private static func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text
        while let first = rest.popFirst() {
            let digits = rest.prefix(3)
            if first == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ $0 >= 0x30 && $0 < 0x38 }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(first)
            }
        }
        return bytes
    }
}

/// Files that the kernel makes up while they are read: their size is not known before, and some answer only once.
public enum ProcessFile {
    /// The content, cut off at `limit` bytes; `nil` if it cannot be read.
    public static func read(_ path: String, atMost limit: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: min(65_536, max(limit, 1)))
        while bytes.count < limit {
            let count = Glibc.read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += part.prefix(min(count, limit - bytes.count))
        }
        return bytes
    }
}
