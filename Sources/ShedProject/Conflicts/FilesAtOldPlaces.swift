import ShedModel
import ShedSidecar

/// A file that stands where a folder was before it was moved, beside the one of its name that moved with the folder: a sync program or rsync
/// has brought back what another device edited there meanwhile.
public struct FileAtOldPlace: Hashable, Sendable {
    public var path: RelativePath
    public var id: NodeID
    /// The file that moved with its folder.
    public var moved: RelativePath
    public var movedID: NodeID
}

extension ProjectReader {
    /// So many are told.
    private static var mostAtOldPlaces: Int { 1_000 }

    /// The files that stand at the old places of folders, in the order of their paths, as long as the folder was moved since a time.
    /// - Parameter since: in milliseconds since 1970.
    /// - Returns: also whether there are more, and how many there are of folders that were moved before.
    func filesAtOldPlaces(since: Int64, in fold: Fold, _ state: ProjectState) -> (files: [FileAtOldPlace], isCut: Bool, earlier: Int) {
        let ever = fold.movedFolders
        let lately = ever.filter { $0.at >= since }
        let found = files(atOldPlacesOf: lately, state)
        let earlier = ever.count == lately.count ? 0 : files(atOldPlacesOf: ever, state).subtracting(found).count
        let sorted = found.sorted { ($0.path, $0.id) < ($1.path, $1.id) }
        return (Array(sorted.prefix(Self.mostAtOldPlaces)), sorted.count > Self.mostAtOldPlaces, earlier)
    }

    private func files(atOldPlacesOf folders: [Fold.MovedFolder], _ state: ProjectState) -> Set<FileAtOldPlace> {
        let shelters = Shelters.roles.compactMap { folder(with: $0, state) }
        var found: Set<FileAtOldPlace> = []
        for moved in folders where found.count <= Self.mostAtOldPlaces {
            let id = state.model.resolve(moved.id)
            guard state.stands(id), state.model.nodes[id]?.type.isDirectory == true, let path = state.model.path(of: id),
                !shelters.contains(where: { path == $0 || path.isInside($0) })
            else { continue }
            for other in state.model.children(of: state.model.resolve(moved.from.parent), named: moved.from.name) where other != id && state.stands(other) {
                guard state.model.nodes[other]?.type.isDirectory == true, let old = state.model.path(of: other),
                    !shelters.contains(where: { old == $0 || old.isInside($0) })
                else { continue }
                addPairs(from: (other, old), to: (id, path), state, &found)
            }
        }
        return found
    }

    /// Adds the files of one folder that have namesakes at the same place below the other.
    private func addPairs(from old: (id: NodeID, path: RelativePath), to new: (id: NodeID, path: RelativePath), _ state: ProjectState, _ found: inout Set<FileAtOldPlace>) {
        var open = [(old: old, new: new)]
        // One may lie in the other, so that folders would be met again.
        var seen: Set<NodeID> = [old.id]
        while let pair = open.popLast(), found.count <= Self.mostAtOldPlaces {
            for child in state.model.children(of: pair.old.id) where state.stands(child) {
                guard let node = state.model.nodes[child], let name = node.place?.name,
                    let namesake = state.model.children(of: pair.new.id, named: name).first(where: { $0 != child && state.stands($0) }),
                    let other = state.model.nodes[namesake], other.type.isDirectory == node.type.isDirectory
                else { continue }
                let (path, moved) = (pair.old.path.appending(name), pair.new.path.appending(name))
                if !node.type.isDirectory {
                    found.insert(FileAtOldPlace(path: path, id: child, moved: moved, movedID: namesake))
                } else if seen.insert(child).inserted {
                    open.append(((child, path), (namesake, moved)))
                }
            }
        }
    }
}
