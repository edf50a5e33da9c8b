import ShedDisk
import ShedModel
import ShedReconcile
import ShedRules

/// Whether something may be done, asked before it is done.
extension ProjectReader {
    /// Asks the rules whether a node may be moved to a path.
    package func mayStand(_ placed: PlacedNode, at path: RelativePath) throws(ShedError) {
        guard let name = path.last, path != placed.path else { return }
        try ShedError.requireName(name, of: "anything in a project", former: placed.path.last, kind: .refused)
        try isNoIgnoredName(path, placed.type)
        let parent = try find(path.parent)
        guard parent.type.isDirectory else { throw ShedError(.usage, "\(path.parent) is no folder") }
        let isRename = path.parent == placed.path.parent
        let isNew = placed.node.details?.rejection.map { !$0.known } ?? false
        let facts = try facts(of: parent)
        let candidate = Candidate(
            name: name, type: placed.type, standing: isRename ? .renamed : isNew && facts.filling != .anything ? .new : .moved,
            role: placed.node.role, knownType: placed.node.type)
        if let refusal = home.rules.refusal(of: candidate, in: facts), !(isRename && BlankName.isBlank(name) == false) {
            throw ShedError.refused(refusal, path)
        }
        try mayBe(.standing(placed, at: path))
        try isFree(name, in: path.parent, except: isRename ? placed.path.last : nil)
    }

    /// A name that the ignore rules cover would have no ID.
    package func isNoIgnoredName(_ path: RelativePath, _ type: NodeType) throws(ShedError) {
        guard home.configuration.ignore.ignores(path: path, kind: type.isDirectory ? .directory : .file) else { return }
        throw ShedError(
            .refused, "\(path): names like this are ignored (an editor's passing file, or .shedignore), so it would have no ID",
            remedy: "Choose another name.")
    }

    /// Whether no other entry of a folder bears the name, or one that differs in case or normalisation alone.
    package func isFree(_ name: Name, in folder: RelativePath, except: Name?) throws(ShedError) {
        do {
            let key = FoldKey(name)
            for entry in try root.openDirectory(at: folder).list(atMost: 1_000_000) where entry.name != except {
                guard FoldKey(entry.name) == key else { continue }
                let message = entry.name == name ? "there is something of that name already" : NameCollision.message(with: entry.name)
                throw ShedError.refused(by: NameCollision.info, "\(folder.appending(name)): \(message)", remedy: "Choose another name.")
            }
        } catch { throw ShedError(error) }
    }
}
