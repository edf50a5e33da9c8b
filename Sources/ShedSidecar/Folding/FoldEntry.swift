import ShedModel

/// What the fold knows of one ID: the node as its latest operations make it, and what decides which those are.
struct FoldEntry: Sendable {
    /// When a field was set that was not set by the entry's base operation.
    private struct Setting: Sendable {
        var field: UInt16
        var stamp: Stamp
        var batch: Int32
    }

    /// The value of a field that is one of many: of a tag, of a variable, or one that this version does not know; and when
    /// it was set.
    private struct Open: Sendable {
        var value: JSONValue
        var stamp: Stamp
        var batch: Int32
    }

    /// A place that the node was given at some time.
    struct PlaceEvent: Equatable, Sendable {
        var place: Place
        var stamp: Stamp
        var batch: Int32
    }

    /// Without the fields that are any number, and without its creation where no field says it: see ``result``.
    private(set) var node: Node
    /// The oldest stamp of the ID.
    private(set) var first: Stamp
    private(set) var alias: NodeID?
    /// Most nodes are made by one operation and never changed: one stamp for the fields in ``baseFields``.
    private let base: Stamp
    private let baseBatch: Int32
    private var baseFields: UInt16 = 0
    private var settings: [Setting] = []
    /// The fields that are any number, put into the node at the end: a hostile batch may have many.
    private var open: [String: Open] = [:]
    /// Kept once there is a second place; until then the one is the node's own.
    private var placeEvents: [PlaceEvent] = []

    init(_ id: NodeID, isProject: Bool, at stamp: Stamp, batch: Int32) {
        node = Node(id: id, type: isProject ? .project : .file)
        first = stamp
        node.updated = stamp.milliseconds
        base = stamp
        baseBatch = batch
    }

    mutating func note(_ stamp: Stamp) {
        if stamp < first { first = stamp }
        node.updated = max(node.updated, stamp.milliseconds)
    }

    /// Sets a field if that is later than what is there; of the same stamp the greater encoded value stays, and of the
    /// same value the batch of the lesser ID counts as the one that set it.
    mutating func set(_ field: Field, at stamp: Stamp, batch: Int32, in graph: BatchGraph) {
        if case .place(let place?) = field { remember(PlaceEvent(place: place, stamp: stamp, batch: batch)) }
        if let current = setting(of: field) {
            if stamp < current.stamp { return }
            if stamp == current.stamp {
                let (old, new) = (FoldEntry.encoded(value(like: field)), FoldEntry.encoded(field))
                if new.lexicographicallyPrecedes(old) || new == old && !graph.id(batch, isLessThan: current.batch) { return }
            }
        }
        put(field, at: stamp, batch: batch)
    }

    /// Sets a field whatever its value now, and since when: it is known to be the last (``GreatestSettings``).
    mutating func put(_ field: Field, at stamp: Stamp, batch: Int32) {
        if case .place(nil) = field, placeEvents.isEmpty { placeEvents = places }
        setTime(of: field, stamp, batch)
        switch field {
        case .alias(let target): alias = target
        case .tag, .value, .other: open[field.name] = Open(value: field.json, stamp: stamp, batch: batch)
        default: node.set(field)
        }
    }

    private static func encoded(_ field: Field) -> [UInt8] { field.json.compact }

    // MARK: When

    private static func bit(of field: Field) -> UInt16 {
        switch field {
        case .type: 1
        case .role: 2
        case .accepts: 4
        case .place: 8
        case .origin: 16
        case .rejection: 32
        case .exception: 64
        case .unexplained: 128
        case .content: 256
        case .forgotten: 512
        case .note: 1024
        case .alias: 2048
        case .created: 4096
        case .order: 8192
        case .tag, .value, .other: 0
        }
    }

    private static let bitNames: [(UInt16, String)] = [
        (1, "type"), (2, "role"), (4, "accepts"), (8, "place"), (16, "origin"), (32, "rejection"), (64, "exception"),
        (128, "unexplained"), (256, "content"), (512, "forgotten"), (1024, "details"), (2048, "alias"), (8192, "order"),
    ]

    /// When a field was last set, whatever the value given here, and by which batch; `nil` if it never was.
    private func setting(of field: Field) -> Setting? {
        let bit = FoldEntry.bit(of: field)
        if baseFields & bit != 0 { return Setting(field: bit, stamp: base, batch: baseBatch) }
        if bit == 0 { return open[field.name].map { Setting(field: 0, stamp: $0.stamp, batch: $0.batch) } }
        return settings.first { $0.field == bit }
    }

