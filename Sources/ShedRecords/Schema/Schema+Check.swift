import ShedModel

extension Schema {
    /// All that is wrong with a record and can be told from it alone: the keys in the schema's order, then keys that it does
    /// not have.
    ///
    /// An empty value is one that is not known yet: right for every type, wrong only where a value is required.
    public func check(_ record: Record) -> [SchemaProblem] {
        var problems: [SchemaProblem] = []
        for key in keys {
            let value = record.pairs.first { KeyBytes.areEqual($0.key, key.name) }?.value ?? ""
            if value.isEmpty {
                guard key.isRequired else { continue }
                let remedy = key.type == .text ? "Give it a value." : "Give it a value: \(key.type.phrase)."
                problems.append(key.problem(.required, "has no value", remedy))
            } else if let problem = key.check(value) {
                problems.append(problem)
            }
        }
        guard !allowsOtherKeys else { return problems }
        for pair in record.pairs where !keys.contains(where: { $0.name.utf8.elementsEqual(pair.key.utf8) }) {
            let guess = key(named: pair.key).map { "Did you mean \(RecordReader.shown($0.name))?" }
            problems.append(
                SchemaProblem(
                    key: pair.key, rule: .unknownKey, message: "\(RecordReader.shown(pair.key)) is no key of this collection",
                    remedy: guess ?? "Remove the pair, or add the key to the schema."))
        }
        return problems
    }
}

extension SchemaKey {
    fileprivate func problem(_ rule: SchemaProblem.Rule, _ message: String, _ remedy: String) -> SchemaProblem {
        SchemaProblem(key: name, rule: rule, message: "\(RecordReader.shown(name)) \(message)", remedy: remedy)
    }

    /// What is wrong with a value that is not empty.
    public func check(_ value: String) -> SchemaProblem? {
        let shown = RecordReader.shown(value)
        if let remedy = typeRemedy(value) { return problem(.type, "is \(shown), not \(type.phrase)", remedy) }
        if type == .oneOf, !values.contains(where: { $0.utf8.elementsEqual(value.utf8) }) {
            let list = values.map(RecordReader.shown).joined(separator: ", ")
            return problem(.values, "is \(shown)", "Use one of \(list).")
        }
        if let minimum, let order = minimum.order(of: value, type), order < 0 {
            return problem(.minimum, "is \(shown), less than \(minimum.text)", "Use \(minimum.text) or more.")
        }
        if let maximum, let order = maximum.order(of: value, type), order > 0 {
            return problem(.maximum, "is \(shown), more than \(maximum.text)", "Use \(maximum.text) or less.")
        }
        guard let pattern else { return nil }
        guard value.utf8.count <= ValuePattern.longestValue else {
            return problem(.pattern, "has more than \(ValuePattern.longestValue >> 10) KiB, too much for a pattern", "Shorten it.")
        }
        return pattern.matches(value) ? nil : problem(.pattern, "is \(shown)", "Write it as the pattern \(pattern.text) says.")
    }

    /// What to do about a value that is none of the type; `nil` if it is.
    private func typeRemedy(_ value: String) -> String? {
        switch type {
        case .text, .oneOf, .record: nil
        case .number: RecordNumber(value) == nil ? "Write digits, with a point: 3.5." : nil
        case .integer: RecordNumber(value)?.integer == nil ? "Write digits only, at most \(Int64.max)." : nil
        case .date: RecordDate(value) == nil ? "Write 1940, 1940-05, 1940-05-03 or 1940-05-03T18:30." : nil
        case .boolean: RecordBoolean.read(value) == nil ? "Write true, false, yes or no." : nil
        case .url: RecordURL.isValid(value) ? nil : "Begin with the scheme, https://…, and leave out spaces."
        }
    }
}
