import ShedModel
import ShedRules

/// Folders of the template that stand in others, and what folders are for that people make in folders of the template.
extension Planner {
    /// The roles of the template's folders that stand in a folder.
    func innerRoles(of directory: Int) -> Set<Role> {
        guard directory > 0, let folder = binder.folder[directory], let role = folderNode(folder).role else { return [] }
        return situation.conventions.template.innerRoles(of: role)
    }

    /// The role that a folder takes by its name and by the folder that it stands in, if the one of that role is missing.
    func innerRoleToTake(_ place: Place, _ directory: Int) -> Role? {
        guard region[directory] == .ordinary, let folder = binder.folder[directory], let parent = folderNode(folder).role,
            let role = situation.conventions.template.claim(of: place.name, in: parent)?.role, role != .trash, role != .rejected,
            holder(of: role) == nil, !roles.taken.contains(role), !situation.claims.roles.values.contains(role)
        else { return nil }
        return role
    }

    /// The role by which a folder that came is judged: its own, or the one that it is about to take in the folder that it stands in.
    mutating func role(of arrival: Arrival, _ facts: FolderFacts) -> Role? {
        if let role = binder.node[arrival.entry].flatMap({ model.nodes[$0]?.role }) { return role }
        guard !facts.innerRoles.isEmpty, snapshot.entries[arrival.entry].kind == .directory, let folder = binder.folder[arrival.directory] else { return nil }
        return innerRoleToTake(Place(parent: folder, name: snapshot.name(of: arrival.entry)), arrival.directory)
    }

    /// What is said of a folder that a person made: what it accepts, and what folders in it are for.
    func fieldsOfFolder(_ type: NodeType, in directory: Int) -> [Field] {
        guard type == .folder, directory > 0, region[directory] == .ordinary, let parent = binder.folder[directory],
            let children = situation.conventions.template.children(of: folderNode(parent))
        else { return [.accepts(type.defaultAccepts)] }
        return [.accepts(children), FolderNesting.field(children)]
    }
}
