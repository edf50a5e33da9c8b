import ShedModel
import ShedPapers
import ShedProject

/// What a papers project holds, as the model has it: bundles, docs, their page groups and pages, in their order, and who
/// refers to whom.
public struct PapersView: Sendable {
    public struct Bundle: Sendable {
        public var id: NodeID
        public var path: RelativePath
        /// What is known of its variants.
        public var files: [PDFVariant: BundleFile]
        /// Which of their pages belong together.
        public var alignment: Alignment
        /// Other PDFs in it, which no page refers to.
        public var attachments: [Name]
        /// The pages that show a page of it, or did in an older version, in no order.
        public var users: [NodeID]

        public var name: Name { path.last ?? "" }
        /// Of the display variant; 0 where there is none.
        public var pageCount: Int { files[.display]?.pages ?? 0 }
    }

    public struct Page: Sendable {
        public var id: NodeID
        public var path: RelativePath
        /// `nil` for a PDF that has not become a page yet.
        public var reference: PageReference?
        public var file: PageFile? { fileText.flatMap(PageFile.init) }
        /// Few ask for it.
        var fileText: CompactJSON?
        /// Whether its file is there.
        public var stands: Bool
        /// Whether its file lies in Rejected, and not in a group.
        public var isRejected = false
        /// The number before its name, if that is its place in the order. Of a page that is looked at without its group it is
        /// known only where shed wrote it.
        public var orderNumber: Int?
        /// Its field `order`.
        var orderKey: OrderKey?

        public var name: Name { path.last ?? "" }
        var ordered: OrderedName { OrderedName(name, isNumbered: orderNumber != nil) }
        /// The number that no new page may get: the one before its name, also where it becomes one only once another is numbered.
        var takenNumber: Int? { ordered.number ?? OrderedName(name).possibleNumber }
        var orderItem: PaperOrder.Item { PaperOrder.Item(id: id, name: name, number: orderNumber, key: orderKey) }
    }

    public struct Group: Sendable {
        public var id: NodeID
        public var path: RelativePath
        /// Those whose files are there, in their order.
        public var pages: [Page]
        /// Pages that were last seen in it and whose files are not there.
        public var missing: [Page]
        /// The number before its name, if that is its place in the order.
        public var orderNumber: Int?
        /// Its field `order`.
        var orderKey: OrderKey?

        public var name: Name { path.last ?? "" }
        var ordered: OrderedName { OrderedName(name, isNumbered: orderNumber != nil) }
        var orderItem: PaperOrder.Item { PaperOrder.Item(id: id, name: name, number: orderNumber, key: orderKey) }
    }

    public struct Doc: Sendable {
        public var id: NodeID
        public var path: RelativePath
        /// In their order.
        public var groups: [Group]

        public var name: Name { path.last ?? "" }
        public var pageCount: Int { groups.reduce(0) { $0 + $1.pages.count } }
    }

    /// Those that stand in the folder of bundles, in the order of their names.
    public private(set) var bundles: [Bundle] = []
    /// The positions in ``bundles``.
    private var bundlePositions: [NodeID: Int] = [:]
    /// Those that stand in the folder of docs, in the order of their names.
    public internal(set) var docs: [Doc] = []
    /// Pages whose files are not there, nor the groups that they were last seen in, in the order of their paths.
    public internal(set) var lost: [Page] = []
    /// Pages whose files lie in Rejected, in the order of their paths.
    public internal(set) var rejected: [Page] = []
    /// For each bundle that any page refers to, or an older version of one, those pages; bundles that are gone among them.
    public internal(set) var users: [NodeID: [NodeID]] = [:]
    public internal(set) var model: Model

    init(_ state: ProjectState) {
        model = state.model
        model.prepareChildren()
        for node in model.nodes.values where node.isPage { note(node) }
        for (role, id) in roles(state) {
            let children = model.children(of: id).filter(state.stands).compactMap { model.nodes[$0] }
            if role == .bundles { bundles = children.filter { $0.type == .bundle }.compactMap { PapersView.bundle($0, state, users: users[$0.id] ?? []) } }
            if role == .rejected { rejected += PapersView.pages(in: id, state).sorted { ($0.path, $0.id) < ($1.path, $1.id) } }
            if role == .docs { docs = children.filter { $0.type == .doc }.compactMap { doc($0, state) } }
        }
        bundles = PapersView.ordered(bundles) { PaperOrder.Item(id: $0.id, name: $0.name) }
        for (position, bundle) in bundles.enumerated() { bundlePositions[bundle.id] = position }
        docs = PapersView.ordered(docs) { PaperOrder.Item(id: $0.id, name: $0.name) }
        lost = lost(state)
    }

    private func lost(_ state: ProjectState) -> [Page] {
        let there = Set(groups.map(\.id))
        return Set(users.values.joined().filter { !state.stands($0) }).compactMap { id -> Page? in
            guard let node = model.nodes[id], let place = node.place, !there.contains(model.resolve(place.parent)),
                let path = model.path(of: id)
            else { return nil }
            return PapersView.page(node, in: path.parent, state, number: model.writtenNumber(of: node))
        }.sorted { ($0.path, $0.id) < ($1.path, $1.id) }
    }

    /// The pages whose files stand anywhere in a folder that is no group of theirs.
    private static func pages(in folder: NodeID, _ state: ProjectState) -> [Page] {
        var pages: [Page] = []
        var folders = [folder]
        while let folder = folders.popLast() {
            for id in state.model.children(of: folder) where state.stands(id) {
                guard let node = state.model.nodes[id] else { continue }
                if node.type.isDirectory { folders.append(id) }
                guard node.isPage, node.details?.forgotten == nil, var page = page(id, state) else { continue }
                page.isRejected = true
                pages.append(page)
            }
        }
        return pages
    }

