import ShedModel

/// Finds IDs that replicas gave to one path side by side: the older is the node, the other its alias for good.
///
/// Two IDs are doubled if neither replica knew of the other's when it minted its own, both were minted at the same
/// place, and neither was moved by someone who did not know of both. What was done by someone who did know cannot
/// undo it, so that the answer stays the same for ever.
///
/// When none is left of these, twins are sought: an ID that one replica minted where another had moved a node without either knowing
/// of the other, since the file came before the batch (``Twins``).
///
/// Where batches name each other as no devices' do, all count as known (``Knowledge/isExhausted``): nothing is found then.
struct Doubling {
    let fold: Fold
    var knowledge: Knowledge
    /// The aliases that operations say.
    private let explicit: Aliases
    var aliases: Aliases
    var found: [NodeID: NodeID] = [:]
    /// How the folders met whose IDs were found to be second names, by these.
    var meetings: [NodeID: FolderMeeting] = [:]
    /// Where nodes stand that were moved on under a second name, by the node.
    var moved: [NodeID: FoldEntry.PlaceEvent] = [:]
    /// Where IDs that have several places were put, by their positions, once that was asked (``Twins``).
    var placings: [Int: Placings] = [:]
    private(set) var doubled: [DoubledID] = []
    private var groups: [Place: [Int]] = [:]
    /// IDs by the folder they were minted in; made when first needed.
    private var byFolder: [NodeID: [Int]]?
    /// Nodes of one place that each further ID is compared with.
    static let compared = 64
    /// So many IDs are looked at again because folders were joined, and twice as many as there are.
    static let mostAgain = 1 << 18

    init(fold: Fold, aliases: Aliases) {
        self.fold = fold
        explicit = aliases
        self.aliases = aliases
        knowledge = Knowledge(fold.graph)
    }

    mutating func run() {
        // Where each batch knew all before it nothing was ever done side by side. What else is known is only gathered where it is asked for.
        guard !fold.graph.isLine else { return }
        var waiting = group()
        // Round by round, since joined folders join what was minted in them. The groups of one round are disjoint, so
        // their order does not count.
        // How much is looked at in a round depends on the rounds before alone, so every device stops after the same.
        var looked = 0
        while !waiting.isEmpty, looked <= Doubling.mostAgain + 2 * fold.entries.count {
            var joined: [(alias: Int, target: Int)] = []
            for place in waiting {
                joined += join(groups[place] ?? [])
                looked += groups[place]?.count ?? 0
            }
            waiting = regroup(joined)
        }
        joinTwins()
        var reported: Set<DoubledID> = []
        doubled = doubled.filter { aliases.next($0.older) == nil && aliases.next($0.younger) == nil && reported.insert($0).inserted }
            .sorted { $0.older != $1.older ? $0.older < $1.older : $0.younger < $1.younger }
    }

    /// Groups IDs by the place they were minted at, and gives the places at which more than one was.
    private mutating func group() -> [Place] {
        groups.reserveCapacity(fold.entries.count)
        var shared: Set<Place> = []
        for position in fold.entries.indices {
            guard let key = key(of: position) else { continue }
            let isShared = { (group: inout [Int]) in
                group.append(position)
                return group.count == 2
            }(&groups[key, default: []])
            if isShared { shared.insert(key) }
        }
        return Array(shared)
    }

    private mutating func key(of position: Int) -> Place? {
        let id = fold.entries[position].node.id
        guard id != fold.project, let minted = minted(position), aliases.next(id) == nil else { return nil }
        return Place(parent: aliases.shortened(minted.place.parent), name: minted.place.name)
    }

    func isOlder(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (fold.entries[left], fold.entries[right])
        return left.first != right.first ? left.first < right.first : left.node.id < right.node.id
    }

    private mutating func join(_ group: [Int]) -> [(alias: Int, target: Int)] {
        var nodes: [Int] = []
        var joined: [(alias: Int, target: Int)] = []
        for position in group.sorted(by: isOlder) where aliases.next(fold.entries[position].node.id) == nil {
            let beside = nodes.prefix(Doubling.compared).filter { areBesideEachOther($0, position) }
            if let target = beside.first(where: { canBeOne($0, position) }) {
                let (id, node) = (fold.entries[position].node.id, fold.entries[target].node.id)
                aliases.insert(id, of: node)
                found[id] = node
                noteMeeting(of: position, with: target)
                joined.append((position, target))
                continue
            }
            for other in beside {
                doubled.append(DoubledID(older: fold.entries[other].node.id, younger: fold.entries[position].node.id))
            }
            nodes.append(position)
        }
        return joined
    }

    /// The places at which more IDs meet now that these folders are one.
    private mutating func regroup(_ joined: [(alias: Int, target: Int)]) -> [Place] {
        let folders = joined.filter { fold.entries[$0.alias].node.type.isDirectory }
        guard !folders.isEmpty else { return [] }
        var children = byFolder ?? Dictionary(grouping: fold.entries.indices) { position in
            fold.entries[position].minted(in: fold.graph).map { explicit.resolve($0.place.parent) } ?? fold.project
        }
        // Taken out, so that it is changed where it is: a copy in each round would cost the square of how deep folders are nested.
        byFolder = nil
        var changed: Set<Place> = []
        for folder in folders {
            let moved = children.removeValue(forKey: fold.entries[folder.alias].node.id) ?? []
            children[aliases.resolve(fold.entries[folder.target].node.id), default: []] += moved
            for position in moved {
                guard let key = key(of: position) else { continue }
                groups[key, default: []].append(position)
                changed.insert(key)
            }
        }
        byFolder = children
        return changed.filter { groups[$0, default: []].count > 1 }
    }

    /// Whether both IDs were minted here without knowledge of the other, and stayed together since.
    private mutating func areBesideEachOther(_ left: Int, _ right: Int) -> Bool {
        guard let first = minted(left), let second = minted(right),
            !knowledge.does(Int(first.batch), know: Int(second.batch)),
            !knowledge.does(Int(second.batch), know: Int(first.batch)), !areApart(first, second)
        else { return false }
        return stays(left, first, until: second) && stays(right, second, until: first)
    }

    /// Whether whoever moved the one knew of the other.
    private mutating func stays(
        _ position: Int, _ minted: FoldEntry.PlaceEvent, until other: FoldEntry.PlaceEvent
    ) -> Bool {
        for event in fold.entries[position].places where event.place != minted.place {
            if !knowledge.does(Int(event.batch), know: Int(other.batch)) { return false }
        }
        return true
    }

    private mutating func noteMeeting(of alias: Int, with target: Int) {
        guard let own = minted(alias), let other = minted(target) else { return }
        noteMeeting(of: alias, own, with: target, other)
    }

    /// Keeps what tells of things in two folders whether they were put there side by side.
    mutating func noteMeeting(of alias: Int, _ own: FoldEntry.PlaceEvent, with target: Int, _ other: FoldEntry.PlaceEvent) {
        guard fold.entries[alias].node.type.isDirectory else { return }
        meetings[fold.entries[alias].node.id] = FolderMeeting(target: fold.entries[target].node.id, own: Int(own.batch), other: Int(other.batch))
    }

    func canBeOne(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (fold.entries[left].node, fold.entries[right].node)
        guard left.type == right.type, left.role == right.role else { return false }
        guard let first = left.details?.content?.hash, let second = right.details?.content?.hash else { return true }
        return first == second
    }
}
