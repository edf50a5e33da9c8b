import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile
import ShedRules
import ShedSidecar

/// What general verbs ask.
extension PapersProject {
    // MARK: Changes

    func refuse(_ change: ProposedChange, _ reader: some ProjectReader) throws(ShedError) {
        switch change {
        case .leaving(let paths): try reader.requireNoBundleInUse(paths)
        // A display variant of another name, or in another place, would not be its bundle's any more.
        case .moving(let file): if file.last == Name(PDFVariant.display.fileName) { try reader.requireNoBundleInUse([file]) }
        case .rewriting(let placed): try refuseRewriting(placed, reader)
        case .standing(let placed, let path): try PapersProject.requirePDFName(placed, at: path)
        case .accepting(let accepts, let placed): try PapersProject.requireWhatPapersNeed(accepts, of: placed)
        // Theirs is the order of their numbers, which `doc order` writes.
        case .ordering(let folder): if [.doc, .pageGroup].contains(folder.node.type) { throw PapersProject.ordersItself(folder) }
        }
    }

    /// A page's file follows from its bundle, and pages show what a display variant holds.
    private func refuseRewriting(_ placed: PlacedNode, _ reader: some ProjectReader) throws(ShedError) {
        guard placed.node.type != .page else { throw ShedError(.refused, .holdsWhatIsMade(path: "\(placed.path)"), remedy: .keepBothInstead) }
        if placed.path.last == Name(PDFVariant.display.fileName) { try reader.requireNoBundleInUse([placed.path]) }
    }

    private static func ordersItself(_ folder: PlacedNode) -> ShedError {
        let command = "shed doc order \(ShellWord.path(folder.path))"
        return ShedError(.refused, .orderIsOfItsKind(path: "\(folder.path)"), remedy: .orderByCommand(command: command))
    }

    private static func requirePDFName(_ placed: PlacedNode, at path: RelativePath) throws(ShedError) {
        guard placed.node.type == .page, placed.path.last?.hasSuffix(".pdf") == true, path.last?.hasSuffix(".pdf") == false else { return }
        throw ShedError.refused(by: NotAPDF.info, .pageIsPDF(path: "\(path)"), remedy: .endNameInPDF)
    }

    /// - Throws: where bundles, docs, page groups or the files in them could not stand in a folder any more.
    private static func requireWhatPapersNeed(_ accepts: Accepts, of placed: PlacedNode) throws(ShedError) {
        try requireNoEmptyPromise(accepts, of: placed)
        let needed: (accepts: Accepts, what: String)? =
            switch (placed.node.role, placed.node.type) {
            case (.bundles?, _): (.folders, "bundles")
            case (.docs?, _): (.folders, "docs")
            case (_, .doc): (.folders, "groups")
            case (_, .pageGroup): (.files, "pages")
            case (_, .bundle): (.files, "variants")
            default: nil
            }
        guard let needed, accepts != needed.accepts, accepts != .both else { return }
        throw ShedError(
            .refused, .hasToAccept(path: "\(placed.path)", accepts: needed.accepts.rawValue, what: needed.what),
            remedy: .allowTakes(accepts: needed.accepts.rawValue, mayBeBoth: isMoreKept(of: placed)))
    }

    /// - Throws: where something would be accepted that the rules refuse there all the same.
    private static func requireNoEmptyPromise(_ accepts: Accepts, of placed: PlacedNode) throws(ShedError) {
        guard accepts == .both, !isMoreKept(of: placed) else { return }
        if placed.node.type == .pageGroup {
            throw ShedError.refused(
                by: NestedGroup.info, .groupRefusesFolders(path: "\(placed.path)"), remedy: .makeFolderInDoc)
        }
        throw ShedError.refused(
            by: NotAPDF.info, .bundlesRefuseFiles(path: "\(placed.path)"), remedy: .putFilesElsewhere)
    }

    /// Whether a folder that accepts files and folders keeps both.
    private static func isMoreKept(of placed: PlacedNode) -> Bool { placed.node.type != .pageGroup && placed.node.role != .bundles }

    func takingUp(_ reader: some ProjectReader) throws(ShedError) -> TakingUp { try reader.takingUpLeftPDFs() }

    func hint(_ placed: PlacedNode, outOf scope: LabelScope) -> Message? {
        guard scope == .page, [.doc, .pageGroup].contains(placed.node.type) else { return nil }
        return .inMeansItsPages(path: "\(placed.path)")
    }

