import ShedDisk
import ShedModel
import ShedRules

/// What git leaves out of a project, by all the files that say so (gitignore(5)); read without git, each up to its bound.
package struct GitIgnores {
    /// One file of patterns.
    private struct Source {
        /// What it is called to the person.
        var name: [UInt8]
        /// How many directories below the top of the work tree it stands; its patterns are about what is below that.
        var depth: Int
        var rules: IgnoreRules
        /// Says `false` of just what the file takes in again.
        var inverse: IgnoreRules

        init(_ name: [UInt8], depth: Int, _ text: [UInt8]) {
            (self.name, self.depth) = (name, depth)
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
        if let excludes { sources.append(Source(Array("core.excludesFile".utf8), depth: 0, excludes)) }
        if let text = tree.readInfo("exclude") { sources.append(Source(Array(".git/info/exclude".utf8), depth: 0, text)) }
        for (depth, level) in tree.levels.enumerated() {
            guard let text = try? level.directory.readBeginning(".gitignore", atMost: IgnoreRules.longestFile) else { continue }
            let isOwn = level.below.isRoot
            let upward = isOwn ? "" : String(repeating: "../", count: level.below.names.count)
            sources.append(Source(Array("\(upward).gitignore".utf8), depth: depth, text))
        }
    }

    /// The file that leaves a path out, and which part of the path it names: the path itself, a folder in which it lies, or, as the empty
    /// path, the project.
    package func lost(_ path: RelativePath, _ kind: EntryKind) -> (file: [UInt8], part: RelativePath)? {
        let names = project.names + path.names
        for count in names.indices.map({ $0 + 1 }) {
            let isLast = count == names.count
            guard let file = excluder(of: Array(names[..<count]), isLast ? kind : .directory) else { continue }
            return (file, RelativePath(Array(names[min(project.names.count, count)..<count])))
        }
        return nil
    }

    /// The file by which an entry is left out, its parents aside: the last that has a pattern for it decides.
    private func excluder(of names: [Name], _ kind: EntryKind) -> [UInt8]? {
        var excluder: [UInt8]?
        for source in sources where source.depth < names.count {
            let directory = RelativePath(Array(names[source.depth..<names.count - 1]))
            func matches(_ rules: IgnoreRules) -> Bool {
                names[names.count - 1].bytes.withUnsafeBufferPointer { rules.ignores(name: $0, kind: kind, directory: { directory }) }
            }
            if matches(source.rules) { excluder = source.name } else if !matches(source.inverse) { excluder = nil }
        }
        return excluder
    }
}
