import ShedMessages
import ShedModel

extension Transaction {
    /// Makes a tag (`tag new`), and its group where that is not there.
    /// - Parameters:
    ///   - title: `group/name`, or a name for a tag in no group.
    ///   - scope: what it can be given to; `nil`: everything.
    /// - Throws: ``ShedError`` of kind refused where the group has one of that name, regardless of case and normalisation.
    public func makeTag(_ title: String, colour: Colour?, scope: LabelScope?, dryRun: Bool = false) throws(ShedError) -> Tag {
        try edit(dryRun: dryRun) { labels, edit throws(ShedError) in
            try makeTag(title, colour: colour, scope: scope ?? .all, in: labels, &edit)
        }
    }

    func makeTag(
        _ title: String, colour: Colour?, scope: LabelScope, in labels: LabelBook, _ edit: inout LabelEdit
    ) throws(ShedError) -> Tag {
        let place = try place(title, in: labels, making: &edit)
        try requireScope(scope)
        if let known = labels.tag(named: place.name, in: place.group?.id) { throw Transaction.taken(.tag, known.title) }
        let id = try newLabelID()
        let now = surroundings.now()
        let title = place.group.map { "\($0.name)/\(place.name)" } ?? place.name
        var fields: [(String, JSONValue)] = [(LabelField.name, .string(place.name)), (LabelField.scope, .string(scope.rawValue))]
        if let group = place.group { fields.append((LabelField.group, .string(group.id.description))) }
        if let colour { fields.append((LabelField.colour, .string(colour.description))) }
        edit.set(LabelKey(.tag, id), fields, .labelMade(sort: "tag", name: title))
        return Tag(id: id, name: place.name, group: place.group?.id, colour: colour, scope: scope, title: title, created: now, updated: now)
    }

    /// The group and the name that a title means; a group that is not there is made.
    private func place(_ title: String, in labels: LabelBook, making edit: inout LabelEdit) throws(ShedError) -> (group: TagGroup?, name: String) {
        let parts = LabelBook.parts(title)
        try requireName(parts.name, .tag)
        guard let name = parts.group, !name.isEmpty else { return (nil, parts.name) }
        try requireName(name, .group)
        if let group = labels.group(named: name) { return (group, parts.name) }
        return (try makeGroup(name, &edit), parts.name)
    }

    /// What is to change of a tag (`tag rename`, `tag set`); `nil` leaves it.
    public struct TagChange: Sendable {
        /// `name`, `group/name` to put it into another group, `/name` to take it out of its group.
        public var title: String?
        /// `.some(nil)` takes it away.
        public var colour: Colour??
        public var scope: LabelScope?

        public init(title: String? = nil, colour: Colour?? = nil, scope: LabelScope? = nil) {
            self.title = title
            self.colour = colour
            self.scope = scope
        }
    }

    /// Renames, regroups, recolours or rescopes a tag. Who has it keeps it.
    /// - Throws: ``ShedError`` of kind refused where the group has another of that name.
    public func changeTag(_ word: String, _ change: TagChange, dryRun: Bool = false) throws(ShedError) -> Tag {
        try edit(dryRun: dryRun) { labels, edit throws(ShedError) in
            var tag = try labels.tag(word)
            let key = LabelKey(.tag, tag.id)
            if let title = change.title { try rename(&tag, to: title, in: labels, &edit) }
            if let colour = change.colour {
                tag.colour = colour
                edit.set(key, [(LabelField.colour, JSONValue(colour?.description))], .tagRecoloured(name: tag.title))
            }
            if let scope = change.scope {
                try requireScope(scope)
                tag.scope = scope
                edit.set(key, [(LabelField.scope, .string(scope.rawValue))], .labelRescoped(sort: "tag", name: tag.title, scope: "\(scope)"))
            }
            return tag
        }
    }

    private func rename(_ tag: inout Tag, to title: String, in labels: LabelBook, _ edit: inout LabelEdit) throws(ShedError) {
        let isPlain = LabelBook.parts(title).group == nil
        let place = try place(title, in: labels, making: &edit)
        let group = isPlain ? tag.group.flatMap { labels.groups[$0] } : place.group
        if let known = labels.tag(named: place.name, in: group?.id), known.id != tag.id { throw Transaction.taken(.tag, known.title) }
        let new = group.map { "\($0.name)/\(place.name)" } ?? place.name
        var fields: [(String, JSONValue)] = [(LabelField.name, .string(place.name))]
        if group?.id != tag.group { fields.append((LabelField.group, JSONValue(group?.id.description))) }
        edit.set(LabelKey(.tag, tag.id), fields, .labelRenamed(sort: "tag", old: tag.title, new: new))
        (tag.name, tag.group, tag.title) = (place.name, group?.id, new)
    }

    /// Deletes a tag (`tag delete`): no node has it any more. The caller has asked the person.
    public func deleteTag(_ word: String, dryRun: Bool = false) throws(ShedError) -> Tag {
        try edit(dryRun: dryRun) { labels, edit throws(ShedError) in
            let tag = try labels.tag(word)
            edit.set(LabelKey(.tag, tag.id), [(LabelField.deleted, .integer(surroundings.now()))], .labelDeleted(sort: "tag", name: tag.title))
            return tag
        }
    }
}
