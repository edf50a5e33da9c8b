import ShedMessages
import ShedModel
import ShedReconcile

/// What is being done to the order of one folder and the numbers before its names: kept in the index from before the first of it until
/// all is done, so that after an interruption it can be gone on with, and it is known which numbers are shed's and which are a person's
/// title.
struct NumberIntent: Equatable {
    struct Item: Equatable {
        var id: NodeID
        var from: Name
        var to: Name
        /// What is recorded of it in the end.
        var number: Int?
        /// Its place in the order.
        var key: OrderKey?

        var change: NameChange { NameChange(id: id, from: from, to: to) }
        var operation: Operation { Operation(id, [.other(FolderOrder.numberField, number.map { .integer(Int64($0)) } ?? .null)]) }
    }

    var folder: NodeID
    var items: [Item]

    static let key = "order.numbering"

    init(folder: NodeID, items: [Item]) { (self.folder, self.items) = (folder, items) }

    /// A line for the folder, and one for each thing: ID, number or `-`, key or `-`, both names in hexadecimal.
    var bytes: [UInt8] {
        var text = "\(folder)\n"
        for item in items {
            text += "\(item.id) \(item.number.map(String.init) ?? "-") \(item.key?.description ?? "-") "
            text += "\(Hexadecimal.string(of: item.from.bytes)) \(Hexadecimal.string(of: item.to.bytes))\n"
        }
        return Array(text.utf8)
    }

    /// `nil` for what is none.
    init?(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first, let folder = NodeID(String(decoding: first, as: UTF8.self)) else { return nil }
        self.folder = folder
        items = []
        for line in lines.dropFirst() {
            let parts = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
            guard parts.count == 5, let id = NodeID(parts[0]), let from = Hexadecimal.bytes(of: parts[3]).map({ Name(bytes: $0) }),
                let to = Hexadecimal.bytes(of: parts[4]).map({ Name(bytes: $0) }), from.isPossible, to.isPossible
            else { return nil }
            let (number, key) = (Int(parts[1]), OrderKey(parts[2]))
            guard number != nil || parts[1] == "-", number.map((0...999_999).contains) ?? true, key != nil || parts[2] == "-" else { return nil }
            items.append(Item(id: id, from: from, to: to, number: number, key: key))
        }
    }
}

extension Transaction {
    /// Puts a number before each name in a folder, by its order (`order --numbered`): all get a place in it, so that it stays. A number
    /// that was written before gives way; all else of a name stays behind the new one, whatever it begins with.
    /// - Parameter digits: in how many at least, 1 to ``NumberPrefix/mostDigits``; `nil`: two, or what is needed.
    public func number(_ path: RelativePath, digits: Int? = nil, dryRun: Bool = false) throws(ShedError) -> OrderResult {
        var folder = try folderToNumber(path)
        folder.giveAllKeys()
        try folder.number(digits: digits ?? 0, besides: names(in: path)) { _ in true }
        return try carryOut(folder, of: [path], .orderedBy(basis: "number"), dryRun: dryRun)
    }

    /// Takes away the numbers that were written before the names in a folder (`order --unnumbered`). The order stays.
    public func unnumber(_ path: RelativePath, dryRun: Bool = false) throws(ShedError) -> OrderResult {
        var folder = try folderToNumber(path)
        folder.unnumber(besides: try names(in: path))
        return try carryOut(folder, of: [path], dryRun: dryRun)
    }

    /// What a person did to the numbers there is taken up first.
    private func folderToNumber(_ path: RelativePath) throws(ShedError) -> OrderedFolder {
        var folder = try folderToOrder(path)
        guard project.kind.followsNumbers else { throw ShedError(.refused, .noNumbersInKind(kind: "\(home.kindName)"), remedy: .orderWithoutNumbers) }
        _ = folder.takeUpNumbers()
        return folder
    }

    // MARK: Following people

    /// Puts things where the numbers say that a person gave them with another program, in folders in which shed wrote some.
    ///
    /// Asked again, what was taken up is nothing to be done. No file gets another name.
    package func takeUpNumbers(in folders: Set<NodeID>) throws(ShedError) {
        var operations: [Operation] = []
        var told: [RelativePath] = []
        for change in try changedNumbers(in: folders) {
            operations += change.operations
            told += change.paths.count > Transaction.mostTold ? [change.path] : change.paths
        }
        guard !operations.isEmpty else { return }
        let placed = try findAll(told)
        try commit(operations)
        for placed in placed { record(.ordered, placed, words: .orderedBy(basis: "number")) }
    }

    // MARK: Writing

    /// Gives names with their numbers, and records which were written.
    /// - Parameter keys: what is written before that.
    func writeNumbers(_ intent: NumberIntent, in path: RelativePath, first keys: [Operation] = []) throws(ShedError) {
        try requireWriting()
        store.changeMeta { $0.kindData[NumberIntent.key] = intent.bytes }
        do throws(ShedError) {
            // Before: a batch is in the sidecar before the index is saved.
            try saveMeta()
            try commit(keys)
        } catch {
            try? forgetNumbering()
            throw error
        }
        do throws(ShedError) {
            try rename(intent.items.filter { $0.from != $0.to }.map(\.change), in: path, reason: .numberedAnew)
        } catch {
            // What has its name has its number; the others stay as they were.
            try? noteNumbers(intent)
            throw error
        }
        try noteNumbers(intent)
    }

