import ShedMessages
import ShedModel
import ShedProject
import ShedRecords

extension Reading {
    /// Refuses to sort by a key that neither a schema nor any record of the collections has: it was mistyped. One in backticks is
    /// taken all the same.
    /// - Parameters:
    ///   - orders: of each collection.
    ///   - found: some of the records. Only where none of them has a key, all are looked at.
    public func requireKeys(of orders: [(collection: RecordCollection, order: Order)], found: [FoundRecord]) throws(ShedError) {
        let plain = orders.flatMap { $0.order.terms }.filter { !$0.isQuoted }
        // What one collection's schema has is no slip, whatever the others have.
        let typed = Set(plain.filter { $0.type != nil }.map(\.written))
        var wanted: [String] = []
        for case .key(let name) in plain.filter({ !typed.contains($0.written) }).map(\.column) where !wanted.contains(name) { wanted.append(name) }
        func unmet(_ records: [FoundRecord]) -> [String] { wanted.filter { name in !records.contains { $0.record.hasKey(like: name) } } }
        guard !unmet(found).isEmpty else { return }
        var all: [FoundRecord] = []
        for (collection, _) in orders { all += try records(in: collection) }
        guard !all.isEmpty, let name = unmet(all).first else { return }
        var union = ColumnUnion()
        for found in all { union.add(found.record) }
        let key = EscapedText.beginning(name)
        let nearest = Message.didYouMean(oneOf: Nearest.of(name, among: union.columns).map { [EscapedText.beginning($0)] } ?? [])
        throw ShedError(
            .usage, orders.count == 1 ? .noRecordOfHasKey(collection: "\(orders[0].collection.name)", key: key) : .noRecordHasKey(key: key),
            remedy: nearest ?? .recordListShowsKeys)
    }
}

extension Record {
    /// Whether a key is meant by a word, as a query takes it.
    fileprivate func hasKey(like name: String) -> Bool {
        if self[name] != nil { return true }
        let folded = TextFolding.fold(name)
        return pairs.contains { TextFolding.fold($0.key) == folded }
    }
}
