import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedRecords
import ShedRules

/// A collection: a folder of records.
public struct RecordCollection: Sendable {
    public var id: NodeID
    public var name: Name

    public var path: RelativePath { RelativePath([name]) }
}

extension ProjectReader {
    /// - Throws: in a project of another kind.
    public func requireCollections() throws(ShedError) {
        guard records == nil else { return }
        throw ShedError(
            .usage, .noCollectionsHere(name: "\(home.name)", kind: "\(home.kindName)"), remedy: .newRecordsMakesOne)
    }

    /// The collections, in the order of their names.
    public func collections() throws(ShedError) -> [RecordCollection] {
        try requireCollections()
        let state = try load()
        var result: [RecordCollection] = []
        for id in state.model.children(of: self.id) where state.stands(id) {
            guard let node = state.model.nodes[id], node.type == .collection, let name = node.place?.name else { continue }
            result.append(RecordCollection(id: id, name: name))
        }
        return result.sorted { $0.name == $1.name ? $0.id < $1.id : Listing.naturallyPrecedes($0.name, $1.name) }
    }

    /// How many records a collection has: one look at each.
    public func count(of collection: RecordCollection) throws(ShedError) -> Int { try load().recordCount(in: collection.id) }

    /// The collection that a person means: by its name, case and normalisation aside if no name is just so, or its ID.
    /// - Parameter isToBeFilled: whether something is to be put into it: then it may be one that is still to be made.
    public func collection(_ word: [UInt8], isToBeFilled: Bool = false) throws(ShedError) -> RecordCollection {
        let all = try collections()
        var word = word
        while word.count > 1, word.last == UInt8(ascii: "/") { word.removeLast() }
        let name = Name(bytes: word)
        if let exact = all.first(where: { $0.name == name }) { return exact }
        let key = FoldKey(name)
        if let like = all.first(where: { FoldKey($0.name) == key }) { return like }
        if let id = name.text.flatMap({ NodeID($0) ?? LinkTo.node(of: $0) }), let known = all.first(where: { $0.id == id }) { return known }
        let nearest = name.text.flatMap { Nearest.of($0, among: all.compactMap(\.name.text)) }
        var remedy = Message.didYouMean(oneOf: nearest.map { [EscapedText.escape(Array($0.utf8))] } ?? [])
            ?? (all.isEmpty ? .noneYetMake(command: "shed collection new NAME") : .listsThem(command: "shed collection list"))
        if isToBeFilled {
            let making = Message.makesIt(command: "shed collection new \(ShellWord.quote(word))")
            remedy = all.isEmpty ? making : .sentences(first: remedy, second: making)
        }
        throw ShedError(.usage, .noSuchCollection(name: "\(name)"), remedy: remedy)
    }
}

extension ProjectState {
    /// The records that stand in a collection, in no order.
    func recordIDs(in collection: NodeID) -> [NodeID] {
        model.children(of: collection).filter { model.nodes[$0]?.type == .record && stands($0) }
    }
}