    /// Records the numbers of what is called as it was to be, and that nothing is left to be done.
    private func noteNumbers(_ intent: NumberIntent) throws(ShedError) {
        let model = try load().model
        store.changeMeta { $0.kindData[NumberIntent.key] = nil }
        let done = intent.items.filter { item in
            guard let node = model.nodes[model.resolve(item.id)] else { return false }
            return node.place?.name == item.to && OrderedFolder.Child.record(of: node) != item.number
        }
        if done.isEmpty { try saveMeta() } else { try commit(done.map(\.operation)) }
    }

    /// Whether numbers were being written when shed was interrupted.
    package var isNumberingUnfinished: Bool { ((try? load())?.meta.kindData[NumberIntent.key]) != nil }

    /// Goes on where shed was interrupted while it wrote numbers; what a person called otherwise meanwhile keeps that name.
    package func finishNumbering() throws(ShedError) {
        let state = try load()
        guard let bytes = state.meta.kindData[NumberIntent.key] else { return }
        try requireWriting()
        guard var intent = NumberIntent(bytes), let path = state.model.path(of: intent.folder), state.stands(state.model.resolve(intent.folder)) else {
            return try forgetNumbering()
        }
        let folder = state.model.resolve(intent.folder)
        let keys = intent.items.compactMap { item -> Operation? in
            guard let node = state.model.nodes[state.model.resolve(item.id)], let place = node.place, state.model.resolve(place.parent) == folder,
                FolderOrder.key(of: node, in: state.model) != item.key
            else { return nil }
            return Operation(node.id, FolderOrder.fields(item.key, in: folder))
        }
        var taken = try names(in: path)
        intent.items = intent.items.compactMap { item in
            guard let node = state.model.nodes[state.model.resolve(item.id)], let place = node.place, state.model.resolve(place.parent) == folder,
                state.stands(node.id)
            else { return nil }
            let isBorne = item.change.isBorne(as: place.name)
            guard isBorne || place.name == item.from else { return nil }
            var item = item
            (item.id, item.from) = (node.id, place.name)
            return item
        }
        taken.subtract(intent.items.map { FoldKey($0.from) })
        var free = FreeNames(besides: taken)
        for position in intent.items.indices {
            let isFile = state.model.nodes[intent.items[position].id]?.type.isDirectory == false
            intent.items[position].to = free.take(intent.items[position].to, keepsSuffix: isFile)
        }
        try writeNumbers(intent, in: path, first: keys)
    }

    /// Ends what was interrupted where it was taken back instead (`undo`): what still has its new name has its number.
    func endNumbering() throws(ShedError) {
        guard let bytes = try load().meta.kindData[NumberIntent.key] else { return }
        if let intent = NumberIntent(bytes) { try noteNumbers(intent) } else { try forgetNumbering() }
    }

    private func forgetNumbering() throws(ShedError) {
        store.changeMeta { $0.kindData[NumberIntent.key] = nil }
        try saveMeta()
    }
}

/// What people did to numbers in one folder.
package struct ChangedNumbers {
    /// The folder's.
    var path: RelativePath
    var operations: [Operation]
    /// Of those that got another place.
    var paths: [RelativePath]
}

extension ProjectReader {
    /// Whether names and what is recorded of them belong together: the sidecar is whole, and git has finished what it does.
    package func mayFollowNumbers() throws(ShedError) -> Bool { try load().incomplete.isEmpty && !home.gitIsAtWork }

    /// What was done to the numbers before names in some folders, by other programs. Nothing where something is still on its way.
    package func changedNumbers(in folders: Set<NodeID>) throws(ShedError) -> [ChangedNumbers] {
        guard try mayFollowNumbers() else { return [] }
        let state = try load()
        var changes: [ChangedNumbers] = []
        for id in folders.sorted() {
            guard let path = state.model.path(of: id), state.stands(id) || path.isRoot, var folder = try? orderedFolder(path),
                !folder.children.contains(where: { state.memory.unsettled.incomingMoves[$0.id] != nil })
            else { continue }
            let moved = folder.takeUpNumbers()
            let operations = folder.children.compactMap { child -> Operation? in
                var fields: [Field] = []
                if child.isPlaced { fields += child.fields(in: folder.placed.node.id) }
                if child.guestPath != nil { return fields.isEmpty ? nil : Operation(folder.placed.node.id, fields) }
                if child.record != OrderedFolder.Child.record(of: child.node) {
                    fields.append(.other(FolderOrder.numberField, child.record.map { .integer(Int64($0)) } ?? .null))
                }
                return fields.isEmpty ? nil : Operation(child.id, fields)
            }
            guard !operations.isEmpty else { continue }
            let paths = folder.children.filter { moved.contains($0.id) }.map { path.appending($0.name) }
            changes.append(ChangedNumbers(path: path, operations: operations, paths: paths))
        }
        return changes
    }

    /// The folders in which something has a number that was written before its name.
    /// - Parameter some: those that are asked about; `nil`: all.
    package func numberedFolders(among some: Set<NodeID>? = nil) throws(ShedError) -> Set<NodeID> {
        let state = try load()
        func isNumbered(_ id: NodeID) -> Bool {
            guard let node = state.model.nodes[id], node.hasDetails else { return false }
            return node.details?.other[FolderOrder.numberField] != nil && state.stands(id)
        }
        if let some { return some.filter { state.model.presentChildren(of: $0).contains(where: isNumbered) } }
        var folders: Set<NodeID> = []
        for node in state.model.nodes.values where node.hasDetails && node.details?.other[FolderOrder.numberField] != nil {
            if let parent = node.place?.parent, state.stands(node.id) { folders.insert(state.model.resolve(parent)) }
        }
        return folders
    }
}
