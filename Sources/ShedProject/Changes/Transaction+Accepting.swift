import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules

extension Transaction {
    /// Lets things stand (`accept`): what was rejected goes back to where it came from if that folder fills by moves,
    /// else to the folder that is named; what was taken in and reported is accepted where it is. All are asked of the rules
    /// before the first is moved.
    public func accept(_ paths: [RelativePath], to folder: RelativePath?, dryRun: Bool = false) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        let paths = paths.once
        if !dryRun, paths.count > 1 { _ = try accept(paths, to: folder, dryRun: true) }
        var accepting = Accepting(state: try load(), target: folder, dryRun: dryRun)
        let rejected = self.folder(with: .rejected, accepting.state)
        // What was not refused is moved there at once: its names are its own, and what was refused gets other ones.
        let others = folder == nil ? [] : paths.filter { path in rejected.map { path == $0 || !path.isInside($0) } ?? true }
        if let folder, !others.isEmpty {
            _ = try move(others, to: folder, dryRun: true)
            accepting.reserved = Set(others.compactMap { $0.last.map { FoldKey($0) } })
        }
        let isOther = Set(others)
        for path in paths where !isOther.contains(path) { try accept(path, &accepting) }
        try carryOut(&accepting)
        if let folder, !others.isEmpty { accepting.done += try move(others, to: folder, dryRun: dryRun) }
        let order = Dictionary(paths.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
        return accepting.done.sorted { order[$0.from, default: 0] < order[$1.from, default: 0] }
    }

    /// What `accept` has done so far.
    private struct Accepting {
        /// As it was when what was accepted was last taken in.
        var state: ProjectState
        /// The folder that is named.
        let target: RelativePath?
        let dryRun: Bool
        var done: [(from: RelativePath, to: RelativePath)] = []
        var planned = PlannedMoves()
        /// What may stand where it is now.
        var inPlace: [RelativePath] = []
        /// The names in the folders that something was put into.
        var names: [RelativePath: FreeNames] = [:]
        var entered = EnteredFolders()
        /// Names in the folder that is named, which something gets later.
        var reserved: Set<FoldKey> = []
    }

    private func accept(_ path: RelativePath, _ accepting: inout Accepting) throws(ShedError) {
        let rejected = folder(with: .rejected, accepting.state)
        if let rejected, path.isInside(rejected), path != rejected { return try acceptRejected(path, &accepting) }
        // Rejected itself goes when the last was taken out of it.
        if path == rejected { try carryOut(&accepting) }
        // Something that stands where it would be refused: it may stay.
        guard !path.isRoot, hasEntry(at: path) else { throw notFound(path) }
        accepting.done.append((path, path))
        guard !accepting.dryRun else { return }
        accepting.planned.accepted.insert(path)
        accepting.inPlace.append(path)
    }

    /// Moves what is planned so far, and takes in what was accepted.
    private func carryOut(_ accepting: inout Accepting) throws(ShedError) {
        guard !accepting.planned.isEmpty else { return }
        let (planned, inPlace) = (accepting.planned, accepting.inPlace)
        (accepting.planned, accepting.inPlace, accepting.names, accepting.entered) = (PlannedMoves(), [], [:], EnteredFolders())
        try carryOut(planned.moves, .init(accepted: planned.accepted), "accepted")
        accepting.state = try load()
        var standing = planned.moves.filter { !planned.accepted.contains($0.to) }.map(\.placed.node.id)
        for path in inPlace {
            let placed = try find(path, accepting.state)
            record(.accepted, placed)
            standing.append(placed.node.id)
        }
        try acceptContents(of: standing)
        guard !planned.moves.isEmpty else { return }
        try removeRejectedIfEmpty(left: planned.moves.compactMap { placed, _ in placed.node.details?.rejection.map { (placed.path, $0.origin) } })
        accepting.state = try load()
    }

    private func acceptRejected(_ path: RelativePath, _ accepting: inout Accepting) throws(ShedError) {
        let placed = try find(path, accepting.state)
        guard let name = path.last else { throw ShedError.notFound(path) }
        let folder = accepting.target
        let target = if let folder { folder } else { try originFolder(of: placed, &accepting) }
        let parent = try find(target, accepting.state)
        guard parent.type.isDirectory else { throw ShedError(.usage, .notAFolder(path: "\(target)")) }
        try requireEntered(target, &accepting.entered)
        let facts = facts(of: parent, accepting.state)
        let refusal = home.rules.refusal(of: Candidate(name: name, type: placed.type, provenance: .new, role: placed.node.role), in: facts)
        // Where a folder is named, the person has decided; back to where it came from only where that fills by moves. A folder of the
        // template belongs at the root.
        let fills = facts.accepts == .nothing && (facts.filling == .anything || facts.filling == .moves && placed.node.role == nil)
        let isDecided = folder != nil && facts.filling != .derived
        if let refusal, !fills, !isDecided {
            throw ShedError.refused(by: refusal.rule, .about(subject: "\(path)", text: refusal.words), remedy: Transaction.waysToAccept(path, in: target, refusal))
        }
        let wanted = folder == nil ? placed.node.details?.rejection?.origin.last ?? name : name
        if accepting.names[target] == nil { accepting.names[target] = FreeNames(besides: try names(in: target).union(accepting.reserved)) }
        let to = target.appending(accepting.names[target]?.take(wanted, keepsSuffix: !placed.type.isDirectory) ?? wanted)
        guard !accepting.dryRun else { return accepting.done.append((path, to)) }
        // Where the folder takes it anyway, it stands there by right and needs no exception.
        accepting.planned.append(placed, to: to, isException: refusal != nil)
        accepting.done.append((path, to))
    }

