import ShedModel

extension SavedBytes.Writer {
    /// The batches in their order, which operations name them by, as ``KeptBatches`` looks at them; what they say of one another, and the bases.
    mutating func batches(of fold: Fold) {
        let graph = fold.graph
        var (rows, names) = (SavedBytes.Writer(), SavedBytes.Writer())
        var numbers: [KeptBatches.Source: Int] = [:]
        var sources: [KeptBatches.Source] = []
        for position in graph.indices {
            let vertex = graph[position]
            let source = KeptBatches.Source(
                project: vertex.header.project, replica: vertex.header.replica, base: vertex.base, isFolded: vertex.isFolded, isCounted: vertex.isCounted)
            let number = numbers[source] ?? sources.count
            if number == sources.count {
                numbers[source] = number
                sources.append(source)
            }
            rows.fixed(vertex.header.sequence)
            rows.fixed(UInt64(bitPattern: vertex.latest))
            rows.half(UInt32(truncatingIfNeeded: number))
            rows.half(names.named(by: vertex, at: position, in: graph))
        }
        self.sources(sources)
        number(graph.count)
        number(names.bytes.count)
        for position in graph.indices { batch(graph.id(at: position)) }
        for position in graph.ranked { half(UInt32(truncatingIfNeeded: position)) }
        bytes += rows.bytes
        bytes += names.bytes
        naming(of: graph)
        number(fold.bases.count)
        for base in fold.bases { batch(base) }
    }

    private mutating func sources(_ sources: [KeptBatches.Source]) {
        number(sources.count)
        for source in sources {
            id(source.project)
            replica(source.replica)
            bytes.append((source.isFolded ? 1 : 0) | (source.isCounted ? 2 : 0) | (source.base == nil ? 0 : 4))
            if let base = source.base { batch(base) }
        }
    }

    /// What tells whom a batch names: a place or, for any others than one that is there, a list of its own.
    private mutating func named(by vertex: BatchGraph.Vertex, at position: Int, in graph: BatchGraph) -> UInt32 {
        if vertex.header.parents.isEmpty, vertex.header.without.isEmpty { return 0 }
        if let parent = graph.onlyParent(at: position) { return UInt32(truncatingIfNeeded: parent + 1) }
        let start = bytes.count
        for named in [vertex.header.parents, vertex.header.without] { batches(named, in: graph) }
        return KeptBatches.listed | UInt32(truncatingIfNeeded: start)
    }

    /// By their places, and those that are not there by their identities.
    private mutating func batches(_ named: [BatchID], in graph: BatchGraph) {
        number(named.count)
        for id in named {
            if let place = graph.position(of: id) { number(place + 1) } else {
                number(0)
                batch(id)
            }
        }
    }

    private mutating func naming(of graph: BatchGraph) {
        let naming = graph.gatheredToEnd
        bytes.append((naming.isBranched ? 1 : 0) | (naming.hasFirst ? 2 : 0))
        number((graph.isLine ? graph.end ?? -1 : -1) + 1)
        number(naming.heads.count)
        for head in naming.heads { number(head) }
        number(naming.absent.count)
        for id in naming.absent { batch(id) }
        number(naming.forks.count)
        for fork in naming.forks {
            replica(fork.replica)
            fixed(fork.sequence)
            number(fork.batches.count)
            for id in fork.batches { batch(id) }
        }
    }

    mutating func operations(of fold: Fold) {
        number(fold.entries.count)
        for entry in fold.entries {
            id(entry.node.id)
            let operations = entry.operations()
            number(operations.count)
            for kept in operations {
                stamp(kept.at)
                number(Int(kept.batch))
                number(kept.set.count)
                for field in kept.set { self.field(field) }
            }
        }
        let hints = Array(fold.hints.all)
        number(hints.count)
        for hint in hints {
            number(hint.position)
            stamp(hint.stamp)
            field(hint.content.map { SeenContent.field($0) } ?? .other(SeenContent.field, .null))
        }
        let labels = fold.labels.operations
        number(labels.count)
        for stamped in labels {
            stamp(stamped.at)
            text(stamped.operation.label?.rawValue ?? "")
            id(stamped.operation.id)
            number(stamped.operation.set.count)
            for case .other(let name, let value) in stamped.operation.set {
                text(name)
                text(value.compact)
            }
        }
        number(fold.maxStamp == nil ? 0 : 1)
        if let latest = fold.maxStamp { stamp(latest) }
        fixed(UInt64(bitPattern: fold.leastFuture))
        number(fold.unknownOperations)
        number(fold.unusedOperations)
    }
}

