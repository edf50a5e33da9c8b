import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile
import ShedRules

/// What is kept of one opened project of papers, and what it is asked about it.
final class PapersProject: ProjectKind {
    unowned let project: Project
    /// What was made of the model as it is, but for the model itself, so that changing that copies nothing.
    private var known: PapersView?
    /// What is wrong with PDFs, as it was last read from the index.
    private var readComplaints: (bytes: [UInt8], complaints: PDFComplaints)?
    /// PDFs that were looked through.
    private var lookedThrough = LookedThroughPDFs()
    /// Contents of files that were read while something was settled.
    var readContents = ReadContents()
    /// The names that nodes had before they were renamed in their folder, since something was last settled.
    private var formerNames: [NodeID: Name] = [:]
    /// What is being settled just now.
    private weak var settling: PapersSettling?
    /// Whether there may be texts to take.
    private var lacksTexts = false
    let allowances: Allowances.OfProject
    /// What the programs that run just now are counted to; `nil` where a person asked for what is done.
    private(set) var allowance: ToolAllowance?
    /// What of it was used when the walk began that is under way.
    private var turnBegin: Int64?
    /// So much of it one walk uses, and what the last program of it takes, before others have their turn: in microseconds.
    private static let turn: Int64 = 5_000_000

    init(_ project: Project, _ allowances: Allowances.OfProject) { (self.project, self.allowances) = (project, allowances) }

    /// The project as it was last taken in.
    var reader: Reading { project.asKnown }

    // MARK: The model

    func modelChanged(_ change: ModelChange) {
        switch change {
        case .everything, .nodes(_, .model): known = nil
        // The same nodes are there, and say the same.
        case .nodes(_, .sightings), .nodes(_, .hashes): break
        }
    }

    /// What the project holds.
    func view(of state: ProjectState) -> PapersView {
        // What a dry run has made up is not what the changes are told of.
        guard project.purpose == .change else { return PapersView(state) }
        if var view = known {
            view.model = state.model
            view.model.prepareChildren()
            return view
        }
        let view = PapersView(state)
        known = view
        known?.model = Model(project: state.model.project)
        return view
    }

    // MARK: PDFs

    /// Does something nobody asked for, as far as programs go.
    func unasked<Result>(_ body: () throws(ShedError) -> Result) throws(ShedError) -> Result {
        let before = allowance
        allowance = allowances.looking
        defer { allowance = before }
        return try body()
    }

    /// Why no program that looks into PDFs is started now, where nobody asked; `nil` where one may be.
    var pause: LookObstacle? {
        guard let allowance else { return nil }
        if let obstacle = allowance.obstacle { return obstacle }
        let used = allowance.used
        // Less than before where another hour has begun meanwhile.
        let begin = min(turnBegin ?? used, used)
        turnBegin = begin
        return used - begin < PapersProject.turn ? nil : .nextTurn(now: project.home.surroundings.now())
    }

    /// A PDF of the project that was looked through, with what was found. What a program was ended over is not tried again, also by
    /// another shed, as long as the file is the same.
    /// - Parameter again: whether it is, since a person wants it so (`sync --now`).
    func looked(at path: RelativePath, _ tools: Tools, again: Bool = false) throws(PapersError) -> LookedThrough {
        if !again, let complaint = givenUp(at: path) { throw PapersError(.tooMuchWork, .verbatim(complaint.words)) }
        return try looked(at: reader.pdf(at: path, tools), tools, again: again)
    }

    /// The same of any PDF. The same content is looked through once.
    func looked(at file: PDFFile, _ tools: Tools, again: Bool = false) throws(PapersError) -> LookedThrough {
        try lookedThrough.look(at: file, tools, again: again)
    }

    /// What is known to be wrong with PDFs.
    func complaints() throws(ShedError) -> PDFComplaints {
        let data = try reader.load().meta.kindData
        let earlier = PDFComplaints.earlierKeys.lazy.compactMap { data[$0] }.first
        let bytes = data[PDFComplaints.key] ?? earlier ?? []
        if let readComplaints, readComplaints.bytes == bytes { return readComplaints.complaints }
        let complaints = data[PDFComplaints.key] != nil ? PDFComplaints(bytes) : PDFComplaints(earlier: bytes)
        readComplaints = (bytes, complaints)
        return complaints
    }

    /// Keeps what a look into a PDF found, for the next time that the index is written.
    /// - Parameter complaint: what is wrong with it; `nil`: nothing.
    /// - Returns: whether that is new.
    @discardableResult
    func noteComplaint(_ complaint: PDFComplaint?, at path: RelativePath) throws(ShedError) -> Bool {
        var complaints = try complaints()
        guard complaint != nil || !complaints.isEmpty, let name = path.last,
            let evidence = try? reader.root.openDirectory(at: path.parent).evidence(of: name)
        else { return false }
        let known = complaints
        complaints.note(complaint?.withoutPath(path), about: evidence)
        guard complaints != known else { return false }
        project.store.changeMeta { meta in
            meta.kindData[PDFComplaints.key] = complaints.bytes
            for key in PDFComplaints.earlierKeys { meta.kindData[key] = nil }
        }
        return true
    }

