import ShedModel

extension Schema {
    /// All that is wrong with a record and can be told from it alone: the keys in the schema's order, then keys that it does
    /// not have.
    ///
    /// An empty value is one that is not known yet: right for every type, wrong only where a value is required.
    /// - Parameter allowance: of a look at many records: a value that is too much for a pattern is then not checked. Without it, such a
    ///   value is wrong.
    public func check(_ record: Record, within allowance: PatternAllowance? = nil) -> [SchemaProblem] {
        var problems: [SchemaProblem] = []
        // All values of a record together, so that many keys are not many times the work.
        let bytes = record.pairs.reduce(0) { $0 + $1.value.utf8.count }
        var effort = allowance?.effort(for: bytes) ?? ValuePattern.Effort(for: bytes)
        let whole = effort.left
        var unchecked: String?
        defer { allowance?.note(whole - effort.left, unchecked: unchecked) }
        // Few are found faster where they stand.
        let isLarge = record.pairs.count > 32 && keys.count > 32
        let values = isLarge ? Dictionary(record.pairs.map { (KeyBytes($0.key), $0.value) }, uniquingKeysWith: { first, _ in first }) : [:]
        for key in keys {
            let value = (isLarge ? values[KeyBytes(key.name)] : record.pairs.first { KeyBytes.areEqual($0.key, key.name) }?.value) ?? ""
            if value.isEmpty {
                guard key.isRequired else { continue }
                let remedy = key.type == .text ? "Give it a value." : "Give it a value: \(key.type.phrase)."
                problems.append(key.problem(.required, "has no value", remedy))
            } else if let problem = key.check(value, &effort) {
                guard allowance == nil || !problem.isTooMuch else {
                    unchecked = unchecked ?? key.name
                    continue
                }
                problems.append(problem)
            }
        }
        guard !allowsOtherKeys else { return problems }
        let known = isLarge ? Set(keys.map { KeyBytes($0.name) }) : []
        lazy var alike = Dictionary(keys.map { (TextFolding.fold($0.name), $0.name) }, uniquingKeysWith: { first, _ in first })
        for pair in record.pairs
        where isLarge ? !known.contains(KeyBytes(pair.key)) : !keys.contains(where: { $0.name.utf8.elementsEqual(pair.key.utf8) }) {
            let guess = alike[TextFolding.fold(pair.key)].map { "Did you mean \(RecordReader.shown($0))?" }
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
        var effort = ValuePattern.Effort(for: value.utf8.count)
        return check(value, &effort)
    }

    /// So many of the values that may be are named.
    private static let mostNamed = 100

    fileprivate func check(_ value: String, _ effort: inout ValuePattern.Effort) -> SchemaProblem? {
        let shown = RecordReader.shown(value)
        if let remedy = typeRemedy(value) { return problem(.type, "is \(shown), not \(type.phrase)", remedy) }
        if type == .oneOf, !values.contains(where: { $0.utf8.elementsEqual(value.utf8) }) {
            let list = values.prefix(SchemaKey.mostNamed).map(RecordReader.shown).joined(separator: ", ")
            return problem(.values, "is \(shown)", "Use one of \(list)\(values.count > SchemaKey.mostNamed ? " …" : ".")")
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
        switch pattern.matches(value, &effort) {
        case true?: return nil
        case false?: return problem(.pattern, "is \(shown)", "Write it as the pattern \(pattern.text) says.")
        case nil:
            var problem = problem(.pattern, "is too long for a pattern that can go on in so many ways", "Shorten it, or make the pattern \(pattern.text) simpler.")
            problem.isTooMuch = true
            return problem
        }
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
