import ShedModel
import ShedPapers
import ShedRules

/// What the disk tells of the files of a papers project.
struct PaperFacts {
    /// The PDFs in the folder of bundles.
    var loosePDFs: [NodeID] = []
    /// The contents of the variants that are there, by bundle.
    var variants: [NodeID: [PDFVariant: ContentHash]] = [:]
    /// The contents of the pages' files that are there.
    var pages: [NodeID: ContentHash] = [:]
    /// Contents that have a protected copy, or need none.
    var isProtected: (BundleFile) -> Bool = { _ in true }
    /// Nodes that this machine has seen, there or missing.
    var wasSeen: (NodeID) -> Bool = { _ in true }
    var stands: (NodeID) -> Bool = { _ in true }
    /// The content of copies: where one is and the bundle is gone, it can be put back.
    var hasCopy: (BundleFile) -> Bool = { _ in false }
}

extension PapersView {
    /// All that is to be done, in the order in which it is done. A function of what is known: done and asked again, it is
    /// nothing.
    func tasks(_ facts: PaperFacts) -> [PapersTask] {
        var tasks: [PapersTask] = facts.loosePDFs.sorted().map { .makeBundle(pdf: $0) }
        tasks += bundlesToReturn(facts).map { .returnBundle($0) }
        for bundle in bundles {
            let there = facts.variants[bundle.id] ?? [:]
            for variant in PDFVariant.allCases {
                switch (there[variant], bundle.files[variant]?.hash) {
                case (let content?, let known) where content != known: tasks.append(.lookAt(bundle: bundle.id, variant))
                case (nil, .some): tasks.append(.forget(bundle: bundle.id, variant))
                default: break
                }
            }
        }
        for bundle in bundles where isInUse(bundle.id, facts) {
            let there = facts.variants[bundle.id] ?? [:]
            guard bundle.files.allSatisfy({ there[$0.key] == $0.value.hash }), !bundle.files.values.allSatisfy(facts.isProtected) else { continue }
            tasks.append(.protect(bundle: bundle.id))
        }
        for group in groups {
            tasks += group.pages.filter { page in
                // One that a person accepted as it is stays so.
                guard page.reference == nil, facts.pages[page.id] != nil, let node = model.nodes[page.id] else { return false }
                return node.details?.exception != true && !model.isLeft(node) && !isConflictCopy(page, in: group, facts)
            }.map { .makePages(pdf: $0.id) }
        }
        tasks += bundlesToRemake(facts).map { .remake(bundle: $0) }
        for doc in docs {
            if hasTie(doc.groups.map { ($0.id, $0.orderNumber, false) }) { tasks.append(.renumber(folder: doc.id)) }
            for group in doc.groups where hasTie(numbers(in: group)) { tasks.append(.renumber(folder: group.id)) }
        }
        if !newOrder().isEmpty { tasks.append(.order) }
        return tasks
    }

    /// Whether a page whose file is there shows a page of the bundle, or did.
    func isInUse(_ bundle: NodeID, _ facts: PaperFacts) -> Bool { users[bundle]?.contains(where: facts.stands) == true }

    /// Whether a sync program has put a PDF beside a page as its conflict copy: it is no new page, and a person says first which stays.
    private func isConflictCopy(_ page: Page, in group: Group, _ facts: PaperFacts) -> Bool {
        guard let read = ConflictName(page.name), read.certainty == .byName else { return false }
        return group.pages.contains { read.originals.contains($0.name) && facts.stands($0.id) }
    }

    /// Bundles that are in use and are not where bundles are. What this machine never saw may be on its way.
    private func bundlesToReturn(_ facts: PaperFacts) -> [NodeID] {
        let there = Set(bundles.map(\.id))
        return users.keys.filter { id in
            guard !there.contains(id), isInUse(id, facts), let node = model.nodes[id], node.type == .bundle, facts.wasSeen(id) else { return false }
            return facts.stands(id) || node.bundleFile(.display).map(facts.hasCopy) == true
        }.sorted()
    }

    private func bundlesToRemake(_ facts: PaperFacts) -> [NodeID] {
        var result: Set<NodeID> = []
        for page in groups.flatMap(\.pages) {
            guard let reference = page.reference, let content = facts.pages[page.id], let bundle = bundle(reference.bundle),
                let display = bundle.files[.display], facts.variants[bundle.id]?[.display] == display.hash, reference.number <= display.pages
            else { continue }
            if page.file?.hash != content || page.file?.source != display.hash { result.insert(bundle.id) }
        }
        return result.sorted()
    }

    /// What has a number in a group: its pages, and the PDFs that stay what they are and keep theirs. Nothing is numbered by the way
    /// that a person put there for pages to be made of it.
    private func numbers(in group: Group) -> [(id: NodeID, number: Int?, isKept: Bool)] {
        group.pages.compactMap { page in
            guard page.reference == nil else { return (page.id, page.orderNumber, false) }
            guard let node = model.nodes[page.id], node.details?.exception == true || model.isLeft(node) else { return nil }
            return (page.id, page.takenNumber, true)
        }
    }

    /// Whether two of those in a folder have one number, which shed wrote before the name of one that need not keep it: what people
    /// numbered by themselves is left to them.
    private func hasTie(_ items: [(id: NodeID, number: Int?, isKept: Bool)]) -> Bool {
        var bearers: [Int: (id: NodeID, number: Int?, isKept: Bool)] = [:]
        var tied: [(id: NodeID, number: Int?, isKept: Bool)] = []
        for item in items {
            guard let number = item.number, let other = bearers.updateValue(item, forKey: number) else { continue }
            tied += [other, item]
        }
        return tied.contains { item in !item.isKept && model.nodes[item.id].flatMap(model.writtenNumber(of:)) != nil }
    }
}
