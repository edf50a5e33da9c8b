import ShedIndex
import ShedModel
import ShedProject

/// Holds the rows of a collection, one after the other, against what the last walk saw.
struct RecordRowCheck {
    enum Verdict {
        /// It is about the file of a record that stands in the collection, as the last walk saw it.
        case counts
        /// It is about no record that stands there now.
        case stray
        /// It is about an earlier state of the file.
        case old
    }

    private let collection: NodeID
    private let state: ProjectState
    private let believesAll: Bool
    /// What is known from an earlier search, as far as it still holds.
    private var known: RecordTrust?
    private var foreign: ProjectIndex.Foreign?
    private var strays: Set<NodeID> = []
    private var fresh = 0
    /// Of the nodes that were doubted, those whose rows count.
    private var confirmed: Set<NodeID> = []

    /// - Parameters:
    ///   - known: from an earlier search.
    ///   - believesAll: whether rows were just made, so that none can be old.
    init(_ collection: NodeID, _ state: ProjectState, _ known: RecordTrust?, believesAll: Bool) {
        self.collection = collection
        self.state = state
        self.known = known
        self.believesAll = believesAll
    }

    /// Takes note of what others have written into the index before the rows that follow.
    mutating func begin(_ foreign: ProjectIndex.Foreign) {
        self.foreign = foreign
        if known?.foreign != foreign { known = nil }
        strays = known?.strays.subtracting(known?.doubted ?? []) ?? []
    }

    /// Looks at the next row.
    mutating func look(at row: ProjectIndex.ContentRowView) -> Verdict {
        if let known {
            let isDoubted = !known.doubted.isEmpty && known.doubted.contains(row.id)
            if !isDoubted { return !strays.isEmpty && strays.contains(row.id) ? .stray : .counts }
        }
        guard state.isRecord(row.id, in: collection) else {
            strays.insert(row.id)
            return .stray
        }
        guard believesAll || state.isFresh(row) else { return .old }
        if known == nil { fresh += 1 } else { confirmed.insert(row.id) }
        return .counts
    }

    /// Whether no record is without a row; after the last one. A record without a row was never read.
    var isWhole: Bool {
        if believesAll { return true }
        if let known { return known.doubted.allSatisfy { confirmed.contains($0) || !state.isRecord($0, in: collection) } }
        return fresh == state.recordCount(in: collection)
    }

    /// What is known now that all rows were looked at and ``isWhole``; `nil` where that is nothing to build on.
    var trust: RecordTrust? {
        // Rows that were just made may be of files that changed in the same tick: they are looked at next time.
        if believesAll { return known }
        guard !state.memory.isEmpty, strays.count <= RecordTrust.most, let foreign else { return nil }
        return RecordTrust(foreign: foreign, strays: strays)
    }
}

extension ProjectState {
    /// Whether a node is a record that stands in a collection.
    func isRecord(_ id: NodeID, in collection: NodeID) -> Bool {
        guard let position = model.nodes.position(of: id), model.nodes.values[position].type == .record,
            let parent = model.nodes.values[position].place?.parent
        else { return false }
        return model.resolve(parent) == collection && stands(id)
    }

    /// How many records stand in a collection.
    func recordCount(in collection: NodeID) -> Int { model.children(of: collection).count { isRecord($0, in: collection) } }

    /// Whether a row is about the file as the last walk saw it.
    func isFresh(_ row: ProjectIndex.ContentRowView) -> Bool {
        guard !row.isRacy, let position = memory.seen.position(of: row.id) else { return false }
        return row.stamp == ContentStamp(memory.seen.values[position].evidence)
    }
}
