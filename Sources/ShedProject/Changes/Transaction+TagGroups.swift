import ShedMessages
import ShedModel

extension Transaction {
    /// Makes a group for tags (`taggroup new`).
    /// - Throws: ``ShedError`` of kind refused where there is one of that name, regardless of case and normalisation.
    public func makeTagGroup(_ name: String, dryRun: Bool = false) throws(ShedError) -> TagGroup {
        try requireName(name, .group)
        return try edit(dryRun: dryRun) { labels, edit throws(ShedError) in
            if let known = labels.group(named: name) { throw Transaction.taken(.group, known.name) }
            return try makeGroup(name, &edit)
        }
    }

    func makeGroup(_ name: String, _ edit: inout LabelEdit) throws(ShedError) -> TagGroup {
        let id = try newLabelID()
        let now = surroundings.now()
        edit.set(LabelKey(.group, id), [(LabelField.name, .string(name))], .labelMade(sort: "group", name: name))
        return TagGroup(id: id, name: name, created: now, updated: now)
    }

    /// Gives a group another name (`taggroup rename`). Its tags stay in it.
    public func renameTagGroup(_ word: String, to name: String, dryRun: Bool = false) throws(ShedError) -> TagGroup {
        try requireName(name, .group)
        return try edit(dryRun: dryRun) { labels, edit throws(ShedError) in
            var group = try labels.group(word)
            if let known = labels.group(named: name), known.id != group.id { throw Transaction.taken(.group, known.name) }
            edit.set(LabelKey(.group, group.id), [(LabelField.name, .string(name))], .labelRenamed(sort: "group", old: group.name, new: name))
            group.name = name
            return group
        }
    }

    /// Deletes a group with its tags (`taggroup delete`): no node has them any more. The caller has asked the person.
    /// - Returns: the group, and the tags that went with it.
    public func deleteTagGroup(_ word: String, dryRun: Bool = false) throws(ShedError) -> (group: TagGroup, tags: [Tag]) {
        try edit(dryRun: dryRun) { labels, edit throws(ShedError) in
            let group = try labels.group(word)
            let tags = labels.sortedTags.filter { $0.group == group.id }
            let deleted = [(LabelField.deleted, JSONValue.integer(surroundings.now()))]
            edit.set(LabelKey(.group, group.id), deleted, .labelDeleted(sort: "group", name: group.name))
            for tag in tags { edit.set(LabelKey(.tag, tag.id), deleted, .labelDeleted(sort: "tag", name: tag.title)) }
            return (group, tags)
        }
    }

    static func taken(_ kind: LabelKind, _ name: String) -> ShedError {
        ShedError(.refused, .labelTaken(sort: kind.sort, name: ShedError.shown(name)), remedy: .namesDifferByMore)
    }
}
