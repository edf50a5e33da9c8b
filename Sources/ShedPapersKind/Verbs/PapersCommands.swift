import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedPapers
import ShedRules

/// What projects of bundles and docs add to the verbs of all projects.
package struct PapersCommands: KindCommands {
    package var verbs: CommandGroup? {
        CommandGroup(name: "Papers", subcommands: [BundleVerb.self, DocVerb.self, PageVerb.self, OCRVerb.self])
    }

    package init() {}

    package var module: any KindModule { PapersKind() }

    package func wordReader(_ session: Session, in project: Project) -> (any WordReader)? {
        PageWordReader(session, in: project)
    }

    /// The state for `--if-state`.
    package func members(of view: NodeView, _ reading: Reading) throws(ShedError) -> [JSONObject.Member] {
        guard [.bundle, .doc, .pageGroup, .page].contains(view.type), let id = view.id, !reading.isProvisional(id) else { return [] }
        return [JSONObject.Member("state", JSONValue(try reading.editState(of: id)))]
    }

    package func furtherHits(of result: SearchResult) -> [any FurtherHit] { result.contents.compactMap { $0 as? PageHit } }

    // MARK: Texts

    package func lines(on status: Status) -> [Message] {
        guard let counts = status.ofKind(TextCounts.self) else { return [] }
        var lines: [Message] = []
        let unnamed = counts.waiting - WaitingPDFs.mostNamed
        if unnamed > 0 { lines.append(.verbatim("\(Style.count(unnamed, "more PDF")) \(unnamed == 1 ? "waits" : "wait") to be looked into: “shed sync”.")) }
        let unnamedPages = counts.edited - WaitingPDFs.mostNamed
        if unnamedPages > 0 {
            lines.append(.verbatim("\(Style.count(unnamedPages, "more page file")) \(unnamedPages == 1 ? "was" : "were") written into: “shed sync” makes them anew and moves these to Rejected."))
        }
        let unnamedUnsound = counts.unsound - WaitingPDFs.mostNamed
        if unnamedUnsound > 0 { lines.append(.moreUnsoundPDFs(count: unnamedUnsound)) }
        if counts.left > 0 { lines.append(.verbatim("\(LeftPDFs.sentence(counts.left)).")) }
        if counts.queued > 0 { lines.append(.verbatim("Text: \(Style.count(counts.queued, "OCR variant")) still to be read, \(counts.done) done.")) }
        return lines
    }

    package func members(of status: Status) -> [JSONObject.Member] {
        guard let text = status.ofKind(TextCounts.self) else { return [] }
        return [
            JSONObject.Member("text", ["queued": .integer(Int64(text.queued)), "done": .integer(Int64(text.done))]),
            JSONObject.Member("waiting", .integer(Int64(text.waiting))),
            JSONObject.Member("edited", .integer(Int64(text.edited))),
            JSONObject.Member("left", .integer(Int64(text.left))),
        ]
    }

    // MARK: Pages

    package func reservation(about path: RelativePath, in project: Project) throws(ShedError) -> String? {
        try project.asKnown.knownComplaint(at: path).map { "\($0) It may stay, and nothing is made from it." }
    }

    package func repair(_ project: Project, dryRun: Bool) throws(ShedError) -> [RepairedFile] {
        try project.write { transaction throws(ShedError) in try transaction.repair(dryRun: dryRun) }.map(RepairedFile.init)
    }

    package func absences(in project: Project) throws(ShedError) -> [String] { try project.asKnown.papers().absences() }

    package func repairBySyncing(_ project: Project) throws(ShedError) -> (done: [RepairedFile], left: [RepairedFile]) {
        let (done, left) = try project.repairBySyncing()
        return (done.map(RepairedFile.init), left.map(RepairedFile.init))
    }

    package func prune(_ transaction: Transaction, _ sidecar: [Finding], dryRun: Bool) throws(ShedError) -> [PrunedFile] {
        try transaction.prune(sidecar, dryRun: dryRun).map { file in
            PrunedFile(
                sort: file.sort.rawValue, what: file.sort.words, path: file.path, size: file.size, isDone: file.isDone, failure: file.failure)
        }
    }
}

extension RepairedFile {
    fileprivate init(_ repair: Repair) {
        self.init(
            sort: repair.sort.rawValue, path: repair.path, id: repair.id, fault: repair.fault, remedy: repair.remedy,
            isPossible: repair.isPossible, isDone: repair.isDone, failure: repair.failure)
    }
}

extension Surplus.Sort {
    /// What it is, for people.
    fileprivate var words: String {
        switch self {
        case .copy: "a protected copy"
        case .altered: "what stood in the place of a protected copy"
        case .leftover: "what an interrupted run left"
        case .text: "the text of a PDF"
        }
    }
}
