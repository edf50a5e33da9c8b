import ShedDisk
import ShedModel
import ShedRules

/// What git leaves out of a project, by all the files that say so (gitignore(5)); read without git, each up to its bound.
package struct GitIgnores {
    /// Which of the files of patterns that git reads.
    package enum Origin: Hashable, Sendable {
        /// What the person leaves out of all repositories: `core.excludesFile`, or the file `ignore` beside git's configuration.
        case excludes
        /// `info/exclude` of the repository.
        case info
        /// The `.gitignore` so many directories above the project's root.
        case ignore(above: Int)

        /// What it is called to the person; of a `.gitignore` its path from the project's root.
        package var shown: String {
            switch self {
            case .excludes: "core.excludesFile"
            case .info: ".git/info/exclude"
            case .ignore(let levels): String(repeating: "../", count: levels) + ".gitignore"
            }
        }
    }

    /// One file of patterns.
    private struct Source {
        var origin: Origin
        /// How many directories below the top of the work tree it stands; its patterns are about what is below that.
        var depth: Int
        var rules: IgnoreRules
        /// Says `false` of just what the file takes in again.
        var inverse: IgnoreRules

        init(_ origin: Origin, depth: Int, _ text: [UInt8]) {
            (self.origin, self.depth) = (origin, depth)
            rules = IgnoreRules(shedignore: text)
            inverse = IgnoreRules(shedignore: Array("*\n".utf8) + text)
        }
    }

    /// In the order in which they count.
    private var sources: [Source] = []
    private let project: RelativePath

    /// - Parameter excludes: what the person leaves out of all repositories.
    package init(_ tree: GitWorkTree, root: DirectoryHandle, path: [UInt8], excludes: [UInt8]?) {
        project = tree.project
        if let excludes { sources.append(Source(.excludes, depth: 0, excludes)) }
        if let text = tree.readInfo("exclude") { sources.append(Source(.info, depth: 0, text)) }
        for (depth, level) in tree.levels.enumerated() {
            guard let text = try? level.directory.readBeginning(".gitignore", atMost: IgnoreRules.longestFile) else { continue }
            sources.append(Source(.ignore(above: level.below.names.count), depth: depth, text))
        }
    }

    /// The file that leaves a path out, and which part of the path it names: the path itself, a folder in which it lies, or, as the empty
    /// path, the project.
    package func lost(_ path: RelativePath, _ kind: EntryKind) -> (file: Origin, part: RelativePath)? {
        let names = project.names + path.names
        for count in names.indices.map({ $0 + 1 }) {
            let isLast = count == names.count
            guard let file = excluder(of: Array(names[..<count]), isLast ? kind : .directory) else { continue }
            return (file, RelativePath(Array(names[min(project.names.count, count)..<count])))
        }
        return nil
    }

    /// The file by which an entry is left out, its parents aside: the last that has a pattern for it decides.
    private func excluder(of names: [Name], _ kind: EntryKind) -> Origin? {
        var excluder: Origin?
        for source in sources where source.depth < names.count {
            let directory = RelativePath(Array(names[source.depth..<names.count - 1]))
            func matches(_ rules: IgnoreRules) -> Bool {
                names[names.count - 1].bytes.withUnsafeBufferPointer { rules.ignores(name: $0, kind: kind, directory: { directory }) }
            }
            if matches(source.rules) { excluder = source.origin } else if !matches(source.inverse) { excluder = nil }
        }
        return excluder
    }
}
