import ShedModel

extension Planner {
    /// By what a file is known that has vanished: by what it held, and where that is short, by its name too.
    private struct Mark: Hashable {
        var content: FileContent
        var name: Name?
    }

    /// The files that may be what has vanished, by what they hold.
    private struct Newcomers {
        /// What other devices have made, and was never seen here.
        var made: [Mark: [NodeID]] = [:]
        /// What stood elsewhere here, or nowhere, and is now where the batches have it.
        var come: [Mark: [NodeID]] = [:]
    }

    /// Takes note of who a file is that has vanished, by what it held.
    /// - Returns: what may be one, and is asked for by this plan.
    mutating func noteTwinsByContent() -> [Twin] {
        let lost = vanishedByContent()
        guard !lost.isEmpty else { return [] }
        let newcomers = newcomers(Set(lost.keys.map(\.content.size)))
        // Of two that are one as they were refused here only one is another name of the other.
        let refused = Set(twins.map { Twin(made: $0.made, known: $0.known) })
        var asked: [Twin] = []
        for (mark, known) in lost {
            // Of several that could be it none is.
            guard known.count == 1 else { continue }
            if let made = newcomers.made[mark] {
                guard made.count == 1, !refused.contains(Twin(made: known[0], known: made[0])) else { continue }
                asked += noteTwin(questions(of: known[0], holdingWhat: made[0]))
            } else if let come = newcomers.come[mark], come.count == 1, canHaveCome(come[0], as: known[0]) {
                asked += noteTwin(Twin(made: known[0], known: come[0]).questions)
            }
        }
        return asked
    }

    /// What tells that a node that was never seen here, or is back, is one that has vanished.
    private func questions(of lost: NodeID, holdingWhat other: NodeID) -> [Twin] {
        var questions: [Twin] = []
        if canBeTwin(other, of: lost) || isRefused(other) {
            questions.append(Twin(made: other, known: lost))
            if let entry = binder.entry[other] { questions.append(Twin(made: other, known: lost, place: snapshot.path(of: entry)).asking(.insteadOf)) }
        }
        return canHaveCome(other, as: lost) ? questions + Twin(made: lost, known: other).questions : questions
    }

    private mutating func noteTwin(_ questions: [Twin]) -> [Twin] {
        guard let found = questions.first(where: situation.answers.twins.contains) else { return questions }
        twins.append(found)
        return []
    }

    /// What is short is known by its name too, where its folder has vanished with it.
    private func vanishedByContent() -> [Mark: [NodeID]] {
        var found: [Mark: [NodeID]] = [:]
        for id in vanished {
            guard let seen = situation.memory.seen[id], let hash = seen.hash, seen.evidence.size > 0, !binder.bindsToPlace(id),
                let node = model.nodes[id], let place = node.place, node.details?.forgotten == nil, node.details?.rejection == nil
            else { continue }
            let tells = seen.evidence.size >= Binder.tellingSize
            guard tells || vanished.contains(model.resolve(place.parent)) else { continue }
            found[Mark(content: FileContent(size: seen.evidence.size, hash: hash), name: tells ? nil : place.name), default: []].append(id)
        }
        return found
    }

    private mutating func newcomers(_ sizes: Set<Int64>) -> Newcomers {
        var found = Newcomers()
        for index in snapshot.entries.indices where snapshot.entries[index].kind == .file && sizes.contains(snapshot.entries[index].evidence.size) {
            guard let id = binder.node[index], model.nodes[id] != nil, !plan.waiting.held.contains(index) else { continue }
            let isMade = situation.memory.seen[id] == nil
            guard isMade || hasCome(id, index) else { continue }
            guard let hash = situation.answers.hashes[index] else {
                plan.wants.hashes.insert(index)
                continue
            }
            let size = snapshot.entries[index].evidence.size
            let mark = Mark(content: FileContent(size: size, hash: hash), name: size >= Binder.tellingSize ? nil : snapshot.name(of: index))
            if isMade { found.made[mark, default: []].append(id) } else { found.come[mark, default: []].append(id) }
        }
        return found
    }

    /// Whether a node is another file than it was here, and where the batches have it.
    private func hasCome(_ id: NodeID, _ index: Int) -> Bool {
        guard !binder.isQuiet[index], let seen = situation.memory.seen[id] else { return false }
        return seen.evidence.identity != snapshot.entries[index].evidence.identity && isPlaced(id, at: index)
    }

    /// Whether what has vanished may have been made for what another device had moved here, and is where that has it by now: the node did not
    /// stand here with that content when the other was made, of which that one would be a copy.
    private func canHaveCome(_ id: NodeID, as made: NodeID) -> Bool {
        guard let one = model.nodes[made], let other = model.nodes[id], one.type == other.type || one.type == planned[id]?.type, one.role == nil,
            other.details?.forgotten == nil
        else { return false }
        if let since = situation.memory.missing[id] ?? other.details?.content?.since, since <= one.created { return true }
        guard let seen = situation.memory.seen[id]?.hash else { return false }
        return seen != situation.memory.seen[made]?.hash
    }

    /// Whether another device has refused something that it did not know.
    private func isRefused(_ id: NodeID) -> Bool {
        guard situation.memory.seen[id] == nil, let node = model.nodes[id], let rejection = node.details?.rejection else { return false }
        return !rejection.known && node.role == nil && node.details?.forgotten == nil && node.details?.content == nil
    }
}
