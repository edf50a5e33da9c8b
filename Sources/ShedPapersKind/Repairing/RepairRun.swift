import ShedDisk
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile
import ShedRules
import ShedSidecar

/// One run of `repair` over the bundles and pages of a project.
struct RepairRun: ProjectReader {
    private let transaction: Transaction
    private let kind: PapersProject
    private let dryRun: Bool
    private let view: PapersView
    /// The protected copies.
    private let copyStore: ProtectedStore?
    private let tools: Tools
    /// As it was at the beginning.
    private let state: ProjectState
    private(set) var repairs: [Repair] = []
    /// The contents of which there is a good protected copy, or will be.
    private var copies: Set<ContentHash> = []
    /// Where a content stands that is no protected copy.
    private var standing: [ContentHash: RelativePath] = [:]

    var project: Project { transaction.project }

    init(_ transaction: Transaction, dryRun: Bool) throws(ShedError) {
        self.transaction = transaction
        self.dryRun = dryRun
        kind = try transaction.papersProject
        view = try transaction.papers()
        copyStore = dryRun || transaction.papersSettings.protection == .none ? try transaction.existingProtectedStore() : try transaction.protectedStore()
        tools = try transaction.tools()
        state = try transaction.load()
    }

    mutating func perform() throws(ShedError) {
        try forgetDamagedTexts()
        for bundle in view.bundles {
            for variant in PDFVariant.allCases { look(at: bundle.path.appending(Name(variant.fileName))) }
        }
        try mendCopies()
        for id in view.users.keys.sorted() { try mendBundle(id) }
        try mendPages()
    }

    private mutating func add(
        _ sort: Repair.Sort, _ path: RelativePath, _ id: NodeID?, _ fault: String, _ remedy: String, isPossible: Bool = true,
        _ body: (inout RepairRun) throws(ShedError) -> Void = { (_) throws(ShedError) in }
    ) {
        var repair = Repair(sort: sort, path: path, id: id, fault: fault, remedy: remedy, isPossible: isPossible)
        if isPossible, !dryRun {
            do throws(ShedError) {
                try body(&self)
                repair.isDone = true
            } catch { repair.failure = error.description }
        }
        repairs.append(repair)
    }

    private mutating func look(at path: RelativePath) {
        if let content = content(of: path), standing[content] == nil { standing[content] = path }
    }

    /// The content of a file; `nil` where there is none that can be read.
    private func content(of path: RelativePath) -> ContentHash? {
        guard let name = path.last, let directory = try? root.openDirectory(at: path.parent) else { return nil }
        return try? directory.file(name).hash()
    }

    private func file(_ path: RelativePath) throws(ShedError) -> ReadableFile {
        do throws(DiskError) { return try root.openDirectory(at: path.parent).file(path.last ?? "") } catch { throw ShedError(error) }
    }

    /// What stands at a path, whatever it is; `nil` for nothing.
    private func evidence(_ path: RelativePath) throws(ShedError) -> Evidence? {
        guard let name = path.last, let directory = try? root.openDirectory(at: path.parent) else { return nil }
        do throws(DiskError) { return try directory.evidence(of: name) } catch { throw ShedError(error) }
    }

    // MARK: Texts

    private mutating func forgetDamagedTexts() throws(ShedError) {
        guard let texts = try textStore(making: false) else { return }
        let known = try textContents()
        for bundle in view.bundles {
            guard let content = bundle.files[.ocr]?.hash, let languages = known[content] else { continue }
            do throws(PapersError) {
                guard try texts.text(of: content, languages) == nil else { continue }
            } catch { throw ShedError(error) }
            add(.text, bundle.path, bundle.id, "The text of its ocr.pdf is damaged.", "It is forgotten, and “shed ocr” takes it again.") { (_) throws(ShedError) in
                do throws(PapersError) { try texts.forget(content, languages) } catch { throw ShedError(error) }
            }
        }
        try forgetDamagedAnnotations(texts)
    }

    private mutating func forgetDamagedAnnotations(_ texts: TextStore) throws(ShedError) {
        let known: Set<ContentHash>
        do throws(PapersError) { known = try texts.annotatedContents() } catch { throw ShedError(error) }
        for bundle in view.bundles {
            guard let content = bundle.files[.display]?.hash, known.contains(content) else { continue }
            do throws(PapersError) {
                guard try texts.annotations(of: content) == nil else { continue }
            } catch { throw ShedError(error) }
            let fault = "What is kept of the annotations of its display.pdf is damaged."
            add(.text, bundle.path, bundle.id, fault, "It is forgotten, and “shed ocr” reads them again.") { (_) throws(ShedError) in
                do throws(PapersError) { try texts.forgetAnnotations(of: content) } catch { throw ShedError(error) }
            }
        }
    }

    // MARK: Protected copies

