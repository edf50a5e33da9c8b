import ShedModel

/// The order of what stands in a folder: as people chose it, and behind that by name.
public enum FolderOrder {
    /// Nodes of one folder in their order: those with a key (``Node/order``) first, by key, of two of one key the lesser ID; the others
    /// behind them, by name as `ls` sorts names.
    package static func sorted(_ nodes: [Node], of model: Model) -> [NodeID] {
        let keyed = nodes.map { OrderKey.Item(id: $0.id, key: $0.order) }.filter { $0.key != nil }.sorted { $0.precedes($1) }.map(\.id)
        let named = nodes.filter { $0.order == nil }.sorted { left, right in
            guard let first = left.place?.name, let second = right.place?.name, first != second else { return left.id < right.id }
            return Listing.naturallyPrecedes(first, second)
        }
        return keyed + named.map(\.id)
    }
}
