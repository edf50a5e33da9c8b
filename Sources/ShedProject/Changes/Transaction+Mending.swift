import ShedDisk
import ShedModel
import ShedReconcile
import ShedRules

/// What `check --fix` did about one path, or would do.
public struct Mending: Hashable, Sendable {
    /// The names of the rules that it satisfies.
    public var rules: [String]
    /// Where it stood; where a folder stands that was made.
    public var from: RelativePath
    /// Where it stands now; `nil` for an empty folder that was removed.
    public var to: RelativePath?
    /// Whether it is a folder of the template that was made.
    public var isMade = false
    /// Why nothing was done, in one sentence; `nil` if it was.
    public var failure: String?
}

extension Mending {
    fileprivate init(_ made: MadeFolder) {
        self.init(rules: [MissingTemplateFolder.info.name], from: made.folder.path, to: made.folder.path, isMade: true, failure: made.failure?.english)
    }
}

extension Transaction {
    /// Applies the fixes of findings, as `shed mv` would: known nodes only, in their folder, never over another, and with
    /// the rules asked first. What cannot be done stays as it is and says why.
    ///
    /// The renamings are committed at the end. A run that is cut short leaves each thing under its old or its new name; the
    /// next walk knows it again.
    /// - Parameter dryRun: says what would be done, and writes nothing.
    public func mend(_ findings: [Finding], dryRun: Bool = false) throws(ShedError) -> [Mending] {
        let roles = Set(findings.compactMap(\.fix?.madeRole))
        let made = try roles.isEmpty ? [] : makeAbsentFolders(roles, dryRun: dryRun)
        return try made.map(Mending.init) + mendNames(findings.filter { $0.fix?.madeRole == nil }, dryRun: dryRun)
    }

    private func mendNames(_ findings: [Finding], dryRun: Bool) throws(ShedError) -> [Mending] {
        var rules: [RelativePath: Set<String>] = [:]
        for finding in findings where finding.isFixable { rules[finding.path, default: []].insert(finding.rule) }
        guard !rules.isEmpty else { return [] }
        // A folder before what is in it, so that a path that was renamed is known further down.
        let paths = rules.keys.sorted { ($0.names.count, $0) < ($1.names.count, $1) }
        var taken: Set<Target> = []
        let state = try load()
        var names = FolderNames(root)
        let wanted = paths.map { foresee($0, rules[$0, default: []], &taken, state, &names) }
        var renamed: [RelativePath: RelativePath] = [:]
        if dryRun { return wanted.map { Transaction.foreseen($0, &renamed) } }
        try requireWriting()
        var effects = WalkRequest.VerbEffects()
        var mendings: [Mending] = []
        for item in wanted {
            mendings.append(item.mending.failure == nil ? perform(item, &renamed, &effects) : item.mending)
            Interruption.point("mended")
        }
        try walk(.afterVerb(effects))
        return mendings
    }

    /// What is to be done about a path, with what was found there.
    private struct Wanted {
        var mending: Mending
        var placed: PlacedNode?
    }

    /// A name that is promised to one node.
    private struct Target: Hashable {
        var folder: RelativePath
        var key: FoldKey
    }

    private func foresee(_ path: RelativePath, _ rules: Set<String>, _ taken: inout Set<Target>, _ state: ProjectState, _ names: inout FolderNames) -> Wanted {
        var mending = Mending(rules: rules.sorted(), from: path)
        do throws(ShedError) {
            let placed = try find(path, state)
            guard let name = path.last else { throw ShedError(.refused, "the project itself is not renamed") }
            if rules.contains(EmptyRejected.info.name) {
                guard placed.node.role == .rejected else { throw ShedError(.refused, "\(path) is not the folder of what was refused any more") }
                return Wanted(mending: mending, placed: placed)
            }
            let mended = RuleBook.mended(name, by: rules)
            let to = path.parent.appending(mended)
            guard mended != name else { throw ShedError(.refused, "\(path) has no better name") }
            try mayStand(placed, at: to, state, &names)
            guard taken.insert(Target(folder: path.parent, key: FoldKey(mended))).inserted else {
                throw ShedError(.refused, "\(to): another is to have that name")
            }
            mending.to = to
            return Wanted(mending: mending, placed: placed)
        } catch {
            mending.failure = error.description
            return Wanted(mending: mending)
        }
    }

    /// What will be done, where it will stand then.
    private static func foreseen(_ item: Wanted, _ renamed: inout [RelativePath: RelativePath]) -> Mending {
        var mending = item.mending
        guard let target = mending.to?.last else { return mending }
        let to = now(mending.from.parent, renamed).appending(target)
        renamed[mending.from] = to
        mending.to = to
        return mending
    }

    private func perform(_ item: Wanted, _ renamed: inout [RelativePath: RelativePath], _ effects: inout WalkRequest.VerbEffects) -> Mending {
        var mending = item.mending
        guard let placed = item.placed, let name = mending.from.last else { return mending }
        let parent = Transaction.now(mending.from.parent, renamed)
        do throws(DiskError) {
            guard let target = mending.to?.last else {
                try removeEmptyFolder(parent.appending(name), placed.node.id)
                return mending
            }
            let (from, to) = (parent.appending(name), parent.appending(target))
            try relocate(from, to: to, expecting: placed.evidence.identity)
            if placed.type.isDirectory { renamed[mending.from] = to }
            effects.moved[to] = placed.node.id
            mending.to = to
        } catch {
            mending.failure = error.description
        }
        return mending
    }

    /// Where a folder is after the folders above it were renamed.
    private static func now(_ path: RelativePath, _ renamed: [RelativePath: RelativePath]) -> RelativePath {
        for depth in stride(from: path.names.count, to: 0, by: -1) {
            guard let place = renamed[RelativePath(Array(path.names[..<depth]))] else { continue }
            return place.appending(RelativePath(Array(path.names[depth...])))
        }
        return path
    }
}
