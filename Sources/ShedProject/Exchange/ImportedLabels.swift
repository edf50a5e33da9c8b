import ShedExchange
import ShedModel

/// The labels that an import brings: those that are there by their names, and what is to be said of new ones.
struct ImportedLabels {
    private var said: [Operation] = []
    /// The first names that were made into others that are possible.
    private(set) var renamed: [(from: String, to: String)] = []
    /// So many names besides, and values, were.
    private(set) var changed = 0
    private var seen: Set<String> = []

    private let target: ImportTarget
    private let newID: () -> NodeID
    private var groups: [FoldKey: NodeID] = [:]
    private var tags: [TagKey: NodeID] = [:]
    /// What nodes name it by, of those that were asked for: many bear the same.
    private var named: [ImportedTag.Title: NodeID] = [:]
    private var variables: [FoldKey: Known] = [:]
    private var used: Set<LabelKey> = []

    private struct TagKey: Hashable {
        var group: NodeID?
        var name: FoldKey
    }

    private struct Known {
        var id: NodeID
        var type: VariableType
        var options: [String]
        var optionSet: Set<String>
        /// Where its options are said; `nil`: it was there before.
        var operation: Int?
        var hasNewOptions = false

        init(id: NodeID, type: VariableType, options: [String], operation: Int? = nil) {
            (self.id, self.type, self.options, self.operation, optionSet) = (id, type, options, operation, Set(options))
        }

        mutating func offer(_ option: String) {
            guard options.count < LabelField.mostOptions, optionSet.insert(option).inserted else { return }
            options.append(option)
            hasNewOptions = true
        }
    }

    /// What is to be said of the labels.
    var operations: [Operation] {
        var said = said
        for (_, known) in variables.sorted(by: { $0.value.id < $1.value.id }) where known.hasNewOptions {
            let options = Field.other(LabelField.options, .array(known.options.map { .string($0) }))
            guard let position = known.operation else {
                said.append(Operation(known.id, [options], label: .variable))
                continue
            }
            said[position].set.removeAll { $0.name == LabelField.options }
            said[position].set.append(options)
        }
        return said
    }

    init(_ target: ImportTarget, _ newID: @escaping () -> NodeID) {
        (self.target, self.newID) = (target, newID)
        let book = target.model.labels
        for group in book.sortedGroups { groups[FoldKey(group.name.utf8)] = group.id }
        for tag in book.sortedTags { tags[TagKey(group: tag.group, name: FoldKey(tag.name.utf8))] = tag.id }
        for variable in book.sortedVariables {
            variables[FoldKey(variable.name.utf8)] = Known(id: variable.id, type: variable.type, options: variable.options)
        }
    }

    // MARK: Making

    /// The ID of a new label: its own where no other has that.
    private mutating func take(_ kind: LabelKind, _ wanted: NodeID?) -> NodeID {
        if let wanted, target.model.labels.records[LabelKey(kind, wanted)] == nil, used.insert(LabelKey(kind, wanted)).inserted { return wanted }
        return newID()
    }

    /// A name that a label can have, for one that is wanted.
    private mutating func possible(_ name: String, _ kind: LabelKind) -> String {
        guard LabelName.complaint(about: name, kind: kind) != nil else { return name }
        let possible = ImportedLabels.possible(name, kind)
        count(name, possible)
        return possible
    }

    /// So many are told one by one.
    private static let mostTold = 10

    private mutating func count(_ name: String, _ possible: String) {
        guard seen.insert(name).inserted else { return }
        if renamed.count < ImportedLabels.mostTold { renamed.append((name, possible)) } else { changed += 1 }
    }

