import ShedMessages
import ShedModel
import ShedReconcile

/// Where things go in the order of their folder.
public enum OrderPlace: Hashable, Sendable {
    case first
    case last
    case before(RelativePath)
    case after(RelativePath)
}

/// By what a folder is put in order once; as `ls` sorts.
public enum OrderBasis: String, Hashable, Sendable, CaseIterable {
    /// Nobody's order any more: what comes next finds its place by name too.
    case name
    /// Newest first.
    case modified
    /// Newest first.
    case created
}

/// The order of a folder, and what was done to get it.
public struct OrderResult: Sendable {
    public struct Item: Sendable {
        /// `nil` in a dry run, for what has none yet.
        public var id: NodeID?
        /// Where it stands then.
        public var path: RelativePath
        /// Its place; `nil`: by name, behind those that have one.
        public var key: OrderKey?
        /// The number before its name, if one was written there.
        public var number: Int?
        public var isFolder: Bool
    }

    public var folder: RelativePath
    /// In their order.
    public var items: [Item] = []
    /// How many got another place, or none any more.
    public var written = 0
    public var renamed: [(from: RelativePath, to: RelativePath)] = []

    public var isChanged: Bool { written > 0 || !renamed.isEmpty }
}

extension ProjectReader {
    /// The order of a folder as it is.
    public func order(of path: RelativePath) throws(ShedError) -> OrderResult {
        let folder = try orderedFolder(path)
        return OrderResult(folder: path, items: items(of: folder))
    }

    fileprivate func items(of folder: OrderedFolder) -> [OrderResult.Item] {
        folder.children.map { child in
            // What has its own name has its own number; what gets another one has got that.
            let number = child.newName == child.name ? child.number : child.record
            return OrderResult.Item(
                id: isProvisional(child.id) ? nil : child.id, path: child.guestPath ?? folder.placed.path.appending(child.newName), key: child.key, number: number,
                isFolder: !child.isFile)
        }
    }
}

extension Transaction {
    /// Puts things of one folder elsewhere in its order (`order`), in the sequence in which they are named. Where their folder is
    /// numbered, those whose place is another one then get new numbers.
    ///
    /// As few keys are written as can be: one for each, where all have one.
    /// - Parameter parent: the folder, where guests may be among them; `nil`: the one in which all of them stand.
    public func order(
        _ paths: [RelativePath], _ place: OrderPlace, in parent: RelativePath? = nil, dryRun: Bool = false
    ) throws(ShedError) -> OrderResult {
        let paths = paths.once
        let parent = if let parent { parent } else { try folder(of: paths, place) }
        var folder = try folderToOrder(parent)
        let ids = try members(paths, of: folder)
        try put(ids, place, in: &folder)
        return try carryOut(folder, of: ids.count > Transaction.mostTold ? [parent] : paths, dryRun: dryRun)
    }

    /// Puts some of a folder elsewhere in it, in this sequence, in memory.
    func put(_ ids: [NodeID], _ place: OrderPlace, in folder: inout OrderedFolder) throws(ShedError) {
        let placed = folder.takeUpNumbers()
        let moved = Set(ids)
        var named: [NodeID: OrderedFolder.Child] = [:]
        for child in folder.children where moved.contains(child.id) { named[child.id] = child }
        var rest = folder.children.filter { !moved.contains($0.id) }
        let position: Int
        switch place {
        case .first: position = 0
        case .last: position = rest.count
        case .before(let path), .after(let path):
            guard let other = try members([path], of: folder).first, let found = rest.firstIndex(where: { $0.id == other }) else {
                throw ShedError(.usage, .besideItself(path: "\(path)"), remedy: .nameAnotherThere)
            }
            position = if case .before = place { found } else { found + 1 }
        }
        rest.insert(contentsOf: ids.compactMap { named[$0] }, at: position)
        folder.children = rest
        folder.giveKeys(placing: moved.union(placed))
        if let width = folder.width {
            try folder.number(digits: width, besides: names(in: folder.placed.path)) { $0.number != nil || moved.contains($0.id) }
        }
    }

    /// Puts all of a folder in order once. By name, nobody's order is left; else each gets its place as it is now.
    public func order(_ path: RelativePath, by basis: OrderBasis, dryRun: Bool = false) throws(ShedError) -> OrderResult {
        var folder = try folderToOrder(path)
        _ = folder.takeUpNumbers()
        let state = try load()
        switch basis {
        case .name:
            let own = path.isRoot ? template : nil
            let byID = Dictionary(folder.children.map { ($0.id, $0) }) { first, _ in first }
            let sorted = FolderOrder.byName(folder.children.map(\.node), own) { byID[$0.id]?.title ?? $0.place?.name ?? "" }
            folder.children = sorted.compactMap { byID[$0.id] }
            for position in folder.children.indices { folder.children[position].key = nil }
        case .modified, .created:
            folder.sort { child in
                let evidence = state.memory.seen[child.id]?.evidence ?? Evidence()
                return basis == .modified ? evidence.modified : Listing.created(child.node, evidence)
            }
            folder.giveAllKeys()
        }
        if let width = folder.width { try folder.number(digits: width, besides: names(in: path)) { $0.number != nil } }
        return try carryOut(folder, of: [path], .orderedBy(basis: basis.rawValue), dryRun: dryRun)
    }

