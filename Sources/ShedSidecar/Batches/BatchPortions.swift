import ShedModel

extension [Operation] {
    /// The operations in portions, each of which is a batch that every reader takes (``Batch/largest``, ``Batch/longestLine``): nearly always
    /// all in one. Where it is not, those that say more than that something new is there, and what it holds, come first, as far as nothing is
    /// said before what it follows from: those of one ID keep their order, and what makes a node or label comes before what refers to it. An
    /// operation whose line would be too long becomes several, each with some of its fields: the first with those that make a node, which come
    /// first. Costs a look at every operation.
    /// - Parameters:
    ///   - line: how many bytes a line may have.
    ///   - batch: how many bytes a batch may have.
    /// - Throws: ``SidecarError/fieldTooLong(_:field:)``.
    public func portions(line: Int = BatchRoom.line, batch: Int = BatchRoom.batch) throws(SidecarError) -> [[Operation]] {
        let portions = try inTurn(line, batch)
        guard portions.count > 1 else { return portions }
        // What was noted before it was done (a move, what was refused) counts as said with the first batch.
        return try inOrder().inTurn(line, batch)
    }

    /// So that a reader who has some portions and not yet the others, or never gets them, knows what each is about.
    private func inOrder() -> [Operation] {
        var needs = [[Int]](repeating: [], count: count)
        var (last, makers): ([NodeID: Int], [NodeID: Int]) = ([:], [:])
        for (position, operation) in enumerated() where operation.makesSomething && makers[operation.id] == nil { makers[operation.id] = position }
        for (position, operation) in enumerated() {
            for field in operation.set {
                for id in field.references(label: operation.label) { if let maker = makers[id], maker != position { needs[position].append(maker) } }
            }
            // Asked for last, it is the first that is taken.
            if let before = last.updateValue(position, forKey: operation.id) { needs[position].append(before) }
        }
        var result: [Operation] = []
        result.reserveCapacity(count)
        var (isBegun, isTaken) = ([Bool](repeating: false, count: count), [Bool](repeating: false, count: count))
        func take(_ wanted: Int) {
            var waiting = [wanted]
            while let position = waiting.last {
                guard isBegun[position] else {
                    isBegun[position] = true
                    // What is begun already and not taken needs this one: two that refer to each other stand as they stood.
                    waiting += needs[position].filter { !isBegun[$0] }
                    continue
                }
                waiting.removeLast()
                guard !isTaken[position] else { continue }
                isTaken[position] = true
                result.append(self[position])
            }
        }
        for position in indices where !self[position].canWait { take(position) }
        for position in indices { take(position) }
        return result
    }

    private func inTurn(_ line: Int, _ batch: Int) throws(SidecarError) -> [[Operation]] {
        var total = 0
        var isPlain = true
        for operation in self {
            let room = BatchRoom.of(operation)
            total += room
            if room > line { isPlain = false }
        }
        if isPlain, total <= batch { return isEmpty ? [] : [self] }
        var portions: [[Operation]] = []
        var portion: [Operation] = []
        var taken = 0
        for operation in self {
            for part in try operation.parts(line: line) {
                let room = BatchRoom.of(part)
                if !portion.isEmpty, taken + room > batch {
                    portions.append(portion)
                    (portion, taken) = ([], 0)
                }
                portion.append(part)
                taken += room
            }
        }
        return portions + [portion]
    }
}

extension Operation {
    /// Whether it says nothing but what something new is, and where, or what a file holds.
    fileprivate var canWait: Bool {
        var (isNew, isOfContent) = (false, true)
        for field in set {
            if case .content = field { continue }
            isOfContent = false
            switch field {
            case .type: isNew = true
            case .place, .accepts, .created, .order, .tag, .value, .other, .content: break
            case .role, .origin, .rejection, .exception, .unexplained, .forgotten, .note, .alias: return false
            }
        }
        return (isNew || isOfContent) && label == nil
    }

    /// Whether an ID gets a type by it, or is one of a label: the first such operation makes it.
    fileprivate var makesSomething: Bool { label != nil || self.set.contains { if case .type = $0 { true } else { false } } }

