import Glibc
import ShedModel

/// What other processes of this user have open below a directory, and where they work.
///
/// A moment's picture: a process may open a file right after it. Processes of other users, and those in which this user may not
/// look, are not seen, nor are files that are only mapped into memory. shed itself and what it has started do not count.
///
/// Source: proc(5), `/proc/PID/fd`, `/proc/PID/cwd`, `/proc/PID/exe`.
public struct OpenPaths: Sendable {
    /// By path below the directory, that of each folder on the way among them.
    private var users: [[UInt8]: FileUser] = [:]

    /// So many open files of one process are looked at, so many paths in the directory are kept, and so far it is looked for who
    /// started a process.
    private static let most = (files: 16_384, found: 4_096, remove: 64)

    /// - Parameter root: the directory's absolute path, without links and without a slash at its end.
    public init(below root: [UInt8]) {
        let processes = OpenPaths.numbers(in: "/proc")
        let shed = OpenPaths.link("/proc/self/exe")
        let prefix = root + [UInt8(ascii: "/")]
        for process in processes where process != getpid() {
            let folder = "/proc/\(process)"
            var found: [[UInt8]] = []
            if let work = OpenPaths.link("\(folder)/cwd"), work.starts(with: prefix) { found.append(work) }
            for file in OpenPaths.numbers(in: "\(folder)/fd", atMost: OpenPaths.most.files) {
                if let path = OpenPaths.link("\(folder)/fd/\(file)"), path.starts(with: prefix) { found.append(path) }
            }
            guard !found.isEmpty, !OpenPaths.isShed(process, shed) else { continue }
            let name = ProcessFile.read("\(folder)/comm", atMost: 64)?.filter { $0 != UInt8(ascii: "\n") } ?? []
            let user = FileUser(process: process, name: name)
            for path in found { note(path.dropFirst(prefix.count), user) }
        }
    }

    private mutating func note(_ path: ArraySlice<UInt8>, _ user: FileUser) {
        var path = path
        while !path.isEmpty, users.count < OpenPaths.most.found, users.updateValue(user, forKey: Array(path)) == nil {
            path = path.prefix(upTo: path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)
        }
    }

    /// A process that has the file at a path open, or something in the folder there, or works in that or below.
    /// - Parameter path: relative to the directory.
    public func user(of path: RelativePath) -> FileUser? {
        users[Array(path.names.map(\.bytes).joined(separator: [UInt8(ascii: "/")]))]
    }

    /// Whether a process is shed, or what shed started, at whatever remove; or has ended meanwhile, and so uses nothing any more.
    private static func isShed(_ process: Int32, _ shed: [UInt8]?) -> Bool {
        var process = process
        for _ in 0..<most.remove {
            if let shed, link("/proc/\(process)/exe") == shed { return true }
            guard let parent = parent(of: process) else { return true }
            if parent == getpid() { return true }
            guard parent > 1 else { return false }
            process = parent
        }
        return false
    }

    /// The second field behind the name, which stands in brackets and may hold any byte.
    private static func parent(of process: Int32) -> Int32? {
        guard let stat = ProcessFile.read("/proc/\(process)/stat", atMost: 4_096), let end = stat.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = stat[(end + 1)...].split(separator: UInt8(ascii: " "))
        return fields.count > 1 ? Int32(String(decoding: fields[1], as: UTF8.self)) : nil
    }

    /// The entries of a directory whose names are numbers.
    private static func numbers(in path: String, atMost count: Int = .max) -> [Int32] {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var reader = DirectoryReader()
        var found: [Int32] = []
        var entry: DirectoryReader.Entry?
        while found.count < count, reader.next(in: descriptor, &entry) > 0, let next = entry {
            if let number = Int32(String(decoding: next.name, as: UTF8.self)) { found.append(number) }
        }
        return found
    }

    /// What a link says; `nil` where it cannot be read, or is longer than a path can be.
    private static func link(_ path: String) -> [UInt8]? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &target, target.count)
        return count > 0 && count < target.count ? target[..<count].map(UInt8.init(bitPattern:)) : nil
    }
}
