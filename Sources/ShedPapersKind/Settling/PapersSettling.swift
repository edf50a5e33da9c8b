import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile
import ShedRules

/// Brings a papers project in order after a walk that judged: PDFs that people put there become bundles and pages, what is
/// in use comes back, edits of page files go to Rejected, two pages of one number are numbered anew.
///
/// Each task is done by itself and can be interrupted: asked again, what is left to be done is found again. What fails
/// is said and left.
final class PapersSettling: Settling, ProjectReader {
    let transaction: Transaction
    let kind: PapersProject
    /// What nodes were called before they were renamed in their folder.
    let formerNames: [NodeID: Name]
    /// Whether PDFs are judged that programs have open for writing (`sync --now`).
    let overridesWriters: Bool
    /// Whether what was written to just now is left for a while: a daemon comes back to it, and who asks for `sync` does not wait.
    let awaitsQuiet: Bool
    /// How many pages' files were made anew since their bundles had changed.
    var remadePages = 0
    /// What was not done, and is not tried again.
    private var failed: Set<PapersTask> = []
    /// How often each task was tried.
    private var tries: [PapersTask: Int] = [:]
    private var steps = 0
    /// What was put where it stands by this settling, after it had been quiet: nobody else tells of it once more.
    var placed: Set<RelativePath> = []
    /// The PDFs of which it was said that their end is missing.
    private var unfinished: Set<RelativePath> = []
    /// Why PDFs wait that were to be looked into.
    var hindrances: [RelativePath: LookObstacle] = [:]
    /// What walks have seen meanwhile.
    private var changes: [Change] = []

    var project: Project { transaction.project }

    init(_ transaction: Transaction, _ kind: PapersProject, formerNames: [NodeID: Name], overridesWriters: Bool, awaitsQuiet: Bool) {
        self.transaction = transaction
        self.kind = kind
        self.formerNames = formerNames
        self.overridesWriters = overridesWriters
        self.awaitsQuiet = awaitsQuiet
    }

    /// So often one task is done: what follows from it may ask for it once more.
    private static let mostTries = 3

    /// More tasks than are done after one walk; the next one goes on.
    private static let mostSteps = 10_000

    /// Takes note of a walk that took in what was done.
    func note(_ outcome: Outcome) { changes += outcome.changes.filter { $0.kind != .modified } }

    /// That a file was renamed.
    struct Renaming: Hashable {
        var id: NodeID
        var from: RelativePath
        var to: RelativePath

        var reversed: Renaming { Renaming(id: id, from: to, to: from) }
    }

    /// Tells nobody that some files were renamed and have their former names again: neither of the one nor of the other. What else was seen of
    /// them is told.
    func forget(_ renamings: [Renaming]) {
        var due = Set(renamings.flatMap { [$0, $0.reversed] })
        var kept: [Change] = []
        // The last ones are meant.
        for change in changes.reversed() {
            let renaming = change.kind == .moved ? change.id.flatMap { id in change.from.map { Renaming(id: id, from: $0, to: change.path) } } : nil
            if renaming.flatMap({ due.remove($0) }) == nil { kept.append(change) }
        }
        changes = kept.reversed()
    }

    func step(_ outcome: inout Outcome) throws(ShedError) -> Bool {
        guard awaitsQuiet else { return try takeStep(&outcome) }
        return try kind.unasked { () throws(ShedError) in try takeStep(&outcome) }
    }

    private func takeStep(_ outcome: inout Outcome) throws(ShedError) -> Bool {
        guard steps < PapersSettling.mostSteps else { return false }
        steps += 1
        let view = try papers()
        let tasks = view.tasks(try facts(view)).filter { !failed.contains($0) }
        guard let task = tasks.first else {
            if !tries.isEmpty { try transaction.seeRejected() }
            return false
        }
        guard mayTry(task) else {
            failed.insert(task)
            outcome.failures.append((view.path(of: task), .verbatim("it does not stay as it was put in order, and was left")))
            return true
        }
        let moves = outcome.moves.count
        try perform(task, among: tasks, view, &outcome)
        // Where something moved, other things may stand elsewhere.
        for task in PapersTask.together(tasks).dropFirst() {
            guard outcome.moves.count == moves, mayTry(task) else { break }
            try perform(task, among: tasks, view, &outcome)
        }
        return true
    }