    // MARK: Walks

    func walked(_ outcome: Outcome) {
        // Of two of one number it tells which was just given it.
        for change in outcome.changes where change.kind == .moved && !change.isCarried && change.from?.parent == change.path.parent {
            if let id = change.id, let name = change.from?.last, formerNames[id] == nil { formerNames[id] = name }
        }
        settling?.note(outcome)
    }

    func settling(after request: WalkRequest, _ outcome: Outcome, in transaction: Transaction) throws(ShedError) -> (any Settling)? {
        guard try transaction.reasonNotToSettle() == nil else {
            turnBegin = nil
            return nil
        }
        let settling = PapersSettling(
            transaction, self, formerNames: formerNames, overridesWriters: request.policy.overridesWaiting,
            awaitsQuiet: request.policy.sparesWork)
        self.settling = settling
        return settling
    }

    func settle(ownChangesIn folders: Set<NodeID>, _ transaction: Transaction) {
        guard settling == nil, let model = try? reader.load().model, folders.contains(where: { model.nodes[$0]?.type == .bundle }),
            (try? reader.reasonNotToSettle()) == nil
        else { return }
        let settling = PapersSettling(transaction, self, formerNames: [:], overridesWriters: false, awaitsQuiet: false)
        settling.refreshVariants(of: folders)
    }

    /// That nothing is being settled any more.
    func endSettling() {
        settling = nil
        turnBegin = nil
        formerNames = [:]
    }

    // MARK: The daemon

    func waits(after outcome: Outcome) -> Set<RelativePath> {
        // PDFs that came, and what was done to those that are known, are looked into when all has been quiet.
        Set((outcome.changes + outcome.unsettled).filter { !$0.type.isDirectory || $0.kind != .added }.map(\.path.parent))
    }

    func noteIdleWork(after outcome: Outcome, isWhole: Bool, isJudged: Bool) {
        if isWhole || isJudged || !outcome.changes.isEmpty { lacksTexts = true }
    }

    /// Texts for which there was no time in this hour are taken in the next.
    var hasIdleWork: Bool { lacksTexts || allowances.reading.hasComeDue }
    var idleDue: Int64? { allowances.reading.awaitedDue }

    /// Has the texts taken, and the annotations read, that the project lacks.
    func doIdleWork(_ background: (any BackgroundWork)?) throws(ShedError) {
        lacksTexts = false
        allowances.reading.goOn()
        guard let desk = background as? TextDesk else { return }
        let jobs = try reader.annotationJobs() + reader.textJobs()
        guard !jobs.isEmpty else { return }
        var run = try reader.textRun(languages: nil)
        run.tools.allowance = allowances.reading
        desk.take(jobs, of: project.opened, by: run)
    }
}

extension ProjectReader {
    /// What is kept of the project as one of papers.
    /// - Throws: ``ShedError`` of kind usage in a project of another kind.
    var papersProject: PapersProject {
        get throws(ShedError) {
            if let kind = project.kind as? PapersProject { return kind }
            throw ShedError(
                .usage, .noPapersHere(name: "\(home.name)", kind: "\(home.kindName)"), remedy: .newPapersMakesOne)
        }
    }

    /// What the project holds.
    /// - Throws: ``ShedError`` of kind usage in a project of another kind.
    public func papers() throws(ShedError) -> PapersView { try papersProject.view(of: load()) }
}

extension Project {
    /// Whether the project holds bundles and docs.
    public var hasPapers: Bool { kind is PapersProject }

    /// - Throws: ``ShedError`` of kind usage in a project of another kind.
    public func requirePapers() throws(ShedError) { _ = try asKnown.papersProject }

    /// Takes in what changed, PDFs that were put into the project among it, which a dry run leaves where they are: the first
    /// step of every verb for papers. What is refused stays where it is.
    /// - Throws: ``ShedError`` of kind usage in a project of another kind.
    public func refreshPapers() throws(ShedError) -> Reading {
        try requirePapers()
        return try refresh(kind.refreshDepth)
    }

    /// Changes the project after ``refreshPapers()``.
    /// - Throws: ``ShedError`` of kind usage in a project of another kind.
    public func writePapers<Result>(_ body: (Transaction) throws(ShedError) -> Result) throws(ShedError) -> Result {
        try requirePapers()
        return try write(after: .refresh(kind.refreshDepth), body)
    }
}
