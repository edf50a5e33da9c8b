import ShedDisk
import ShedModel
import ShedRules

extension Project {
    /// Moves a file or folder into Rejected, which is made where there is none, and says in the sidecar why.
    ///
    /// The move comes first: an interruption before the rest leaves a file in Rejected without a reason, and nothing else.
    /// - Parameters:
    ///   - origin: where people knew it.
    ///   - rule: the name of the rule that refused it.
    /// - Returns: where it is now.
    @discardableResult
    func putAside(_ name: Name, of directory: DirectoryHandle, from origin: RelativePath, by rule: String) throws(ShedError) -> RelativePath {
        let (folder, path) = try rejectedFolder()
        let type: NodeType
        let free: Name
        do {
            type = try directory.kind(of: name)?.nodeType ?? .file
            free = try freeName(origin.last ?? name, in: path, isFile: !type.isDirectory)
            guard let identity = try directory.evidence(of: name)?.identity else { throw ShedError.notFound(origin) }
            try directory.rename(name, to: try root.openDirectory(at: path), as: free, expecting: identity)
            try root.openDirectory(at: path).sync()
        } catch { throw ShedError(error) }
        Interruption.point("put-aside")
        let state = try load()
        let rejection = Rejection(
            rule: rule, origin: origin, folder: node(at: origin.parent, state), time: surroundings.now(), known: false)
        try commit([Operation(surroundings.ids.next(), [.type(type), .place(Place(parent: folder, name: free)), .rejection(rejection)])])
        return path.appending(free)
    }

    /// Looks at Rejected: what was put there is known, and has still to be seen.
    func seeRejected() throws(ShedError) {
        var errand = Errand()
        errand.judgement = .later
        errand.dirty = try Set([.root] + [folder(with: .rejected)].compactMap(\.self))
        _ = try reconcile(errand)
    }

    /// The folder for what is refused, made where there is none.
    private func rejectedFolder() throws(ShedError) -> (NodeID, RelativePath) {
        let state = try load()
        if let path = try folder(with: .rejected), let id = node(at: path, state) { return (id, path) }
        let taken = try names(in: .root)
        let last = rejectedNames.last ?? "Rejected (shed)"
        let name = rejectedNames.first { !taken.contains(FoldKey($0)) } ?? Project.freeName(last, isFile: false, besides: taken)
        let id = state.model.roleBearers.sorted().first { state.model.nodes[$0]?.role == .rejected } ?? surroundings.ids.next()
        try commit([Operation(id, [.type(.folder), .role(.rejected), .accepts(.nothing), .place(Place(parent: self.id, name: name))])])
        do throws(DiskError) { try root.makeDirectory(name) } catch { throw ShedError(error) }
        return (id, RelativePath([name]))
    }
}
