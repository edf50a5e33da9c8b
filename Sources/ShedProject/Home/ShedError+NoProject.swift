import ShedDisk
import ShedMessages
import ShedModel
import ShedSidecar

extension ShedError {
    /// That a directory has a `.shed` without a `project.json`.
    static func sidecarUnmade(_ path: [UInt8], _ kind: Kind) -> ShedError {
        let path = EscapedText.escape(path)
        return ShedError(kind, .sidecarUnmade(path: path), remedy: .bringSidecarBack(path: path))
    }

    /// That a directory is in no project. Where it, or one above it, was the root of a project that this machine remembers, that
    /// is said: its `.shed` is gone.
    /// - Parameters:
    ///   - directory: an absolute path without links.
    ///   - shown: as it was given.
    ///   - further: said behind it where nothing is remembered.
    package static func noProject(around directory: [UInt8], shown: [UInt8], further: String = "", _ registry: Registry) -> ShedError {
        guard let (root, kind) = registry.formerRoot(around: directory) else {
            let words = Message.inNoProject(path: EscapedText.escape(shown))
            return ShedError(.usage, further.isEmpty ? words : .verbatim(words.english + further), remedy: .newOrAdopt)
        }
        return ShedError(
            .usage, .wasProject(path: EscapedText.escape(root), name: EscapedText.escape(root.split(separator: UInt8(ascii: "/")).last ?? [])),
            remedy: .beginAnew(command: "shed adopt \(ShellWord.quote(root)) --kind \(kind.map { ShellWord.quote($0) } ?? "KIND")"))
    }
}

extension Registry {
    /// The nearest directory, itself or above it, that was the root of a registered project and is the same directory still.
    /// - Returns: with the kind that it was of, where that is remembered.
    fileprivate func formerRoot(around directory: [UInt8]) -> (root: [UInt8], kind: ForeignText?)? {
        let folders = folders()
        var path = directory
        while !path.isEmpty {
            if let handle = try? DirectoryHandle(pathBytes: path), let evidence = try? handle.ownEvidence(),
                let folder = folders.first(where: { $0.record.isRoot(evidence) })
            {
                // A link or a file that stands there in its place is not gone.
                return (try? handle.kind(of: Sidecar.name)) == nil ? (path, folder.record.kind) : nil
            }
            path = Array(path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
        }
        return nil
    }
}
