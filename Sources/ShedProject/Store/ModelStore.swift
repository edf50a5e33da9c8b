import ShedDisk
import ShedIndex
import ShedModel
import ShedSidecar

/// What is known of a project: the folded model, what this machine saw of it, and the index that keeps both.
///
/// Everything that is made from the model and kept is tied to ``generation``. Not to be shared between threads. What changes
/// it is asked for by a ``Transaction``, which holds the project's lock meanwhile.
package final class ModelStore {
    let home: ProjectHome
    private let purpose: Project.Purpose
    package private(set) var index: ProjectIndex?
    /// The folded model and what goes with it, once it was loaded.
    package private(set) var state: ProjectState?
    /// Raised with every change of the model, of what was seen, or of the index behind them.
    package private(set) var generation: UInt64 = 0
    var hashes = HashQueue()
    /// Whether each file of the sidecar is looked at, also where its directory says that nothing came or went: a file can be changed in
    /// its place.
    package var looksClosely = false
    /// Whether a person vouches for what stands in the sidecar, whatever the index says of batches that are gone.
    package var isVouchedFor = false
    /// Asked whether batches came or went; `nil` where nobody watches the project.
    weak var changeSource: (any ChangeSource)?
    /// Told of each change.
    weak var observer: (any ProjectKind)?

    init(_ home: ProjectHome, _ purpose: Project.Purpose) throws(ShedError) {
        self.home = home
        self.purpose = purpose
        if let folder = home.stateFolder, purpose == .look { index = try openIndexToLook(folder) }
    }

    // MARK: The model

    /// What was loaded from the index or folded anew.
    func take(_ loaded: ProjectState) {
        state = loaded
        hashes.loseUnsaved()
        note(.everything)
    }

    /// Takes note of the batches that the index holds and that were not read along with the model.
    func complete(_ batches: FoldedBatches) {
        guard var completed = state else { return }
        state = nil
        completed.batches = batches
        state = completed
    }

    /// Changes what is known, and says which part of it.
    ///
    /// The body is the only one to hold the model, so that changing it copies nothing. After an error it is read again.
    package func change(_ body: (inout ProjectState) throws(ShedError) -> ModelChange) throws(ShedError) {
        _ = try load()
        try changeLoaded(body)
    }

    /// The same, of what is loaded, whether or not it is still what the index and the sidecar say. Does nothing where nothing
    /// is loaded.
    func changeLoaded(_ body: (inout ProjectState) throws(ShedError) -> ModelChange) throws(ShedError) {
        guard var changing = state else { return }
        state = nil
        let change = try body(&changing)
        changing.follow(change)
        state = changing
        note(change)
    }

    /// Changes what is kept beside the nodes; it is written with the next save.
    package func changeMeta(_ body: (inout IndexMeta) -> Void) {
        if case .some(var known) = state {
            state = nil
            body(&known.meta)
            state = known
        }
    }

    /// Does without what is known: it is loaded again.
    package func forget() {
        state = nil
        note(.everything)
    }

    private func note(_ change: ModelChange) {
        generation += 1
        observer?.modelChanged(change)
    }

    /// The state, ready for looks at a part of the project. Prepared once, and kept up from then on.
    func loadForParts() throws(ShedError) -> ProjectState {
        let loaded = try load()
        guard !loaded.isPreparedForParts else { return loaded }
        return prepare(loaded)
    }

    private func prepare(_ loaded: consuming ProjectState) -> ProjectState {
        state = nil
        var prepared = loaded
        prepared.prepareForParts()
        state = prepared
        return prepared
    }

    // MARK: The index

    private func openIndexToLook(_ folder: ProjectStateFolder) throws(ShedError) -> ProjectIndex? {
        // A damaged index is a lost cache: looking goes on without it.
        do throws(IndexError) { return try ProjectIndex.open(path: folder.index, access: .readOnly) } catch {
            if error.code == .busy, !mayLackIndex { throw ShedError(error) }
            return nil
        }
    }

    /// Opens the index to look into it, where none is open: who is going to change a project looks at it before it has the lock too, and
    /// without an index all batches would be folded for that.
    func openIndexToLoad() {
        guard purpose == .change, !isVouchedFor, index == nil, let folder = home.stateFolder else { return }
        index = try? openIndexToLook(folder)
    }

    /// Closes one that was opened so, once there is a lock: who had that before may have put another index in its place.
    func closeIndexToLoad() {
        if !isWritable { index = nil }
    }

    private var isWritable: Bool { index?.access == .readWrite }

    /// Whether an index that cannot be read for whatever reason is done without.
    package var mayLackIndex: Bool { purpose == .look && !home.surroundings.requiresState }

    /// The index, opened for writing; one that is damaged is made anew.
    @discardableResult
    package func writableIndex() throws(ShedError) -> ProjectIndex {
        if isWritable, let index { return index }
        guard let folder = home.stateFolder else { throw ShedError(.environment, "the project is not registered") }
        // Nobody may have it open where it is made anew.
        index = nil
        do {
            do throws(IndexError) { index = try ProjectIndex.open(path: folder.index, access: .readWrite) } catch {
                guard error.code == .corrupt else { throw error }
                try ProjectIndex.discard(path: folder.index)
                index = try ProjectIndex.open(path: folder.index, access: .readWrite)
            }
        } catch { throw ShedError(error) }
        guard let index else { throw ShedError(.environment, "the index \(folder.index) cannot be opened") }
        return index
    }

    /// Whether more than the index may be kept of what was folded.
    var mayKeepFolds: Bool { purpose == .change }

    func discardIndex() throws(ShedError) {
        index = nil
        forget()
        guard let folder = home.stateFolder else { return }
        do throws(IndexError) { try ProjectIndex.discard(path: folder.index) } catch { throw ShedError(error) }
    }

    /// Empties the log of the index, in idle moments. Where that fails, the next one does it.
    package func checkpointIndex() {
        guard isWritable else { return }
        _ = try? index?.checkpoint()
    }

    /// Does without an index that is damaged.
    func abandonIndex() throws(ShedError) {
        // Only one who holds the lock makes it anew.
        guard purpose == .change, isWritable else {
            index = nil
            return note(.everything)
        }
        try discardIndex()
        try writableIndex()
    }
}

/// What a change of the model touched.
public enum ModelChange: Sendable {
    /// It was loaded anew, or nobody knows.
    case everything
    /// Only what is known of these nodes, and whether they were seen.
    case nodes([NodeID], ModelEffect)
}

/// How far a change of single nodes goes.
public enum ModelEffect: Sendable {
    /// Nodes were given fields, came, or went.
    case model
    /// The same nodes are there and say the same; only what was seen of their files changed.
    case sightings
    /// A file's hash became known.
    case hashes
}

