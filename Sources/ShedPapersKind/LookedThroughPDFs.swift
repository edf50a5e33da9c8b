import ShedModel
import ShedPapers

/// A PDF that is in order.
struct LookedThrough {
    var file: PDFFile
    var hash: ContentHash
    var facts: PDFFacts

    var bundleFile: BundleFile { BundleFile(hash: hash, size: file.size, pages: facts.pageCount) }
}

/// What was found in PDFs that were looked through, by their content, so that the same content is looked through once.
struct LookedThroughPDFs {
    /// So many are remembered, and of so many pages in all.
    private static let most = (files: 2_000, pages: 200_000)

    private var known: [ContentHash: PDFFacts] = [:]

    mutating func look(at file: PDFFile, _ tools: Tools) throws(PapersError) -> LookedThrough {
        let hash = try file.hash()
        if let facts = known[hash] { return LookedThrough(file: file, hash: hash, facts: facts) }
        let facts = try PDFFacts(of: file, tools)
        let pages = known.values.reduce(facts.pageCount) { $0 + $1.pageCount }
        if known.count >= LookedThroughPDFs.most.files || pages > LookedThroughPDFs.most.pages { known = [:] }
        known[hash] = facts
        return LookedThrough(file: file, hash: hash, facts: facts)
    }
}
