import ShedDisk
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile
import ShedRules
import ShedService

extension PapersProject {
    /// Looks into PDFs that came into a folder that takes them.
    ///
    /// What cannot be looked into because a program is missing is not known to be wrong; it has to wait.
    func judge(_ entries: Set<Int>, in situation: inout Situation) throws(ShedError) -> Bool {
        guard situation.policy.sparesWork else { return try lookInto(entries, &situation) }
        return try unasked { () throws(ShedError) in try lookInto(entries, &situation) }
    }

    private func lookInto(_ entries: Set<Int>, _ situation: inout Situation) throws(ShedError) -> Bool {
        let tools = try reader.tools()
        let snapshot = situation.snapshot
        for index in entries.sorted(by: { snapshot.path(of: $0) < snapshot.path(of: $1) }) {
            let path = snapshot.path(of: index)
            // Before it is read as a whole, which takes its time.
            if situation.mayGoOn(index), reader.endsEarly(path) {
                situation.answers.verdicts[index] = ContentVerdict(obstacle: .unfinishedPDF)
            } else if let pause {
                situation.answers.verdicts[index] = ContentVerdict(obstacle: pause)
            } else {
                situation.answers.verdicts[index] = try verdict(onFileAt: path, tools, overridesWriters: situation.policy.overridesWaiting)
            }
        }
        return !entries.isEmpty
    }

    private func verdict(onFileAt path: RelativePath, _ tools: Tools, overridesWriters: Bool) throws(ShedError) -> ContentVerdict {
        do throws(PapersError) { _ = try looked(at: path, tools, again: overridesWriters) } catch {
            let complaint = reader.complaint(error)
            // Half a PDF is a damaged one. Whoever writes it closes it, which a daemon hears of.
            if complaint != nil, !overridesWriters, reader.isBeingWritten(path) { return ContentVerdict(obstacle: .writtenPDF) }
            try noteComplaint(complaint, at: path)
            if let hindrance = error.hindrance(now: reader.surroundings.now()) { return ContentVerdict(obstacle: hindrance) }
            guard let complaint else { return ContentVerdict(obstacle: .other("It cannot be looked into: \(error).")) }
            // It may be sound.
            if complaint.isGivenUp { return ContentVerdict(obstacle: .other(complaint.sentence)) }
            return ContentVerdict(ContentComplaint(rule: NotAPDF.info, message: complaint.sentence))
        }
        try noteComplaint(nil, at: path)
        return ContentVerdict(nil)
    }
}

extension LookObstacle {
    /// Why a PDF waits that ends before a PDF does.
    static let unfinishedPDF = LookObstacle.beingWritten(
        "Its end is missing, and the rest may be on its way; it is looked into when nothing has come to it for a while, and by “shed sync” at once.")

    /// Why a PDF waits that somebody is still writing.
    static let writtenPDF = LookObstacle.beingWritten("A program has it open for writing and may not be done; it is looked into when it is closed.")
}

extension ProjectReader {
    /// Whether some program may have a file open for writing (``DirectoryHandle/isBeingWritten(at:)``).
    func isBeingWritten(_ path: RelativePath) -> Bool { root.isBeingWritten(at: path) }

    /// Whether a file begins as a PDF does and does not end as one; `false` also where it cannot be read.
    func endsEarly(_ path: RelativePath) -> Bool {
        guard let name = path.last, let file = try? root.openDirectory(at: path.parent).file(name) else { return false }
        return (try? file.isBeginningOfPDF()) == true
    }

    /// That PDFs cannot be looked into here, since a program is missing, in a sentence; `nil` where they can. Nothing is run.
    var missingPDFPrograms: String? {
        let environment = surroundings.environment
        let missing = [Tool.qpdf, .pdfinfo].first { ProgramPath.find($0.rawValue, environment: environment) == nil }
        return missing.map { "It cannot be looked into: \($0.missing)." }
    }

    /// What is wrong with a file; `nil` where the fault is not the file's.
    func complaint(_ error: PapersError) -> PDFComplaint? {
        switch error.kind {
        case .notPDF, .encrypted, .damaged, .noPages, .tooManyPages, .tooLarge, .tooMuchWork, .failed:
            let remedy = error.remedy.isEmpty ? "" : "; \(error.remedy)"
            // Where it stands is said beside it.
            let message = error.message.replacing(root.label + "/", with: "")
            return PDFComplaint(message.prefix(1).uppercased() + message.dropFirst() + remedy, isGivenUp: error.isGivenUp)
        default: return nil
        }
    }

    /// Why nothing is brought in order just now, in a sentence; `nil` where it is. While the sidecar is not whole, or git is at
    /// work, what is not there may be on its way.
    func reasonNotToSettle() throws(ShedError) -> String? {
        if settings.rejection != .move { return "It is not looked into, since the settings say rejection = \"\(settings.rejection.rawValue)\"." }
        if try !load().incomplete.isEmpty { return "It is looked into once the sidecar is whole: “shed status” says what is missing." }
        return home.gitIsAtWork ? "It is looked into once git has finished what it is doing." : nil
    }
}
