import ShedModel
import ShedPapers

/// A PDF that is in order.
struct LookedThrough {
    var file: PDFFile
    var hash: ContentHash
    var facts: PDFFacts

    var bundleFile: BundleFile { BundleFile(hash: hash, size: file.size, pages: facts.pageCount) }
}

/// What was found in PDFs that were looked through, by their content, so that the same content is looked through once; also
/// that of which a program was ended or fell over it.
struct LookedThroughPDFs {
    /// So many are remembered, and of so many pages in all.
    private static let most = (files: 2_000, pages: 200_000)

    private var known: [ContentHash: PDFFacts] = [:]
    private var givenUp: [ContentHash: PapersError] = [:]

    /// - Parameter again: whether what was given up is tried again.
    mutating func look(at file: PDFFile, _ tools: Tools, again: Bool = false) throws(PapersError) -> LookedThrough {
        let hash = try file.hash()
        if let facts = known[hash] { return LookedThrough(file: file, hash: hash, facts: facts) }
        if !again, let error = givenUp[hash] { throw error }
        let facts: PDFFacts
        do throws(PapersError) { facts = try PDFFacts(of: file, tools) } catch {
            if error.isGivenUp {
                if givenUp.count >= LookedThroughPDFs.most.files { givenUp = [:] }
                givenUp[hash] = error
            }
            throw error
        }
        givenUp[hash] = nil
        let pages = known.values.reduce(facts.pageCount) { $0 + $1.pageCount }
        if known.count >= LookedThroughPDFs.most.files || pages > LookedThroughPDFs.most.pages { known = [:] }
        known[hash] = facts
        return LookedThrough(file: file, hash: hash, facts: facts)
    }
}

extension PapersError {
    /// Whether work on a file was given up that would most likely be given up again, and cost the same.
    var isGivenUp: Bool { [.outOfTime, .tooMuchWork, .failed].contains(kind) }
}
