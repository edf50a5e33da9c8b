import ShedModel

extension ProjectReader {
    /// Counts what stands in the project.
    public func statistics() throws(ShedError) -> Statistics {
        let state = try load()
        var statistics = Statistics(kind: home.kindName)
        var counted: [Node] = []
        let shelved = shelvedFolders(state)
        state.model.nodes.values.forEach { node in
            guard node.type != .project, node.role == nil, state.stands(node.id), !isShelved(node, shelved, state) else { return }
            counted.append(node)
        }
        let kind = try project.kind.count(counted, self)
        statistics.counts = kind?.counts ?? plainCounts(counted)
        statistics.countsFiles = kind == nil
        if let kind {
            statistics.taggedSort = kind.taggedSort
            statistics.plain = plainCounts(counted.filter { $0.type == .folder || $0.type == .file })
        }
        let labels = state.model.labels
        var tags: [NodeID: Int] = [:]
        var values: [NodeID: [VariableValue: Int]] = [:]
        for node in counted {
            let own = node.details?.labels
            let has = own.map { labels.tags(of: $0) } ?? []
            if kind?.isTaggable(node) ?? true {
                if has.isEmpty { statistics.untagged += 1 } else { statistics.tagged += 1 }
            }
            for tag in has { tags[tag.id, default: 0] += 1 }
            guard let own else { continue }
            for item in labels.values(of: own) { values[item.variable.id, default: [:]][item.value, default: 0] += 1 }
        }
        statistics.tags = labels.sortedTags.map { ($0, tags[$0.id] ?? 0) }
        statistics.values = labels.sortedVariables.map { summary(of: $0, values[$0.id] ?? [:]) }
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
        let folders = nodes.count { $0.type.isDirectory }
        return [
            Statistics.Count(key: "folders", title: "folders", number: folders),
            Statistics.Count(key: "files", title: "files", number: nodes.count - folders),
        ]
    }

    // MARK: Values

    private func summary(of variable: Variable, _ numbers: [VariableValue: Int]) -> Statistics.Values {
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

extension Project {
    /// Counts what stands in the project, with everything taken in that changed; where nothing can be written, as it would be.
    public func statistics() throws(ShedError) -> Statistics {
        let depth = kind.refreshDepth
        let reading: Reading
        do throws(ShedError) { reading = try refresh(depth) } catch {
            guard error.kind == .environment else { throw error }
            reading = Reading(project: self, outcome: try foreseeRefresh(depth))
        }
        return try reading.statistics()
    }

    /// The same with the words of all texts, which are read for it, where the project counts files.
    /// - Parameter beforeReading: asked before any text is read.
    /// - Returns: with the listing in which they were counted.
    public func statisticsWithWords(_ beforeReading: () throws -> Void = {}) throws -> (statistics: Statistics, listing: Listing?) {
        var statistics = try self.statistics()
        guard statistics.countsFiles else { return (statistics, nil) }
        try beforeReading()
        let listing = try self.listing(isRefreshed: true).counted(below: .root)
        let view = try listing.view(at: .root)
        statistics.counts.append(Statistics.Count(key: "words", title: "words", number: view.counts.words ?? 0))
        let model = try asKnown.load().model
        let folders = listing.contents(of: view).filter { $0.type.isDirectory && $0.id.flatMap { model.nodes[$0] }.map(countsApart) != true }
        statistics.words = folders.compactMap { folder in folder.counts.words.map { (folder.path, $0) } }
        return (statistics, listing)
    }
}
