import ShedIndex
import ShedModel
import ShedSidecar

extension ModelStore {
    /// Whether just what was folded stands in the sidecar, as far as its directories tell: neither are the files compared one by one with
    /// what was folded, nor is the list of that read.
    package func stands(_ meta: IndexMeta) -> Bool { standing(meta) != nil }

    private func standing(_ meta: IndexMeta) -> [ListedFolder]? {
        meta.fold.gaps.namesBatches ? home.sidecar.standing(meta.fold.standing.folders, closely: looksClosely) : nil
    }

    /// Whether just what was folded stands there, and all of it is batches and bases that are whole.
    package func standsWhole(_ meta: IndexMeta) -> Bool { meta.fold.standing.folders.allSatisfy(\.isWhole) && stands(meta) }

    /// How the sidecar differs from what was folded, as far as its directories tell.
    enum SidecarNews {
        /// In nothing. The directories as they are now.
        case none([ListedFolder])
        /// These came, and nothing else changed.
        case came([BatchFile], [ListedFolder])
        /// In something else, or nobody can say without a look at each file and the list of all batches.
        case unknown
    }

    /// What came since the index was written. Only directories in which something came or went are listed, and of the list of the batches
    /// only what it has of these is read.
    func news(since meta: IndexMeta) throws -> SidecarNews {
        guard let index, meta.fold.gaps.namesBatches, let changes = home.sidecar.changes(since: meta.fold.standing.folders, closely: looksClosely)
        else { return .unknown }
        var came = changes.added
        for (folder, files) in changes.listed {
            guard let known = try index.batches(in: folder) else { return .unknown }
            var held = 0
            for file in files {
                guard let batch = known[file.path] else {
                    came.append(file)
                    continue
                }
                guard batch.isSame(file) else { return .unknown }
                held += 1
            }
            guard held == known.count else { return .unknown }
        }
        // What was read of the list is of the same state.
        guard try index.generation() == meta.generation else { return .unknown }
        return came.isEmpty ? .none(changes.folders) : .came(came, changes.folders)
    }

    /// What the index keeps beside the nodes, where it has folded just what is there; `nil` where it has not, or there is none. With the
    /// directories as they are, where these tell; with none where each file had to be compared.
    package func metaIfFolded() throws -> IndexMeta? {
        guard let index, var known = try index.meta(), known.fold.rules == Fold.rules else { return nil }
        switch try news(since: known) {
        case .none(let folders):
            known.fold.standing.folders = folders
            return known
        case .came: return nil
        case .unknown:
            guard case .some((var meta, let batches)) = try index.metaAndBatches(), meta.fold.rules == Fold.rules, isFolded(try home.sidecar.listing(), in: meta, batches)
            else { return nil }
            meta.fold.standing.folders = []
            return meta
        }
    }

    /// What the index holds, where its own word is enough that it is the fold of what is there.
    func loadStanding() throws -> ProjectState? {
        guard let index, let meta = try index.meta(), meta.project == home.id, meta.saysAll, let standing = standing(meta),
            let contents = try index.load(batches: false), contents.meta.generation == meta.generation
        else { return nil }
        var loaded = fromIndex(contents)
        loaded.meta.fold.standing.folders = standing
        rebase(&loaded)
        take(loaded)
        return loaded
    }

    /// All batches that a state is the fold of, those among them that are only in the index.
    func allBatches(_ state: ProjectState) throws -> FoldedBatches {
        guard state.batches.isPart else { return state.batches }
        // Where the index went on, the state is not what it is the list of.
        guard let (meta, saved) = try index?.metaAndBatches(), meta.generation == state.meta.generation else { return FoldedBatches() }
        let all = state.batches.completed(by: saved)
        complete(all)
        return all
    }

    /// The directories of a listing, and whether all in them is folded.
    static func standing(_ listing: SidecarListing, _ batches: FoldedBatches) -> [ListedFolder] {
        // One that could not be read says nothing.
        guard listing.unreadable.isEmpty else { return [] }
        var broken = Set(listing.odd.map(\.parent))
        for file in listing.batches + listing.bases where batches[file.path]?.hasNoID ?? true { broken.insert(file.path.parent) }
        return listing.folders.map { $0.marked(isWhole: !broken.contains($0.path)) }
    }
}
