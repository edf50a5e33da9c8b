import ShedModel
import ShedReconcile
import ShedReplicas
import ShedRules
import ShedSidecar
import ShedSimulatedDisk

/// What did not converge.
struct Problem: Hashable, Sendable, CustomStringConvertible {
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case trees
        case ids
        case fields
        case fresh
        case text
        case givenUp = "given up"
        case unrest
        case unknown
    }

    var kind: Kind
    var words: String

    var description: String { "\(kind.rawValue): \(words)" }
}

extension Fleet {
    /// More rounds than anything needs.
    private static let mostRounds = 10

    /// Everything arrives, clocks go on, and all devices look, until none has anything to say in two rounds.
    /// - Returns: what did not converge.
    mutating func heal() -> [Problem] {
        deliver()
        for number in devices.indices { devices[number].settled = nil }
        var quiet = 0
        var writers: [(number: Int, batches: [Batch])] = []
        for _ in 0..<Fleet.mostRounds {
            time += 11 * 60_000
            var isQuiet = true
            for number in devices.indices where setting.isThorough || !devices[number].isSettled {
                let walked = look(number, .sync())
                guard !walked.batches.isEmpty || walked.hasMoved else { continue }
                isQuiet = false
                writers.append((number, walked.batches))
            }
            quiet = isQuiet ? quiet + 1 : 0
            if quiet == 2 { break }
            deliver()
        }
        var problems: [Problem] = []
        if quiet < 2 {
            let words = writers.suffix(devices.count).map { "\($0.number): \($0.batches.flatMap { $0.operations.map { "\($0.operation)" } })" }
            problems = [Problem(kind: .unrest, words: words.joined(separator: "\n  "))]
        }
        for file in devices[0].sidecar.files where file.content.isMisread {
            problems.append(Problem(kind: .fields, words: "a batch is not read as it was written: \(file.batch.operations.map { "\($0.operation)" })"))
        }
        problems += treeProblems()
        // What still changes says nothing of what it comes to.
        guard problems.isEmpty else { return problems }
        // Looked at where they are: a device is large.
        let states = devices.indices.map { devices[$0].loaded(setting) }
        let bindings = devices.indices.map { binding(of: devices[$0], states[$0]) }
        let folds = folds()
        return nodeProblems(states, bindings, folds) + freshProblems(bindings[0], folds[0]) + givenProblems(states[0], bindings[0])
    }

    private func treeProblems() -> [Problem] {
        var problems: [Problem] = []
        let first = devices[0].disk
        let paths = first.paths
        for number in devices.indices.dropFirst() where !isTree(devices[number].disk, paths, of: first) {
            problems.append(Problem(kind: .trees, words: "\(text(of: first)) | \(text(of: devices[number].disk))"))
        }
        let there = Set(devices[0].disk.contents.keys)
        for text in texts.subtracting(there) { problems.append(Problem(kind: .text, words: String(decoding: text, as: UTF8.self))) }
        return problems
    }

    private func isTree(_ disk: SimulatedDisk, _ paths: [RelativePath], of other: SimulatedDisk) -> Bool {
        disk.paths == paths && paths.allSatisfy { disk.isDirectory($0) == other.isDirectory($0) && disk.content(at: $0) == other.content(at: $0) }
    }

    private func text(of disk: SimulatedDisk) -> [String] {
        disk.paths.map { "\($0) \(String(decoding: disk.isDirectory($0) ? [] : disk.content(at: $0) ?? [], as: UTF8.self))" }
    }

    /// The node of each path, as a device has it that has just looked.
    private func binding(of device: Device, _ state: Knowledge) -> [RelativePath: NodeID] {
        if !setting.isThorough, device.isSettled, let settled = device.settled { return paths(of: settled.binding, in: device.scan.snapshot, state.model) }
        let (snapshot, keys) = device.disk.scan()
        var situation = Situation(
            model: state.model, memory: state.memory, snapshot: snapshot, conventions: setting.conventions, request: .refresh(), now: device.now)
        situation.model.setMissing(state.memory.missing)
        situation.disk.hasCarrier = true
        situation.disk.isReplicaActive = true
        situation.hints = state.hints
        for entry in situation.snapshot.entries.indices where situation.snapshot.entries[entry].kind == .file {
            situation.answers.hashes[entry] = device.disk.inodes[keys[entry]]?.hash
        }
        var ids = CountingIDs(seed: 99)
        let plan = Plan.make(situation, ids: &ids)
        return paths(of: plan.binding, in: situation.snapshot, state.model)
    }

    private func paths(of binding: [NodeID?], in snapshot: Snapshot, _ model: Model) -> [RelativePath: NodeID] {
        var result: [RelativePath: NodeID] = [:]
        for (entry, id) in binding.enumerated() { if let id { result[snapshot.path(of: entry)] = model.resolve(id) } }
        return result
    }

    /// - Parameters:
    ///   - states: what each device knows.
    ///   - bindings: the node of each path on each of them.
    ///   - folds: what the batches of each of them fold to.
    private func nodeProblems(_ states: [Knowledge], _ bindings: [[RelativePath: NodeID]], _ folds: [Knowledge]) -> [Problem] {
        var problems: [Problem] = []
        let first = bindings[0]
        for number in devices.indices {
            let (state, own) = (states[number], bindings[number])
            if own != first {
                for path in Set(first.keys).union(own.keys).sorted() where first[path] != own[path] {
                    problems.append(Problem(kind: .ids, words: "\(path): 0 has \(text(first[path])), \(number) has \(text(own[path]))"))
                }
            }
            let folded = folds[number].model
            let (giving, given) = (state.model.outplaced, folded.outplaced)
            if giving != given { problems.append(Problem(kind: .fields, words: "\(number) has give way \(giving.subtracting(given)), and not \(given.subtracting(giving))")) }
            for node in folded.nodes.values where state.model.nodes[node.id].map({ !isSame($0, node) }) ?? true {
                let (known, now) = (fields(state.model.nodes[node.id]), fields(node))
                if known != now { problems.append(Problem(kind: .fields, words: "\(number), \(text(node.id)): \(known.filter { !now.contains($0) }), folded \(now.filter { !known.contains($0) })")) }
            }
        }
        return problems
    }

