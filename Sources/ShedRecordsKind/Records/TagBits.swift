import ShedModel
import ShedProject
import ShedRecords

/// Which of the tags that a query asks for the records have.
struct TagBits {
    private let model: Model
    /// For each tag of the query the tags of the project that it means: one in its group, or all of that name.
    private let wanted: [Set<NodeID>]

    init(_ query: Query?, _ model: Model) {
        self.model = model
        wanted = (query?.tags ?? []).map { TagBits.tags(of: $0, model) }
    }

    /// The tags that a word of a query means: a name also in several groups; `GROUP/NAME`, `/NAME` and an ID one alone.
    private static func tags(of word: String, _ model: Model) -> Set<NodeID> {
        let named = Set(model.labels.tags(named: word).map(\.id))
        return named.isEmpty ? Set([try? model.labels.tag(word).id].compactMap { $0 }) : named
    }

    /// - Throws: ``ShedError`` of kind usage for a tag that there is none of, with the nearest name.
    static func requireTags(of query: Query, _ model: Model) throws(ShedError) {
        for word in query.tags where tags(of: word, model).isEmpty { _ = try model.labels.tag(word) }
    }

    /// Bit n is set if the record has the nth tag of ``Query/tags``.
    func bits(of record: NodeID) -> UInt64 {
        guard !wanted.isEmpty, let node = model.nodes[record], node.hasDetails, let labels = node.details?.labels, !labels.tags.isEmpty else { return 0 }
        let tags = Set(labels.tags.map { model.labels.resolve(.tag, $0) })
        var bits: UInt64 = 0
        for (position, ids) in wanted.enumerated() where !ids.isDisjoint(with: tags) { bits |= 1 << UInt64(position) }
        return bits
    }
}
