import ShedModel

/// What was set at the greatest time of all (``Stamp/greatestTime``), where no stamp tells which came last and every edit is
/// written with that time again. Of two such values of one field the one counts whose batch knew the other's: so an edit by
/// whoever sees a value replaces it. Of those that no other's batch knew, the greater replica's counts, then that of the greater
/// batch ID, then the greater encoded value.
///
/// All values are kept until all batches are there: which batch knew which may hang on one that is added later, and taking the
/// last of each two would depend on their order, as knowing and the order of replicas together go in circles.
struct GreatestSettings: Sendable {
    enum Key: Hashable, Sendable {
        /// A field of the node of a fold's entry.
        case node(Int, field: String)
        case label(LabelKey, field: String)
    }

    struct Setting: Sendable {
        var field: Field
        var stamp: Stamp
        var batch: Int32
    }

    private var settings: [Key: [Setting]] = [:]
    /// Places that were not handed out yet.
    private var places: [(position: Int, event: FoldEntry.PlaceEvent)] = []

    var isEmpty: Bool { settings.isEmpty }

    mutating func add(_ field: Field, ofEntry position: Int, at stamp: Stamp, _ batch: Int32) {
        settings[.node(position, field: field.name), default: []].append(Setting(field: field, stamp: stamp, batch: batch))
        guard case .place(let place?) = field else { return }
        places.append((position, FoldEntry.PlaceEvent(place: place, stamp: stamp, batch: batch)))
    }

    mutating func add(_ operation: Operation, on label: LabelKind, at stamp: Stamp, _ batch: Int32) {
        for case .other(let name, let value) in operation.set where LabelField.takes(value, as: name) {
            settings[.label(LabelKey(label, operation.id), field: name), default: []]
                .append(Setting(field: .other(name, value), stamp: stamp, batch: batch))
        }
    }

    /// The places that nodes were given since this was last asked, by the position of the entry.
    mutating func takePlaces() -> [(position: Int, event: FoldEntry.PlaceEvent)] {
        defer { places = [] }
        return places
    }

    /// The value of each field that counts: a function of the settings and of the set of batches.
    func last(in graph: BatchGraph) -> [Key: Setting] {
        var knowledge: Knowledge?
        // What one batch sets, another mostly sets too.
        var unknown: [[Int32]: Set<Int32>] = [:]
        return settings.mapValues { settings in
            let batches = Set(settings.map(\.batch)).sorted()
            guard batches.count > 1 else { return GreatestSettings.greatest(of: settings, in: graph) }
            var asked = knowledge ?? Knowledge(graph)
            let ends = unknown[batches] ?? GreatestSettings.ends(of: batches, &asked)
            unknown[batches] = ends
            knowledge = asked
            return GreatestSettings.greatest(of: settings.filter { ends.contains($0.batch) }, in: graph)
        }
    }

    /// The batches that no other of them knew; all of them where each was known, as the headers of a base may have it, or where
    /// nobody can say who knew whom (``Knowledge/isExhausted``).
    private static func ends(of batches: [Int32], _ knowledge: inout Knowledge) -> Set<Int32> {
        let known = knowledge.known(among: batches.map(Int.init))
        let ends = Set(batches.filter { !known.contains(Int($0)) })
        return ends.isEmpty ? Set(batches) : ends
    }

    /// - Parameter settings: at least one.
    private static func greatest(of settings: [Setting], in graph: BatchGraph) -> Setting {
        settings.dropFirst().reduce(settings[0]) { isLess($0, $1, graph) ? $1 : $0 }
    }

    private static func isLess(_ left: Setting, _ right: Setting, _ graph: BatchGraph) -> Bool {
        if left.stamp.replica != right.stamp.replica { return left.stamp.replica < right.stamp.replica }
        if left.batch != right.batch { return graph.id(left.batch, isLessThan: right.batch) }
        return left.field.json.compact.lexicographicallyPrecedes(right.field.json.compact)
    }
}