    private mutating func mendCopies() throws(ShedError) {
        for (content, need) in PaperNeeds(view.model, stands: state.stands).needs.sorted(by: { ($0.value.path, $0.key.description) < ($1.value.path, $1.key.description) }) {
            let state: ProtectedStore.State
            do throws(PapersError) { state = try copyStore?.state(of: content) ?? .missing } catch { throw ShedError(error) }
            if state == .good {
                copies.insert(content)
                continue
            }
            // Nobody asked for one.
            guard papersSettings.protection == .copy else { continue }
            let fault = "The protected copy of \(need.what) (\(content.description.prefix(12))…) is \(state == .missing ? "missing" : "damaged")."
            guard let source = standing[content] else {
                add(.copy, need.path, need.id, fault, "That content is nowhere in the bundles: put it back from a backup.", isPossible: false)
                continue
            }
            copies.insert(content)
            add(.copy, need.path, need.id, fault, "It is made anew from \(source).") { (run) throws(ShedError) in
                let file = try run.file(source)
                do throws(PapersError) { _ = try run.copyStore?.add(file, expecting: content) } catch { throw ShedError(error) }
            }
        }
    }

    // MARK: Bundles in use

    private mutating func mendBundle(_ id: NodeID) throws(ShedError) {
        guard let node = view.model.nodes[id], node.bundleFile(.display) != nil, let folder = view.model.path(of: id) else { return }
        guard (try? root.openDirectory(at: folder)) != nil else { return try bringBack(node) }
        for variant in PDFVariant.allCases {
            guard let wanted = node.bundleFile(variant) else { continue }
            let path = folder.appending(Name(variant.fileName))
            let found = content(of: path)
            guard found != wanted.hash, let fault = try fault(variant, path, found, wanted, of: id) else { continue }
            let isThere = try evidence(path) != nil
            guard let store = copy(of: wanted) else {
                add(Repair.Sort(variant), path, id, fault, "\(noCopy): put it back from a backup.", isPossible: false)
                continue
            }
            add(Repair.Sort(variant), path, id, fault, "It is put back from the protected copy" + (isThere ? "; what stands there goes to Rejected." : ".")) { (run) throws(ShedError) in
                try run.putBack(wanted, from: store, to: path, of: id)
                run.standing[wanted.hash] = path
            }
        }
    }

    private func copy(of file: BundleFile) -> ProtectedStore? { copies.contains(file.hash) ? copyStore : nil }

    private var noCopy: String {
        papersSettings.protection == .none ? "There is no protected copy, as the settings want it" : "There is no protected copy of it"
    }

    /// What is the matter with a variant that has not the content that counts; `nil` where a sync takes it as it is: people
    /// may save over a bundle's files, and delete those that pages are not made from.
    private func fault(
        _ variant: PDFVariant, _ path: RelativePath, _ found: ContentHash?, _ wanted: BundleFile, of bundle: NodeID
    ) throws(ShedError) -> String? {
        if variant == .display { return found == nil ? "Pages are made from it, and it is not there." : "It is not what pages were made from." }
        guard let evidence = try evidence(path) else { return nil }
        let sighting = view.model.children(of: bundle).filter { view.model.nodes[$0]?.place?.name == path.last }
            .compactMap { state.memory.seen[$0] }.first { $0.evidence.identity == evidence.identity }
        // Nobody wrote into it, and yet it changed.
        if let sighting, sighting.hash == wanted.hash, !sighting.evidence.differsInContent(from: evidence) { return "Its content is damaged." }
        do throws(PapersError) { _ = try kind.looked(at: path, tools) } catch {
            // What was given up may be sound.
            if let complaint = complaint(error) { return complaint.isGivenUp ? nil : complaint.sentence }
            switch error.kind {
            case .disk(.isLink), .disk(.notFile), .disk(.notDirectory), .disk(.other): return "It cannot be read: \(error.message)."
            default: return nil
            }
        }
        return nil
    }

    private func putBack(_ wanted: BundleFile, from store: ProtectedStore, to path: RelativePath, of bundle: NodeID) throws(ShedError) {
        let there = try evidence(path)
        var change = try stageChange()
        do {
            try store.putBack(wanted.hash, to: Destination(change.folder.directory, "variant"))
            try change.add("variant", to: path, replacing: there, rejecting: there == nil ? nil : BundleInUse.info.name)
            // Nobody is to look into what shed itself puts there.
            let node = view.model.children(of: bundle).filter { view.model.nodes[$0]?.place?.name == path.last }.min()
            change.assigned[path] = node ?? newID()
        } catch {
            discard(change)
            throw ShedError(error)
        }
        try transaction.putInPlace(change)
    }

