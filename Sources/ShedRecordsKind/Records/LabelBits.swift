import ShedModel
import ShedProject
import ShedRecords

/// What of the tags and values that a query asks for holds of records.
struct LabelBits {
    /// What one of ``Query/labels`` means in a project.
    private enum Wanted {
        /// One tag in its group, or all of that name.
        case tags(Set<NodeID>)
        case value(SearchLabels)
        case nothing
    }

    private let model: Model
    private let wanted: [Wanted]

    init(_ query: Query?, _ model: Model) {
        self.model = model
        wanted = (query?.labels ?? []).map { label in
            switch label {
            case .tag(let name): .tags(LabelBits.tags(of: name, model))
            case .value(let test): (try? LabelBits.value(test, model)).map { .value($0) } ?? .nothing
            }
        }
    }

    /// The tags that a word of a query means: a name also in several groups; `GROUP/NAME`, `/NAME` and an ID one alone.
    private static func tags(of word: String, _ model: Model) -> Set<NodeID> {
        let named = Set(model.labels.tags(named: word).map(\.id))
        return named.isEmpty ? Set([try? model.labels.tag(word).id].compactMap { $0 }) : named
    }

    private static func value(_ test: String, _ model: Model) throws(ShedError) -> SearchLabels? {
        var search = Search()
        search.marks.values = [test]
        return try SearchLabels(search, model.labels)
    }

    /// - Throws: ``ShedError`` of kind usage for a tag or a variable that there is none of, with the nearest name, and for a value that the
    ///   variable cannot have.
    static func requireLabels(of query: Query, _ model: Model) throws(ShedError) {
        for label in query.labels {
            switch label {
            case .tag(let name): if tags(of: name, model).isEmpty { _ = try model.labels.tag(name) }
            case .value(let test): _ = try value(test, model)
            }
        }
    }

    /// Bit n is set if the nth of ``Query/labels`` holds.
    func bits(of record: NodeID) -> UInt64 {
        guard !wanted.isEmpty, let node = model.nodes[record], node.hasDetails, let labels = node.details?.labels, !labels.isEmpty else { return 0 }
        let tags = Set(labels.tags.map { model.labels.resolve(.tag, $0) })
        var bits: UInt64 = 0
        for (position, wanted) in wanted.enumerated() {
            let holds = switch wanted {
            case .tags(let ids): !ids.isDisjoint(with: tags)
            case .value(let test): test.fit(node, model.labels)
            case .nothing: false
            }
            if holds { bits |= 1 << UInt64(position) }
        }
        return bits
    }
}
