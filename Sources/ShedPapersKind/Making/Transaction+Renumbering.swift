import ShedDisk
import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile

extension Transaction {
    /// Puts numbers before the names of what stands in one folder, in this order: 01, 02, ….
    ///
    /// Names that another one still bears are got out of the way first. An interruption leaves some with their new numbers
    /// and some with their old ones; two of one number are in order when the next walk has numbered them.
    /// - Parameters:
    ///   - kept: those of them that keep their names, and the numbers before these: the others are numbered past them.
    ///   - reason: why, for the history: a sentence.
    @discardableResult
    public func renumber(
        _ nodes: [NodeID], in folder: RelativePath, keeping kept: Set<NodeID> = [], reason: Message = PaperReason.numberedAnew, dryRun: Bool = false
    ) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        let state = try load()
        let numbers = try papers().orderNumbers(among: Set(nodes.map(state.model.resolve)))
        var items: [Numbered] = []
        for id in nodes {
            guard let node = state.model.nodes[state.model.resolve(id)], let name = node.place?.name, state.model.path(of: id)?.parent == folder else {
                throw ShedError(.usage, "\(id) does not stand in \(folder)", remedy: "Name what stands in one folder.")
            }
            items.append(
                Numbered(
                    id: node.id, from: name, to: name, isFile: !node.type.isDirectory, hasNumber: numbers[node.id] != nil,
                    isKept: kept.contains(node.id)))
        }
        let changes = Numbered.numbering(items, besides: try names(in: folder)).filter { $0.from != $0.to }
        let result = changes.map { (from: folder.appending($0.from), to: folder.appending($0.to)) }
        guard !dryRun else { return result }
        guard !changes.isEmpty else {
            try recordOrder(papers(), in: [folder])
            return result
        }
        try rename(changes.map { NameChange(id: $0.id, from: $0.from, to: $0.to) }, in: folder, reason: reason)
        try recordNumbers(of: changes.map(\.id))
        try recordOrder(papers(), in: [folder])
        return result
    }

    /// Says in the sidecar that shed wrote the numbers before some names, where that is not known.
    func recordNumbers(of nodes: [NodeID]) throws(ShedError) {
        let model = try load().model
        try commit(nodes.compactMap { id in
            guard let node = model.nodes[model.resolve(id)], let name = node.place?.name, let number = OrderedName(name).number,
                model.writtenNumber(of: node) == nil
            else { return nil }
            return Operation(node.id, [PaperField.numberField(number)])
        })
    }

    /// Says in the sidecar which place groups and pages have in their order, where it does not say that yet.
    /// - Parameter folders: docs and groups, by their paths; `nil`: all.
    func recordOrder(_ view: PapersView, in folders: Set<RelativePath>? = nil) throws(ShedError) {
        try commit(view.newOrder(in: folders).sorted { $0.key < $1.key }.map { Operation($0.key, [.order($0.value)]) })
    }
}