    // MARK: Looking

    func inOrder(_ nodes: [Node], of model: Model) -> [NodeID] {
        let items = zip(nodes, model.orderNumbers(of: nodes)).map { node, number in
            PaperOrder.Item(id: node.id, name: node.place?.name ?? "", number: number, key: node.order)
        }
        return PaperOrder(items).positions.map { items[$0].id }
    }

    /// PDFs that came in are part of what the project holds. A dry run leaves them where they are.
    var refreshDepth: WalkRequest.Depth { project.purpose == .look ? .names : .contents }

    func count(_ nodes: [Node], _ reader: some ProjectReader) throws(ShedError) -> Statistics.KindCounts? {
        let view = try reader.papers()
        let groups = view.groups
        let texts = try reader.textCounts()
        func count(_ key: String, _ title: String, _ number: Int) -> Statistics.Count { Statistics.Count(key: key, title: title, number: number) }
        let counts = [
            count("bundles", "bundles", view.bundles.count), count("bundlePages", "pages in bundles", view.bundles.reduce(0) { $0 + $1.pageCount }),
            count("docs", "docs", view.docs.count), count("groups", "page groups", groups.count),
            count("pages", "pages", groups.reduce(0) { $0 + $1.pages.count }),
            count("missingPages", "missing pages", groups.reduce(view.lost.count + view.rejected.count) { $0 + $1.missing.count }),
            count("versions", "versions of pages", groups.flatMap(\.pages).reduce(0) { $0 + (view.model.nodes[$1.id]?.pageVersions.count ?? 0) }),
            count("texts", "OCR variants with text", texts.done), count("textsQueued", "OCR variants without text yet", texts.queued),
            count("unusedBundles", "bundles that no page shows", view.bundles.count { $0.users.isEmpty }),
        ]
        return Statistics.KindCounts(counts, taggedSort: "pages", isTaggable: { $0.isPage })
    }

    var searchesContents: Bool { true }

    /// The text of PDFs is looked for where it is kept.
    func knowsText(of name: Name) -> Bool { name.hasSuffix(".pdf") }

    var keptTexts: RelativePath? { RelativePath([Sidecar.name, PapersFolder.text]) }

    func search(_ search: ContentSearch, fitting: Set<NodeID>) throws(ShedError) -> (hits: [any ContentHit], unreadable: [String]) {
        try reader.searchPages(search, fitting: fitting)
    }

    /// Adds how much text there is, display variants that are not what pages show, PDFs that wait, page files that were written into, and bundles
    /// without a PDF that could be shown.
    func complete(_ status: inout Status) throws(ShedError) {
        var counts = try reader.textCounts()
        let unsound = try UnsoundPDFs(reader)
        counts.left = try reader.leftPDFs().count { !unsound.nodes.contains($0.id) }
        counts.unsound = unsound.add(to: &status)
        let told = Set(status.reports.map(\.place))
        status.reports += try reader.strangeDisplays().filter { !told.contains($0.place) }
        (counts.waiting, counts.edited) = try addWaiting(to: &status)
        try addLackingBundles(to: &status)
        status.ofKind.append(counts)
    }

    // MARK: Checking

    /// Rules on papers need the model, and the sizes of all files.
    func needs(for selection: RuleSelection) -> CheckNeeds { CheckNeeds(allFiles: true, model: PapersCheck.isAsked(by: selection)) }

    func check(_ check: KindCheck) throws(ShedError) -> [Finding] {
        guard PapersCheck.isAsked(by: check.selection) else { return [] }
        return try PapersCheck(self, check).findings()
    }

    /// What was given up of the PDF at a path; `nil` where nothing was, or it was changed since.
    func givenUp(at path: RelativePath) -> PDFComplaint? {
        guard let complaints = try? complaints(), !complaints.isEmpty, let name = path.last,
            let evidence = try? reader.root.openDirectory(at: path.parent).evidence(of: name), let complaint = complaints.complaint(about: evidence)
        else { return nil }
        return complaint.isGivenUp ? complaint : nil
    }

    func knownComplaints() throws(ShedError) -> (RelativePath) -> String? {
        let complaints = try complaints()
        guard !complaints.isEmpty else { return { _ in nil } }
        return { [root = reader.root, messages = complaints.messages] path in
            guard let name = path.last, let evidence = try? root.openDirectory(at: path.parent).evidence(of: name) else { return nil }
            return messages(evidence)
        }
    }
}
