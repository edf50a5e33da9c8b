import ShedMessages
import ShedModel
import ShedProject
import ShedReconcile
import ShedRules

extension CompileProject {
    /// Says which compiled files were edited, as long as the edits stand: the next `compile` moves them away. Only files that are not as
    /// this machine wrote them are read, as `check` does.
    func complete(_ status: inout Status) throws(ShedError) {
        guard mayHaveCompiled, let folder = try reader.manuscriptFolder() else { return }
        let state = try reader.load()
        guard let id = state.node(at: folder) else { return }
        let records = CompileRecords(state.meta.kindData[CompileRecords.key])
        let told = Set(status.reports.lazy.filter { $0.rule == EditedView.info }.map(\.path))
        var look = EvidenceLook(home.root)
        var edited: [Report] = []
        for child in state.model.children(of: id) {
            guard let node = state.model.nodes[child], let hash = CompiledField.hash(of: node), let name = node.place?.name,
                case let path = folder.appending(name), !told.contains(path), let evidence = look.evidence(of: path)
            else { continue }
            guard records[child]?.stamp != WriteStamp(evidence), isEdited(path, hash, records, (child, evidence)) else { continue }
            edited.append(Report(rule: EditedView.info, path: path, id: child, .compiledFileWasEdited(folder: "\(reader.rejectedPath)")))
        }
        guard !edited.isEmpty else { return }
        status.reports = (status.reports + edited).sorted { ($0.path, $0.rule.name) < ($1.path, $1.rule.name) }
    }
}

extension ProjectReader {
    /// The folder of what was rejected, or the one that would be made for it.
    var rejectedPath: RelativePath { (try? folder(with: .rejected)) ?? RelativePath([home.rejectedNames.first ?? "Rejected"]) }

    /// Where an edit of a compiled file went, the last one; `nil` where none is known.
    func rejectedEdit(of path: RelativePath) -> RelativePath? {
        guard let state = try? load() else { return nil }
        let edits = state.model.detailed.compactMap { id -> (path: RelativePath, time: Int64, id: NodeID)? in
            guard let rejection = state.model.nodes[id]?.details?.rejection, rejection.rule.raw == EditedView.info.name, rejection.origin == path,
                state.stands(id)
            else { return nil }
            return state.model.path(of: id).map { ($0, rejection.time, id) }
        }
        return edits.max { ($0.time, $0.id) < ($1.time, $1.id) }?.path
    }
}