    /// When a field was last set, whatever the value given here; `nil` if it never was.
    func time(of field: Field) -> Stamp? { setting(of: field)?.stamp }

    /// By which batch a field was last set, whatever the value given here; `nil` if it never was.
    func batch(of field: Field) -> Int32? { setting(of: field)?.batch }

    private mutating func setTime(of field: Field, _ stamp: Stamp, _ batch: Int32) {
        let bit = FoldEntry.bit(of: field)
        guard bit != 0 else { return }
        if !settings.isEmpty { settings.removeAll { $0.field == bit } }
        if stamp == base, batch == baseBatch {
            baseFields |= bit
        } else {
            baseFields &= ~bit
            settings.append(Setting(field: bit, stamp: stamp, batch: batch))
        }
    }

    /// The fields that were set after a time, with their stamps.
    func settings(after milliseconds: Int64) -> [(name: String, stamp: Stamp)] {
        if settings.isEmpty, open.isEmpty, base.milliseconds <= milliseconds { return [] }
        var late = open.filter { $0.value.stamp.milliseconds > milliseconds }.map { ($0.key, $0.value.stamp) }
        for (bit, name) in FoldEntry.bitNames {
            if baseFields & bit != 0 {
                if base.milliseconds > milliseconds { late.append((name, base)) }
            } else if let setting = settings.first(where: { $0.field == bit }), setting.stamp.milliseconds > milliseconds {
                late.append((name, setting.stamp))
            }
        }
        return late
    }

    // MARK: What

    /// The node as the latest operations make it.
    var result: Node {
        var node = node
        if node.created == 0 { node.created = first.milliseconds }
        if open.isEmpty { return node }
        var details = node.details ?? NodeDetails()
        // A name may be written in two ways, of which one takes away what the other says.
        for (name, open) in open.sorted(by: { $0.key < $1.key }) where open.value != .null { details.set(Field(name: name, value: open.value)) }
        node.details = details.isEmpty ? nil : details
        return node
    }

    private func value(like field: Field) -> Field {
        switch field {
        case .type: .type(node.type)
        case .role: .role(node.role)
        case .accepts: .accepts(node.accepts)
        case .place: .place(node.place)
        case .origin: .origin(node.details?.origin)
        case .rejection: .rejection(node.details?.rejection)
        case .exception: .exception(node.details?.exception ?? false)
        case .unexplained: .unexplained(node.details?.unexplained)
        case .content: .content(node.details?.content)
        case .forgotten: .forgotten(node.details?.forgotten)
        case .note: .note(node.details?.note)
        case .created: .created(node.created)
        case .order: .order(node.details?.order)
        case .alias(let target): .alias(alias ?? target)
        case .tag, .value, .other: Field(name: field.name, value: open[field.name]?.value ?? .null)
        }
    }

    /// Makes the node one that nobody gave up, for the result.
    mutating func clearForgotten() { node.set(.forgotten(nil)) }

    // MARK: Places

    private mutating func remember(_ event: PlaceEvent) {
        if placeEvents.isEmpty {
            guard let place = node.place, let stamp = time(of: .place(nil)), let batch = batch(of: .place(nil)) else {
                // A place that was taken away before its setting was read is known by its time only.
                if time(of: .place(nil)) != nil { placeEvents = [event] }
                return
            }
            placeEvents = [PlaceEvent(place: place, stamp: stamp, batch: batch)]
        }
        placeEvents.append(event)
    }

    /// Takes note of a place that the node was given, whether or not it is the one that counts.
    mutating func noteGiven(_ event: PlaceEvent) {
        if placeEvents.isEmpty { placeEvents = places }
        placeEvents.append(event)
    }

    /// The place that the node was given last: the one that counts, or, where that was taken away, the one before.
    func latestPlace(in graph: BatchGraph) -> PlaceEvent? {
        if let place = node.place, let setting = setting(of: .place(nil)) {
            return PlaceEvent(place: place, stamp: setting.stamp, batch: setting.batch)
        }
        return places.max { FoldEntry.isLess($0, $1, graph) }
    }

    /// All places that the node was ever given, in no order.
    var places: [PlaceEvent] {
        if !placeEvents.isEmpty { return placeEvents }
        guard let place = node.place, let stamp = time(of: .place(nil)), let batch = batch(of: .place(nil)) else { return [] }
        return [PlaceEvent(place: place, stamp: stamp, batch: batch)]
    }

    /// Whether ``places`` are more than one, or were.
    var hasSeveralPlaces: Bool { !placeEvents.isEmpty }

