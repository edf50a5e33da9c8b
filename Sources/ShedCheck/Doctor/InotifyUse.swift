import Glibc
import ShedDisk

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
