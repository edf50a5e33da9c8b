import ShedDisk
import ShedModel
import ShedProject
import ShedRules
import ShedWriting

/// What `check` says of links in collections.
extension CollectionsProject {
    /// A link that is the view's and leads to where no file is known to be was left over: what is done next tries again. Of one that a
    /// person made, and that the next `sync` understands, nobody has to mend anything, wherever it leads.
    func check(_ check: KindCheck) throws(ShedError) -> [Finding] {
        let links = check.others.filter { ($0.rule == DanglingLink.info.name || $0.rule == LeavingLink.info.name) && $0.path.names.count > 2 }
        guard hasCollections, !links.isEmpty, let state = project.store.state ?? (try? project.asKnown.load()),
            let folders = CollectionFolders(project.home, state)
        else { return [] }
        let pieces = PieceFolders(project.home, state)
        var findings: [Finding] = []
        for (path, links) in Dictionary(grouping: links, by: \.path.parent).sorted(by: { $0.key < $1.key }) {
            guard let folder = folders.folder(at: path, in: state), let view = CollectionView(folder, path, project.home, state, pieces) else { continue }
            let records = bookFile(of: folder.id)?.read()?.records ?? []
            let own = Dictionary(records.compactMap { record in record.name.map { ($0, record.text) } }) { $1 }
            findings += links.compactMap { self.finding($0, in: view, own, state, pieces) }
        }
        return findings
    }

    /// What is said in place of where a link leads.
    private func finding(_ found: Finding, in view: CollectionView, _ own: [Name: [UInt8]], _ state: ProjectState, _ pieces: PieceFolders) -> Finding? {
        guard let name = found.path.last, let text = try? view.handle.readLink(name) else { return nil }
        var finding = found
        (finding.severity, finding.words) = (.note, nil)
        if own[name] == text {
            guard found.rule == DanglingLink.info.name else { return nil }
            finding.message = "The link is out of date: it leads to where no file is any more."
            finding.help = "Run “shed sync”; where that does not help, the folder may not be written to."
            return finding
        }
        guard let target = view.meant(by: text), let id = state.node(at: target), pieces.piece(id, in: state)?.path == target, view.file(at: target) != nil
        else { return nil }
        finding.message = "The link means \(target), and is not set right yet."
        finding.help = view.shows(id) ? "“shed sync” sets it right." : "“shed sync” puts \(target) into \(view.path) too, and sets the link right."
        return finding
    }
}
