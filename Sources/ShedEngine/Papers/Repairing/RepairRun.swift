import ShedDisk
import ShedModel
import ShedPapers
import ShedReconcile
import ShedRules
import ShedSidecar

/// One run of `repair` over the bundles and pages of a project.
struct RepairRun {
    private let project: Project
    private let dryRun: Bool
    private let book: PapersBook
    private let store: ProtectedStore?
    private let tools: Tools
    private(set) var repairs: [Repair] = []
    /// The contents of which there is a good protected copy, or will be.
    private var copies: Set<ContentHash> = []
    /// Where a content stands that is no protected copy.
    private var standing: [ContentHash: RelativePath] = [:]
    private var errand = Errand()
    private var operations: [Operation] = []

    init(_ project: Project, dryRun: Bool) throws(ShedError) {
        self.project = project
        self.dryRun = dryRun
        book = try project.papers()
        store = dryRun || project.settings.protection == .none ? try project.existingStore() : try project.store()
        tools = try project.tools()
        errand.judgement = .later
        errand.isThorough = true
    }

    mutating func perform() throws(ShedError) {
        try forgetDamagedTexts()
        for bundle in book.bundles { look(at: bundle.path.appending(Name(PDFVariant.display.fileName))) }
        try mendCopies()
        for id in book.users.keys.sorted() { try mendDisplay(of: id) }
        try mendPages()
        guard !dryRun, repairs.contains(where: \.isDone) else { return }
        _ = try project.reconcile(errand)
        if !operations.isEmpty { try project.commit(operations) }
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
        guard let name = path.last, let directory = try? project.root.openDirectory(at: path.parent) else { return nil }
        return try? directory.file(name).hash()
    }

    private func file(_ path: RelativePath) throws(ShedError) -> ReadableFile {
        do throws(DiskError) { return try project.root.openDirectory(at: path.parent).file(path.last ?? "") } catch { throw ShedError(error) }
    }

    /// Puts a new file into its place. It is made whole in the sidecar first, so that nothing is put aside for what cannot be
    /// made; what stands in its place is put aside, and the new file is known as the node's.
    private mutating func install(
        _ path: RelativePath, for node: NodeID?, _ rule: RuleInfo, _ make: (Destination) throws(PapersError) -> FileCopy
    ) throws(ShedError) -> FileCopy {
        let name = Name("repair-\(project.surroundings.ids.next())")
        let sidecar = project.sidecar.directory
        defer { try? sidecar.removeFile(name) }
        let copy: FileCopy
        do throws(PapersError) { copy = try make(Destination(sidecar, name)) } catch { throw ShedError(error) }
        try clear(path, for: node, rule)
        do throws(DiskError) {
            let folder = try project.root.openDirectory(at: path.parent)
            try sidecar.rename(name, to: folder, as: path.last ?? "", expecting: nil)
            try folder.sync()
        } catch { throw ShedError(error) }
        return copy
    }

    private mutating func clear(_ path: RelativePath, for node: NodeID?, _ rule: RuleInfo) throws(ShedError) {
        let kind: EntryKind?
        do throws(DiskError) { kind = try project.root.openDirectory(at: path.parent).kind(of: path.last ?? "") } catch { throw ShedError(error) }
        if kind != nil {
            let folder: DirectoryHandle
            do throws(DiskError) { folder = try project.root.openDirectory(at: path.parent) } catch { throw ShedError(error) }
            try project.putAside(path.last ?? "", of: folder, from: path, by: rule.name)
        }
        if let node { errand.commanded[path] = node }
    }

    // MARK: Texts

    private mutating func forgetDamagedTexts() throws(ShedError) {
        guard let texts = try project.textStore(making: false) else { return }
        let known = try project.textContents()
        for bundle in book.bundles {
            guard let content = bundle.files[.ocr]?.hash, let languages = known[content] else { continue }
            do throws(PapersError) {
                guard try texts.text(of: content, languages) == nil else { continue }
            } catch { throw ShedError(error) }
            add(.text, bundle.path, bundle.id, "The text of its ocr.pdf is damaged.", "It is forgotten, and “shed ocr” takes it again.") { (_) throws(ShedError) in
                do throws(PapersError) { try texts.forget(content, languages) } catch { throw ShedError(error) }
            }
        }
    }

    // MARK: Protected copies

    private mutating func mendCopies() throws(ShedError) {
        for (content, need) in PaperNeeds(book.model).needs.sorted(by: { ($0.value.path, $0.key.description) < ($1.value.path, $1.key.description) }) {
            let state: ProtectedStore.State
            do throws(PapersError) { state = try store?.state(of: content) ?? .missing } catch { throw ShedError(error) }
            if state == .good {
                copies.insert(content)
                continue
            }
            // Nobody asked for one.
            guard project.settings.protection == .copy else { continue }
            let fault = "The protected copy of \(need.what) (\(content.description.prefix(12))…) is \(state == .missing ? "missing" : "damaged")."
            guard let source = standing[content] else {
                add(.copy, need.path, need.id, fault, "That content is nowhere in the bundles: put it back from a backup.", isPossible: false)
                continue
            }
            copies.insert(content)
            add(.copy, need.path, need.id, fault, "It is made anew from \(source).") { (run) throws(ShedError) in
                let file = try run.file(source)
                do throws(PapersError) { _ = try run.store?.add(file, expecting: content) } catch { throw ShedError(error) }
            }
        }
    }

