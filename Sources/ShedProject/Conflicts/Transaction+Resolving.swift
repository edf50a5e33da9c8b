import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile

extension Transaction {
    /// Ends a conflict: one of the two stands in the place of the original, with the original's ID, and the other goes to Trash; or both stay,
    /// and the copy gets a name of its own. All of it is one deed: interrupted, it is taken back by the next command that writes.
    public func resolve(_ conflict: FileConflict, keeping choice: ConflictChoice, dryRun: Bool = false) throws(ShedError) -> Resolution {
        switch (choice, conflict.isNamedByCopy) {
        case (.both, _): return try conflict.isOfMoved ? keepApart(conflict, dryRun: dryRun) : separate(conflict, dryRun: dryRun)
        case (.this, false), (.other, true): return try drop(conflict.copies, of: conflict.standing, dryRun: dryRun)
        case (.this, true):
            guard let original = conflict.original else { return try separate(conflict, dryRun: dryRun) }
            return try exchange(original, conflict.copy, isOfMoved: conflict.isOfMoved, dryRun: dryRun)
        case (.other, false): return try exchange(conflict.standing, conflict.copy, isOfMoved: conflict.isOfMoved, dryRun: dryRun)
        }
    }

    /// Has the original hold what both came to, and puts the copy into Trash.
    /// - Parameter keepsCopy: whether the copy stays where it is, since a person has still to decide.
    public func resolve(_ conflict: FileConflict, merging bytes: [UInt8], keepsCopy: Bool, dryRun: Bool = false) throws(ShedError) -> Resolution {
        let (original, copy) = (try conflict.standing, try conflict.copy)
        try mayBe(.rewriting(original))
        let way = try wayToTrash(keepsCopy ? [] : [copy], named: original, dryRun: dryRun)
        var result = Resolution(path: original.path, isRewritten: true, moves: way)
        guard !dryRun else { return result }
        let words = Message.mergedInto(path: "\(original.path)", copy: "\(copy.path)")
        result.moves = try rewrite([original.path: words], of: [original, copy], words, at: "merged", way) { change in
            let folder = try root.openDirectory(at: original.path.parent)
            try change.write(bytes, to: original.path, replacing: (original.evidence, folder))
        }
        return result
    }

    // MARK: Which one

    /// Moves copies to Trash; the original stays as it is.
    private func drop(_ copies: [PlacedNode], of original: PlacedNode, dryRun: Bool) throws(ShedError) -> Resolution {
        let way = try wayToTrash(copies, named: original, dryRun: dryRun)
        var result = Resolution(path: original.path, moves: way)
        guard !dryRun else { return result }
        try requireWriting()
        try requireUntouched(copies)
        try asOneDeed { () throws(ShedError) in result.moves = try moveToTrash(way) }
        return result
    }

    /// Has each of the two hold what the other does: so the original keeps its place and its ID. Then the copy goes to Trash.
    /// - Parameter isOfMoved: whether the copy is none, but stands where the original was before (``EditAtOldPlace``).
    private func exchange(_ original: PlacedNode, _ copy: PlacedNode, isOfMoved: Bool, dryRun: Bool) throws(ShedError) -> Resolution {
        for placed in [original, copy] { try mayBe(.rewriting(placed)) }
        let way = try wayToTrash([copy], named: original, dryRun: dryRun)
        var result = Resolution(path: original.path, isRewritten: true, moves: way)
        guard !dryRun else { return result }
        let (path, other) = ("\(original.path)", "\(copy.path)")
        let words = isOfMoved ? Message.tookEditAtOldPlace(path: path, other: other) : .tookConflictCopy(path: path, copy: other)
        let remade = [original.path: words, copy.path: .gaveConflictCopy(path: "\(copy.path)", original: "\(original.path)")]
        result.moves = try rewrite(remade, of: [original, copy], words, at: "exchanged", way) { change in
            try stage(contentOf: copy, in: original, &change)
            try stage(contentOf: original, in: copy, &change)
        }
        return result
    }

    /// Gives each copy a name that is no copy's: that of the original, with a number, or, where the original is gone, just that.
    private func separate(_ conflict: FileConflict, dryRun: Bool) throws(ShedError) -> Resolution {
        var result = Resolution(path: conflict.place)
        guard let name = conflict.place.last else { return result }
        let plain = ConflictFolder.plain(name)
        let folder = conflict.place.parent
        if project.kind.view(at: folder) != nil { throw ShedError(.refused, .conflictLiesAside(path: "\(conflict.place)", folder: "\(folder)"), remedy: .takeItOutFirst) }
        var names = FreeNames(besides: try self.names(in: folder))
        for copy in conflict.copies { result.moves.append((copy.path, folder.appending(names.take(plain, keepsSuffix: true)))) }
        let state = try load()
        var known = FolderNames(root)
        for (copy, move) in zip(conflict.copies, result.moves) {
            try mayStand(copy, at: move.to, state, &known)
            try mayBe(.moving(file: copy.path))
        }
        guard !dryRun else { return result }
        try requireWriting()
        try requireUntouched(conflict.copies)
        let moves = zip(conflict.copies, result.moves).map { (placed: $0, to: $1.to) }
        // How it came here was told, and a person says now that it stays.
        let explained = conflict.copies.filter { $0.node.details?.unexplained != nil }.map { Operation($0.node.id, [.unexplained(nil)]) }
        try asOneDeed { () throws(ShedError) in
            _ = try carryOut(moves, .init(), "separated")
            if !explained.isEmpty { try commit(explained) }
        }
        return result
    }

