import ShedMessages
import ShedModel

extension Transaction {
    /// Gives up what is missing (`forget`), with all that was in it: it is listed no more, and what appears at its place is
    /// another thing. `relink` and its own content bring it back.
    /// - Returns: what was given up, or would be, with the paths that it had as far as they are known.
    /// - Throws: ``ShedError`` where one is not missing, or the project's kind needs it; then nothing is given up.
    public func forget(_ ids: [NodeID], dryRun: Bool = false) throws(ShedError) -> [(path: RelativePath?, id: NodeID)] {
        let state = try load()
        let lists = Message.idsAreListed(command: "shed status --all")
        for id in ids {
            guard let node = state.model[id], node.type != .project else {
                throw ShedError.noNode(of: id, remedy: lists)
            }
            guard !state.memory.isPresent(node.id) else {
                throw ShedError(.refused, .notMissing(id: "\(id)", path: state.model.path(of: id).map { "\($0)" } ?? "here"), remedy: lists)
            }
        }
        let nodes = try withAllBelow(ids.map(state.model.resolve)).compactMap { state.model.nodes[$0] }
            .filter { !state.memory.isPresent($0.id) && $0.details?.forgotten == nil }
        // Of folders in folders without end each path would be longer than the one before.
        let paths = nodes.map { state.model.path(of: $0.id) }
        try mayBe(.leaving(paths.compactMap(\.self)))
        if !dryRun, !nodes.isEmpty {
            let now = surroundings.now()
            try commit(nodes.map { Operation($0.id, [.forgotten(now)]) })
            // There is nothing on the disk that could be looked at.
            let placed = zip(nodes, paths).compactMap { node, path in
                path.map { PlacedNode(path: $0, node: node, evidence: Evidence(), type: node.type) }
            }
            record(.forgotten, placed, words: .missingGivenUp)
        }
        return zip(paths, nodes).map { ($0, $1.id) }
    }
}
