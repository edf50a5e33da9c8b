import ShedDisk
import ShedModel
import ShedProject
import ShedRules
import ShedWriting

/// That the folder All stays empty, since its file system holds no links.
struct LinklessView: StatusOfKind {
    /// The folder's path.
    var folder: RelativePath
}

/// What is said of the view.
extension ViewsProject {
    func complete(_ status: inout Status) throws(ShedError) {
        let isUnable = bookFile?.readSummary()?.isUnable == true
        guard hasView, isOn, isUnable || status.hasLooked, let state = project.store.state ?? (try? project.asKnown.load()),
            let view = AllView(project.home, state)
        else { return }
        if isUnable { status.ofKind.append(LinklessView(folder: view.path)) }
        var links = HandMadeLinks(lines: foretell(&status, in: view, state))
        let count = isUnable ? 0 : linksGone(from: view)
        if count > 0 { links.lines.append(.init(deed: .setRight, folder: view.path, count: count)) }
        if !links.lines.isEmpty { status.ofKind.append(HandMadeView(links: links)) }
    }

    /// How many of the links that this machine saw stand under their names no more.
    private func linksGone(from view: AllView) -> Int {
        if let own = try? view.handle.ownEvidence(), settledFolders.contains(where: { $0.isSame(as: own) }) { return 0 }
        guard let entries = view.entries(), let records = bookFile?.read()?.records else { return 0 }
        let standing = Set(entries.lazy.map(\.name))
        return records.count { record in record.seen != nil && record.name.map { !standing.contains($0) } == true }
    }
}