    /// Says of each that it is a file of its own. Both have a name of their own already, and nothing is moved.
    private func keepApart(_ conflict: FileConflict, dryRun: Bool) throws(ShedError) -> Resolution {
        let original = try conflict.standing
        let result = Resolution(path: original.path)
        guard !dryRun else { return result }
        try requireWriting()
        try requireUntouched(conflict.copies)
        let words = Message.keptApart(isDryRun: false, path: "\(conflict.copies[0].path)", other: "\(original.path)")
        try commit(conflict.copies.map { Operation($0.node.id, [EditAtOldPlace.keptApart(by: $0.node, and: original.node.id)]) }, saying: words)
        return result
    }

    // MARK: Doing

    /// Has files hold something else by one staged change, and then moves what is to go to Trash: one deed.
    /// - Parameters:
    ///   - remade: those that are to hold something else, with what the history says of each.
    ///   - pair: the two that conflict, none of which anybody may have saved since they were looked at.
    ///   - point: where an interruption is tried between the two steps.
    ///   - stage: puts what they are to hold into the change.
    /// - Returns: what was moved.
    private func rewrite(
        _ remade: [RelativePath: Message], of pair: [PlacedNode], _ words: Message, at point: StaticString, _ way: [(from: RelativePath, to: RelativePath)],
        _ stage: (inout StagedChange) throws -> Void
    ) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        try requireWriting()
        try requireUntouched(pair)
        return try asOneDeed { () throws(ShedError) -> [(from: RelativePath, to: RelativePath)] in
            var change = try stageChange()
            do { try stage(&change) } catch {
                discard(change)
                throw ShedError(error)
            }
            (change.words, change.overridesWriters) = (words, true)
            try carryOut(change, remade: remade)
            Interruption.point(point)
            return try moveToTrash(way)
        }
    }

    /// Asks whether copies may go to Trash, and chooses their names there: that of the original, since a conflict copy's would be one there too.
    private func wayToTrash(_ copies: [PlacedNode], named original: PlacedNode, dryRun: Bool) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        guard !copies.isEmpty, let name = original.path.last else { return [] }
        let state = try load()
        for copy in copies { _ = try removable(copy.path, state) }
        try mayBe(.leaving(copies.map(\.path)))
        let opened = try openTrash(state, dryRun: dryRun)
        let trash = opened.path
        var names = opened.names
        let plain = ConflictFolder.plain(name)
        return copies.map { ($0.path, trash.appending(names.take(plain, keepsSuffix: true))) }
    }

    /// - Returns: what was moved.
    private func moveToTrash(_ way: [(from: RelativePath, to: RelativePath)]) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        guard !way.isEmpty else { return [] }
        let state = try load()
        let moves = try way.map { move throws(ShedError) in (placed: try find(move.from, state), to: move.to) }
        try carryOut(moves, .init(), "resolved")
        return way
    }

    /// - Throws: ``ShedError`` of kind refused where somebody has saved one of them since it was looked at.
    private func requireUntouched(_ all: [PlacedNode]) throws(ShedError) {
        for placed in all {
            let there = placed.path.last.flatMap { name in try? root.openDirectory(at: placed.path.parent).evidence(of: name) }
            // RACE: one that is saved between this look and the exchange is seen there; one that is moved to Trash is moved whole, and lies there.
            guard let there, there.identity == placed.evidence.identity, !there.differsInContent(from: placed.evidence) else {
                throw ShedError(.refused, .changedMeanwhile(path: "\(placed.path)"), remedy: .changedBySomebody)
            }
        }
    }

    /// So much is written from memory, with the owner and the attributes of the file that it replaces; more is copied. In bytes.
    private static let largestWritten: Int64 = 16 << 20

    private func stage(contentOf source: PlacedNode, in target: PlacedNode, _ change: inout StagedChange) throws {
        guard let name = source.path.last else { return }
        let file = try root.openDirectory(at: source.path.parent).file(name)
        guard file.evidence.identity == source.evidence.identity, !file.evidence.differsInContent(from: source.evidence) else {
            throw ShedError(.refused, .changedMeanwhile(path: "\(source.path)"), remedy: .changedBySomebody)
        }
        let folder = try root.openDirectory(at: target.path.parent)
        guard file.size > Transaction.largestWritten else {
            let bytes = try file.read(at: 0, atMost: Int(file.size))
            guard Int64(bytes.count) == file.size, try !file.evidenceNow().differsInContent(from: file.evidence) else {
                throw ShedError(.refused, .changedMeanwhile(path: "\(source.path)"), remedy: .changedBySomebody)
            }
            return try change.write(bytes, to: target.path, replacing: (target.evidence, folder))
        }
        let staged = Name("side-\(change.isEmpty ? 0 : 1)")
        let made = try change.folder.copy(file, as: staged, for: target.path, mode: target.evidence.mode & 0o777)
        // It goes to Trash as the file that it is then: what it holds tells who takes that back.
        try change.add(staged, to: target.path, replacing: target.evidence, hash: made.hash)
    }
}