    /// More things than this are not told one by one.
    static let mostTold = 20

    /// The folder in which all of them stand.
    private func folder(of paths: [RelativePath], _ place: OrderPlace) throws(ShedError) -> RelativePath {
        guard let first = paths.first, !first.isRoot else { throw ShedError(.usage, .projectHasNoPlace, remedy: .nameWhatIsInOneFolder) }
        for path in paths where path.isRoot || path.parent != first.parent {
            throw ShedError(.usage, .notInOneFolder(first: "\(first)", second: "\(path)"), remedy: .nameWhatIsInOneFolder)
        }
        switch place {
        case .first, .last: break
        case .before(let other), .after(let other):
            guard !paths.contains(other) else { throw ShedError(.usage, .besideItself(path: "\(other)"), remedy: .nameAnotherThere) }
            // One that is not there is told as that.
            _ = try find(other)
            guard !other.isRoot, other.parent == first.parent else {
                throw ShedError(.usage, .notInOneFolder(first: "\(first)", second: "\(other)"), remedy: .moveItThereFirst)
            }
        }
        return first.parent
    }

    /// A folder whose kind leaves its order to people.
    func folderToOrder(_ path: RelativePath) throws(ShedError) -> OrderedFolder {
        // What an interruption has left half done is no doing of a person's.
        if project.purpose == .change, isNumberingUnfinished { try finishNumbering() }
        let folder = try orderedFolder(path)
        try mayBe(.ordering(in: folder.placed))
        return folder
    }

    /// The nodes at some paths, which stand in the folder.
    private func members(_ paths: [RelativePath], of folder: OrderedFolder) throws(ShedError) -> [NodeID] {
        let there = Set(folder.children.map(\.id))
        let state = try load()
        var ids: [NodeID] = []
        for path in paths {
            let placed = try find(path, state)
            guard there.contains(placed.node.id) else { throw ShedError(.refused, .hasNoOrder(path: "\(path)"), remedy: .orderWhereItBelongs) }
            ids.append(placed.node.id)
        }
        return ids
    }

    // MARK: Writing

    /// Writes what became of a folder: the places first, then the names, then which numbers were written.
    ///
    /// Interrupted in between, the names are gone on with by the next walk that judges (``finishNumbering()``).
    /// - Parameters:
    ///   - paths: what the history names, as it is called before.
    ///   - words: how it was put in order, for the history; `nil`: by hand.
    func carryOut(_ folder: OrderedFolder, of paths: [RelativePath], _ words: Message? = nil, dryRun: Bool) throws(ShedError) -> OrderResult {
        let state = try load()
        var result = OrderResult(folder: folder.placed.path, items: items(of: folder))
        var (keys, numbers): ([Operation], [Operation]) = ([], [])
        var changes: [NumberIntent.Item] = []
        var guests: [Field] = []
        for child in folder.children {
            let isPlaced = child.isPlaced
            guard child.guestPath == nil else {
                if isPlaced { guests += child.fields(in: folder.placed.node.id) }
                continue
            }
            if isPlaced { keys.append(Operation(child.id, child.fields(in: folder.placed.node.id))) }
            let isNumbered = child.newName != child.name || child.record != OrderedFolder.Child.record(of: child.node)
            guard isPlaced || isNumbered else { continue }
            let item = NumberIntent.Item(id: child.id, from: child.name, to: child.newName, number: child.record, key: child.key)
            if isNumbered { numbers.append(item.operation) }
            changes.append(item)
        }
        result.written = keys.count + guests.count
        if !guests.isEmpty { keys.append(Operation(folder.placed.node.id, guests)) }
        result.renamed = changes.filter { $0.from != $0.to }.map { (folder.placed.path.appending($0.from), folder.placed.path.appending($0.to)) }
        guard !dryRun, !keys.isEmpty || !changes.isEmpty else { return result }
        // As they are called before.
        let told = keys.isEmpty ? [] : try findAll(paths)
        if result.renamed.isEmpty {
            try commit(keys + numbers)
        } else {
            try requireNames(result.renamed, state)
            try writeNumbers(NumberIntent(folder: folder.placed.node.id, items: changes), in: folder.placed.path, first: keys)
        }
        for placed in told { record(.ordered, placed, words: words) }
        return result
    }

    /// - Throws: where a rule says that something may not have the name that it is to get.
    private func requireNames(_ renamed: [(from: RelativePath, to: RelativePath)], _ state: ProjectState) throws(ShedError) {
        var entered = EnteredFolders()
        let targets = Dictionary(renamed.map { ($0.from, $0.to) }) { first, _ in first }
        for placed in try findAll(renamed.map(\.from)) {
            guard let to = targets[placed.path] else { continue }
            try fits(placed, to, state, &entered)
            if !placed.type.isDirectory { try mayBe(.moving(file: placed.path)) }
        }
    }
}