extension SavedBytes.Reader {
    mutating func fold(into empty: Fold) throws(SavedBytes.Malformed) -> Fold? {
        var fold = empty
        for _ in 0..<(try count(of: 8)) { replicas.append(ReplicaID(rawValue: try fixed())) }
        let batches = try batches(into: &fold)
        try entries(into: &fold, batches)
        try hints(into: &fold, batches)
        try labels(into: &fold, batches)
        let latest = try number() == 0 ? nil : try stamp()
        let leastFuture = Int64(bitPattern: try fixed())
        let (unknown, unused) = (try number(), try number())
        guard isAtEnd, max(unknown, unused) < 1 << 48 else { throw SavedBytes.Malformed() }
        // What was from the future may have come, or what was not may be from it again.
        guard leastFuture > fold.limit, latest.map({ $0.milliseconds <= fold.limit }) ?? true else { return nil }
        fold.restore(maxStamp: latest, leastFuture: leastFuture, unknown: unknown, unused: unused)
        return fold
    }

    /// - Returns: how many there are.
    private mutating func batches(into fold: inout Fold) throws(SavedBytes.Malformed) -> Int {
        let sources = try sources()
        let count = try count(of: KeptBatches.width)
        let names = try self.count(of: 1)
        let start = position
        guard names <= end - start - KeptBatches.width * count else { throw SavedBytes.Malformed() }
        let lists = start + KeptBatches.width * count
        position = lists + names
        let flags = try byte()
        let last = try place(in: count + 1)
        guard let kept = KeptBatches(bytes, at: start, count, names: lists..<lists + names, sources: sources, end: last == 0 ? nil : last - 1)
        else { throw SavedBytes.Malformed() }
        var heads: Set<Int> = []
        for _ in 0..<(try self.count(of: 1)) { heads.insert(try place(in: count)) }
        var summary = BatchGraph.Summary(absent: try identities(), forks: try forks())
        for (source, tally) in zip(sources, kept.tallies) where tally.count > 0 {
            summary.sequences[source.replica] = max(summary.sequences[source.replica] ?? 0, tally.sequence)
        }
        let naming = BatchNaming(first: count, heads: heads, summary, isBranched: flags & 1 != 0, hasFirst: flags & 2 != 0)
        fold.restore(BatchGraph(kept, naming), bases: Set(try identities()))
        return count
    }

    private mutating func sources() throws(SavedBytes.Malformed) -> [KeptBatches.Source] {
        var sources: [KeptBatches.Source] = []
        for _ in 0..<(try count(of: 18)) {
            let (project, replica, flags) = (try id(), try replica(), try byte())
            let base = flags & 4 != 0 ? try batch() : nil
            sources.append(KeptBatches.Source(project: project, replica: replica, base: base, isFolded: flags & 1 != 0, isCounted: flags & 2 != 0))
        }
        return sources
    }

    private mutating func identities() throws(SavedBytes.Malformed) -> [BatchID] {
        var all: [BatchID] = []
        for _ in 0..<(try count(of: 32)) { all.append(try batch()) }
        return all
    }

    private mutating func forks() throws(SavedBytes.Malformed) -> [Fork] {
        var forks: [Fork] = []
        for _ in 0..<(try count(of: 10)) {
            let (replica, sequence) = (try replica(), try fixed())
            forks.append(Fork(replica: replica, sequence: sequence, batches: try identities()))
        }
        return forks
    }

    private mutating func entries(into fold: inout Fold, _ batches: Int) throws(SavedBytes.Malformed) {
        let count = try count(of: 17)
        fold.reserve(count)
        for _ in 0..<count {
            let id = try id()
            for _ in 0..<(try self.count(of: 11)) {
                let (at, batch) = (try stamp(), try place(in: batches))
                var set: [Field] = []
                for _ in 0..<(try self.count(of: 1)) { set.append(try field()) }
                fold.restore(StampedOperation(at, Operation(id, set)), of: Int32(truncatingIfNeeded: batch))
            }
        }
    }

    private mutating func hints(into fold: inout Fold, _ batches: Int) throws(SavedBytes.Malformed) {
        for _ in 0..<(try count(of: 11)) {
            let (position, at, field) = (try place(in: fold.entries.count), try stamp(), try field())
            guard batches > 0 else { throw SavedBytes.Malformed() }
            fold.restore(StampedOperation(at, Operation(fold.entries[position].node.id, [field])), of: 0)
        }
    }

    private mutating func labels(into fold: inout Fold, _ batches: Int) throws(SavedBytes.Malformed) {
        for _ in 0..<(try count(of: 20)) {
            let at = try stamp()
            guard let kind = LabelKind(rawValue: try string()), batches > 0 else { throw SavedBytes.Malformed() }
            let id = try id()
            var set: [Field] = []
            for _ in 0..<(try count(of: 2)) {
                let (name, text) = (try string(), try text())
                guard let value = try? JSONParser.parse(text) else { throw SavedBytes.Malformed() }
                set.append(.other(name, value))
            }
            fold.restore(StampedOperation(at, Operation(id, set, label: kind)), of: 0)
        }
    }
}
