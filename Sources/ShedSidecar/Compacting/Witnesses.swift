import ShedModel

/// Which bases hold all that there is of each batch that they name.
///
/// Who can write into the sidecar can write a base in this replica's name that names its batches and says less of them. As long as that is
/// overridden by something else, both fold to the same, so that this alone is no reason to drop a batch: what is dropped comes back no more
/// once the other is gone. So a base counts for a batch only if it says nothing that the batch does not hold, and all that it holds but for
/// what later operations of the same base override (``Superseded``). Of a batch that is not there itself, it has to hold what all of these
/// bases say of it.
///
/// What is compared is bounded by what there is: very many bases that name one large batch are not all believed.
struct Witnesses {
    /// One field that an operation sets.
    private struct Setting: Hashable {
        var id: NodeID
        var label: LabelKind?
        var at: Stamp
        var name: String
        var value: JSONValue
    }

    private struct Content {
        var isThere = false
        var operations: [StampedOperation] = []
        var others: [JSONObject] = []
    }

    /// In so many bases a batch is, as replicas write them, with room to spare.
    private static let usual = 8
    /// So many operations are compared in any case.
    private static let fewest = 1 << 20

    /// By the position of each base.
    private(set) var named: [Set<BatchID>]

    /// - Parameters:
    ///   - batches: those that are there themselves.
    ///   - now: in milliseconds since 1970; what is stamped later overrides nothing.
    init(_ bases: [Base], of batches: [Batch], now: Int64) {
        var contents: [BatchID: Content] = [:]
        for base in bases { for subsumed in base.subsumed { contents[subsumed.id] = Content() } }
        for batch in batches where contents[batch.id]?.isThere == false {
            contents[batch.id] = Content(isThere: true, operations: batch.operations, others: batch.unused.map(\.line))
        }
        // Most of them say the same.
        var said: [BatchID: Set<StampedOperation>] = [:]
        for base in bases {
            for kept in base.operations {
                let id = base.subsumed[kept.from].id
                guard contents[id]?.isThere == false, said[id, default: []].insert(kept.operation).inserted else { continue }
                contents[id]?.operations.append(kept.operation)
            }
            for other in base.others {
                guard let id = other.from.map({ base.subsumed[$0].id }), contents[id]?.isThere == false else { continue }
                contents[id]?.others.append(other.line)
            }
        }
        var room = Witnesses.fewest + Witnesses.usual * contents.values.reduce(0) { $0 + $1.operations.count + $1.others.count }
        named = bases.map { Witnesses.named($0, contents, &room, now) }
    }

    private static func named(_ base: Base, _ contents: [BatchID: Content], _ room: inout Int, _ now: Int64) -> Set<BatchID> {
        let entries = base.entries.filter { entry in
            guard let content = contents[entry.id] else { return false }
            room -= 1 + content.operations.count + content.others.count
            return room >= 0 && (!content.isThere || isPart(entry, of: content))
        }
        // What is not so overrides nothing.
        let superseded = Superseded(entries, now: now)
        var found: Set<BatchID> = []
        for entry in entries {
            guard let content = contents[entry.id] else { continue }
            let (said, others) = (settings(entry.operations), Set(entry.others.map(plain)))
            let holds = content.operations.allSatisfy { stamped in
                superseded.isAsOld(stamped) && stamped.operation.set.allSatisfy { said.contains(setting($0, stamped)) || superseded.overrides($0, stamped) }
            }
            if holds, content.others.allSatisfy({ others.contains(plain($0)) }) { found.insert(entry.id) }
        }
        return found
    }

    /// Whether a base says nothing of a batch that it does not hold.
    private static func isPart(_ entry: BaseEntry, of content: Content) -> Bool {
        settings(entry.operations).isSubset(of: settings(content.operations)) && Set(entry.others.map(plain)).isSubset(of: content.others.map(plain))
    }

    private static func settings(_ operations: [StampedOperation]) -> Set<Setting> {
        Set(operations.flatMap { stamped in stamped.operation.set.map { setting($0, stamped) } })
    }

    private static func setting(_ field: Field, _ stamped: StampedOperation) -> Setting {
        Setting(id: stamped.operation.id, label: stamped.operation.label, at: stamped.at, name: field.name, value: field.json.sortedThroughout)
    }

    /// A line that this version does not know, without what a base adds.
    private static func plain(_ line: JSONObject) -> JSONValue { JSONValue.object(JSONObject(line.members.filter { $0.name != "from" })).sortedThroughout }
}
