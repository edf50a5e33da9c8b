import ShedMessages
import ShedModel

extension Transaction {
    /// Makes a variable (`var new`).
    /// - Parameters:
    ///   - options: what a variable of the type list may be; `nil` for an integer.
    ///   - scope: what it can be given to; `nil`: everything.
    /// - Throws: ``ShedError`` of kind refused where there is one of that name, regardless of case and normalisation.
    public func makeVariable(_ name: String, options: [String]?, scope: LabelScope?, dryRun: Bool = false) throws(ShedError) -> Variable {
        try requireName(name, .variable)
        if let options { try Transaction.requireOptions(options) }
        let scope = scope ?? .all
        try requireScope(scope)
        return try edit(dryRun: dryRun) { labels, edit throws(ShedError) in
            if let known = labels.variable(named: name) { throw Transaction.taken(.variable, known.name) }
            let id = try newLabelID()
            let now = surroundings.now()
            let type: VariableType = options == nil ? .integer : .list
            var fields: [(String, JSONValue)] = [
                (LabelField.name, .string(name)), (LabelField.type, .string(type.rawValue)), (LabelField.scope, .string(scope.rawValue)),
            ]
            if let options { fields.append((LabelField.options, .array(options.map { .string($0) }))) }
            edit.set(LabelKey(.variable, id), fields, .labelMade(sort: "variable", name: name))
            return Variable(id: id, name: name, type: type, options: options ?? [], scope: scope, created: now, updated: now)
        }
    }

    /// What is to change of a variable (`var rename`, `var options`, `var set-scope`); `nil` leaves it.
    public struct VariableChange: Sendable {
        public var name: String?
        public var options: [String]?
        public var scope: LabelScope?

        public init(name: String? = nil, options: [String]? = nil, scope: LabelScope? = nil) {
            self.name = name
            self.options = options
            self.scope = scope
        }
    }

    /// Renames or rescopes a variable, or says what it may be. Values stay, also those that are no options any more: the
    /// rule `variable-value` finds them.
    public func changeVariable(_ word: String, _ change: VariableChange, dryRun: Bool = false) throws(ShedError) -> Variable {
        try edit(dryRun: dryRun) { labels, edit throws(ShedError) in
            var variable = try labels.variable(word)
            let key = LabelKey(.variable, variable.id)
            if let name = change.name {
                try requireName(name, .variable)
                if let known = labels.variable(named: name), known.id != variable.id { throw Transaction.taken(.variable, known.name) }
                edit.set(key, [(LabelField.name, .string(name))], .labelRenamed(sort: "variable", old: variable.name, new: name))
                variable.name = name
            }
            if let options = change.options {
                guard variable.type == .list else {
                    throw ShedError(.usage, .integerHasNoOptions(name: ShedError.shown(variable.name)))
                }
                try Transaction.requireOptions(options)
                edit.set(key, [(LabelField.options, .array(options.map { .string($0) }))], .optionsChanged(variable: variable.name))
                variable.options = options
            }
            if let scope = change.scope {
                try requireScope(scope)
                edit.set(key, [(LabelField.scope, .string(scope.rawValue))], .labelRescoped(sort: "variable", name: variable.name, scope: "\(scope)"))
                variable.scope = scope
            }
            return variable
        }
    }

    /// Deletes a variable (`var delete`): no node has a value of it any more. The caller has asked the person.
    public func deleteVariable(_ word: String, dryRun: Bool = false) throws(ShedError) -> Variable {
        try edit(dryRun: dryRun) { labels, edit throws(ShedError) in
            let variable = try labels.variable(word)
            edit.set(
                LabelKey(.variable, variable.id), [(LabelField.deleted, .integer(surroundings.now()))], .labelDeleted(sort: "variable", name: variable.name))
            return variable
        }
    }

    private static func requireOptions(_ options: [String]) throws(ShedError) {
        guard !options.isEmpty else { throw ShedError(.usage, .noOptions, remedy: .nameTheOptions) }
        guard options.count <= LabelField.mostOptions else { throw ShedError(.usage, .tooManyOptions(most: LabelField.mostOptions)) }
        for option in options {
            guard let complaint = LabelName.complaint(aboutOption: option) else { continue }
            throw ShedError(.usage, .impossibleOption(option: ShedError.shown(option), complaint: complaint.words), remedy: .chooseOtherWords)
        }
        guard Set(options.map { FoldKey($0.utf8) }).count == options.count else {
            throw ShedError(.usage, .sameOptions, remedy: .optionsDifferByMore)
        }
    }
}

extension Variable {
    /// The value that a text means.
    /// - Throws: ``ShedError`` of kind usage where it means none.
    public func value(of text: String) throws(ShedError) -> VariableValue {
        switch type {
        case .integer:
            if let number = Int64(text) { return .integer(number) }
            throw ShedError(.usage, .notAnInteger(text: ShedError.shown(text), name: ShedError.shown(name)), remedy: .giveWholeNumber)
        case .list:
            let key = FoldKey(text.utf8)
            if let option = options.first(where: { FoldKey($0.utf8) == key }) { return .option(option) }
            let nearest = Message.didYouMean(oneOf: Nearest.of(text, among: options).map { [ShedError.shown($0)] } ?? [])
            throw ShedError(
                .usage, .noSuchOption(text: ShedError.shown(text), name: ShedError.shown(name)),
                remedy: nearest ?? .optionsAre(options: options.map(ShedError.shown).joined(separator: ", ")))
        }
    }
}