    /// Whether all that ``fields(_:)`` says of two nodes is the same.
    private func isSame(_ left: Node, _ right: Node) -> Bool {
        guard left.type == right.type, left.role == right.role, left.accepts == right.accepts, left.place == right.place else { return false }
        guard left.hasDetails || right.hasDetails else { return true }
        let (one, two) = (left.details ?? NodeDetails(), right.details ?? NodeDetails())
        return one.origin == two.origin && one.rejection == two.rejection && one.exception == two.exception && one.unexplained == two.unexplained
            && one.content == two.content && one.order == two.order && one.labels.tags == two.labels.tags && one.other.keys == two.other.keys
    }

    private func fields(_ node: Node?) -> [String] {
        guard let node else { return ["none"] }
        let details = node.details ?? NodeDetails()
        return [
            "\(node.type)", "\(String(describing: node.role))", "\(String(describing: node.accepts))", "\(String(describing: node.place))",
            "origin \(String(describing: details.origin))", "rejection \(String(describing: details.rejection))", "exception \(details.exception)",
            "unexplained \(String(describing: details.unexplained))", "content \(String(describing: details.content))", "order \(String(describing: details.order))",
            "tags \(details.labels.tags.sorted())", "other \(details.other.keys.sorted())",
        ]
    }

    /// What the batches of each device fold to. The same batches give the same where none of them is from the future by either clock.
    private func folds() -> [Knowledge] {
        let latest = devices[0].sidecar.files.map(\.content.latest).max() ?? 0
        var folds: [Knowledge] = []
        for number in devices.indices {
            let isLikeFirst = devices[number].sidecar == devices[0].sidecar && latest <= min(devices[number].now, devices[0].now) + HybridClock.tolerance
            if isLikeFirst, let first = folds.first {
                folds.append(first)
            } else {
                var device = devices[number]
                device.shared = shared
                folds.append(device.folded(setting, before: nil))
            }
        }
        return folds
    }

    /// What a device that never looked reads from the same batches and the same disk.
    /// - Parameter folded: what the batches of the first device fold to, for one that knew nothing.
    private func freshProblems(_ own: [RelativePath: NodeID], _ folded: Knowledge) -> [Problem] {
        var fresh = Device(devices.count, offset: 0)
        fresh.sidecar = devices[0].sidecar
        fresh.disk.clock = devices[0].disk.clock
        for path in devices[0].disk.paths {
            if devices[0].disk.isDirectory(path) { fresh.disk.mkdir(path) } else { fresh.disk.put(path, devices[0].disk.content(at: path) ?? [], modified: 0, work: 0) }
        }
        let other = binding(of: fresh, folded)
        return own == other ? [] : own.keys.sorted().filter { own[$0] != other[$0] }.map {
            Problem(kind: .fresh, words: "\($0): \(text(own[$0])), a fresh device reads \(text(other[$0]))")
        }
    }

    /// IDs that were given to files that are still there, and that these have no more.
    private func givenProblems(_ state: Knowledge, _ nodes: [RelativePath: NodeID]) -> [Problem] {
        var paths: [Int: [RelativePath]] = [:]
        for path in devices[0].disk.paths where !devices[0].disk.isDirectory(path) {
            if let work = devices[0].disk.work(at: path) { paths[work, default: []].append(path) }
        }
        var problems: [Problem] = []
        for (work, ids) in given.sorted(by: { $0.key < $1.key }) where !untraceable.contains(work) {
            guard let there = paths[work], !there.contains(where: { ConflictCopy.isConflictCopy($0.last ?? "x") }) else { continue }
            for id in ids.sorted() where !there.contains(where: { nodes[$0] == state.model.resolve(id) }) && !isOfOneConflict(id, of: work, paths, state.model, nodes) && !isLost(id, work) && !isClaimedTwice(id, work, paths, state.model, nodes) {
                problems.append(Problem(kind: .givenUp, words: "\(there) had \(text(id)), has \(there.map { text(nodes[$0]) })"))
            }
        }
        return problems
    }

    /// Whether no device can tell by its own disk which file an ID is.
    private func isLost(_ id: NodeID, _ work: Int) -> Bool {
        guard let traces else { return false }
        return !devices.indices.contains { traces[$0].has(id, at: work, on: devices[$0].disk) }
    }

    /// Whether the node that an ID is has another file, which is that by what one device sees of its own disk: two devices saw it to be two files,
    /// and all have the one.
    private func isClaimedTwice(_ id: NodeID, _ work: Int, _ paths: [Int: [RelativePath]], _ model: Model, _ nodes: [RelativePath: NodeID]) -> Bool {
        guard let traces else { return false }
        let node = model.resolve(id)
        return paths.contains { other, there in
            other != work && there.contains { nodes[$0] == node } && devices.indices.contains { traces[$0].has(id, at: other, on: devices[$0].disk) }
        }
    }

    private func text(_ id: NodeID?) -> String { id.map { "\($0.description.suffix(16))" } ?? "none" }
}
