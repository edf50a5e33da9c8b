import ShedDisk
import ShedModel
import ShedProject
import ShedRules
import ShedWriting

extension ProjectReader {
    /// The texts that stand where what is compiled is taken from and are no part of the project: refused there, or not taken in yet; and the
    /// folders with texts that are refused there. Each folder is listed once, and no text is read.
    func untaken(_ outline: CompileOutline, _ profile: CompileProfile) throws(ShedError) -> [LeftOut] {
        let state = try load()
        var left: [LeftOut] = []
        for source in outline.sources { try addUntaken(in: source, state, profile, depth: 0, to: &left) }
        return left
    }

    /// The same of what would be compiled now, without compiling it: for who waits for a change.
    func untaken(_ request: CompileRequest) throws(ShedError) -> [LeftOut] {
        let (profile, _) = try compileProfile(request.profile)
        return try untaken(outline(of: request.folder, profile), profile)
    }

    private func addUntaken(
        in folder: RelativePath, _ state: ProjectState, _ profile: CompileProfile, depth: Int, to left: inout [LeftOut]
    ) throws(ShedError) {
        guard depth <= CompileOutline.deepest, left.count < CompileOutline.mostFiles, let id = state.node(at: folder) else { return }
        var known: Set<Name> = []
        var folders: [RelativePath] = []
        for child in state.model.children(of: id) where state.stands(child) {
            guard let node = state.model.nodes[child], let name = node.place?.name else { continue }
            known.insert(name)
            if node.type.isDirectory, !profile.leavesOut(name.escaped) { folders.append(folder.appending(name)) }
        }
        // What cannot be listed was not taken in either, which the walk says.
        let entries = (try? root.openDirectory(at: folder).list(atMost: CompileOutline.mostFiles)) ?? []
        for entry in entries.sorted(by: { $0.name < $1.name }) where !known.contains(entry.name) && (entry.kind == .file || entry.kind == .directory) {
            let path = folder.appending(entry.name)
            // What begins with a dot no walk sees: it is an editor's, say, or a sync engine's.
            guard !entry.name.isHidden, let type = entry.kind.nodeType, type.isDirectory || CompileInput(entry.name) != nil,
                !profile.leavesOut(entry.name.escaped), !home.configuration.ignore.ignores(path: path, kind: entry.kind)
            else { continue }
            var refusal = try home.rules.refusal(of: Candidate(name: entry.name, type: type, provenance: .new), in: facts(of: find(folder)))
            refusal?.place = path
            if type.isDirectory, refusal == nil || !holdsTexts(path, profile) { continue }
            left.append(LeftOut(path: path, reason: refusal.map { .refused($0.sentence) } ?? .unknown))
        }
        for folder in folders.sorted() { try addUntaken(in: folder, state, profile, depth: depth + 1, to: &left) }
    }

    /// Whether texts stand in a folder that is no part of the project, or folders that may hold some.
    private func holdsTexts(_ folder: RelativePath, _ profile: CompileProfile) -> Bool {
        let entries = (try? root.openDirectory(at: folder).list(atMost: CompileOutline.mostFiles)) ?? []
        return entries.contains { entry in
            !entry.name.isHidden && !profile.leavesOut(entry.name.escaped)
                && (entry.kind == .directory || entry.kind == .file && CompileInput(entry.name) != nil)
        }
    }
}