    /// Counts that a task is done. What has to be done again and again, a program undoes, or we do not do: either way it is not ours
    /// to go on.
    private func mayTry(_ task: PapersTask) -> Bool {
        guard tries[task, default: 0] < PapersSettling.mostTries else { return false }
        tries[task, default: 0] += 1
        return true
    }

    func end(_ outcome: inout Outcome) {
        kind.endSettling()
        outcome.changes += changes
        if remadePages > 0 {
            outcome.settled.append(.verbatim("made \(remadePages) page\(remadePages == 1 ? "" : "s") anew, from display.pdf as it is now"))
        }
    }

    func entries(for moves: ArraySlice<Move>) -> [HistoryEntry] { historyEntries(of: moves) }

    // MARK: Tasks

    private func perform(_ task: PapersTask, among tasks: [PapersTask], _ view: PapersView, _ outcome: inout Outcome) throws(ShedError) {
        switch task {
        case .makeBundle:
            // Many may come at once; each is by itself, and one look at the disk takes them all in.
            let pdfs = tasks.compactMap { task in if case .makeBundle(let pdf) = task, !waits(task, view, &outcome) { pdf } else { nil } }
            if !pdfs.isEmpty { try makeBundles(of: pdfs, view, &outcome) }
        case .makePages:
            // Only those whose turn it is are looked at: there may be thousands.
            let turn = view.together(tasks.compactMap { task in if case .makePages(let pdf) = task { pdf } else { nil } })
            let pdfs = turn.filter { !waits(.makePages(pdf: $0), view, &outcome) }
            if !pdfs.isEmpty { try makePages(of: pdfs, view, &outcome) }
        case .lookAt, .remake:
            if !waitsForTime(task, view, &outcome) {
                try attempt(task, view, &outcome) { outcome throws(ShedError) in try performAlone(task, view, &outcome) }
            }
        default:
            try attempt(task, view, &outcome) { outcome throws(ShedError) in try performAlone(task, view, &outcome) }
        }
    }

    /// - Returns: whether it was done; what was not is not tried again.
    private func performAlone(_ task: PapersTask, _ view: PapersView, _ outcome: inout Outcome) throws(ShedError) -> Bool {
        switch task {
        case .makeBundle, .makePages: return false
        case .lookAt(let bundle, let variant): return try look(at: variant, of: bundle, view, &outcome)
        case .forget(let bundle, let variant): return try forget(variant, of: bundle, view, &outcome)
        case .returnBundle(let bundle): return try returnBundle(bundle, &outcome)
        case .protect(let id):
            guard let bundle = view.bundle(id) else { return false }
            try transaction.protect(bundle)
        case .remake(let bundle): return try remake(bundle, view, &outcome)
        case .renumber(let folder): try renumber(folder, view)
        case .order: try transaction.recordOrder(view)
        }
        return true
    }

