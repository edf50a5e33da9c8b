import ShedDisk
import ShedModel
import ShedPapers
import ShedReconcile
import ShedRules
import ShedService

extension Project {
    /// Looks into PDFs that came into a folder that takes them.
    ///
    /// What cannot be looked into because a program is missing is not known to be wrong; it has to wait.
    /// - Returns: whether any verdict is new.
    func judgePDFs(_ entries: Set<Int>, in situation: inout Situation) throws(ShedError) -> Bool {
        let tools = try tools()
        let snapshot = situation.snapshot
        var isNew = false
        for index in entries.sorted(by: { snapshot.path(of: $0) < snapshot.path(of: $1) }) {
            let path = snapshot.path(of: index)
            var found: String?
            do throws(PapersError) {
                _ = try looked(at: path, tools)
                situation.verdicts[index] = ContentVerdict(nil)
                isNew = true
            } catch {
                found = complaint(error)
                // Half a PDF is a damaged one. Whoever writes it closes it, which a daemon hears of.
                if found != nil, !situation.attitude.overridesWaiting, isBeingWritten(path) {
                    situation.verdicts[index] = ContentVerdict(obstacle: Project.isBeingWritten)
                    isNew = true
                    continue
                }
                situation.verdicts[index] = found.map { ContentVerdict(ContentComplaint(rule: NotAPDF.info, message: $0)) }
                    ?? ContentVerdict(obstacle: "It cannot be looked into: \(error).")
                isNew = true
            }
            try noteComplaint(found, at: path)
        }
        return isNew
    }

    /// Why a PDF waits that somebody is still writing, in a sentence.
    static let isBeingWritten = "A program has it open for writing and may not be done; it is looked into when it is closed."

    /// Whether some program has a file open for writing; `false` also where that cannot be told.
    func isBeingWritten(_ path: RelativePath) -> Bool {
        guard let name = path.last, let file = try? root.openDirectory(at: path.parent).file(name) else { return false }
        return file.isBeingWritten == true
    }

    /// That PDFs cannot be looked into here, since a program is missing, in a sentence; `nil` where they can. Nothing is run.
    var missingPDFPrograms: String? {
        let environment = surroundings.environment
        let missing = [Tool.qpdf, .pdfinfo, .prlimit, .setpriv].first { ProgramPath.find($0.rawValue, environment: environment) == nil }
        return missing.map { "It cannot be looked into: \($0.missing)." }
    }

    /// What is wrong with a file, in a sentence; `nil` where the fault is not the file's.
    func complaint(_ error: PapersError) -> String? {
        switch error.kind {
        case .notPDF, .encrypted, .damaged, .noPages, .tooManyPages, .tooLarge, .outOfTime, .failed:
            let remedy = error.remedy.isEmpty ? "" : "; \(error.remedy)"
            // Where it stands is said beside it.
            let message = error.message.replacing(root.label + "/", with: "")
            return message.prefix(1).uppercased() + message.dropFirst() + remedy + "."
        default: return nil
        }
    }

    /// A PDF of the project that was looked through, with what was found. The same content is looked through once.
    func looked(at path: RelativePath, _ tools: Tools) throws(PapersError) -> LookedThrough {
        guard let name = path.last else { throw PapersError(.notPDF, "the root is no PDF", remedy: "") }
        let directory: DirectoryHandle
        do throws(DiskError) { directory = try root.openDirectory(at: path.parent) } catch {
            throw PapersError(.disk(error.code), error.description, remedy: "")
        }
        return try looked(at: PDFFile(name, in: directory, limits: tools.limits), tools)
    }

    /// So many PDFs are remembered, and of so many pages in all.
    private static let mostLookedThrough = (files: 2_000, pages: 200_000)

    func looked(at file: PDFFile, _ tools: Tools) throws(PapersError) -> LookedThrough {
        let hash = try file.hash()
        if let facts = lookedThrough[hash] { return LookedThrough(file: file, hash: hash, facts: facts) }
        let facts = try PDFFacts(of: file, tools)
        let pages = lookedThrough.values.reduce(facts.pageCount) { $0 + $1.pageCount }
        if lookedThrough.count >= Project.mostLookedThrough.files || pages > Project.mostLookedThrough.pages { lookedThrough = [:] }
        lookedThrough[hash] = facts
        return LookedThrough(file: file, hash: hash, facts: facts)
    }
}

/// A PDF that is in order.
struct LookedThrough {
    var file: PDFFile
    var hash: ContentHash
    var facts: PDFFacts

    var bundleFile: BundleFile { BundleFile(hash: hash, size: file.size, pages: facts.pageCount) }
}
