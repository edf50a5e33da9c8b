import Glibc
import ShedDisk

/// The limits of inotify(7) for one user. Source: `/proc/sys/fs/inotify/*`, and `/proc/sys/user/*`, which a user
/// namespace may set lower.
struct InotifyLimits: Hashable, Sendable {
    struct Limit: Hashable, Sendable {
        var value: Int
        /// The key of sysctl(8) that sets it.
        var key: String
    }

    /// `nil` where the kernel does not tell.
    var watches: Limit?
    var instances: Limit?
    /// Events that wait to be read in one instance.
    var queue: Limit?

    init(watches: Limit? = nil, instances: Limit? = nil, queue: Limit? = nil) {
        self.watches = watches
        self.instances = instances
        self.queue = queue
    }

    /// - Parameter directory: `/proc/sys`, or what a test has in its place.
    init(directory: String) {
        func limit(_ keys: String...) -> Limit? {
            var lowest: Limit?
            for key in keys {
                let path = directory + "/" + key.split(separator: ".").joined(separator: "/")
                guard let value = InotifyLimits.number(path), value < lowest?.value ?? .max else { continue }
                lowest = Limit(value: value, key: key)
            }
            return lowest
        }
        watches = limit("fs.inotify.max_user_watches", "user.max_inotify_watches")
        instances = limit("fs.inotify.max_user_instances", "user.max_inotify_instances")
        queue = limit("fs.inotify.max_queued_events")
    }

    private static func number(_ path: String) -> Int? {
        guard let bytes = ProcessFile.read(path, atMost: 64) else { return nil }
        return Int(String(decoding: bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self))
    }
}

/// How much of the limits one user's processes hold. What cannot be looked into is not counted.
struct InotifyUse: Hashable, Sendable {
    var instances = 0
    var watches = 0

    init(instances: Int = 0, watches: Int = 0) {
        self.instances = instances
        self.watches = watches
    }

    /// More of either is not looked at, so that counting stays quick.
    private static let mostProcesses = 20_000
    private static let mostDescriptors = 65_536

    /// Counts in `/proc`.
    /// - Parameter excluding: processes that are not counted.
    init(of user: UInt32, excluding: Set<Int32>, in processes: String) {
        guard let directory = try? DirectoryHandle(path: processes),
            let entries = try? directory.list(atMost: InotifyUse.mostProcesses)
        else { return }
        for entry in entries {
            guard entry.kind == .directory, let text = entry.name.text, let pid = Int32(text), !excluding.contains(pid),
                let process = try? directory.openDirectory(entry.name), InotifyUse.owner(process) == user,
                let descriptors = try? process.openDirectory("fd"),
                let open = try? descriptors.list(atMost: InotifyUse.mostDescriptors)
            else { continue }
            for file in open where (try? descriptors.readLink(file.name))?.elementsEqual("anon_inode:inotify".utf8) == true {
                instances += 1
                let text = ProcessFile.read("\(processes)/\(pid)/fdinfo/\(file.name)", atMost: 16 << 20) ?? []
                watches += text.split(separator: UInt8(ascii: "\n")).count { $0.starts(with: "inotify ".utf8) }
            }
        }
    }

    private static func owner(_ directory: DirectoryHandle) -> UInt32? {
        var status = stat()
        return fstat(directory.descriptor, &status) == 0 ? status.st_uid : nil
    }
}
