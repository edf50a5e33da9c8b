import ShedModel
import ShedProject
import ShedRecords

/// What can be said of a collection as a whole.
public struct CollectionFacts: Sendable {
    /// The keys that its records have, in the order of their first appearance, with the number of records that have each.
    public var keys: [(key: String, count: Int)] = []
    /// How many files of the collection are no records now.
    public var invalid = 0
    public var hasSchema = false
}

extension Reading {
    /// Looks through a collection.
    public func facts(of collection: RecordCollection) throws(ShedError) -> CollectionFacts {
        var facts = CollectionFacts()
        var positions: [[UInt8]: Int] = [:]
        let records = try records(in: collection)
        facts.invalid = try noRecords(in: collection, among: records).count { !$0.isFolder }
        for found in records {
            for pair in found.record.pairs {
                let bytes = Array(pair.key.utf8)
                if let position = positions[bytes] {
                    facts.keys[position].count += 1
                } else {
                    positions[bytes] = facts.keys.count
                    facts.keys.append((pair.key, 1))
                }
            }
        }
        facts.hasSchema = try schemaText(of: collection.id) != nil
        return facts
    }
}
