import ShedModel
import ShedRules

/// What may stand where the rules would not let it, since it stood there.
extension Planner {
    /// Whether a node that was moved here stood in this folder once by a right, and then as an exception or not; `nil` if not.
    func right(of arrival: Arrival, _ provenance: Provenance) -> Bool? {
        guard provenance == .moved, let id = binder.node[arrival.entry], let folder = binder.folder[arrival.directory] else { return nil }
        return model.right(of: id, in: folder)
    }

    /// The field by which a node that leaves its folder may come back there, where the folder would refuse it. It stood there
    /// from the adoption on, as an exception, or from a time when the folder accepted other things.
    func rightToKeep(_ node: Node) -> [Field] {
        guard let place = node.place, case let folder = model.resolve(place.parent), modelRegion(of: folder) == .ordinary else { return [] }
        let facts: FolderFacts
        if folder == model.project {
            facts = rules.factsOfRoot()
        } else {
            guard let parent = model.nodes[folder] else { return [] }
            facts = rules.facts(of: parent, label: "")
        }
        let isException = node.details?.exception ?? false
        let candidate = Candidate(name: place.name, type: node.type, provenance: .moved, role: node.role, known: node)
        guard rules.refusalOfPlace(of: candidate, in: facts) != nil, model.right(of: node.id, in: folder) != isException else { return [] }
        return [StandingRight.field(in: folder, isException: isException)]
    }

    /// Whether something, or a folder that it stands in, was accepted by a person just now.
    private func isAccepted(_ path: RelativePath) -> Bool {
        // A folder that shed itself has put there with all that is in it is as good as accepted.
        if situation.claims.assigned[path] != nil { return true }
        guard !situation.request.accepted.isEmpty else { return false }
        var path = path
        while !path.isRoot {
            if situation.request.accepted.contains(path) { return true }
            path = path.parent
        }
        return false
    }

    /// What a folder accepts from its adoption on, or from when a person accepted it, where what is in it shows that this is more than
    /// it would by itself.
    ///
    /// A folder that holds files and folders accepts both. Of one without a role nobody ever said what it is for, so what it
    /// holds says it; one with a role goes on to be for what the template says as long as it holds one sort alone.
    func acceptedByContents(of directory: Int, _ folder: Node, at path: RelativePath) -> Accepts? {
        guard situation.request.isAdoption || isAccepted(path), folder.type == .folder else { return nil }
        let facts = rules.facts(of: folder, label: "")
        var (hasFiles, hasFolders, isMore) = (false, false, false)
        for index in snapshot.directories[directory].entries {
            guard let type = snapshot.entries[index].kind.nodeType else { continue }
            if type.isDirectory { hasFolders = true } else { hasFiles = true }
            guard !isMore, !facts.accepts.allows(type) else { continue }
            isMore = rules.refusal(of: Candidate(name: snapshot.name(of: index), type: type, provenance: .new), in: facts)?.isForItsType == true
        }
        guard isMore, folder.role == nil || hasFiles && hasFolders else { return nil }
        // One that only groups folders of the template is for folders.
        if !hasFiles, situation.claims.roles.keys.contains(where: { $0.parent == path }) { return .folders }
        return .both
    }
}
