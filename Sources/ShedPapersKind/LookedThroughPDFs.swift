import ShedModel
import ShedPapers
import ShedRules

/// A PDF that is in order.
struct LookedThrough {
    var file: PDFFile
    var hash: ContentHash
    var facts: PDFFacts

    var bundleFile: BundleFile { BundleFile(hash: hash, size: file.size, pages: facts.pageCount) }
}

/// What was found in PDFs that were looked through, by their content, so that the same content is looked through once; also
/// that of which a program did more work than such a file needs, or fell over it.
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
    /// Whether work on a file was given up that would be given up again, and cost the same. What is wrong with the file, if anything
    /// is, is not known then: it is said, and the file stays where it is.
    var isGivenUp: Bool { kind == .tooMuchWork || kind == .failed }

    /// Why a file is not looked into now where the fault is the machine's, and until when.
    /// - Parameter now: in milliseconds since 1970.
    /// - Returns: `nil` where it is not.
    func hindrance(now: Int64) -> LookObstacle? {
        guard kind == .outOfTime || kind == .hindered else { return nil }
        let due = now.addingUp(600_000)
        let what = message.prefix(1).uppercased() + message.dropFirst()
        return .until(due, "\(what). It is looked into again at \(ToolAllowance.clock(due)), and by “shed sync” at once.")
    }
}
