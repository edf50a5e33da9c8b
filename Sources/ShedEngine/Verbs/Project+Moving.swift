import ShedDisk
import ShedModel
import ShedReconcile
import ShedRules

extension Project {
    /// What stands at a path: the entry with its node, after what changed on disk was taken in.
    public struct Standing: Sendable {
        public var path: RelativePath
        public var node: Node
        public var evidence: Evidence
        public var type: NodeType
    }

    /// Takes in what changed, leaving what is refused where it is: the first step of every verb that changes something.
    @discardableResult
    public func takeIn() throws(ShedError) -> Outcome {
        var errand = Errand()
        errand.judgement = .later
        guard purpose != .look else { return try foreseeTakingIn(errand) }
        return try reconcile(errand)
    }

    /// The node at a path. Only after ``takeIn()``.
    public func find(_ path: RelativePath) throws(ShedError) -> Standing { try find(path, load()) }

    /// The same by a state that was loaded, for many paths.
    func find(_ path: RelativePath, _ state: ProjectState) throws(ShedError) -> Standing {
        guard let name = path.last else {
            let node = state.model.nodes[id] ?? Node(id: id, type: .project)
            do throws(DiskError) { return Standing(path: path, node: node, evidence: try root.ownEvidence(), type: .project) } catch {
                throw ShedError(error)
            }
        }
        do {
            let directory = try root.openDirectory(at: path.parent)
            guard let evidence = try directory.evidence(of: name), let kind = try directory.kind(of: name) else {
                throw ShedError.notFound(path)
            }
            guard let type = kind.nodeType, let id = node(at: path, state), let node = state.model.nodes[id] else {
                throw ShedError(.refused, "\(path) has no ID", remedy: "Links, special files and ignored names never get one; for anything else run “shed sync”, which says why.")
            }
            return Standing(path: path, node: node, evidence: evidence, type: type)
        } catch let error as DiskError where [.notFound, .notDirectory].contains(error.code) {
            throw ShedError.notFound(path)
        } catch { throw ShedError(error) }
    }

    /// The node that was last seen at a path.
    func node(at path: RelativePath, _ state: ProjectState) -> NodeID? {
        var current = state.model.project
        for name in path.names {
            let children = state.model.children(of: current, named: name)
            guard let next = children.first(where: state.memory.isPresent) ?? children.min() else { return nil }
            current = next
        }
        return current
    }

    /// The folder at a path, as the rules see it.
    func facts(of standing: Standing, _ state: ProjectState) -> FolderFacts {
        if standing.path.isRoot {
            return FolderFacts(isRoot: true, role: nil, accepts: template.root, filling: .people, label: ".")
        }
        let top = standing.path.names.first.flatMap { node(at: RelativePath([$0]), state) }.flatMap { state.model.nodes[$0] }
        let label = standing.path.last?.escaped ?? "."
        if let role = top?.role, role == .trash || role == .rejected {
            return FolderFacts(isRoot: false, role: nil, accepts: .nothing, filling: .anything, label: label)
        }
        return template.facts(of: standing.node, label: label)
    }