    /// Where the ID was minted: its first place. Of places at the greatest stamp nothing tells which was the first, and an edit would
    /// be taken for it; who has no others was minted nowhere.
    func minted(in graph: BatchGraph) -> PlaceEvent? {
        if placeEvents.isEmpty, baseFields & FoldEntry.bit(of: .place(nil)) != 0 {
            return base.isGreatest ? nil : node.place.map { PlaceEvent(place: $0, stamp: base, batch: baseBatch) }
        }
        return places.lazy.filter { !$0.stamp.isGreatest }.min { FoldEntry.isLess($0, $1, graph) }
    }

    /// The places that were given last, each once, in the order of ``isLess(_:_:_:)``.
    func places(atMost count: Int, in graph: BatchGraph) -> [PlaceEvent] {
        let places = places
        guard places.count > 1 else { return places }
        var different: [PlaceEvent] = []
        // What several bases say of one batch was added from each.
        for event in places.sorted(by: { FoldEntry.isLess($0, $1, graph) }) where different.last != event { different.append(event) }
        return Array(different.suffix(count))
    }

    /// Takes over a place that was given by another name.
    mutating func move(to event: PlaceEvent) { put(.place(event.place), at: event.stamp, batch: event.batch) }

    /// The order of the times at which places were given; of one time that of the encoded places, then that of the batches.
    static func isLess(_ left: PlaceEvent, _ right: PlaceEvent, _ graph: BatchGraph) -> Bool {
        if left.stamp != right.stamp { return left.stamp < right.stamp }
        if left.place == right.place { return graph.id(left.batch, isLessThan: right.batch) }
        return Field.place(left.place).json.compact.lexicographicallyPrecedes(Field.place(right.place).json.compact)
    }

    /// The batch that gave the node up, if it is given up.
    var forgottenBy: Int32? { node.details?.forgotten == nil ? nil : batch(of: .forgotten(nil)) }

    /// Takes over the rarer fields that another entry has and this one never had. That nobody saw how the other came is none of them: it is
    /// explained by being this one.
    mutating func fill(from other: FoldEntry) {
        let theirs = other.node.details ?? NodeDetails()
        let candidates: [Field] = [
            .origin(theirs.origin), .rejection(theirs.rejection), .exception(theirs.exception), .content(theirs.content), .note(theirs.note),
            .order(theirs.order),
        ]
        open.merge(other.open) { mine, _ in mine }
        for field in candidates where time(of: field) == nil {
            guard let stamp = other.time(of: field), let batch = other.batch(of: field) else { continue }
            setTime(of: field, stamp, batch)
            node.set(field)
        }
    }
}

// MARK: - Operations

extension FoldEntry {
    /// An operation on the ID, without the ID, and the batch that it is from.
    struct Kept {
        var at: Stamp
        var batch: Int32
        var set: [Field]
    }

    private static let samples: [(bit: UInt16, field: Field)] = [
        .type(.file), .role(nil), .accepts(nil), .place(nil), .origin(nil), .rejection(nil), .exception(false), .unexplained(nil), .content(nil),
        .forgotten(nil), .note(nil), .alias(NodeID(high: 0, low: 0)), .created(0), .order(nil),
    ].map { (bit(of: $0), $0) }

    /// Operations that fold to the same entry, and with whatever else comes to the same: what counts, each place that was ever given, and
    /// the oldest and the newest time.
    func operations() -> [Kept] {
        var result = [Kept(at: base, batch: baseBatch, set: FoldEntry.samples.filter { baseFields & $0.bit != 0 }.map { value(like: $0.field) })]
        for setting in settings {
            guard let sample = FoldEntry.samples.first(where: { $0.bit == setting.field }) else { continue }
            result.append(Kept(at: setting.stamp, batch: setting.batch, set: [value(like: sample.field)]))
        }
        for (name, open) in open { result.append(Kept(at: open.stamp, batch: open.batch, set: [Field(name: name, value: open.value)])) }
        let current = node.place.flatMap { place in setting(of: .place(nil)).map { PlaceEvent(place: place, stamp: $0.stamp, batch: $0.batch) } }
        for event in placeEvents where event != current { result.append(Kept(at: event.stamp, batch: event.batch, set: [.place(event.place)])) }
        if !result.contains(where: { $0.at == first }) { result.append(Kept(at: first, batch: baseBatch, set: [])) }
        if !result.contains(where: { $0.at.milliseconds >= node.updated }) {
            let newest = Stamp(time: UInt64(clamping: node.updated) << 16, replica: ReplicaID(rawValue: 0))
            result.append(Kept(at: newest, batch: baseBatch, set: []))
        }
        return result
    }
}
