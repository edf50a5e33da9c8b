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
        wanted = (query?.tags ?? []).map { word in
            if let slash = word.firstIndex(of: "/"), let group = model.labels.group(named: String(word[..<slash])) {
                return Set([model.labels.tag(named: String(word[word.index(after: slash)...]), in: group.id)?.id].compactMap { $0 })
            }
            return Set(model.labels.tags(named: word).map(\.id))
        }
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
