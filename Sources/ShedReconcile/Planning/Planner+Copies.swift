import ShedModel
import ShedRules

/// Where the copy of a folder stands beside it, what is in it may stay as it may in the original: else the copy would be torn apart.
extension Planner {
    /// So many folders are held against one that may be a copy.
    private static let mostOriginals = 64
    /// So many things in a new folder are asked whose copies they may be.
    private static let mostAsked = 16

    /// What a new folder accepts as the copy of one that is known and accepts both; `nil` where it is none, or what it accepts by
    /// itself is enough for what is in it.
    /// - Parameter parent: the directory that it stands in.
    mutating func acceptedAsCopy(_ directory: Int, in parent: Int, _ folder: Node) -> Accepts? {
        guard !judgesNothing, region[parent] == .ordinary, folder.type == .folder, folder.role == nil, case let facts = rules.facts(of: folder, label: "") else { return nil }
        var asked = 0
        for index in sortedByName(Array(snapshot.directories[directory].entries)) where asked < Planner.mostAsked {
            guard let type = snapshot.entries[index].kind.nodeType, !facts.accepts.allows(type) else { continue }
            asked += 1
            if let original = original(of: directory, holding: index), model.nodes[original]?.accepts == .both { return .both }
        }
        return nil
    }

    /// Whether something new that its folder refuses for its type may stay, since that folder is a copy of one in which the same
    /// stands by a right. The folder then accepts what that one does, or what came is an exception as it is there.
    /// - Returns: the fields that it gets; `nil` where it may not stay.
    mutating func rightAsCopy(_ arrival: Arrival, _ provenance: Provenance, _ refusal: Refusal) -> [Field]? {
        guard refusal.isForItsType, provenance == .new, arrival.directory > 0, region[arrival.directory] == .ordinary,
            let id = binder.folder[arrival.directory], case let folder = folderNode(id), folder.type == .folder, folder.role == nil,
            let original = original(of: arrival.directory, holding: arrival.entry)
        else { return nil }
        guard model.nodes[original]?.accepts == .both else { return [.exception(true)] }
        if folder.accepts != .both {
            plan.operations.append(Operation(id, [.accepts(.both)]))
            var widened = folder
            widened.set(.accepts(.both))
            planned[id] = widened
        }
        return []
    }

    /// The known folder that a directory is a copy of, in which one of its entries has a counterpart that stands by a right.
    private mutating func original(of directory: Int, holding entry: Int) -> NodeID? {
        let known = originals ?? originalsByContents()
        originals = known
        guard let candidates = known[snapshot.name(of: entry)] else { return nil }
        let folder = binder.folder[directory]
        return candidates.lazy.prefix(Planner.mostOriginals).first { $0 != folder && isCopy(directory, of: $0) }
    }

    /// The folders in which something stands that other folders would not take: by its name. In the order of their IDs.
    private func originalsByContents() -> [Name: [NodeID]] {
        var found: [Name: Set<NodeID>] = [:]
        for node in model.nodes.values {
            guard let place = node.place, situation.memory.isPresent(node.id), case let parent = model.resolve(place.parent),
                let folder = model.nodes[parent], folder.type == .folder,
                node.details?.exception == true || (node.type.isDirectory && folder.accepts == .both), modelRegion(of: parent) == .ordinary
            else { continue }
            found[place.name, default: []].insert(parent)
        }
        return found.mapValues { $0.sorted() }
    }

    /// Whether more than half of what is in a directory and of what is in a known folder is the same on both sides, by names, sorts and
    /// sizes: a person may have gone on with either.
    private func isCopy(_ directory: Int, of original: NodeID) -> Bool {
        let entries = snapshot.directories[directory].entries.filter { !binder.isQuiet[$0] && snapshot.entries[$0].kind.nodeType != nil }
        let children = model.children(of: original).filter(situation.memory.isPresent)
        let needed = max(entries.count, children.count) / 2 + 1
        guard min(entries.count, children.count) >= needed else { return false }
        let byName = Dictionary(children.compactMap { id in model.nodes[id]?.place.map { ($0.name, id) } }, uniquingKeysWith: min)
        return entries.count { isAlike($0, byName[snapshot.name(of: $0)]) } >= needed
    }

    private func isAlike(_ entry: Int, _ id: NodeID?) -> Bool {
        guard let id, let node = model.nodes[id], case let isFolder = snapshot.entries[entry].kind == .directory, node.type.isDirectory == isFolder
        else { return false }
        return isFolder || situation.memory.seen[id]?.evidence.size == snapshot.entries[entry].evidence.size
    }
}