    /// The same fields in as many operations as it takes.
    fileprivate func parts(line: Int) throws(SidecarError) -> [Operation] {
        guard BatchRoom.of(self) > line else { return [self] }
        var parts: [Operation] = []
        var (fields, taken): ([Field], Int) = ([], BatchRoom.around)
        for field in set {
            guard BatchRoom.fits(field, line: line) else { throw .fieldTooLong(id, field: field.name) }
            let room = BatchRoom.of(field)
            if !fields.isEmpty, taken + room > line {
                parts.append(Operation(id, fields, label: label))
                (fields, taken) = ([], BatchRoom.around)
            }
            fields.append(field)
            taken += room
        }
        return parts + [Operation(id, fields, label: label)]
    }
}

/// How much of a batch something takes at most, in bytes.
public enum BatchRoom {
    /// What a portion's operations may take: a header takes up to 750,000 bytes besides.
    public static let batch = Batch.largest - (1 << 20)
    /// What the fields of an operation may take; some are added when it is written (``Field/created(_:)``).
    public static let line = Batch.longestLine - 512
    /// A stamp, an ID, the sort of a label, and what stands between them.
    static let around = 160

    static func of(_ operation: Operation) -> Int { operation.set.reduce(around) { $0 + of($1) } }

    /// A field with its name.
    static func of(_ field: Field) -> Int {
        switch field {
        case .type, .accepts, .exception: 32
        case .created, .unexplained, .forgotten: 40
        case .alias, .tag, .value(_, nil), .value(_, .integer): 80
        case .content: 192
        case .place(let place), .origin(let place): 80 + escaped(place?.name.bytes ?? [])
        case .rejection(let rejection): 192 + (rejection.map { escaped($0.rule.raw.utf8) + $0.origin.names.reduce(0) { $0 + 16 + escaped($1.bytes) } } ?? 0)
        case .note(let text): 32 + escaped((text ?? "").utf8)
        case .role(let role): 32 + escaped((role?.rawValue ?? "").utf8)
        case .order(let key): 32 + escaped((key?.description ?? "").utf8)
        case .value(_, .option(let text)): 80 + escaped(text.utf8)
        case .other(let name, let value): 8 + escaped(name.utf8) + of(value)
        }
    }

    private static func of(_ value: JSONValue) -> Int {
        switch value {
        case .null, .bool, .integer, .number: 32
        case .string(let text): 2 + escaped(text.utf8)
        case .array(let values): values.reduce(2) { $0 + 1 + of($1) }
        case .object(let object): object.members.reduce(2) { $0 + 4 + escaped($1.name.utf8) + of($1.value) }
        }
    }

    /// A text as it stands in JSON: a control becomes six bytes, a quotation mark two, and so do three bytes of a separator of lines become
    /// six; what is no UTF-8 stands in base64.
    private static func escaped(_ text: some Collection<UInt8>) -> Int {
        var (room, count, isPlain) = (0, 0, true)
        for byte in text {
            count += 1
            switch byte {
            case 0..<0x20, 0x7f: room += 6
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): room += 2
            case 0x80...: (room, isPlain) = (room + 2, false)
            default: room += 1
            }
        }
        return isPlain ? room : max(room, 2 * count + 4)
    }

    /// Whether a line holds a field by itself.
    public static func fits(_ field: Field, line: Int = BatchRoom.line) -> Bool {
        guard of(field) + around > line else { return true }
        var bytes: [UInt8] = []
        JSONValue.object(JSONObject([JSONObject.Member(field.name, field.json)])).append(to: &bytes)
        return bytes.count + around <= line
    }
}

extension Field {
    /// The nodes and labels that it names.
    fileprivate func references(label: LabelKind?) -> [NodeID] {
        switch self {
        case .other(LabelField.group, .string(let group)), .other(LabelField.alias, .string(let group)):
            label == nil ? [] : [NodeID(group)].compactMap(\.self)
        case .place(let place), .origin(let place): [place?.parent].compactMap(\.self)
        case .rejection(let rejection): [rejection?.folder].compactMap(\.self)
        case .alias(let id), .tag(let id, _), .value(let id, _): [id]
        case .type, .role, .accepts, .exception, .unexplained, .content, .forgotten, .note, .created, .order, .other: []
        }
    }
}
