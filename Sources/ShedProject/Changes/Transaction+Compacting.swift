import ShedIndex
import ShedModel
import ShedSidecar

/// What became of this device's batches.
public struct Compacted: Hashable, Sendable {
    /// How many of them were put into bases, and the size of those in bytes.
    public var batches = 0
    public var written: Int64 = 0
    /// Files that went because bases stand for them, from the project's root, and their size in bytes.
    public var dropped: [RelativePath] = []
    public var freed: Int64 = 0
    /// Why nothing was done; `nil` where there was nothing in the way.
    public var hindrance: Hindrance?

    /// Why nothing may be done. The raw values are the words of `repair --json`; they never change.
    public enum Hindrance: String, Hashable, Sendable {
        /// Something of the sidecar is missing or torn, or second names are still to be written: what is there is not all that there is.
        case notWhole = "not-whole"
        /// Somebody else writes under this root's ID too, which takes another one with its next batch: what bears it is not its own alone.
        case shared
        /// What would be left would say something else than what is there.
        case differs
    }

    public var isNothing: Bool { batches == 0 && dropped.isEmpty }
}

extension Transaction {
    /// Puts this device's batches that are older than a day into bases, and drops those that two bases have stood for long enough
    /// (``Compaction``). Before anything is written or dropped, what is left is folded and compared, field by field, with what is there.
    ///
    /// Bases are durable before anything else is done; a file is dropped by itself, and each for a reason of its own, so that an
    /// interruption leaves a sidecar that says the same.
    /// - Parameter dryRun: only says what would be done.
    public func compact(dryRun: Bool = false, rules: Compaction.Rules = Compaction.Rules()) throws(ShedError) -> Compacted {
        if !dryRun { try requireWriting() }
        let state = try store.load()
        var result = Compacted()
        guard state.meta.fold.sharedReplica == nil else {
            result.hindrance = .shared
            return result
        }
        do throws(SidecarError) {
            let listing = try home.sidecar.listing()
            guard state.meta.fold.gaps.reasons.isEmpty, state.joins.isEmpty, let files = home.sidecar.files(listing, of: home.file) else {
                result.hindrance = .notWhole
                return result
            }
            let compaction = Compaction(of: files, project: home.id, replica: home.replica, now: surroundings.now(), rules: rules)
            guard !compaction.bases.isEmpty || !compaction.dropped.isEmpty else { return result }
            guard isFaithful(compaction, files) else {
                result.hindrance = .differs
                return result
            }
            result.batches = compaction.bases.first?.batches.count ?? 0
            result.written = compaction.bases.reduce(0) { $0 + Int64($1.bytes.count) }
            var written: [BatchFile] = []
            if !dryRun {
                for base in compaction.bases {
                    written.append(try home.sidecar.write(base))
                    Interruption.point("base-written")
                }
            }
            let gone = try dryRun ? compaction.dropped : drop(compaction, &result)
            result.dropped = gone.map { RelativePath([Sidecar.name]).appending($0.path) }
            result.freed = gone.reduce(0) { $0.addingUp($1.evidence.size) }
            if !dryRun { keep(written, compaction.bases, gone) }
            return result
        } catch { throw ShedError(error) }
    }

    /// Removes what may go, while the bases stand that it was compared with.
    /// - Returns: what went.
    private func drop(_ compaction: Compaction, _ result: inout Compacted) throws(SidecarError) -> [BatchFile] {
        guard !compaction.dropped.isEmpty else { return [] }
        Interruption.point("dropping")
        // RACE: a carrier can take both bases of a batch away after this look. Then what builds on the batch misses it, and it is waited for.
        guard try home.sidecar.stand(compaction.relied) else {
            result.hindrance = .notWhole
            return []
        }
        var gone: [BatchFile] = []
        for file in compaction.dropped {
            guard try home.sidecar.remove(file) else { continue }
            Interruption.point("batch-dropped")
            gone.append(file)
        }
        return gone
    }

    /// The same for who asks for it, and does not wait until enough have gathered.
    public func compactAtOnce(dryRun: Bool = false) throws(ShedError) -> Compacted {
        var rules = Compaction.Rules()
        rules.gathered = 1
        return try compact(dryRun: dryRun, rules: rules)
    }

    private func isFaithful(_ compaction: Compaction, _ files: Compaction.Files) -> Bool {
        do throws(BatchFault) { return try compaction.isFaithful(to: files, of: home.file, fields: surroundings.kinds.fields) } catch { return false }
    }

    /// The same state is the fold of other files now.
    private func keep(_ written: [BatchFile], _ bases: [EncodedBase], _ gone: [BatchFile]) {
        do throws(ShedError) {
            try store.change { state throws(ShedError) in
                // Who met them as files that came and went has folded them, and knows what is kept of that.
                if !state.isFold(of: written, without: gone) {
                    for (file, base) in zip(written, bases) { state.batches.insert(FoldedBatch(file, id: base.id)) }
                    for file in gone { state.batches.remove(at: file.path) }
                    let unkept = state.meta.fold.unkept
                    state.meta.fold.forgetFiles()
                    // A base says nothing that the kept fold, or what was folded since, does not say.
                    if gone.allSatisfy({ !unkept.paths.contains($0.path) }) { state.meta.fold.unkept = unkept }
                    // All of them were just read; whoever asks next need not list them again.
                    if let all = try? store.allBatches(state), let listing = try? home.sidecar.listing(), store.isFolded(listing, in: state.meta, all) {
                        state.meta.fold.standing.folders = ModelStore.standing(listing, all)
                    }
                }
                try store.save(&state, touching: [], by: access)
                return .nodes([], .sightings)
            }
        } catch {
            // The index does not know the files: they are folded anew.
            store.forget()
        }
    }

    /// When batches were last looked through, in milliseconds since 1970.
    private static let key = "sidecar.compacted"

    /// The same where it is time: once a day, if enough batches have gathered.
    /// - Returns: `nil` where it is not.
    package func compactIfDue() throws(ShedError) -> Compacted? {
        let now = surroundings.now()
        guard project.isCompactionDue else { return nil }
        // What fails now, as on a full disk, fails again in the next idle moment, and each time all batches are read.
        project.compactionTried = now
        let result = try compact()
        store.changeMeta { $0.kindData[Transaction.key] = Array("\(now)".utf8) }
        try saveMeta()
        return result
    }

    /// - Returns: `nil` where that was never done.
    static func lastCompaction(_ meta: IndexMeta) -> Int64? { meta.kindData[key].flatMap { Int64(String(decoding: $0, as: UTF8.self)) } }
}

extension Project {
    /// After a failure so long nothing is tried, in milliseconds: an hour.
    private static let compactionPause: Int64 = 3_600_000

    /// Whether batches have gathered that may take less room, and were not looked through today.
    package var isCompactionDue: Bool {
        guard purpose == .change, let meta = store.state?.meta else { return false }
        let now = home.surroundings.now()
        if let last = Transaction.lastCompaction(meta), last <= now, last > now - 86_400_000 { return false }
        if let compactionTried, compactionTried <= now, compactionTried > now - Project.compactionPause { return false }
        return home.sidecar.batchCount(of: home.replica) > Compaction.Rules().gathered
    }
}

extension ProjectState {
    /// Whether it has folded these files, and none of those.
    fileprivate func isFold(of files: [BatchFile], without gone: [BatchFile]) -> Bool {
        !batches.isPart && files.allSatisfy { batches[$0.path]?.isSame($0) == true } && gone.allSatisfy { batches[$0.path] == nil }
    }
}
