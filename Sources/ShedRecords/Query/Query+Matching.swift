import ShedModel

/// Where a value stands; valid while the row is.
private struct QuerySlot {
    var value = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// 0 where there is none, 1 where the key fits without case and accents, 2 where it fits exactly.
    var fit: UInt8 = 0
}

extension Query {
    /// Whether a record is one that the query asks for. Makes no text; costs well under a microsecond for a record of a few
    /// pairs.
    public func matches(_ row: QueryRow) -> Bool {
        constants.pool.withUnsafeBufferPointer { pool in
            withUnsafeTemporaryAllocation(of: QuerySlot.self, capacity: max(1, constants.keys.count)) { slots in
                slots.initialize(repeating: QuerySlot())
                if needsPairs { locate(row.record, pool, slots) }
                let run = QueryRun(query: self, row: row, pool: pool, slots: UnsafeBufferPointer(slots))
                var step = start
                while step >= 0 { step = run.holds(steps[step].test) ? steps[step].then : steps[step].otherwise }
                return step == Query.accepted
            }
        }
    }

    /// Finds the values of all keys in one walk: of keys that fit equally well the first.
    private func locate(
        _ record: PackedRecord, _ pool: UnsafeBufferPointer<UInt8>, _ slots: UnsafeMutableBufferPointer<QuerySlot>
    ) {
        for pair in record {
            for number in 0..<constants.keys.count where slots[number].fit < 2 {
                let key = constants.keys[number]
                guard key.source == .pair else { continue }
                if PackedRecord.isEqual(pair.key, UnsafeBufferPointer(rebasing: pool[key.text])) {
                    slots[number] = QuerySlot(value: pair.value, fit: 2)
                } else if slots[number].fit == 0, TextFolding.equals(pair.key, UnsafeBufferPointer(rebasing: pool[key.folded])) {
                    slots[number] = QuerySlot(value: pair.value, fit: 1)
                }
            }
        }
    }
}

/// One look at one record.
private struct QueryRun {
    let query: Query
    let row: QueryRow
    let pool: UnsafeBufferPointer<UInt8>
    let slots: UnsafeBufferPointer<QuerySlot>

    func holds(_ test: QueryTest) -> Bool {
        switch test {
        case .has(let key):
            return switch query.constants.keys[key].source {
            case .pair: slots[key].fit > 0
            case .id: row.id != nil
            case .name: true
            case .modified: row.modified != nil
            }
        case .label(let number): return row.labels >> UInt64(number) & 1 == 1
        case .anyContains(let number):
            let needle = text(query.constants.constants[number].folded)
            for pair in row.record where TextFolding.contains(pair.value, needle) { return true }
            return false
        case .anyEquals(let number):
            let constant = query.constants.constants[number]
            for pair in row.record where order(pair.value, constant, .guess) == 0 { return true }
            return false
        case .compare(let key, let test, let typing, let constants): return compare(key, test, typing, constants)
        }
    }

    private func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: pool[range]) }

    private func compare(_ key: Int, _ test: QueryOperator, _ typing: QueryTyping, _ constants: Range<Int>) -> Bool {
        switch query.constants.keys[key].source {
        case .pair: return slots[key].fit > 0 && holds(slots[key].value, test, typing, constants)
        case .name: return holds(row.name, test, typing, constants)
        case .id:
            guard let id = row.id else { return false }
            var bytes: [UInt8] = []
            id.append(to: &bytes)
            return bytes.withUnsafeBufferPointer { holds($0, test, typing, constants) }
        case .modified:
            guard let modified = row.modified else { return false }
            return holds(constants, test) { constant in constant.date.map { RecordDate(seconds: modified).order(to: $0) } }
        }
    }

    private func holds(_ value: UnsafeBufferPointer<UInt8>, _ test: QueryOperator, _ typing: QueryTyping, _ constants: Range<Int>) -> Bool {
        switch test {
        case .contains: TextFolding.contains(value, text(query.constants.constants[constants.lowerBound].folded))
        case .lacks: !TextFolding.contains(value, text(query.constants.constants[constants.lowerBound].folded))
        default: holds(constants, test) { order(value, $0, typing) }
        }
    }

    /// Whether the order of a value to the constants is what is asked for; never where it cannot be told.
    @inline(__always)
    private func holds(_ constants: Range<Int>, _ test: QueryOperator, _ order: (QueryConstants.Constant) -> Int?) -> Bool {
        if test == .among || test == .notAmong {
            for number in constants {
                guard let order = order(query.constants.constants[number]) else { return false }
                if order == 0 { return test == .among }
            }
            return test == .notAmong
        }
        guard let order = order(query.constants.constants[constants.lowerBound]) else { return false }
        return switch test {
        case .equal: order == 0
        case .unequal: order != 0
        case .less: order < 0
        case .atMost: order <= 0
        case .greater: order > 0
        case .atLeast: order >= 0
        case .among, .notAmong, .contains, .lacks: false
        }
    }

    /// The order of a value to a constant; `nil` where the value does not read as what the key is.
    private func order(_ value: UnsafeBufferPointer<UInt8>, _ constant: QueryConstants.Constant, _ typing: QueryTyping) -> Int? {
        switch typing {
        case .text: return PackedRecord.order(value, text(constant.text))
        case .number:
            guard let number = RecordNumber(value), let other = constant.number else { return nil }
            return number.order(to: other)
        case .integer:
            guard let number = RecordNumber(value), number.integer != nil, let other = constant.number else { return nil }
            return number.order(to: other)
        case .date:
            guard let date = RecordDate(value), let other = constant.date else { return nil }
            return date.order(to: other)
        case .boolean:
            guard let boolean = RecordBoolean.read(value), let other = constant.boolean else { return nil }
            return boolean == other ? 0 : 1
        case .guess:
            if let other = constant.number, let number = RecordNumber(value) { return number.order(to: other) }
            if let other = constant.date, let date = RecordDate(value) { return date.order(to: other) }
            return PackedRecord.order(value, text(constant.text))
        }
    }
}
