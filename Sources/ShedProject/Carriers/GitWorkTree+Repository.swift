import ShedDisk
import ShedModel

/// What stands in the repository itself, read without git.
extension GitWorkTree {
    /// The directory that all work trees of the repository share (`commondir` in gitrepository-layout(5)).
    package var common: DirectoryHandle? {
        guard (try? directory.kind(of: "commondir")).flatMap({ $0 }) == .file else { return directory }
        guard let bytes = try? directory.read("commondir", atMost: 8_192) else { return nil }
        let path = Array(bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
        guard !path.isEmpty, !path.contains(0) else { return nil }
        let start = path.first == UInt8(ascii: "/") ? [] : Array("/proc/self/fd/\(directory.descriptor)/".utf8)
        guard let common = try? DirectoryHandle(pathBytes: start + path), common.owner == directory.owner else { return nil }
        return common
    }

    /// What a file of the repository holds, as far as its first mebibyte; no link is followed.
    package func read(_ name: Name) -> [UInt8]? { try? common?.readBeginning(name, atMost: GitConfigText.longest) }

    /// The same of a file that this work tree has for itself.
    package func readOwn(_ name: Name) -> [UInt8]? { try? directory.readBeginning(name, atMost: GitConfigText.longest) }

    /// The same of a file in `info`.
    package func readInfo(_ name: Name) -> [UInt8]? { try? common?.openDirectory("info").readBeginning(name, atMost: GitConfigText.longest) }

    /// The directories from the top of the work tree down to the project's root, with how far the root lies below each. A link on the way
    /// ends it.
    package var levels: [(directory: DirectoryHandle, below: RelativePath)] {
        var levels = [(directory: top, below: project)]
        for (depth, name) in project.names.enumerated() {
            guard let next = try? levels[depth].directory.openDirectory(name) else { break }
            levels.append((next, RelativePath(Array(project.names.dropFirst(depth + 1)))))
        }
        return levels
    }

    /// Which of some paths from the project's root its index holds; that of a folder ends with `/`. `nil` where the index does not tell.
    package func holds(_ paths: [[UInt8]]) -> Set<Int>? {
        let start = project.isRoot ? [] : project.bytes + [UInt8(ascii: "/")]
        return held(paths.map { start + $0 }).flatMap { $0.isWhole ? $0.found : nil }
    }
}