    static func possible(_ name: String, _ kind: LabelKind) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            let isSign = kind == .variable ? "=<>!".unicodeScalars.contains(scalar) : scalar == "/"
            scalars.append(isSign || EscapedText.isUnsafe(scalar) ? "-" : scalar)
        }
        var text = String(decoding: UTF8Cut.prefix(Array(String(scalars).utf8)[...], atMost: LabelName.longest), as: UTF8.self)
        while let first = text.unicodeScalars.first, first.properties.isWhitespace { text.unicodeScalars.removeFirst() }
        while let last = text.unicodeScalars.last, last.properties.isWhitespace { text.unicodeScalars.removeLast() }
        return LabelName.complaint(about: text, kind: kind) == nil ? text : "-"
    }

    private mutating func say(_ kind: LabelKind, _ id: NodeID, _ fields: [(String, JSONValue)]) {
        said.append(Operation(id, fields.map { .other($0.0, $0.1) }, label: kind))
    }

    mutating func group(_ name: String, id: NodeID? = nil) -> NodeID {
        let name = possible(name, .group)
        let key = FoldKey(name.utf8)
        if let known = groups[key] { return known }
        let id = take(.group, id)
        groups[key] = id
        say(.group, id, [(LabelField.name, .string(name))])
        return id
    }

    private mutating func tag(named title: ImportedTag.Title) -> NodeID {
        if let known = named[title] { return known }
        let id = tag(ImportedTag(title))
        named[title] = id
        return id
    }

    @discardableResult
    mutating func tag(_ tag: ImportedTag) -> NodeID {
        var group: NodeID?
        if let title = tag.title.group { group = self.group(title) }
        let name = possible(tag.title.name, .tag)
        let key = TagKey(group: group, name: FoldKey(name.utf8))
        if let known = tags[key] { return known }
        let id = take(.tag, tag.id)
        tags[key] = id
        var fields: [(String, JSONValue)] = [(LabelField.name, .string(name)), (LabelField.scope, .string(scope(tag.scope)))]
        if let group { fields.append((LabelField.group, .string("\(group)"))) }
        if let colour = tag.colour { fields.append((LabelField.colour, .string("\(colour)"))) }
        say(.tag, id, fields)
        return id
    }

    /// A scope that this kind of project does not have would cover nothing.
    private func scope(_ scope: LabelScope?) -> String {
        guard let scope, target.scopes.contains(scope) else { return LabelScope.all.rawValue }
        return scope.rawValue
    }

    mutating func define(_ variable: ImportedVariable) { _ = known(variable) }

    private mutating func known(_ variable: ImportedVariable) -> FoldKey {
        let name = possible(variable.name, .variable)
        var key = FoldKey(name.utf8)
        if let known = variables[key] {
            guard known.type != variable.type else { return key }
            // One of that name that takes other values: it gets a name of its own.
            let other = "\(UTF8Cut.text(name, atMost: LabelName.longest - 8)) (\(variable.type.rawValue))"
            count(name, other)
            key = FoldKey(other.utf8)
            if variables[key] != nil { return key }
            return make(variable, other, key)
        }
        return make(variable, name, key)
    }

    private mutating func make(_ variable: ImportedVariable, _ name: String, _ key: FoldKey) -> FoldKey {
        let id = take(.variable, variable.id)
        let options = variable.options.filter { LabelName.complaint(aboutOption: $0) == nil }
        changed += variable.options.count - options.count
        var fields: [(String, JSONValue)] = [
            (LabelField.name, .string(name)), (LabelField.type, .string(variable.type.rawValue)), (LabelField.scope, .string(scope(variable.scope))),
        ]
        if variable.type == .list { fields.append((LabelField.options, .array(options.map { .string($0) }))) }
        say(.variable, id, fields)
        variables[key] = Known(id: id, type: variable.type, options: options, operation: said.count - 1)
        return key
    }

    // MARK: Bearing

    /// What a node bears.
    mutating func fields(of node: ImportedNode, _ type: NodeType) -> [Field] {
        var fields: [Field] = []
        for tag in Set(node.tags.map { tag(named: $0) }).sorted() { fields.append(.tag(tag, true)) }
        for (name, value) in node.values {
            guard let field = field(name, value) else {
                changed += 1
                continue
            }
            fields.append(field)
        }
        return fields
    }

    private mutating func field(_ name: String, _ value: VariableValue) -> Field? {
        switch value {
        case .integer:
            return variables[known(ImportedVariable(name, .integer))].map { .value($0.id, value) }
        case .option(let text):
            guard LabelName.complaint(aboutOption: text) == nil else { return nil }
            let key = known(ImportedVariable(name, .list, options: [text]))
            variables[key]?.offer(text)
            return variables[key].map { .value($0.id, value) }
        }
    }
}

extension UTF8Cut {
    /// The beginning of a text, of at most so many bytes.
    fileprivate static func text(_ text: String, atMost count: Int) -> String {
        String(decoding: prefix(Array(text.utf8)[...], atMost: count), as: UTF8.self)
    }
}
