import ShedDisk
import ShedModel
import ShedPapers

extension Project {
    /// What the disk tells of the files that the last walk saw.
    func facts(_ book: PapersBook) throws(ShedError) -> PaperFacts {
        var facts = PaperFacts()
        let state = try load()
        let model = book.model
        if let folder = try folder(with: .bundles), let id = node(at: folder, state) {
            facts.loosePDFs = model.children(of: id).filter { child in
                guard state.stands(child), let node = model.nodes[child], !node.type.isDirectory, let name = node.place?.name else { return false }
                return name.hasSuffix(".pdf") && node.details?.exception != true
            }
        }
        for bundle in book.bundles {
            for child in model.children(of: bundle.id) where state.stands(child) {
                guard let name = model.nodes[child]?.place?.name, let variant = PDFVariant.allCases.first(where: { Name($0.fileName) == name }) else { continue }
                facts.variants[bundle.id, default: [:]][variant] = try remembered(child, at: bundle.path.appending(name), state)
            }
        }
        for page in book.groups.flatMap(\.pages) { facts.pages[page.id] = try remembered(page.id, at: page.path, state) }
        let store = settings.protection == .copy ? try store() : nil
        facts.isProtected = { file in store.map { (try? $0.seemsThere(file.hash, size: file.size)) == true } ?? true }
        facts.hasCopy = { file in (try? self.store().seemsThere(file.hash, size: file.size)) == true }
        facts.wasSeen = { state.memory.isEmpty || state.memory.seen[$0] != nil }
        facts.stands = state.stands
        return facts
    }

    /// The content of a file that the last walk saw; read, and remembered, where it is not known.
    private func remembered(_ id: NodeID, at path: RelativePath, _ state: ProjectState) throws(ShedError) -> ContentHash? {
        guard let sighting = state.memory.seen[id] else { return try content(of: id, at: path, state) }
        if let hash = sighting.hash, !sighting.isRacy { return hash }
        if let known = tendedContents[id], known.evidence == sighting.evidence { return known.hash }
        guard let name = path.last, let directory = try? root.openDirectory(at: path.parent), let evidence = try? directory.evidence(of: name),
            let hash = try? directory.hash(name, expecting: evidence)
        else { return nil }
        // What is written to right after it was read may look the same: only what has been quiet for a while is remembered.
        let isQuiet = max(evidence.modified, evidence.changed) < surroundings.now() * 1_000_000 - Sighting.racyWindow
        if isQuiet { tendedContents[id] = (evidence, hash) }
        return hash
    }
}