    /// A bundle that is not there comes back with all its variants.
    private mutating func bringBack(_ node: Node) throws(ShedError) {
        guard let wanted = node.bundleFile(.display), let folder = try transaction.placeToReturn(node, dryRun: dryRun) else { return }
        let path = folder.appending(Name(PDFVariant.display.fileName))
        let fault = "This bundle is not there, and pages are made from it."
        guard copy(of: wanted) != nil else {
            return add(.display, path, node.id, fault, "\(noCopy): put it back from a backup.", isPossible: false)
        }
        let variants = PDFVariant.allCases.filter { node.bundleFile($0) != nil }
        let lost = variants.filter { variant in node.bundleFile(variant).map { !copies.contains($0.hash) } == true }
        let whole = variants.filter { !lost.contains($0) }.map(\.fileName).joined(separator: ", ")
        add(.display, path, node.id, fault, "It is put back from the protected copies: \(whole)." + PDFVariant.withoutCopies(lost)) { (run) throws(ShedError) in
            _ = try run.transaction.returnFromCopies(node, to: folder)
            run.standing[wanted.hash] = path
        }
    }

    // MARK: Pages

    /// A page whose file is to be made anew.
    private struct Broken {
        var page: PapersView.Page
        var number: Int
        var isThere: Bool
    }

    /// What each is to be made from, so that one run makes all of a content.
    private mutating func mendPages() throws(ShedError) {
        var broken: [ContentHash: [Broken]] = [:]
        for page in view.groups.flatMap({ $0.pages + $0.missing }) {
            guard let reference = page.reference, let file = page.file else { continue }
            let found = content(of: page.path)
            guard found != file.hash else { continue }
            let isThere = found != nil
            // What the bundle shows now, where that is known; else what the page was made from.
            let now = view.bundle(reference.bundle)?.files[.display]
            let source = [now.flatMap { $0.pages >= reference.number ? $0.hash : nil }, file.source].compactMap(\.self)
                .first { copies.contains($0) || standing[$0] != nil }
            guard let source else {
                add(
                    .page, page.path, page.id, isThere ? "It is not the file that was made from its bundle." : "Its file is missing.",
                    "What it shows is not there any more: bring the bundle back, or point it at another page.", isPossible: false)
                continue
            }
            broken[source, default: []].append(Broken(page: page, number: reference.number, isThere: isThere))
        }
        for (source, pages) in broken.sorted(by: { $0.key.description < $1.key.description }) { try mend(pages, from: source) }
    }

    private mutating func mend(_ pages: [Broken], from source: ContentHash) throws(ShedError) {
        var failure: ShedError?
        if !dryRun { do throws(ShedError) { try remake(pages, from: source) } catch { failure = error } }
        for item in pages {
            let fault = item.isThere ? "It is not the file that was made from its bundle." : "Its file is missing."
            add(
                .page, item.page.path, item.page.id, fault, "It is made anew from its bundle" + (item.isThere ? "; what stands there goes to Rejected." : ".")
            ) { (_) throws(ShedError) in if let failure { throw failure } }
        }
    }

    /// Makes the files of pages, all of them or none.
    private func remake(_ pages: [Broken], from source: ContentHash) throws(ShedError) {
        let pdf = try pdf(source)
        var change = try stageChange()
        do {
            guard try pdf.hash() == source else { throw ShedError(.environment, "\(pdf.label) was altered meanwhile", remedy: "Run “shed repair” again.") }
            let facts = try PDFFacts(of: pdf, tools)
            let folder = change.folder.directory
            let name = { (page: Int) in Name("page-\(page)") }
            let made = try PDFPages.extract(Array(Set(pages.map(\.number))), of: pdf, facts, tools) { Destination(folder, name($0), mode: PageWork.mode) }
            for (position, item) in pages.enumerated() {
                guard let page = made.first(where: { $0.page == item.number }) else { throw ShedError(.environment, "page \(item.number) could not be made") }
                let file = Name("file-\(position)")
                _ = try change.folder.copy(folder.file(name(page.page)), as: file, for: item.page.path, mode: PageWork.mode, expecting: page.hash)
                let there = try evidence(item.page.path)
                try change.add(file, to: item.page.path, replacing: there, rejecting: there == nil ? nil : EditedPage.info.name)
                if there == nil { change.assigned[item.page.path] = item.page.id }
                let facts = PageFile(hash: page.hash, size: page.size, source: source)
                guard item.page.file != facts, let reference = item.page.reference else { continue }
                let versions = versions(of: item.page.id, reference, facts, nil, surroundings.now(), view.model)
                change.operations.append(Operation(item.page.id, [facts.field] + versions.map(\.field)))
            }
        } catch {
            discard(change)
            throw ShedError(error)
        }
        try transaction.putInPlace(change)
    }

    /// The PDF of some content, from a bundle or a protected copy.
    private func pdf(_ source: ContentHash) throws(ShedError) -> PDFFile {
        if let path = standing[source] {
            let open = try file(path)
            do throws(PapersError) { return try PDFFile(open, limits: tools.limits) } catch { throw ShedError(error) }
        }
        guard let copyStore else { throw ShedError(.environment, "there are no protected copies") }
        do throws(PapersError) { return try PDFFile(copyStore.file(source), limits: tools.limits) } catch { throw ShedError(error) }
    }
}

extension Repair.Sort {
    fileprivate init(_ variant: PDFVariant) {
        self =
            switch variant {
            case .display: .display
            case .ocr: .ocr
            case .original: .original
            }
    }
}