    /// Moves nodes into a folder, or one node to a new name (`mv`).
    /// - Parameters:
    ///   - checks: whether the rules are asked first; `accept` does without.
    ///   - reason: why shed does it, where no person asked for just this: a sentence for the history.
    public func move(
        _ sources: [RelativePath], to target: RelativePath, isRename: Bool = false, checks: Bool = true, reason: String? = nil, dryRun: Bool = false
    ) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeIn()
        if let trash = try folder(with: .trash), target.isInside(trash) { try requireNoBundleInUse(sources) }
        let intoFolder = !isRename && (target.isRoot || (try? find(target))?.type.isDirectory == true)
        if sources.count > 1, !intoFolder {
            throw ShedError(.usage, "\(target) is no folder, and several things are to move there", remedy: "Name a folder as the last argument.")
        }
        let state = try load()
        var names = FolderNames(root)
        let displays = checks ? try displaysInUse() : []
        var moves: [(standing: Standing, to: RelativePath)] = []
        for source in sources {
            let standing = try find(source, state)
            guard let name = source.last else { throw ShedError(.usage, "the project itself cannot be moved into itself", remedy: "“shed rename . NAME” renames it.") }
            let to = intoFolder ? target.appending(name) : target
            guard !to.isInside(source) || to == source else { throw ShedError(.usage, "\(source) cannot be moved into itself") }
            guard to != source else { throw ShedError(.refused, "\(source) is there already", remedy: "Nothing was moved.") }
            if checks {
                try mayStand(standing, at: to, state, &names)
                // Under another name or in another place it would not be the bundle's display variant any more.
                if !standing.type.isDirectory, displays.contains(source) { try requireNoBundleInUse([source]) }
            }
            moves.append((standing, to))
        }
        if !dryRun { try carryOut(moves, reason: reason, isChecked: checks) }
        return moves.map { (from: $0.standing.path, to: $0.to) }
    }

    /// Renames nodes in their folders, all in one walk.
    /// - Parameters:
    ///   - renames: each with a name that nothing else in its folder bears or is to get.
    ///   - leavesFailed: whether what cannot be renamed keeps its name, and the others are renamed all the same.
    func rename(_ renames: [(from: RelativePath, to: RelativePath)], reason: String? = nil, leavesFailed: Bool = false) throws(ShedError) {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeIn()
        let state = try load()
        var names = FolderNames(root)
        var moves: [(standing: Standing, to: RelativePath)] = []
        for (from, to) in renames {
            do throws(ShedError) {
                let standing = try find(from, state)
                try mayStand(standing, at: to, state, &names)
                moves.append((standing, to))
            } catch { if !leavesFailed { throw error } }
        }
        try carryOut(moves, reason: reason, leavesFailed: leavesFailed)
    }

    /// Makes moves on the disk that were asked of the rules, and takes them in.
    private func carryOut(
        _ moves: [(standing: Standing, to: RelativePath)], reason: String?, isChecked: Bool = true, leavesFailed: Bool = false
    ) throws(ShedError) {
        var errand = Errand()
        errand.judgement = .later
        errand.reason = reason
        for (standing, to) in moves where standing.path != to {
            do throws(DiskError) {
                try relocate(standing.path, to: to, expecting: standing.evidence.identity, makingParents: false)
            } catch {
                if leavesFailed { continue }
                // What was moved before the error is taken in all the same.
                _ = try? reconcile(errand)
                throw ShedError(error)
            }
            errand.commanded[to] = standing.node.id
            if !isChecked { errand.accepted.insert(to) }
        }
        _ = try reconcile(errand)
    }

    /// Asks the rules whether a node may be moved to a path.
    /// - Parameters:
    ///   - state: as it is before anything moves.
    ///   - names: those on the disk then.
    func mayStand(_ standing: Standing, at path: RelativePath, _ state: ProjectState, _ names: inout FolderNames) throws(ShedError) {
        guard let name = path.last, path != standing.path else { return }
        try fits(standing, path, state)
        try isFree(name, in: path.parent, except: path.parent == standing.path.parent ? standing.path.last : nil, &names)
    }

    /// The same, whatever stands there.
    func fits(_ standing: Standing, _ path: RelativePath, _ state: ProjectState) throws(ShedError) {
        guard let name = path.last else { return }
        try Project.requireName(name, of: "anything in a project", former: standing.path.last, kind: .refused)
        try isNoIgnoredName(path, standing.type)
        let parent = try find(path.parent, state)
        guard parent.type.isDirectory else { throw ShedError(.usage, "\(path.parent) is no folder") }
        let isRename = path.parent == standing.path.parent
        let isNew = standing.node.details?.rejection.map { !$0.known } ?? false
        let facts = facts(of: parent, state)
        let candidate = Candidate(
            name: name, type: standing.type, standing: isRename ? .renamed : isNew && facts.filling != .anything ? .new : .moved,
            role: standing.node.role, knownType: standing.node.type)
        if let refusal = RuleBook.refusal(of: candidate, in: facts), !(isRename && BlankName.isBlank(name) == false) {
            throw ShedError.refused(refusal, path)
        }
        if standing.node.type == .page, standing.path.last?.hasSuffix(".pdf") == true, !name.hasSuffix(".pdf") {
            throw ShedError.refused(by: NotAPDF.info, "\(path): the file of a page is a PDF", remedy: "Give it a name that ends in .pdf.")
        }
    }

    /// A name that the ignore rules cover would have no ID.
    func isNoIgnoredName(_ path: RelativePath, _ type: NodeType) throws(ShedError) {
        guard ignore.ignores(path: path, kind: type.isDirectory ? .directory : .file) else { return }
        throw ShedError(
            .refused, "\(path): names like this are ignored (an editor's passing file, or .shedignore), so it would have no ID",
            remedy: "Choose another name.")
    }

    /// Whether no other entry of a folder bears the name, or one that differs in case or normalisation alone.
    func isFree(_ name: Name, in folder: RelativePath, except: Name?) throws(ShedError) {
        var names = FolderNames(root)
        try isFree(name, in: folder, except: except, &names)
    }

    private func isFree(_ name: Name, in folder: RelativePath, except: Name?, _ names: inout FolderNames) throws(ShedError) {
        let alike: [Name]
        do throws(DiskError) { alike = try names.alike(name, in: folder) } catch { throw ShedError(error) }
        guard let other = alike.first(where: { $0 != except }) else { return }
        let message = other == name ? "there is something of that name already" : NameCollision.message(with: other)
        throw ShedError.refused(by: NameCollision.info, "\(folder.appending(name)): \(message)", remedy: "Choose another name.")
    }

    /// The first of `name`, `name (2)`, … that is free in a folder.
    func freeName(_ name: Name, in folder: RelativePath, isFile: Bool) throws(ShedError) -> Name {
        Project.freeName(name, isFile: isFile, besides: try names(in: folder))
    }

    /// The names in a folder, as far as they can collide.
    func names(in folder: RelativePath) throws(ShedError) -> Set<FoldKey> {
        do throws(DiskError) { return Set(try root.openDirectory(at: folder).list(atMost: 10_000_000).map { FoldKey($0.name) }) } catch {
            throw ShedError(error)
        }
    }

    static func freeName(_ name: Name, isFile: Bool, besides taken: Set<FoldKey>) -> Name {
        if !taken.contains(FoldKey(name)) { return name }
        var number = 2
        while taken.contains(FoldKey(name.numbered(number, keepsSuffix: isFile))) { number += 1 }
        return name.numbered(number, keepsSuffix: isFile)
    }
}