    /// Does one task; what fails is said, and not tried again.
    /// - Parameter body: returns whether it was done.
    func attempt(
        _ task: PapersTask, _ view: PapersView, _ outcome: inout Outcome, _ body: (inout Outcome) throws(ShedError) -> Bool
    ) throws(ShedError) {
        do throws(ShedError) {
            if try !body(&outcome) { failed.insert(task) }
        } catch {
            if error.absence != nil { throw error }
            failed.insert(task)
            if case .makePages(let pdf) = task, case let path = view.path(of: task), let complaint = try knownComplaint(at: path) {
                return outcome.reports.append(UnsoundPDFs.report(path, pdf, complaint))
            }
            // Opened while its pages were made: it waits as one that was open before.
            if case .makePages(let pdf) = task, error.tellsOfWriter { return tellOpen(pdf, at: view.path(of: task), &outcome) }
            if let hindrance = hindrances[view.path(of: task)] {
                return outcome.reports.append(Report(rule: WaitingPDF.info, path: view.path(of: task), id: nil, obstacle: hindrance))
            }
            // Without the programs nothing failed: it is done as soon as they are there.
            guard let obstacle = missingPDFPrograms else { return outcome.failures.append((view.path(of: task), error.wholeWords)) }
            outcome.reports.append(Report(rule: WaitingPDF.info, path: view.path(of: task), id: nil, message: obstacle))
        }
    }

    /// Whether a file is left for a while, since it was written to just now.
    func isRestless(_ path: RelativePath) -> Bool { awaitsQuiet && !placed.contains(path) && wasChanged(path, within: settings.quiet) }

    /// Whether a PDF is left for a while, which is said, since it ends before a PDF does and may still be on its way.
    func isUnfinished(_ path: RelativePath, _ id: NodeID?, _ outcome: inout Outcome) -> Bool {
        guard awaitsQuiet, wasChanged(path, within: settings.longQuiet), endsEarly(path) else { return false }
        if unfinished.insert(path).inserted { outcome.reports.append(Report(rule: WaitingPDF.info, path: path, id: id, obstacle: .unfinishedPDF)) }
        return true
    }

    /// Not by its mtime, which anybody can set to a day that is to come.
    private func wasChanged(_ path: RelativePath, within duration: Int64) -> Bool {
        guard let name = path.last, let evidence = try? root.openDirectory(at: path.parent).evidence(of: name) else { return false }
        return evidence.wasChanged(within: duration, before: surroundings.now())
    }

    /// Whether nothing is made of a PDF yet, since the rest of it may be on its way.
    private func waits(_ task: PapersTask, _ view: PapersView, _ outcome: inout Outcome) -> Bool {
        let path = view.path(of: task)
        // Its first page takes the place of the file, and what a program still writes to that would be lost.
        if case .makePages(let pdf) = task, !overridesWriters, isBeingWritten(path) {
            tellOpen(pdf, at: path, &outcome)
            failed.insert(task)
            return true
        }
        guard awaitsQuiet else { return false }
        guard waitsForTime(task, view, &outcome) || isUnfinished(path, try? load().node(at: path), &outcome) else { return false }
        failed.insert(task)
        return true
    }

    /// Says that a PDF waits, since a program has it open to write to it.
    private func tellOpen(_ pdf: NodeID, at path: RelativePath, _ outcome: inout Outcome) {
        outcome.reports.append(Report(rule: WaitingPDF.info, path: path, id: pdf, obstacle: .writtenPDF))
    }

    /// Whether nothing is done now, which is said, since programs have used up their time.
    private func waitsForTime(_ task: PapersTask, _ view: PapersView, _ outcome: inout Outcome) -> Bool {
        guard task.runsPrograms, let pause = kind.pause, case let path = view.path(of: task) else { return false }
        outcome.reports.append(Report(rule: WaitingPDF.info, path: path, id: try? load().node(at: path), obstacle: pause))
        failed.insert(task)
        return true
    }
}

extension PapersView {
    /// Where something is to be done.
    fileprivate func path(of task: PapersTask) -> RelativePath {
        let (id, variant): (NodeID, PDFVariant?) = switch task {
        case .makeBundle(let id), .returnBundle(let id), .protect(let id), .makePages(let id), .remake(let id), .renumber(let id): (id, nil)
        case .lookAt(let id, let variant), .forget(let id, let variant): (id, variant)
        case .order: (model.project, nil)
        }
        let path = model.path(of: id) ?? .root
        return variant.map { path.appending(Name($0.fileName)) } ?? path
    }
}
