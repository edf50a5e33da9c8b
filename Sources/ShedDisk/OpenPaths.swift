import Glibc
import ShedModel

/// Which of some entries of a directory other processes of this user have open, or work in, or in something below them.
///
/// A moment's picture: a process may open a file right after it. Processes of other users, and those in which this user may not
/// look, are not seen, nor are files that are only mapped into memory. shed itself and what it has started do not count.
///
/// Source: proc(5), `/proc/PID/fd`, `/proc/PID/fdinfo`, `/proc/PID/cwd`, `/proc/PID/exe`.
public struct OpenPaths: Sendable {
    /// By the entries' paths below the directory; `nil` where nobody uses one.
    private var users: [[UInt8]: FileUser?] = [:]

    /// So many open files of one process are looked at, and so far it is looked for who started a process.
    private static let most = (files: 16_384, remove: 64)

    /// - Parameters:
    ///   - root: the directory's absolute path, without links and without a slash at its end.
    ///   - entries: their paths below it. However much else is open does not count.
    ///   - onlyWriters: whether just those count that have a file open to write to it.
    public init(below root: [UInt8], of entries: some Sequence<RelativePath>, onlyWriters: Bool = false) {
        for entry in entries { users[OpenPaths.bytes(of: entry)] = .some(nil) }
        let processes = OpenPaths.numbers(in: "/proc")
        let shed = OpenPaths.link("/proc/self/exe")
        let prefix = root + [UInt8(ascii: "/")]
        for process in processes where process != getpid() {
            let folder = "/proc/\(process)"
            // The process is only asked who it is where it uses something.
            var user: FileUser?
            func look(_ link: String, _ descriptor: Int32? = nil) -> Bool {
                guard let path = OpenPaths.link(link), path.starts(with: prefix) else { return true }
                let entries = entriesAround(path.dropFirst(prefix.count))
                guard !entries.isEmpty, !onlyWriters || descriptor.map({ OpenPaths.mayWrite(process, to: $0) }) ?? false else { return true }
                for entry in entries {
                    if user == nil {
                        guard !OpenPaths.isShed(process, shed) else { return false }
                        let name = ProcessFile.read("\(folder)/comm", atMost: 64)?.filter { $0 != UInt8(ascii: "\n") } ?? []
                        user = FileUser(process: process, name: name)
                    }
                    users[entry] = .some(user)
                }
                return true
            }
            guard look("\(folder)/cwd") else { continue }
            for file in OpenPaths.numbers(in: "\(folder)/fd", atMost: OpenPaths.most.files) where !look("\(folder)/fd/\(file)", file) { break }
        }
    }

    /// Those of the entries that are at a path, or that it is below of, and of which nobody is known yet to use them.
    private func entriesAround(_ path: ArraySlice<UInt8>) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var path = path
        while !path.isEmpty {
            let bytes = Array(path)
            if case .some(.none) = users[bytes] { found.append(bytes) }
            path = path.prefix(upTo: path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)
        }
        return found
    }

    /// A process that has the file at a path open, or something in the folder there, or works in that or below.
    /// - Parameter path: that of one of the entries.
    public func user(of path: RelativePath) -> FileUser? { users[OpenPaths.bytes(of: path)] ?? nil }

    private static func bytes(of path: RelativePath) -> [UInt8] { Array(path.names.map(\.bytes).joined(separator: [UInt8(ascii: "/")])) }

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

    /// Whether a process may write through one of its descriptors: `flags`, in octal; who may only read has 0 of them.
    private static func mayWrite(_ process: Int32, to descriptor: Int32) -> Bool {
        let lines = ProcessFile.read("/proc/\(process)/fdinfo/\(descriptor)", atMost: 4_096)?.split(separator: UInt8(ascii: "\n")) ?? []
        let flags = lines.first { $0.starts(with: "flags:".utf8) }?.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.last
        return flags.flatMap { Int64(String(decoding: $0, as: UTF8.self), radix: 8) }.map { $0 & Int64(O_ACCMODE) != 0 } ?? false
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
