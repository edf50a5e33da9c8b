import ShedModel

extension SavedBytes.Writer {
    /// The batches in their order, which operations name them by, and the bases.
    mutating func batches(of fold: Fold) {
        let vertices = fold.graph.vertices
        number(vertices.count)
        for vertex in vertices {
            batch(vertex.id)
            bytes.append((vertex.isFolded ? 1 : 0) | (vertex.isCounted ? 2 : 0) | (vertex.base == nil ? 0 : 4))
            if let base = vertex.base { batch(base) }
            id(vertex.header.project)
            replica(vertex.header.replica)
            fixed(vertex.header.sequence)
            fixed(UInt64(bitPattern: vertex.latest))
            for named in [vertex.header.parents, vertex.header.without] { batches(named, in: fold.graph) }
        }
        number(fold.bases.count)
        for base in fold.bases { batch(base) }
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
        let times = fold.graph.vertices.indices.map { fold.graph.vertices[$0].latest }
        try entries(into: &fold, batches)
        try hints(into: &fold, batches)
        try labels(into: &fold, batches)
        let latest = try number() == 0 ? nil : try stamp()
        let leastFuture = Int64(bitPattern: try fixed())
        let (unknown, unused) = (try number(), try number())
        guard isAtEnd, max(unknown, unused) < 1 << 48 else { throw SavedBytes.Malformed() }
        // What was from the future may have come, or what was not may be from it again.
        guard leastFuture > fold.limit, latest.map({ $0.milliseconds <= fold.limit }) ?? true else { return nil }
        fold.restore(maxStamp: latest, leastFuture: leastFuture, unknown: unknown, unused: unused, latest: times)
        return fold
    }

    /// - Returns: how many there are.
    private mutating func batches(into fold: inout Fold) throws(SavedBytes.Malformed) -> Int {
        let count = try count(of: 60)
        // Those that are named are read after those that name them, perhaps: first where each list of names begins.
        var lists: [Int] = []
        var vertices: [BatchGraph.Vertex] = []
        // With room for what comes: else all of them move for the first batch that is added.
        vertices.reserveCapacity(count + 64)
        lists.reserveCapacity(count)
        for _ in 0..<count {
            let (id, flags) = (try batch(), try byte())
            let base = flags & 4 != 0 ? try batch() : nil
            let header = Batch.Header(project: try self.id(), replica: try replica(), sequence: try fixed(), parents: [])
            let latest = Int64(bitPattern: try fixed())
            vertices.append(BatchGraph.Vertex(id: id, header: header, base: base, latest: latest, isFolded: flags & 1 != 0, isCounted: flags & 2 != 0))
            lists.append(position)
            for _ in 0..<2 { try skipNames(of: count) }
        }
        let end = position
        var parents = BatchNaming()
        parents.expect(count)
        for number in vertices.indices {
            position = lists[number]
            let named = try names(in: vertices) { parents.name($0, at: $1) }
            let missed = try names(in: vertices) { _, _ in }
            parents.begin(parents: named.count, without: missed.count)
            vertices[number].header.parents = named
            vertices[number].header.without = missed
        }
        position = end
        var bases: Set<BatchID> = []
        for _ in 0..<(try self.count(of: 32)) { bases.insert(try batch()) }
        guard fold.restore(vertices, parents, bases: bases) else { throw SavedBytes.Malformed() }
        return count
    }

    /// Passes over a list of batches that a header names.
    private mutating func skipNames(of count: Int) throws(SavedBytes.Malformed) {
        for _ in 0..<(try self.count(of: 1)) { if try place(in: count + 1) == 0 { _ = try batch() } }
    }

    /// - Parameter note: is told of each, and where that is.
    private mutating func names(
        in vertices: [BatchGraph.Vertex], note: (BatchID, Int?) -> Void
    ) throws(SavedBytes.Malformed) -> [BatchID] {
        let count = try self.count(of: 1)
        guard count > 0 else { return [] }
        var named: [BatchID] = []
        named.reserveCapacity(count)
        for _ in 0..<count {
            let place = try place(in: vertices.count + 1)
            let id = place == 0 ? try batch() : vertices[place - 1].id
            note(id, place == 0 ? nil : place - 1)
            named.append(id)
        }
        return named
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
