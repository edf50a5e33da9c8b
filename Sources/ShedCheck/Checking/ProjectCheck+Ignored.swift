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
        typealias Folder = (path: RelativePath, place: IgnoreRules.Place, isIgnored: Bool)
        var folders: [NodeID: Folder?] = [:]
        func folder(_ id: NodeID) -> Folder? {
            if let known = folders[id] { return known }
            let path = id == home.id ? RelativePath.root : model.path(of: id)
            let folder: Folder? = path.map { path -> Folder in
                (path: path, place: ignore.place(of: path), isIgnored: !path.isRoot && ignore.ignores(path: path, kind: .directory))
            }
            folders[id] = .some(folder)
            return folder
        }
        for node in nodes where node.id != home.id {
            guard let place = node.place, let parent = folder(place.parent), !parent.isIgnored else { continue }
            let isIgnored = place.name.bytes.withUnsafeBufferPointer {
                ignore.ignores($0, node.type.isDirectory ? .directory : .file, in: { parent.place })
            }
            if isIgnored { found.append((parent.path.appending(place.name), node)) }
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