    private func roles(_ state: ProjectState) -> [(Role, NodeID)] {
        model.roleBearers.sorted().compactMap { id in
            guard let node = model.nodes[id], let role = node.role, let place = node.place, model.resolve(place.parent) == model.project,
                state.stands(id)
            else { return nil }
            return (role, id)
        }
    }

    /// A page that was given up refers to nothing any more; one that is missing or in Trash does.
    private mutating func note(_ page: Node) {
        guard page.place != nil, page.details?.forgotten == nil else { return }
        let shown = page.shownBundles
        for bundle in shown.count > 1 ? Array(Set(shown.map(model.resolve))) : shown.map(model.resolve) { users[bundle, default: []].append(page.id) }
    }

    private static func bundle(_ node: Node, _ state: ProjectState, users: [NodeID]) -> Bundle? {
        let model = state.model
        guard let path = model.path(of: node.id) else { return nil }
        var files: [PDFVariant: BundleFile] = [:]
        for variant in PDFVariant.allCases { files[variant] = node.bundleFile(variant) }
        let variants = Set(PDFVariant.allCases.map { Name($0.fileName) })
        let attachments = model.children(of: node.id).filter(state.stands).compactMap { model.nodes[$0]?.place?.name }
            .filter { !variants.contains($0) && $0.hasSuffix(".pdf") }.sorted()
        return Bundle(
            id: node.id, path: path, files: files, alignment: node.alignment, attachments: attachments, users: users)
    }

    private func doc(_ node: Node, _ state: ProjectState) -> Doc? {
        guard let path = model.path(of: node.id) else { return nil }
        let nodes = model.children(of: node.id).filter(state.stands).compactMap { model.nodes[$0] }.filter { $0.type == .pageGroup }
        let groups = zip(nodes, model.orderNumbers(of: nodes)).compactMap { group($0, state, number: $1) }
        return Doc(id: node.id, path: path, groups: PapersView.ordered(groups, by: \.orderItem))
    }

    private func group(_ node: Node, _ state: ProjectState, number: Int?) -> Group? {
        guard let path = model.path(of: node.id) else { return nil }
        let nodes = model.children(of: node.id).compactMap { model.nodes[$0] }.filter { $0.isPage && $0.details?.forgotten == nil }
        let pages = zip(nodes, model.orderNumbers(of: nodes)).compactMap { PapersView.page($0, in: path, state, number: $1) }
        return Group(
            id: node.id, path: path, pages: PapersView.ordered(pages.filter(\.stands), by: \.orderItem),
            missing: PapersView.ordered(pages.filter { !$0.stands }, by: \.orderItem), orderNumber: number, orderKey: node.order)
    }

    private static func page(_ node: Node, in group: RelativePath, _ state: ProjectState, number: Int?) -> Page? {
        guard let name = node.place?.name else { return nil }
        return Page(
            id: node.id, path: group.appending(name), reference: node.pageReference.map(state.model.resolved), fileText: node.pageFileText,
            stands: state.stands(node.id), orderNumber: number, orderKey: node.order)
    }

    /// A page alone, without a view of all papers; `nil` where it is none, or its file is not there.
    static func page(_ id: NodeID, _ state: ProjectState) -> Page? {
        guard let node = state.model.nodes[id], node.isPage, state.stands(id), let path = state.model.path(of: id) else { return nil }
        return page(node, in: path.parent, state, number: state.model.writtenNumber(of: node))
    }

    /// A bundle that was made just now and that no page shows yet, without a view of all papers.
    static func newBundle(_ id: NodeID, _ state: ProjectState) -> Bundle? {
        guard let node = state.model.nodes[id], node.type == .bundle, state.stands(id) else { return nil }
        return bundle(node, state, users: [])
    }

    private static func ordered<Item>(_ items: [Item], by told: (Item) -> PaperOrder.Item) -> [Item] {
        PaperOrder(items.map(told)).positions.map { items[$0] }
    }

    // MARK: Asking

    /// All page groups of all docs.
    public var groups: [Group] { docs.flatMap(\.groups) }

    /// The order numbers of some page groups or pages that have one.
    func orderNumbers(among ids: Set<NodeID>) -> [NodeID: Int] {
        var numbers: [NodeID: Int] = [:]
        for group in groups {
            if ids.contains(group.id) { numbers[group.id] = group.orderNumber }
            for page in group.pages where ids.contains(page.id) { numbers[page.id] = page.orderNumber }
        }
        return numbers
    }

    public func bundle(_ id: NodeID) -> Bundle? { bundlePositions[id].map { bundles[$0] } }

    /// The contents that must not be lost: of the display variants that pages and their versions were made from.
    public var neededContents: Set<ContentHash> {
        var needed: Set<ContentHash> = []
        for (bundle, pages) in users {
            if let file = model.nodes[bundle]?.bundleFile(.display) { needed.insert(file.hash) }
            for page in pages {
                guard let node = model.nodes[page] else { continue }
                needed.formUnion(node.pageVersions.compactMap(\.source))
                if let file = node.pageFile { needed.insert(file.source) }
            }
        }
        return needed
    }
}

extension Model {
    /// The same with the ID that its bundle has now.
    fileprivate func resolved(_ reference: PageReference) -> PageReference {
        PageReference(bundle: resolve(reference.bundle), number: reference.number)
    }
}
