import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules

/// What stands in a folder, in its order, and what is to become of that: made anew in memory first, and then written.
package struct OrderedFolder {
    /// A file or folder in it.
    package struct Child {
        package let node: Node
        package let name: Name
        /// The number that the name begins with, whatever that is.
        let prefix: NumberPrefix?
        /// Its place in the order; `nil`: by name, behind those that have one.
        package var key: OrderKey?
        /// The number that was written before its name, as it is recorded.
        var record: Int?
        /// The name that it gets.
        var newName: Name
        /// The place that it has in the sidecar.
        let former: OrderKey?
        /// Of a guest, which stands elsewhere, its path.
        let guestPath: RelativePath?
        /// Whether it is a guest only from now on.
        var isNewGuest = false

        package var id: NodeID { node.id }
        var isFile: Bool { !node.type.isDirectory }
        var place: OrderKey.Item { OrderKey.Item(id: id, key: key) }
        /// The number before its name, if that is one: it is recorded that it was written.
        package var number: Int? { prefix.flatMap { $0.number == record ? $0.number : nil } }
        /// The name without the number that was written before it; what a person wrote is never cut.
        var title: Name { number != nil ? prefix?.title ?? name : name }
        /// A template's folder never gets a number, nor does what its kind puts in order.
        var mayBeNumbered: Bool { node.role == nil && !node.type.isOrdered && guestPath == nil }
        /// Whether another place is to be written than it has.
        var isPlaced: Bool { key != former || isNewGuest }

        /// What is written so that it has its place.
        func fields(in folder: NodeID) -> [Field] { guestPath == nil ? FolderOrder.fields(key, in: folder) : [FolderGuests.field(id, key)] }

        init(_ node: Node, _ model: Model) {
            self.node = node
            name = node.place?.name ?? ""
            prefix = NumberPrefix(name)
            former = FolderOrder.key(of: node, in: model)
            key = former
            record = Child.record(of: node)
            newName = name
            guestPath = nil
        }

        /// A guest: its name is its own, and no number stands before it.
        init(guest node: Node, at path: RelativePath, _ key: OrderKey?) {
            self.node = node
            name = path.last ?? ""
            (prefix, record, guestPath) = (nil, nil, path)
            (self.key, former, newName) = (key, key, name)
        }

        static func record(of node: Node) -> Int? {
            guard node.hasDetails, let number = node.details?.other[FolderOrder.numberField]?.value.integer else { return nil }
            return (0...999_999).contains(number) ? Int(number) : nil
        }
    }

    package let placed: PlacedNode
    /// In the order that they have, or are to get.
    package var children: [Child]
    /// How they would stand if none had a place.
    private let ranks: [NodeID: Int]

    /// - Parameters:
    ///   - template: of the project.
    ///   - guests: the folder's.
    init(_ placed: PlacedNode, _ state: ProjectState, _ template: Template, guests: [OrderKey.Item] = []) {
        self.placed = placed
        let nodes = state.model.presentChildren(of: placed.node.id).filter(state.stands).compactMap { state.model.nodes[$0] }
            .filter { $0.role != .trash && $0.role != .rejected }
        let own = placed.path.isRoot ? template : nil
        let keys = Dictionary(guests.map { ($0.id, $0.key) }) { first, _ in first }
        children = FolderOrder.sorted(nodes, guests: guests, of: state.model, own).compactMap { node in
            guard let key = keys[node.id] else { return Child(node, state.model) }
            return state.model.path(of: node.id).map { Child(guest: node, at: $0, key) }
        }
        ranks = Dictionary(FolderOrder.byName(nodes + guests.compactMap { state.model.nodes[$0.id] }, own).enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    }

    /// In how many digits the numbers stand that were written here; `nil` where there are none.
    var width: Int? { children.lazy.filter { $0.number != nil }.compactMap { $0.prefix?.width }.max() }

    /// Gives keys, so that the children come in the order in which they stand here.
    /// - Parameter ids: those that somebody has put where they are.
    mutating func giveKeys(placing ids: Set<NodeID>) {
        let new = FolderOrder.newKeys(children.map(\.place), placing: ids, ranks: ranks)
        guard !new.isEmpty else { return }
        for position in children.indices { if let key = new[children[position].id] { children[position].key = key } }
    }

    /// Gives each a key of its own, as many as can keep theirs; folders of the template only where something else stands behind them.
    mutating func giveAllKeys() {
        let end = children.lastIndex { $0.node.role == nil }.map { $0 + 1 } ?? 0
        for (position, key) in OrderKey.ascending(children[..<end].map(\.place)) { children[position].key = key }
    }

    /// Sorts them by a time, the newest first; of one time they stay as they are, and a template's folders stand where they stood.
    mutating func sort(by time: (Child) -> Int64) {
        let positions = children.indices.filter { children[$0].node.role == nil }
        let timed = positions.map { (time: time(children[$0]), position: $0, child: children[$0]) }
        let sorted = timed.sorted { $0.time != $1.time ? $0.time > $1.time : $0.position < $1.position }
        for (position, item) in zip(positions, sorted) { children[position] = item.child }
    }

    // MARK: Numbers

    /// Takes up what a person did to the numbers before the names: what has another one than was written, or came here with one as
    /// those beside it have, goes where its number says. A number that was taken away is forgotten; its bearer stays where it is.
    /// - Returns: those that a number has put where they are.
    mutating func takeUpNumbers() -> Set<NodeID> {
        guard children.contains(where: { $0.record != nil }) else { return [] }
        let width = width
        let hasKeys = children.contains { $0.number != nil && $0.key != nil }
        var moved: [(number: Int, child: Child)] = []
        var kept: [Child] = []
        for var child in children {
            guard child.record != nil || width != nil, child.mayBeNumbered else {
                kept.append(child)
                continue
            }
            if let prefix = child.prefix, OrderedFolder.isGiven(prefix, to: child, width, hasKeys) {
                child.record = prefix.number
                moved.append((prefix.number, child))
            } else {
                if child.number == nil { child.record = nil }
                kept.append(child)
            }
        }
        guard !moved.isEmpty else {
            children = kept
            return []
        }
        let ranked = moved.map { (number: $0.number, key: NaturalKey($0.child.name), child: $0.child) }.sorted { left, right in
            if left.number != right.number { return left.number < right.number }
            return left.key != right.key ? left.key < right.key : left.child.id < right.child.id
        }
        children = OrderedFolder.merged(ranked.map { ($0.number, $0.child) }, into: kept)
        let ids = Set(moved.map(\.child.id))
        giveKeys(placing: ids)
        return ids
    }

    /// Whether a person gave a child the number before its name: another one than was written there, or one as those beside it have.
    /// - Parameters:
    ///   - width: of those beside it; `nil`: they have none.
    ///   - hasKeys: whether those have places in the order.
    private static func isGiven(_ prefix: NumberPrefix, to child: Child, _ width: Int?, _ hasKeys: Bool) -> Bool {
        if let record = child.record {
            if prefix.number != record { return prefix.width <= max(3, width ?? 0) }
            // It came from another folder with its number.
            return child.key == nil && hasKeys
        }
        return prefix.width == width && prefix.title.bytes.first.map { $0 &- UInt8(ascii: "0") < 10 } == false
    }

    /// Puts each before the first whose number is not less, and what has a greater one than all behind the last that has one.
    /// - Parameter moved: in the order of their numbers.
    private static func merged(_ moved: [(number: Int, child: Child)], into kept: [Child]) -> [Child] {
        let last = kept.lastIndex { $0.number != nil }
        var result: [Child] = []
        var next = 0
        for (position, child) in kept.enumerated() {
            if let number = child.number {
                while next < moved.count, moved[next].number <= number {
                    result.append(moved[next].child)
                    next += 1
                }
            }
            result.append(child)
            if position == last {
                result += moved[next...].map(\.child)
                next = moved.count
            }
        }
        return last == nil ? moved.map(\.child) + result : result
    }

    /// Puts numbers before names, from 1 on in the order in which they stand here. A conflict copy gets that of what it is a copy of.
    /// - Parameters:
    ///   - wanted: which of them get one.
    ///   - digits: in how many digits at least.
    ///   - names: all that stand in the folder.
    /// - Throws: ``ShedError`` where a name would be too long.
    mutating func number(digits: Int, besides names: Set<FoldKey>, _ wanted: (Child) -> Bool) throws(ShedError) {
        let originals = originals()
        let positions = children.indices.filter { children[$0].mayBeNumbered && originals[$0] == nil && wanted(children[$0]) }
        let width = max(digits, NumberPrefix.width(upTo: positions.count))
        let copies = Copies(originals, of: positions, children)
        var free = FreeNames(besides: names.subtracting((positions + copies.positions).map { FoldKey(children[$0].name) }))
        for (offset, position) in positions.enumerated() {
            let child = children[position]
            guard let name = NumberPrefix.name(offset + 1, width: width, child.title) else {
                throw ShedError(.refused, .noRoomForNumber(path: "\(placed.path.appending(child.name))"), remedy: .shortenItsName)
            }
            children[position].newName = free.take(name, keepsSuffix: child.isFile)
            children[position].record = offset + 1
        }
        copies.follow(&children, &free)
    }

    /// Takes away the numbers that were written before names.
    mutating func unnumber(besides names: Set<FoldKey>) {
        let originals = originals()
        let positions = children.indices.filter { children[$0].number != nil && originals[$0] == nil }
        let copies = Copies(originals, of: positions, children)
        var free = FreeNames(besides: names.subtracting((positions + copies.positions).map { FoldKey(children[$0].name) }))
        for position in positions {
            children[position].newName = free.take(children[position].title, keepsSuffix: children[position].isFile)
            children[position].record = nil
        }
        copies.follow(&children, &free)
    }

    // MARK: Conflict copies

    /// Where the conflict copies here stand, with what they are copies of. With a number of its own one were the copy of nothing: only
    /// its name tells what it belongs to.
    private func originals() -> [Int: Int] {
        guard children.contains(where: { ConflictName($0.name) != nil }) else { return [:] }
        let here = ConflictFolder(children.filter { $0.guestPath == nil }.map { ($0.name, !$0.isFile) })
        let positions = Dictionary(children.indices.filter { children[$0].guestPath == nil }.map { (children[$0].name, $0) }) { first, _ in first }
        var originals: [Int: Int] = [:]
        for (position, child) in children.enumerated() where child.mayBeNumbered {
            guard let name = here.reading(of: child.name, isFolder: !child.isFile, possible: false)?.original else { continue }
            originals[position] = positions[name]
        }
        // Of a copy of a copy, what that is of; each name is shorter than the one before.
        for position in originals.keys {
            while let original = originals[position], let next = originals[original] { originals[position] = next }
        }
        return originals
    }

    /// Conflict copies of what gets another number, which they get too.
    private struct Copies {
        private let items: [(position: Int, original: Int, title: Name)]

        init(_ originals: [Int: Int], of positions: [Int], _ children: [Child]) {
            let wanted = originals.isEmpty ? [] : Set(positions)
            items = originals.filter { wanted.contains($0.value) }.map { ($0.key, $0.value, children[$0.value].title) }.sorted { $0.position < $1.position }
        }

        var positions: [Int] { items.map(\.position) }

        /// Gives them the number that what they are copies of has got.
        func follow(_ children: inout [Child], _ free: inout FreeNames) {
            for (position, original, title) in items {
                let (copy, original) = (children[position], children[original])
                let (former, number) = (original.name.bytes.dropLast(title.bytes.count), original.newName.bytes.dropLast(title.bytes.count))
                let name = Name(bytes: Array(number) + copy.name.bytes.dropFirst(former.count))
                let isKept = copy.name.bytes.starts(with: former) && original.newName.bytes.dropFirst(number.count).elementsEqual(title.bytes) && name.isPossible
                children[position].newName = free.take(isKept ? name : copy.name, keepsSuffix: copy.isFile)
                if isKept { children[position].record = original.record }
            }
        }
    }
}

extension ProjectReader {
    /// What stands in a folder, in its order.
    /// - Throws: ``ShedError`` where there is none, or nothing is put in order there.
    package func orderedFolder(_ path: RelativePath) throws(ShedError) -> OrderedFolder {
        let state = try load()
        let placed = try find(path, state)
        guard placed.type.isDirectory else { throw ShedError(.usage, .notAFolder(path: "\(path)"), remedy: .nameFolderOrPlace) }
        for role in [Role.trash, .rejected] {
            if let folder = try folder(with: role), path.isInside(folder) { throw ShedError(.refused, .hasNoOrder(path: "\(path)"), remedy: .orderWhereItBelongs) }
        }
        return OrderedFolder(placed, state, template, guests: try project.kind.guests(of: placed.node, self))
    }
}
