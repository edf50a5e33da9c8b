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

    /// The directory in which git looks for the hooks of this work tree, where the repository itself knows the tree: `.git` is the repository,
    /// or the repository has the tree among its further ones or as its own (a submodule).
    ///
    /// `nil` where the tree alone says so: a file `.git`, and what stands in a directory of that name, may have come with the project, and
    /// names any directory of this machine.
    package var hooksHome: DirectoryHandle? {
        switch (try? top.kind(of: ".git")).flatMap({ $0 }) {
        case .directory?: return (try? directory.kind(of: "commondir")).flatMap({ $0 }) == nil ? directory : nil
        case .file?: break
        default: return nil
        }
        guard let common, let own = try? directory.ownEvidence().identity, let shared = try? common.ownEvidence().identity else { return nil }
        guard own != shared else {
            guard let path = readOwn("config").flatMap({ GitConfigText($0).core["worktree"] }).flatMap({ $0 }) else { return nil }
            return leads(path, to: top) ? directory : nil
        }
        let end = Array("/.git".utf8)
        guard let name = GitWorkTree.pointer(in: top)?.split(separator: UInt8(ascii: "/")).last.map({ Name(bytes: Array($0)) }), name.isPossible,
            (try? common.openDirectory("worktrees").openDirectory(name).ownEvidence().identity) == own,
            let back = (try? directory.read("gitdir", atMost: 8_192))?.prefix(while: { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }),
            back.suffix(end.count).elementsEqual(end), leads(Array(back.dropLast(end.count)), to: top)
        else { return nil }
        return common
    }

    /// Whether a path, as it stands in the git directory, leads to a directory.
    private func leads(_ path: [UInt8], to other: DirectoryHandle) -> Bool {
        guard !path.isEmpty, !path.contains(0) else { return false }
        let start = path.first == UInt8(ascii: "/") ? [] : Array("/proc/self/fd/\(directory.descriptor)/".utf8)
        guard let there = try? DirectoryHandle(pathBytes: start + path).ownEvidence().identity, let own = try? other.ownEvidence().identity else { return false }
        return there == own
    }

    /// What a file of the repository holds, as far as its first mebibyte; no link is followed.
    package func read(_ name: Name) -> [UInt8]? { try? common?.readBeginning(name, atMost: GitConfigText.longest) }

    /// The same of a file that this work tree has for itself.
    package func readOwn(_ name: Name) -> [UInt8]? { try? directory.readBeginning(name, atMost: GitConfigText.longest) }

    /// The same of a file in `info`.
    package func readInfo(_ name: Name) -> [UInt8]? { try? common?.openDirectory("info").readBeginning(name, atMost: GitConfigText.longest) }

    /// Whether git may leave parts of the tree out (git-sparse-checkout(1)).
    package var isSparse: Bool { (try? directory.openDirectory("info").kind(of: "sparse-checkout")).flatMap { $0 } == .file }

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
