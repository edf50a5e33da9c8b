import Glibc
import ShedModel

@testable import ShedDisk

/// A temporary directory that is gone with the last reference, with what tests need to fill it.
final class Workshop {
    let path: String
    let handle: DirectoryHandle

    init() throws {
        var template = Array("/tmp/shed-disk-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw DiskError(errno: errno, action: "make", path: "/tmp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // Open to all, because some tests look at it as nobody.
        chmod(path, 0o755)
        handle = try DirectoryHandle(path: path)
    }

    deinit {
        guard let parent = try? DirectoryHandle(path: "/tmp") else { return }
        try? parent.removeTree(Name(path.split(separator: "/").last.map(String.init) ?? ""))
    }

    /// Makes a file, with the folders on the way.
    func file(_ path: String, _ content: String = "") throws {
        let path: RelativePath = RelativePath(stringLiteral: path)
        guard let name = path.last else { return }
        try folder(path.parent).write(name, Array(content.utf8), replacing: true)
    }

    @discardableResult
    func folder(_ path: RelativePath) throws -> DirectoryHandle {
        var current = handle
        for name in path.names { current = try current.openDirectory(name, create: true) }
        return current
    }

    func link(_ path: String, to target: String) { symlink(target, self.path + "/" + path) }

    func fifo(_ path: String) { mkfifo(self.path + "/" + path, 0o644) }

    func socket(_ path: String) { mknod(self.path + "/" + path, S_IFSOCK | 0o644, 0) }
}

/// The error's code that something throws, or `nil`.
func code(_ body: () throws -> Void) -> DiskError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? DiskError)?.code
    }
}

extension Snapshot {
    /// Everything in it: paths with a mark for the kind and the state, sorted.
    var lines: [String] {
        entries.indices.map { index in
            let entry = entries[index]
            var line = path(of: index).description
            switch entry.kind {
            case .directory: line += "/ \(directories[Int(entry.directory)].state)"
            case .link: line += " link"
            case .special: line += " special"
            case .file: break
            }
            return line
        }.sorted()
    }

    /// What must hold of every snapshot.
    var faults: [String] {
        var faults: [String] = []
        if directories.first?.entry != -1 || directories.first?.parent != -1 { faults.append("the root is not first") }
        var covered = 0
        for (number, directory) in directories.enumerated() {
            covered += directory.entries.count
            for index in directory.entries where entries[index].parent != Int32(number) {
                faults.append("entry \(index) is not of directory \(number)")
            }
            guard number > 0 else { continue }
            if entries[Int(directory.entry)].directory != Int32(number) { faults.append("directory \(number) has no entry") }
            if entries[Int(directory.entry)].parent != directory.parent { faults.append("directory \(number): parent") }
            if directory.parent >= Int32(number) { faults.append("directory \(number) stands before its parent") }
        }
        if covered != entries.count { faults.append("\(entries.count) entries, \(covered) in directories") }
        if entries.contains(where: { ($0.kind == .directory) != ($0.directory >= 0) }) { faults.append("directory marks") }
        return faults
    }

    func directory(_ path: RelativePath) -> Directory? {
        guard !path.isRoot else { return directories[0] }
        return entry(at: path).map { directories[Int(entries[$0].directory)] }
    }
}
