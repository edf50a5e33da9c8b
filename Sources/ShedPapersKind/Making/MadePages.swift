import ShedModel
import ShedPapers
import ShedProject

/// What this machine has made as files of pages, by what they held; kept in the index. That a file holds what shed made is said by the
/// sidecar too, whoever wrote that: what goes for good does not go on that word alone.
///
/// Lost with the index, a page is known by being taken out of its source once more.
struct MadePages: Equatable {
    /// What it is called in the index.
    static let key = "papers.made-pages"
    /// So many are remembered, the last ones: 256 KiB.
    private static let most = 16_384
    /// So much of each hash, in bytes: nobody finds another file that has the same.
    private static let length = 16
    /// Of so many versions of a page it is tried whether the file is theirs.
    fileprivate static let mostVersions = 16

    private(set) var bytes: [UInt8]

    /// What is no whole number of entries was not written by shed.
    init(_ bytes: [UInt8]?) {
        let bytes = bytes ?? []
        self.bytes = bytes.count % MadePages.length == 0 ? bytes : []
    }

    /// Which of these it knows. Costs a look at all of them.
    func known(among hashes: Set<ContentHash>) -> Set<ContentHash> {
        guard !hashes.isEmpty else { return [] }
        let wanted = Dictionary(hashes.map { (Array($0.bytes.prefix(MadePages.length)), $0) }) { first, _ in first }
        var found: Set<ContentHash> = []
        for start in stride(from: 0, to: bytes.count, by: MadePages.length) {
            if let hash = wanted[Array(bytes[start..<start + MadePages.length])] { found.insert(hash) }
        }
        return found
    }

    /// Adds what was made just now.
    mutating func note(_ hashes: Set<ContentHash>) {
        let new = hashes.subtracting(known(among: hashes))
        for hash in new.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) { bytes += hash.bytes.prefix(MadePages.length) }
        let excess = bytes.count - MadePages.most * MadePages.length
        if excess > 0 { bytes.removeFirst(excess) }
    }
}

extension Transaction {
    /// Remembers what was made. Where it cannot be written now, the next save of the index does it.
    func note(made hashes: Set<ContentHash>) {
        guard !hashes.isEmpty, let state = try? load() else { return }
        var pages = MadePages(state.meta.kindData[MadePages.key])
        let former = pages
        pages.note(hashes)
        if pages != former { store.changeMeta { $0.kindData[MadePages.key] = pages.bytes } }
    }
}

extension ProjectReader {
    /// Pages whose files hold what shed made of them, and can be made again: made here, or the same as what their source gives now.
    /// - Parameter pages: pages with what their files hold, of which the sidecar says that shed made just that.
    /// - Throws: where what is known cannot be read. A source that is not there, or cannot be read, proves nothing.
    func madeFiles(of pages: [(page: PapersView.Page, content: ContentHash)], _ view: PapersView) throws(ShedError) -> Set<NodeID> {
        let known = MadePages(try load().meta.kindData[MadePages.key]).known(among: Set(pages.map(\.content)))
        var made = Set(pages.filter { known.contains($0.content) }.map(\.page.id))
        let open = pages.filter { !made.contains($0.page.id) }
        for (source, pages) in Dictionary(grouping: open, by: { $0.page.file?.source }) {
            guard let source else { continue }
            let contents = try contents(of: source, at: pages.map { numbers(of: $0.page, view) }.reduce(into: []) { $0.formUnion($1) }, view)
            for (page, content) in pages where numbers(of: page, view).contains(where: { contents[$0] == content }) { made.insert(page.id) }
        }
        return made
    }

    /// Which pages the file of a page may show: what it shows by the sidecar, or did.
    private func numbers(of page: PapersView.Page, _ view: PapersView) -> Set<Int> {
        let versions = view.model.nodes[page.id]?.pageVersions ?? []
        let former = versions.filter { $0.file != nil && $0.file == page.file?.hash }.suffix(MadePages.mostVersions).map(\.reference.number)
        return Set(former + [page.reference?.number].compactMap { $0 })
    }

    /// What the files of pages of a display variant hold that are made of it now; empty where it is not here.
    private func contents(of source: ContentHash, at numbers: Set<Int>, _ view: PapersView) throws(ShedError) -> [Int: ContentHash] {
        guard let file = try display(source, in: view) else { return [:] }
        let (tools, kind) = (try tools(), try papersProject)
        do throws(PapersError) {
            let looked = try kind.looked(at: file, tools)
            return try PDFPages.contents(of: numbers.filter { (1...max(1, looked.facts.pageCount)).contains($0) }, in: looked.file, looked.facts, tools)
        } catch { return [:] }
    }

    /// A display variant of some content: of the bundle that has it now, else the protected copy.
    private func display(_ hash: ContentHash, in view: PapersView) throws(ShedError) -> PDFFile? {
        if let bundle = view.bundles.first(where: { $0.files[.display]?.hash == hash }) { return try display(hash, of: bundle) }
        guard let copy = try? existingProtectedStore()?.file(hash), let file = try? PDFFile(copy, limits: tools().limits), (try? file.hash()) == hash
        else { return nil }
        return file
    }
}
