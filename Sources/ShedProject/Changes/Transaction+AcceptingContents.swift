import ShedModel
import ShedRules

extension Transaction {
    /// What a person lets stand, stands with what is in it: a folder of their own in it that holds what it would not accept by
    /// itself accepts both from then on, as at an adoption. Costs as much as there is in it.
    /// - Parameter ids: what was let stand; of files there is nothing to do.
    func acceptContents(of ids: some Sequence<NodeID>) throws(ShedError) { try commit(acceptingContents(of: ids, try load())) }

    /// What is to be said of folders for that.
    func acceptingContents(of ids: some Sequence<NodeID>, _ state: ProjectState) -> [Operation] {
        var operations: [Operation] = []
        var open = ids.map(state.model.resolve)
        var met = Set(open)
        while let id = open.popLast() {
            guard let node = state.model.nodes[id], node.type.isDirectory else { continue }
            let facts = home.rules.facts(of: node, label: "")
            var holdsMore = false
            for child in state.model.children(of: id) where state.memory.isPresent(child) && met.insert(child).inserted {
                guard let inner = state.model.nodes[child], let name = inner.place?.name else { continue }
                if inner.type.isDirectory { open.append(child) }
                guard !holdsMore, !facts.accepts.allows(inner.type), inner.details?.exception != true else { continue }
                holdsMore = home.rules.refusal(of: Candidate(name: name, type: inner.type, provenance: .new), in: facts)?.isForItsType == true
            }
            if holdsMore, node.type == .folder, node.role == nil { operations.append(Operation(id, [.accepts(.both)])) }
        }
        return operations
    }
}
