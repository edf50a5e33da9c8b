import ShedModel
import ShedProject
import ShedReconcile

/// What `status` says of collections: what `sync` will make of what people did to links, and of files in place of them.
extension CollectionsProject {
    func complete(_ status: inout Status) throws(ShedError) {
        guard hasCollections, status.hasLooked || leftUndecided, let state = project.store.state ?? (try? project.asKnown.load()), state.incomplete.isEmpty,
            let folders = CollectionFolders(project.home, state)
        else { return }
        var links = HandMadeLinks(lines: foretell(&status, in: folders, state))
        let hands = project.home.gitIsAtWork ? [] : hands(in: folders, state) { _ in true }
        for hand in hands.sorted(by: { $0.path < $1.path }) {
            links.lines += hand.added.map { .init(deed: .putIn, folder: hand.path, path: $0.path) }
            links.lines += hand.ended.map { .init(deed: .takeOut, folder: hand.path, path: $0.path) }
            if hand.ended.isEmpty, hand.missing > 0 { links.lines.append(.init(deed: .setAnew, folder: hand.path, count: hand.missing)) }
            if hand.renamed > 0 { links.lines.append(.init(deed: .setRight, folder: hand.path, count: hand.renamed)) }
        }
        if !links.lines.isEmpty { status.ofKind.append(HandMadeCollections(links: links)) }
    }

    /// Whether a command has seen links that are gone, or others than the project's own, and decided nothing.
    private var leftUndecided: Bool { knownSummaries().values.contains { $0.hasOthers || $0.digest == 0 } }

    /// Has the status tell what `sync` will make of files in place of links: they are no new files.
    /// - Returns: a line of each that is an edit.
    private func foretell(_ status: inout Status, in folders: CollectionFolders, _ state: ProjectState) -> [HandMadeLinks.Line] {
        var lines: [HandMadeLinks.Line] = []
        let came = status.changes.filter(hasCome)
        var groups = Dictionary(grouping: came, by: \.path.parent).mapValues { Set($0.compactMap(\.path.last)) }
        // Those too that another command has seen, and decided nothing.
        for (id, path) in folders.all(in: state) where knownSummaries()[id]?.digest == 0 {
            guard let folder = state.model.nodes[id] else { continue }
            groups[path, default: []].formUnion(strangers(in: folder, bookFile(of: id)?.read(), state).keys)
        }
        // A piece gets what the first of several files in place of its links holds, those in All before others.
        var edited: [RelativePath: RelativePath] = [:]
        for line in status.handMadeLinks where line.deed == .edit { if let path = line.path { edited[path] = line.file } }
        // In the sequence in which they are settled.
        for (_, path) in folders.all(in: state) {
            guard let names = groups[path], !names.isEmpty, let folder = folders.folder(at: path, in: state), folder.hasDetails,
                let (view, links, _) = view(of: folder, path, state)
            else { continue }
            let over = FilesOverLinks(project: project, view: view, links: links, known: [])
            for (name, fate) in over.foresee(names.sorted(), overridesWaiting: false).sorted(by: { $0.key < $1.key }) {
                let file = path.appending(name)
                let first = edited[fate.target]
                // What holds neither that nor the link's text stays as a file of the collection; else it gives way to the link.
                let holdsLink = links[name].flatMap { link in StandingFile(view.handle, name).map { $0.holds(link.text) } } ?? false
                if let first, !holdsLink, !holdSame(first, file) { continue }
                status.changes.removeAll { $0.path == file }
                guard fate.isEdit, first == nil else { continue }
                edited[fate.target] = file
                status.changes.append(Change(.modified, id: state.node(at: fate.target), path: fate.target, type: .file))
                lines.append(.init(deed: .edit, folder: path, path: fate.target, file: file))
            }
        }
        return lines.sorted { ($0.file ?? $0.folder) < ($1.file ?? $1.folder) }
    }

    private func holdSame(_ first: RelativePath, _ second: RelativePath) -> Bool {
        func file(_ path: RelativePath) -> StandingFile? {
            guard let name = path.last, let folder = try? project.home.root.openDirectory(at: path.parent) else { return nil }
            return StandingFile(folder, name)
        }
        guard let first = file(first), let second = file(second) else { return false }
        return first.isEqual(to: second)
    }
}