    /// What a person can do about something that its folder refuses: an exception, or a change of the folder for good.
    private static func waysToAccept(_ path: RelativePath, in folder: RelativePath, _ refusal: Refusal) -> Message {
        let accept = "shed accept \(ShellWord.path(path)) --to"
        guard refusal.isForItsType, !folder.isRoot else { return .nameAcceptFolder(command: accept) }
        let word = ShellWord.path(folder)
        return .exceptionOrAllow(accept: "\(accept) \(word)", allow: "shed allow \(word) both")
    }

    /// The folder that a rejected thing was added to, if it can go back there as an exception.
    private func originFolder(of placed: PlacedNode, _ accepting: inout Accepting) throws(ShedError) -> RelativePath {
        guard let rejection = placed.node.details?.rejection else {
            throw ShedError(.refused, .originUnknown(path: "\(placed.path)"), remedy: .sayWhereItBelongs)
        }
        // It may have been taken out of Rejected just now.
        if let id = rejection.folder, accepting.planned.hold(id, accepting.state.model) { try carryOut(&accepting) }
        if let id = rejection.folder, let path = accepting.state.model.path(of: id), (try? root.openDirectory(at: path)) != nil { return path }
        return rejection.origin.parent
    }

    /// Removes what shed made for what was refused and holds nothing any more: Rejected itself, and the folders in it, of those named
    /// as what was refused stood in, that something was just taken out of. One that was refused itself, or that somebody has
    /// tagged, stays.
    /// - Parameter left: where in Rejected that lay, and where it came from or went.
    func removeRejectedIfEmpty(left: [(path: RelativePath, origin: RelativePath)]) throws(ShedError) {
        try requireWriting()
        guard let rejected = try folder(with: .rejected), let name = rejected.last else { return }
        let state = try load()
        var isGone = false
        for (path, origin) in left where path.isInside(rejected) {
            var (folder, former) = (path.parent, origin.parent)
            while folder != rejected, Transaction.isMade(folder, for: former, state), let name = folder.last,
                (try? root.openDirectory(at: folder.parent).removeDirectory(name)) != nil
            {
                isGone = true
                (folder, former) = (folder.parent, former.parent)
            }
        }
        takeIcon(outOf: name, in: root)
        if (try? root.openDirectory(at: rejected).list(atMost: 1).isEmpty) == true, (try? root.removeDirectory(name)) != nil { isGone = true }
        guard isGone else { return }
        // One that came back after a power cut would be a person's own.
        try? root.sync()
        try walk(.refresh())
    }

    /// The same after something was moved or deleted, wherever it lay.
    func removeRejectedIfEmpty(after moved: some Sequence<PlacedNode>) throws(ShedError) {
        guard let rejected = try folder(with: .rejected) else { return }
        let left = moved.filter { $0.path != rejected && $0.path.isInside(rejected) }
        guard !left.isEmpty else { return }
        try removeRejectedIfEmpty(left: left.compactMap { placed in placed.node.details?.rejection.map { (placed.path, $0.origin) } })
    }

    /// Whether a name is the other one with the number that shed gives where that was taken.
    private static func isNumbered(_ name: Name, _ origin: Name) -> Bool {
        let number = name.bytes.dropFirst(origin.bytes.count)
        return name.bytes.starts(with: origin.bytes + Array(" (".utf8)) && number.count > 3 && number.last == UInt8(ascii: ")")
            && number.dropFirst(2).dropLast().allSatisfy(\.isDigit)
    }

    /// Whether shed made a folder in Rejected, for what was refused in another one.
    private static func isMade(_ folder: RelativePath, for former: RelativePath, _ state: ProjectState) -> Bool {
        guard let name = folder.last, let origin = former.last, name == origin || isNumbered(name, origin) else { return false }
        guard let details = state.node(at: folder).flatMap({ state.model.nodes[$0]?.details }) else { return true }
        return details.rejection == nil && details.labels.isEmpty && details.note == nil
    }
}
