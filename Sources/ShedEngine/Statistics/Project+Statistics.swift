import ShedModel
import ShedPapers

extension Project {
    /// Counts what stands in the project, with everything taken in that changed.
    public func statistics() throws(ShedError) -> Statistics {
        if hasPapers { try takeInPapers() } else { _ = try listing() }
        let state = try load()
        var statistics = Statistics(kind: file.kind)
        var counted: [Node] = []
        let shelved = shelvedFolders(state)
        state.model.nodes.values.forEach { node in
            guard node.type != .project, node.role == nil, state.stands(node.id), !isShelved(node, shelved, state) else { return }
            counted.append(node)
        }
        statistics.counts = hasPapers ? try paperCounts(counted) : plainCounts(counted)
        statistics.taggedSort = hasPapers ? "pages" : hasCollections ? "collections and records" : "files and folders"
        let labels = state.model.labels
        var tags: [NodeID: Int] = [:]
        var values: [NodeID: [VariableValue: Int]] = [:]
        for node in counted {
            let own = node.details?.labels
            let has = own.map { labels.tags(of: $0) } ?? []
            if !hasPapers || node.isPage {
                if has.isEmpty { statistics.untagged += 1 } else { statistics.tagged += 1 }
            }
            for tag in has { tags[tag.id, default: 0] += 1 }
            guard let own else { continue }
            for item in labels.values(of: own) { values[item.variable.id, default: [:]][item.value, default: 0] += 1 }
        }
        statistics.tags = labels.sortedTags.map { ($0, tags[$0.id] ?? 0) }
        statistics.values = labels.sortedVariables.map { Project.values(of: $0, values[$0.id] ?? [:]) }
        return statistics
    }

    /// Trash and Rejected.
    private func shelvedFolders(_ state: ProjectState) -> Set<NodeID> {
        Set(state.model.roleBearers.filter { state.model.nodes[$0]?.role == .trash || state.model.nodes[$0]?.role == .rejected })
    }

    private func isShelved(_ node: Node, _ shelved: Set<NodeID>, _ state: ProjectState) -> Bool {
        guard !shelved.isEmpty else { return false }
        var parent = node.place.map { state.model.resolve($0.parent) }
        // A project is not that deep; a circle of a hostile sidecar ends here.
        for _ in 0..<1_000 {
            guard let id = parent, id != self.id else { return false }
            if shelved.contains(id) { return true }
            parent = state.model.nodes[id]?.place.map { state.model.resolve($0.parent) }
        }
        return false
    }

    // MARK: Counts

    private func plainCounts(_ nodes: [Node]) -> [Statistics.Count] {
        func count(_ key: String, _ title: String, _ types: Set<NodeType>) -> Statistics.Count {
            Statistics.Count(key: key, title: title, number: nodes.count { types.contains($0.type) })
        }
        if hasCollections { return [count("collections", "collections", [.collection]), count("records", "records", [.record])] }
        return [count("folders", "folders", Set(NodeType.allCases.filter(\.isDirectory))), count("files", "files", Set(NodeType.allCases.filter { !$0.isDirectory }))]
    }

    private func paperCounts(_ nodes: [Node]) throws(ShedError) -> [Statistics.Count] {
        let book = try papers()
        let groups = book.groups
        func count(_ key: String, _ title: String, _ number: Int) -> Statistics.Count { Statistics.Count(key: key, title: title, number: number) }
        let texts = try textCounts()
        return [
            count("bundles", "bundles", book.bundles.count), count("bundlePages", "pages in bundles", book.bundles.reduce(0) { $0 + $1.pageCount }),
            count("docs", "docs", book.docs.count), count("groups", "page groups", groups.count),
            count("pages", "pages", groups.reduce(0) { $0 + $1.pages.count }),
            count("missingPages", "missing pages", groups.reduce(book.lost.count + book.rejected.count) { $0 + $1.missing.count }),
            count("versions", "versions of pages", groups.flatMap(\.pages).reduce(0) { $0 + (book.model.nodes[$1.id]?.pageVersions.count ?? 0) }),
            count("texts", "OCR variants with text", texts.done), count("textsQueued", "OCR variants without text yet", texts.queued),
            count("unusedBundles", "bundles that no page shows", book.bundles.count { $0.users.isEmpty }),
        ]
    }

    // MARK: Values

    private static func values(of variable: Variable, _ numbers: [VariableValue: Int]) -> Statistics.Values {
        var values = Statistics.Values(variable: variable, count: numbers.values.reduce(0, +), numbers: [])
        guard variable.type == .integer else {
            let known = variable.options.map { VariableValue.option($0) }
            // What is not offered any more comes last.
            let others = numbers.keys.filter { !known.contains($0) }.sorted { $0.description < $1.description }
            values.numbers = (known + others).map { ($0, numbers[$0] ?? 0) }
            return values
        }
        var integers: [(value: Int64, number: Int)] = []
        for case (.integer(let value), let number) in numbers { integers.append((value, number)) }
        integers.sort { $0.value < $1.value }
        guard let first = integers.first, let last = integers.last else { return values }
        let count = integers.reduce(0) { $0 + $1.number }
        values.mean = integers.reduce(0.0) { $0 + Double($1.value) * Double($1.number) } / Double(count)
        (values.smallest, values.largest) = (first.value, last.value)
        if integers.count <= Statistics.mostIntegers { values.numbers = integers.map { (.integer($0.value), $0.number) } }
        return values
    }
}
