import CLinux
import Glibc

/// What stands on the disk, read without shed: every visible file and folder, no link followed.
struct Disk {
    /// Which file it is, wherever it stands.
    struct Identity: Hashable {
        var inode: UInt64
        var birth: Int64
    }

    struct Entry {
        var identity: Identity
        var isDirectory: Bool
    }

    /// By path below the root.
    private(set) var entries: [String: Entry] = [:]

    var files: [String] { entries.filter { !$0.value.isDirectory }.keys.sorted() }
    var folders: [String] { entries.filter(\.value.isDirectory).keys.sorted() }
    var identities: Set<Identity> { Set(entries.values.lazy.filter { !$0.isDirectory }.map(\.identity)) }

    init(_ root: String) {
        var rest = [""]
        while let folder = rest.popLast() {
            guard let directory = opendir(folder.isEmpty ? root : root + "/" + folder) else { continue }
            while let record = readdir(directory) {
                let name = withUnsafePointer(to: &record.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                guard !name.hasPrefix(".") else { continue }
                let path = folder.isEmpty ? name : folder + "/" + name
                var status = shed_stat()
                guard shed_statx(AT_FDCWD, root + "/" + path, &status) >= 0 else { continue }
                let type = status.mode & S_IFMT
                guard type == S_IFREG || type == S_IFDIR else { continue }
                entries[path] = Entry(identity: Identity(inode: status.inode, birth: status.birth), isDirectory: type == S_IFDIR)
                if type == S_IFDIR { rest.append(path) }
            }
            closedir(directory)
        }
    }
}
