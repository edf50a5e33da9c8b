import ShedDisk
import ShedModel
import ShedProject
import ShedRules

extension ProjectCheck {
    /// Whether the rule on ignored names is asked, and could find anything.
    var asksIgnored: Bool { !ignore.isPlain && selection.contains(IgnoredButTracked.info) }

    private var ignore: IgnoreRules { home.configuration.ignore }

    /// What has an ID, stands where it was last known to be, and is ignored. Of an ignored folder only itself.
    /// - Parameters:
    ///   - nodes: what is known, present or missing.
    ///   - model: with all folders.
    func ignoredButTracked(_ nodes: [Node], in model: Model) -> [Finding] {
        var found: [(path: RelativePath, node: Node)] = []
        var paths: [NodeID: RelativePath?] = [:]
        func folderPath(_ id: NodeID) -> RelativePath? {
            if let known = paths[id] { return known }
            let path = id == home.id ? RelativePath.root : model.path(of: id)
            paths[id] = .some(path)
            return path
        }
        for node in nodes where node.id != home.id {
            guard let place = node.place, let parent = folderPath(place.parent) else { continue }
            let isIgnored = place.name.bytes.withUnsafeBufferPointer {
                ignore.ignores(name: $0, kind: node.type.isDirectory ? .directory : .file) { parent }
            }
            guard isIgnored, parent.isRoot || !ignore.ignores(path: parent, kind: .directory) else { continue }
            found.append((parent.appending(place.name), node))
        }
        return found.compactMap { path, node in
            // What is gone is missing, and no matter of the patterns.
            guard let name = path.last, let directory = try? home.root.openDirectory(at: path.parent),
                let kind = try? directory.kind(of: name), kind.nodeType?.isDirectory == node.type.isDirectory
            else { return nil }
            return Finding(IgnoredButTracked.info, at: path, id: node.id, "It has an ID, and a pattern ignores it.")
        }
    }
}
