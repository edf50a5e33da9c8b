import ShedModel
import ShedSearch

/// Keeps the index of words up to date in a daemon, a portion at a time: nobody is kept waiting for it, and no walk does it. What it has
/// not come to yet, or what was written a moment ago, is read by whoever looks for something.
package final class SearchSurvey {
    private unowned let project: Project
    /// Whether all files are to be looked at, and which were changed besides.
    private var isWhole = false
    private var changed: Set<NodeID> = []
    /// Whether the kind may have kept other texts (``ProjectKind/keptTexts``).
    private var isKeptStale = false
    /// Those that were written to just before they were looked at, and when to look again, in milliseconds since 1970.
    private var fresh: Set<NodeID> = []
    private var freshDue: Int64?
    private var hasFreshKept = false
    /// Whether all files are looked at then, since somebody else had the index.
    private var isWholeLater = false
    /// So often in a row nobody could write into the index.
    private var refusals = 0
    private var pass: Pass?

    /// What is under way.
    private struct Pass {
        let writing: SearchWriting
        var due: [NodeID]
        var kept: [LinkedTexts.File]

        var isDone: Bool { due.isEmpty && kept.isEmpty }
    }

    /// In one portion: files, and bytes.
    private static let portion = (files: 200, bytes: 4 << 20 as Int64)
    /// So long somebody else is left the index, in milliseconds. What has not rested by then (``SearchRest``) is of a time to come.
    private static let patience: Int64 = 2_200
    /// So often it is asked again for an index into which nobody can write: some minutes.
    private static let mostRefusals = 100

    init(_ project: Project) { self.project = project }

    package var isNeeded: Bool { isSurveyNeeded || project.searchMemory?.isReading == true }

    private var isSurveyNeeded: Bool { isWhole || isKeptStale || !changed.isEmpty || pass != nil || freshDue.map { $0 <= now } == true }

    /// When there will be something to do, though nothing happens until then, in milliseconds since 1970.
    package var due: Int64? { freshDue }

    private var now: Int64 { project.home.surroundings.now() }

    /// That any file may have changed.
    package func noteAll() { isWhole = project.purpose == .change }

    package func note(_ id: NodeID) { changed.insert(id) }

    /// That something came or went in these directories, hidden ones among them.
    package func note(in directories: Set<RelativePath>) {
        if project.purpose == .change, let kept = project.kind.keptTexts, directories.contains(kept) { isKeptStale = true }
    }

    /// Does a portion.
    package func step() throws(ShedError) {
        guard isSurveyNeeded else {
            SearchKeeper(project).readVocabulary()
            return
        }
        let state = try project.asKnown.load()
        if let freshDue, freshDue <= now {
            changed.formUnion(fresh)
            isKeptStale = isKeptStale || hasFreshKept
            isWhole = isWhole || isWholeLater
            (fresh, hasFreshKept, self.freshDue, isWholeLater) = ([], false, nil, false)
        }
        guard var pass = self.pass ?? begin(state) else { return }
        var files: [LinkedTexts.File] = []
        var bytes: Int64 = 0
        while files.count < SearchSurvey.portion.files, bytes < SearchSurvey.portion.bytes, let id = pass.due.popLast() {
            guard let file = file(id, state), !putsOff(id, file.evidence) else { continue }
            files.append(file)
            bytes += file.evidence.size
        }
        while files.count < SearchSurvey.portion.files, bytes < SearchSurvey.portion.bytes, let file = pass.kept.popLast() {
            files.append(file)
            bytes += file.evidence.size
        }
        let isDone = pass.writing.takeIn(files, threads: 1).isDone
        let isLast = pass.isDone || !isDone
        if isLast { pass.writing.checkpoint() }
        self.pass = isLast ? nil : pass
    }

    private func begin(_ state: ProjectState) -> Pass? {
        let (isAll, some, seesKept) = (isWhole, changed, isWhole || isKeptStale)
        (isWhole, changed, isKeptStale) = (false, [], false)
        let keeper = SearchKeeper(project)
        keeper.removeUnwanted()
        guard keeper.isWanted, isAll || keeper.isThere else { return nil }
        let kept = seesKept ? project.keptTexts() : []
        guard isAll else {
            guard let writing = writing(keeper, isAll, some, seesKept) else { return nil }
            return Pass(writing: writing, due: Array(some), kept: kept.isEmpty ? [] : (try? lacking(kept, in: writing)) ?? [])
        }
        let files = state.model.nodes.keys.compactMap { id in file(id, state).map { (id: id, evidence: $0.evidence) } }
        let size = (files.map(\.evidence) + kept.map(\.evidence)).reduce(0 as Int64) { $0 + min($1.size, Search.largestText) }
        guard keeper.isThere || size >= SearchKeeper.leastWorth, let writing = writing(keeper, isAll, some, seesKept), let known = try? writing.files()
        else { return nil }
        let standing = Set((files.map(\.evidence) + kept.map(\.evidence)).map(\.inode))
        let due = files.filter { known[$0.evidence.inode]?.stamp.isOf($0.evidence) != true }.map(\.id)
        // What has no ID is none of this, and is taken in anew by whoever looks for it.
        try? writing.remove(known.keys.filter { !standing.contains($0) })
        let pass = Pass(writing: writing, due: due, kept: lacking(kept, known))
        return pass.isDone ? nil : pass
    }

    private func lacking(_ kept: [LinkedTexts.File], in writing: SearchWriting) throws(WordIndexError) -> [LinkedTexts.File] {
        lacking(kept, try writing.files())
    }

    /// Those that the index does not know as they are, without those that were written just now, which are looked at again later.
    private func lacking(_ kept: [LinkedTexts.File], _ known: [UInt64: IndexedFile]) -> [LinkedTexts.File] {
        kept.filter { file in
            guard known[file.evidence.inode]?.stamp.isOf(file.evidence) != true else { return false }
            guard isFresh(file.evidence) else { return true }
            hasFreshKept = true
            return false
        }
    }

    /// The index to be written; where somebody else has it, what was to be looked at is looked at later.
    private func writing(_ keeper: SearchKeeper, _ isAll: Bool, _ some: Set<NodeID>, _ seesKept: Bool) -> SearchWriting? {
        if let writing = keeper.writing() {
            refusals = 0
            return writing
        }
        refusals += 1
        guard refusals <= SearchSurvey.mostRefusals else { return nil }
        fresh.formUnion(some)
        isWholeLater = isWholeLater || isAll
        hasFreshKept = hasFreshKept || seesKept
        freshDue = freshDue ?? now + SearchSurvey.patience
        return nil
    }

    /// A file that belongs in the index.
    private func file(_ id: NodeID, _ state: ProjectState) -> LinkedTexts.File? {
        guard let node = state.model.nodes[id], !node.type.isDirectory, state.stands(id), let evidence = state.memory.seen[id]?.evidence,
            let name = node.place?.name, !project.kind.knowsText(of: name), let path = state.model.path(of: id)
        else { return nil }
        return LinkedTexts.File(path: path, evidence: evidence)
    }

    /// Whether a file was written to just now; then it is looked at again later.
    private func putsOff(_ id: NodeID, _ evidence: Evidence) -> Bool {
        guard isFresh(evidence) else { return false }
        fresh.insert(id)
        return true
    }

    private func isFresh(_ evidence: Evidence) -> Bool {
        let moment = Nanoseconds.of(milliseconds: now)
        // No file rests longer, and of most nothing else need be asked.
        guard evidence.isRacy(at: moment) else { return false }
        let rest = SearchRest(project.home.root)
        guard rest.isRacy(evidence, at: moment) else { return false }
        let end = rest.end(of: evidence)
        // One whose time lies ahead would be asked about again and again until then.
        if end <= now + SearchSurvey.patience { freshDue = min(freshDue ?? .max, end) }
        return true
    }
}
