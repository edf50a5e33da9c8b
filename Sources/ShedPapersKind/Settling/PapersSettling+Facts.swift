import ShedDisk
import ShedModel
import ShedPapers
import ShedProject

extension PapersSettling {
    /// What the disk tells of the files that the last walk saw.
    func facts(_ view: PapersView) throws(ShedError) -> PaperFacts {
        var facts = PaperFacts()
        let state = try load()
        facts.loosePDFs = try loosePDFs(view, state)
        for bundle in view.bundles { facts.variants[bundle.id] = try variants(of: bundle, view, state) }
        for page in view.groups.flatMap(\.pages) { facts.pages[page.id] = try remembered(page.id, at: page.path, state) }
        let store = papersSettings.protection == .copy ? try protectedStore() : nil
        facts.isProtected = { file in store.map { (try? $0.seemsThere(file.hash, size: file.size)) == true } ?? true }
        facts.hasCopy = { [self] file in (try? protectedStore().seemsThere(file.hash, size: file.size)) == true }
        facts.wasSeen = { state.memory.isEmpty || state.memory.seen[$0] != nil }
        facts.stands = state.stands
        return facts
    }

    /// The PDFs in the folder of bundles.
    private func loosePDFs(_ view: PapersView, _ state: ProjectState) throws(ShedError) -> [NodeID] {
        guard let folder = try folder(with: .bundles), let id = state.node(at: folder) else { return [] }
        let model = view.model
        return model.children(of: id).filter { child in
            guard state.stands(child), let node = model.nodes[child], !node.type.isDirectory, let name = node.place?.name else { return false }
            return name.hasSuffix(".pdf") && node.details?.exception != true && !model.isLeft(node)
        }
    }

    /// The contents of a bundle's variants that are there.
    private func variants(of bundle: PapersView.Bundle, _ view: PapersView, _ state: ProjectState) throws(ShedError) -> [PDFVariant: ContentHash] {
        var contents: [PDFVariant: ContentHash] = [:]
        for child in view.model.children(of: bundle.id) where state.stands(child) {
            guard let name = view.model.nodes[child]?.place?.name, let variant = PDFVariant.allCases.first(where: { Name($0.fileName) == name }) else { continue }
            contents[variant] = try remembered(child, at: bundle.path.appending(name), state)
        }
        return contents
    }

    /// The content of a file that the last walk saw; read, and remembered, where it is not known.
    private func remembered(_ id: NodeID, at path: RelativePath, _ state: ProjectState) throws(ShedError) -> ContentHash? {
        guard let sighting = state.memory.seen[id] else { return content(of: id, at: path, state) }
        if let hash = sighting.hash, !sighting.isRacy { return hash }
        if let known = kind.readContents.hash(seenAs: sighting.evidence) { return known }
        guard let name = path.last, let directory = try? root.openDirectory(at: path.parent), let evidence = try? directory.evidence(of: name),
            let hash = try? directory.hash(name, expecting: evidence)
        else { return nil }
        kind.readContents.note(hash, seenAs: evidence, now: surroundings.now())
        return hash
    }
}