    // MARK: Bundles in use

    private mutating func mendDisplay(of id: NodeID) throws(ShedError) {
        guard let node = book.model.nodes[id], let wanted = node.bundleFile(.display), let folder = book.model.path(of: id) else { return }
        let path = folder.appending(Name(PDFVariant.display.fileName))
        let found = content(of: path)
        guard found != wanted.hash else { return }
        let isFolderThere = (try? project.root.openDirectory(at: folder)) != nil
        let fault = !isFolderThere ? "This bundle is not there, and pages are made from it."
            : found == nil ? "Pages are made from it, and it is not there." : "It is not what pages were made from."
        guard copies.contains(wanted.hash), let store else {
            let remedy = project.settings.protection == .none ? "There is no protected copy, as the settings want it" : "There is no protected copy of it"
            return add(.display, path, id, fault, "\(remedy): put it back from a backup.", isPossible: false)
        }
        let file = book.model.children(of: id).first { book.model.nodes[$0]?.place?.name == path.last }
        add(.display, path, id, fault, "It is put back from the protected copy" + (found == nil ? "." : "; what stands there goes to Rejected.")) { (run) throws(ShedError) in
            if !isFolderThere {
                do throws(DiskError) {
                    try run.project.root.openDirectory(at: folder.parent).makeDirectory(folder.last ?? "")
                } catch { throw ShedError(error) }
                run.errand.commanded[folder] = id
            }
            _ = try run.install(path, for: file, BundleInUse.info) { (place) throws(PapersError) in try store.putBack(wanted.hash, to: place) }
            run.standing[wanted.hash] = path
        }
    }

    // MARK: Pages

    /// A page whose file is to be made anew.
    private struct Broken {
        var page: PapersBook.Page
        var number: Int
        var isThere: Bool
    }

    /// What each is to be made from, so that one run makes all of a content.
    private mutating func mendPages() throws(ShedError) {
        var broken: [ContentHash: [Broken]] = [:]
        for page in book.groups.flatMap({ $0.pages + $0.missing }) {
            guard let reference = page.reference, let file = page.file else { continue }
            let found = content(of: page.path)
            guard found != file.hash else { continue }
            let isThere = found != nil
            // What the bundle shows now, where that is known; else what the page was made from.
            let now = book.bundle(reference.bundle)?.files[.display]
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
        var made: [Int: (file: ReadableFile, content: ContentHash)] = [:]
        var failure: ShedError?
        let scratch = Name("shed-repair-\(project.surroundings.ids.next())")
        defer { if !dryRun { try? tools.scratch.removeTree(scratch) } }
        if !dryRun { do throws(ShedError) { made = try extract(Set(pages.map(\.number)), from: source, in: scratch) } catch { failure = error } }
        for item in pages {
            let fault = item.isThere ? "It is not the file that was made from its bundle." : "Its file is missing."
            add(
                .page, item.page.path, item.page.id, fault, "It is made anew from its bundle" + (item.isThere ? "; what stands there goes to Rejected." : ".")
            ) { (run) throws(ShedError) in
                if let failure { throw failure }
                guard let new = made[item.number] else { throw ShedError(.environment, "page \(item.number) could not be made") }
                let copy = try run.install(item.page.path, for: item.page.id, EditedPage.info) { (place) throws(PapersError) in
                    do throws(DiskError) { return try place.directory.copy(new.file, as: place.name, mode: 0o444, expecting: new.content) } catch {
                        throw PapersError(.disk(error.code), error.description, remedy: "")
                    }
                }
                let file = PageFile(hash: copy.hash, size: copy.size, source: source)
                if item.page.file != file { run.operations.append(Operation(item.page.id, [file.field])) }
            }
        }
    }

    /// Makes pages in a directory of their own.
    private func extract(_ numbers: Set<Int>, from source: ContentHash, in name: Name) throws(ShedError) -> [Int: (file: ReadableFile, content: ContentHash)] {
        let pdf: PDFFile
        if let path = standing[source] {
            let open = try file(path)
            do throws(PapersError) { pdf = try PDFFile(open, limits: tools.limits) } catch { throw ShedError(error) }
        } else {
            guard let store else { throw ShedError(.environment, "there are no protected copies") }
            do throws(PapersError) { pdf = try PDFFile(store.file(source), limits: tools.limits) } catch { throw ShedError(error) }
        }
        do {
            guard try pdf.hash() == source else { throw ShedError(.environment, "\(pdf.label) was altered meanwhile", remedy: "Run “shed repair” again.") }
            let facts = try PDFFacts(of: pdf, tools)
            let folder = try tools.scratch.openDirectory(name, create: true)
            var made: [Int: (file: ReadableFile, content: ContentHash)] = [:]
            for page in try PDFPages.extract(Array(numbers), of: pdf, facts, tools, to: { Destination(folder, Name("\($0).pdf")) }) {
                made[page.page] = (try folder.file(Name("\(page.page).pdf")), page.hash)
            }
            return made
        } catch { throw ShedError(error) }
    }
}
