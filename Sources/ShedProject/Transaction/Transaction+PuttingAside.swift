import ShedDisk
import ShedIndex
import ShedModel
import ShedReconcile
import ShedRules
import ShedSidecar

extension Transaction {
    /// Moves a file or folder into Rejected, which is made where there is none, and says in the sidecar why. What is to be said
    /// is written down before the move, so that an interruption loses nothing of it.
    /// - Parameters:
    ///   - path: where it is: in the project or in a staging folder.
    ///   - origin: where people knew it.
    ///   - rule: the name of the rule that refused it.
    /// - Returns: where it is now.
    @discardableResult
    package func putAside(_ path: RelativePath, as origin: RelativePath, by rule: String) throws(ShedError) -> RelativePath {
        let (folder, folderPath) = try rejectedFolder()
        do {
            guard let name = path.last, case let directory = try root.openDirectory(at: path.parent),
                let identity = try directory.evidence(of: name)?.identity
            else { throw ShedError.notFound(origin) }
            let type = try directory.kind(of: name)?.nodeType ?? .file
            let free = try freeName(origin.last ?? name, in: folderPath, isFile: !type.isDirectory)
            let to = folderPath.appending(free)
            let rejection = Rejection(
                rule: ForeignText(rule), origin: origin, folder: try load().node(at: origin.parent), time: surroundings.now(), known: false)
            let operation = Operation(
                newID(), [.type(type), .place(Place(parent: folder, name: free)), .rejection(rejection)])
            let move = NotedMove(node: operation.id, from: path, to: to, identity: identity, operations: [operation])
            let state = try load()
            try note([Intent(move, state, after: lastSequence(state), home)])
            try relocate(path, to: to, expecting: identity, as: operation.id)
            Interruption.point("put-aside")
            store.changeMeta { $0.intents = [] }
            try commit([operation])
            // While the sidecar is not whole, the index is left as it is; what was done is not to be done again.
            if try !load().incomplete.isEmpty { try store.save([], by: access) }
            return to
        } catch { throw ShedError(error) }
    }

    /// Looks at Rejected: what was put there is known, and has still to be seen.
    package func seeRejected() throws(ShedError) {
        try walk(.afterVerb(.init(scope: .directories(Set([.root] + [folder(with: .rejected)].compactMap(\.self))))))
    }

    /// The folder for what is refused, made where there is none.
    func rejectedFolder() throws(ShedError) -> (id: NodeID, path: RelativePath) {
        let state = try load()
        if let (_, path) = shelter(.rejected, state), let id = state.node(at: path) { return (id, path) }
        let taken = try names(in: .root)
        let last = home.rejectedNames.last ?? "Rejected (shed)"
        let name = home.rejectedNames.first { !taken.contains(FoldKey($0)) } ?? FreeNames(besides: taken).free(last, keepsSuffix: false)
        // One that stands there under another name is not taken for it.
        let standing = Set(bearers(of: .rejected, state).map(\.id))
        let known = state.model.roleBearers.sorted().first { state.model.nodes[$0]?.role == .rejected && !standing.contains($0) }
        let folder = known ?? newID()
        try commit([Operation(folder, [.type(.folder), .role(.rejected), .accepts(.nothing), .place(Place(parent: id, name: name))])])
        // RACE: where shed is killed here, the next folder of this name is taken for it, at worst one that a person makes: what is put
        // into that is not judged. Made first, an interruption would leave an empty folder that nobody made.
        do throws(DiskError) { try root.makeDirectory(name) } catch { throw ShedError(error) }
        // One that comes back by itself is a person's own, with all that is in it: this one is not missing. The index says so before
        // the intent is written that makes it durable.
        if known != nil {
            try store.change { state throws(ShedError) in
                state.memory.forget(folder)
                try store.save(&state, touching: [folder], by: access)
                return .nodes([folder], .sightings)
            }
        }
        return (folder, RelativePath([name]))
    }
}
